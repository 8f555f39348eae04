/**
 * What was asked and not answered yet. It outlives a broken connection, and a reload of the page: each message keeps its
 * id, and the server plays a message with a known id only once.
 */
import type { Command, Outcome } from './types';

export interface PendingMessage {
  id: string;
  ask: Command;
  tries: number;
}
export interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** A message over which the connection was lost so often may be the cause of it. */
export const TRIES = 10;

export class Outbox {
  readonly #key: string;
  readonly #storage: KeyValueStore | null;
  readonly #pending = new Map<string, PendingMessage>();
  readonly #answers = new Map<string, (outcome: Outcome) => void>();

  constructor(table: string, storage: KeyValueStore | null) {
    this.#key = `escale outbox ${table}`;
    this.#storage = storage;
    for (const message of this.#kept()) this.#pending.set(message.id, message);
  }

  get size(): number {
    return this.#pending.size;
  }

  /** The messages in the order in which they were sent. */
  all(): PendingMessage[] {
    return [...this.#pending.values()];
  }

  /** Keep a message until it is answered. */
  put(id: string, ask: Command): Promise<Outcome> {
    this.#pending.set(id, { id, ask, tries: 0 });
    this.#keep();
    return new Promise((answer) => this.#answers.set(id, answer));
  }

  /** It is about to be sent (again). False: it was sent too often already. */
  stamp(message: PendingMessage): boolean {
    message.tries += 1;
    this.#keep();
    return message.tries <= TRIES;
  }

  /** The answer has come. Returns the letter if nobody waits for its answer any more: it was written before a reload. */
  settle(id: string, outcome: Outcome): PendingMessage | null {
    const message = this.#pending.get(id);
    if (!message) return null;
    this.#pending.delete(id);
    this.#keep();
    const answer = this.#answers.get(id);
    this.#answers.delete(id);
    answer?.(outcome);
    return answer ? null : message;
  }

  #kept(): PendingMessage[] {
    try {
      return JSON.parse(this.#storage?.getItem(this.#key) ?? '[]') as PendingMessage[];
    } catch {
      return []; // no storage, or not ours
    }
  }

  #keep(): void {
    try {
      if (this.#pending.size) this.#storage?.setItem(this.#key, JSON.stringify(this.all()));
      else this.#storage?.removeItem(this.#key);
    } catch {
      // It lasts as long as the page.
    }
  }
}
