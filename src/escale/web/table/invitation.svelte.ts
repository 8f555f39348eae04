/** The link that others open. On the machine of the house itself it must not be that of 127.0.0.1, which no phone can open. */
import { ask } from '../wire/api';

interface HomeNetwork {
  is_offered: boolean; // to this device
  address: string | null; // where phones find the house; null: it is closed to them
}

class Invitation {
  /** The page is open on the machine of the house, at an address that only that machine has. */
  readonly onlyHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
  home = $state.raw<HomeNetwork>({ is_offered: false, address: null });

  async look(): Promise<void> {
    if (!this.onlyHere) return;
    try {
      this.home = await ask<HomeNetwork>('/api/home-network');
    } catch {
      // the house does not answer: other parts of the page say so
    }
  }

  /** Throws a Problem. */
  async letPhonesIn(open: boolean): Promise<void> {
    this.home = await ask<HomeNetwork>('/api/home-network', { open });
  }

  link(table: string): string {
    return `${this.home.address?.replace(/\/$/, '') ?? location.origin}/table/${table}`;
  }

  qr(table: string): string {
    return `/api/qr.svg?path=/table/${table}${this.home.address ? '&phones=true' : ''}`;
  }
}
export const invitation = new Invitation();
