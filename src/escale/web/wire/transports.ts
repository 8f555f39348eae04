/** Two ways to a table: a socket and, where none can pass, events of the server with a request for each message. */
import { settings } from '$web/app/settings.svelte';
import type { PendingMessage } from './outbox';
import type { Presence, Refused, ServerMessage, Update } from './types';

export interface Ears {
  opened(): void;
  told(message: ServerMessage): void;
  done(id: string): void;
  lost(code: number): void; // once, also if it was never opened
}
export interface Transport {
  send(letter: PendingMessage): void;
  hangUp(): void; // says nothing any more
}
/** How far a device knows the table: a number and, if it has seen that entry, its hour. */
export interface Known {
  number: number;
  at: number | null;
}
export type Opens = (table: string, known: Known, ears: Ears) => Transport;

const query = ({ number, at }: Known): string =>
  `since=${number}${at === null ? '' : `&at=${at}`}&language=${settings.language}`;

export const socketTransport: Opens = (table, known, ears) => {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/tables/${table}/socket?${query(known)}`);
  socket.onopen = () => ears.opened();
  socket.onmessage = (event) => ears.told(JSON.parse(event.data as string) as ServerMessage);
  socket.onclose = (event) => ears.lost(event.code);
  return {
    send: ({ id, ask }) => socket.send(JSON.stringify({ ...ask, id })),
    hangUp() {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
};

export const eventTransport: Opens = (table, known, ears) => {
  const source = new EventSource(`/api/tables/${table}/events?${query(known)}`);
  let quiet = false;
  const lost = (): void => {
    if (quiet) return;
    quiet = true;
    source.close(); // it would come back by itself, with an old number
    ears.lost(1006);
  };
  source.onopen = () => ears.opened();
  source.onmessage = (event) => {
    if (event.data) ears.told(JSON.parse(event.data as string) as Update | Presence); // without data: a sign of life
  };
  source.onerror = lost;
  const post = async ({ id, ask }: PendingMessage): Promise<void> => {
    const answer = await fetch(`/api/tables/${table}/ask`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': settings.language },
      body: JSON.stringify({ ...ask, id }),
    });
    if (quiet) return;
    if (answer.ok) return ears.done(id);
    if (answer.status >= 500 || answer.status === 429) return lost();
    const said = (await answer.json()) as Partial<Refused>;
    ears.told({
      kind: 'refused',
      id,
      reason: said.reason ?? 'http',
      text: said.text ?? '',
      anchor: said.anchor ?? '',
      details: said.details ?? {},
    });
  };
  return {
    send: (letter) => void post(letter).catch(lost),
    hangUp() {
      quiet = true;
      source.close();
    },
  };
};
