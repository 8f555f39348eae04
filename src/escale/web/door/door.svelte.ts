/** Whether this device may come in, and what the host of the house announces. Looked up now and then. */
import { ask } from '../wire/api';

interface DoorState {
  reason: 'banned' | 'house-closed' | 'password-needed' | null;
  text: string;
  notice: string | null;
}

const EVERY = 30_000;

class Door {
  state = $state.raw<DoorState>({ reason: null, text: '', notice: null });

  async look(): Promise<void> {
    try {
      this.state = await ask<DoorState>('/api/door');
    } catch {
      // the house does not answer: other parts of the page say so
    }
  }

  watch = (): (() => void) => {
    const look = (): void => {
      if (!document.hidden) void this.look();
    };
    look();
    const timer = setInterval(look, EVERY);
    addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      removeEventListener('visibilitychange', look);
    };
  };
}
export const door = new Door();
