/**
 * What was asked and not answered yet. It outlives a broken connection, and a reload of the page: each message keeps its
 * id, and the house plays a message with a known id only once.
 */
import type { Ask, Outcome } from './types';

export interface Letter {
  id: string;
  ask: Ask;
  tries: number;
}
export interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** A message over which the connection was lost so often may be the cause of it. */
export const TRIES = 10;

export class Outbox {
  readonly #key: string;
  readonly #shelf: Shelf | null;
  readonly #letters = new Map<string, Letter>();
  readonly #answers = new Map<string, (outcome: Outcome) => void>();

  constructor(table: string, shelf: Shelf | null) {
    this.#key = `escale outbox ${table}`;
    this.#shelf = shelf;
    for (const letter of this.#kept()) this.#letters.set(letter.id, letter);
  }

  get size(): number {
    return this.#letters.size;
  }

  /** The letters in the order in which they were written. */
  all(): Letter[] {
    return [...this.#letters.values()];
  }

  /** Keep a message until it is answered. */
  put(id: string, ask: Ask): Promise<Outcome> {
    this.#letters.set(id, { id, ask, tries: 0 });
    this.#keep();
    return new Promise((answer) => this.#answers.set(id, answer));
  }

  /** It is about to be sent (again). False: it was sent too often already. */
  stamp(letter: Letter): boolean {
    letter.tries += 1;
    this.#keep();
    return letter.tries <= TRIES;
  }

  /** The answer has come. Returns the letter if nobody waits for its answer any more: it was written before a reload. */
  settle(id: string, outcome: Outcome): Letter | null {
    const letter = this.#letters.get(id);
    if (!letter) return null;
    this.#letters.delete(id);
    this.#keep();
    const answer = this.#answers.get(id);
    this.#answers.delete(id);
    answer?.(outcome);
    return answer ? null : letter;
  }

  #kept(): Letter[] {
    try {
      return JSON.parse(this.#shelf?.getItem(this.#key) ?? '[]') as Letter[];
    } catch {
      return []; // no storage, or not ours
    }
  }

  #keep(): void {
    try {
      if (this.#letters.size) this.#shelf?.setItem(this.#key, JSON.stringify(this.all()));
      else this.#shelf?.removeItem(this.#key);
    } catch {
      // It lasts as long as the page.
    }
  }
}
