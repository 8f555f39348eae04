/** A word on its way to the table: typed, its direction chosen, its cards chosen. Nothing is sent before it is confirmed. */
import type { Plain } from '$web/wire/types';
import type { Answer, Direction, Way } from './types';

type Consider = (question: Plain) => Promise<Answer | null>;
const LONGEST_WORD = 40;
export const opposite = (direction: Direction): Direction => (direction === 'cw' ? 'ccw' : 'cw');

export class Plan {
  word = $state('');
  step = $state<'word' | 'way'>('word');
  direction = $state<Direction>('cw');
  answer = $state.raw<Answer | null>(null);
  spurned = $state(''); // the word that the friendly referee refused last
  unreachable = $state(false); // the server did not answer
  changed = $state.raw<readonly number[]>([]); // cards that the last wish changed, besides its own
  #start: number | null = null;
  #fixed: number[] = [];
  #out: number[] = [];
  #asking = false;
  #again = false;

  constructor(private readonly consider: Consider) {}

  /** The way in the chosen direction; while typing there is none yet. */
  get way(): Way | null {
    if (this.refused) return null;
    return this.step === 'way' ? (this.answer?.[this.direction] ?? null) : null;
  }
  /** Most stones, then most safes closed. */
  get best(): Direction | null {
    if (this.refused) return null;
    const { cw, ccw } = this.answer ?? {};
    if (!cw || !ccw) return cw ? 'cw' : ccw ? 'ccw' : null;
    const more = ccw.cards.length - cw.cards.length || ccw.closes.length - cw.closes.length;
    return more > 0 ? 'ccw' : 'cw';
  }
  /** The start card, once it is settled. */
  get start(): number | null {
    const starts = this.answer?.starts ?? [];
    if (this.way) return this.way.start;
    return this.#start !== null && starts.includes(this.#start) ? this.#start : starts.length === 1 ? starts[0]! : null;
  }

  /** Whether this very word was refused: it is not offered again before it is changed. */
  get refused(): boolean {
    return this.word !== '' && this.word === this.spurned;
  }
  refuse(): void {
    this.spurned = this.word;
    this.step = 'word';
  }

  write(word: string): void {
    if (word === this.word) return;
    this.word = word.slice(0, LONGEST_WORD);
    this.step = 'word';
    this.#wish(null);
    void this.#ask();
  }
  type(letter: string): void {
    this.write(this.word + letter);
  }
  erase(): void {
    this.write([...this.word].slice(0, -1).join(''));
  }
  choose(direction: Direction): void {
    if (this.refused || !this.answer?.[direction]) return;
    this.direction = direction;
    this.step = 'way';
  }
  /** One step back: to the word, then to nothing. */
  back(): boolean {
    if (this.step === 'way') {
      this.step = 'word';
      this.#wish(null);
      void this.#ask();
      return true;
    }
    if (!this.word) return false;
    this.write('');
    return true;
  }
  reset(): void {
    this.word = '';
    this.step = 'word';
    this.answer = null;
    this.#wish(null);
    if (this.#asking) this.#again = true; // an answer on its way is to an old question
  }
  /** The ring has changed under a draft: wishes for its cards mean nothing now. */
  renew(): void {
    this.spurned = '';
    this.#wish(null);
    if (this.word) void this.#ask();
  }

  /** A card was touched. Says what came of it: nothing, or why not. */
  touch(card: number): 'done' | 'start-stays' | 'out-of-reach' {
    const { answer } = this;
    if (!answer || this.refused) return 'out-of-reach';
    const used = this.way?.cards.includes(card) ?? false;
    if (used && card === this.way?.start) return 'start-stays';
    if (this.step === 'word' && answer.starts.length > 1 && answer.starts.includes(card)) this.#wish(card);
    else if (used) this.#keep(this.#fixed, [...this.#out, card], card);
    else if (!this.#reach(card)) return 'out-of-reach';
    void this.#ask(card);
    return 'done';
  }

  /** Fix a card; in the other direction if only that one reaches it. From another start card if it is one only. */
  #reach(card: number): boolean {
    const { reach, starts, cw, ccw } = this.answer!;
    const reached = reach[card] ?? [];
    if (!reached.length) {
      if (!starts.includes(card)) return false;
      this.#wish(card);
      return true;
    }
    const wanted = this.step === 'way' ? this.direction : (this.best ?? 'cw');
    const inBest =
      this.step === 'word' &&
      !{ cw, ccw }[wanted]?.cards.includes(card) &&
      { cw, ccw }[opposite(wanted)]?.cards.includes(card);
    this.direction = reached.includes(wanted) && !inBest ? wanted : opposite(wanted);
    this.step = 'way';
    this.#keep([...this.#fixed, card], this.#out, card, true);
    return true;
  }
  #keep(fixed: number[], out: number[], card: number, wanted = false): void {
    this.#fixed = fixed.filter((one) => wanted || one !== card);
    this.#out = out.filter((one) => !wanted || one !== card);
  }
  #wish(start: number | null): void {
    this.#start = start;
    this.#fixed = [];
    this.#out = [];
    this.changed = [];
  }

  /** One question at a time, always the latest. The old answer stays until the new one is there. */
  async #ask(touched: number | null = null): Promise<void> {
    if (this.#asking) {
      this.#again = true;
      return;
    }
    this.#asking = true;
    do {
      this.#again = false;
      const word = this.word.trim();
      const before = this.way?.cards ?? [];
      const answer = word
        ? await this.consider({ word, start: this.#start, fixed: this.#fixed, out: this.#out })
        : null;
      if (this.#again) continue;
      this.unreachable = word !== '' && answer === null;
      this.answer = answer;
      if (this.step === 'way' && !answer?.[this.direction]) this.step = 'word';
      const way = this.way;
      if (way) {
        this.#fixed = way.fixed;
        this.#out = way.out;
      }
      const after = way?.cards ?? [];
      this.changed =
        touched === null
          ? []
          : [...before.filter((c) => !after.includes(c)), ...after.filter((c) => !before.includes(c))].filter(
              (c) => c !== touched,
            );
    } while (this.#again);
    this.#asking = false;
  }
}
