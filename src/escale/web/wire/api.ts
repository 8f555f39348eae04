/** HTTP requests to the server. An error is thrown as a Problem, with a message for people. */
import { settings } from '$web/app/settings.svelte';
import { newPledge } from './salts';
import type { Found, GameInfo, NewTable } from './types';

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    text: string,
  ) {
    super(text);
  }
}

/** status 0: the server did not answer at all. */
export async function ask<T>(path: string, body?: unknown, init: RequestInit = {}): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': settings.language };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      body: body === undefined ? undefined : JSON.stringify(body),
      headers,
      ...init,
    });
  } catch {
    throw new Problem(0, 'unreachable', '');
  }
  const text = await answer.text();
  const is_json = answer.headers.get('content-type')?.includes('json') ?? false;
  const said = is_json && text ? JSON.parse(text) : text;
  if (!answer.ok) throw new Problem(answer.status, said?.reason ?? 'http', said?.text ?? answer.statusText);
  return said as T;
}

export const games = (): Promise<GameInfo[]> => ask(`/api/games?language=${settings.language}`);
export const makeTable = (wish: NewTable): Promise<Found> =>
  ask('/api/tables', wish.seats.includes('me') ? { ...wish, pledge: newPledge() } : wish);
export const joinTable = (code: string): Promise<Found> => ask('/api/tables/join', { code });

/** An id for a message or a table: a retry with the same id is harmless. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (b) => b.toString(36).padStart(2, '0')).join('');
