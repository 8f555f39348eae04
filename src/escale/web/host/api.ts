/** Requests of the host. The key comes behind the number sign of the address, which no server sees, and goes into a header. */
import { settings } from '../app/settings.svelte';
import { ask } from '../wire/api';

export interface House {
  newcomers: boolean;
  password: boolean;
  notice: string | null;
  bans: { guest: string; name: string; until: number }[];
}
export interface Table {
  table: string;
  game: string;
  status: 'gathering' | 'playing' | 'over';
  players: string[];
  here: number;
}
export interface People {
  people: string[];
  said: number;
}

const KEY = 'escale-host';

/** From the address, which then forgets it, or from this tab, until it is closed. */
export function takeKey(): string {
  const given = decodeURIComponent(location.hash.slice(1));
  if (given) {
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, '', location.pathname);
  }
  return given || (sessionStorage.getItem(KEY) ?? '');
}
export const keepKey = (key: string): void => sessionStorage.setItem(KEY, key);

export const hostAsk = <T>(key: string, path: string, body?: unknown): Promise<T> =>
  ask<T>(`/api/host${path}`, body, {
    headers: {
      Authorization: `Bearer ${key}`,
      'Accept-Language': settings.language,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
  });
