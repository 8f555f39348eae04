/**
 * A word on its way to the table: typed, set by hand, or both. The game says how a typed word can lie, and what is wrong
 * with what lies by hand. Nothing is sent before it is confirmed.
 */
import type { Plain } from '$web/wire/types';
import type { Cell, Side } from './ground';
import { pathThrough } from './reading';
import { letterAt, spotAt, stays, type Answer, type Reading, type Seen, type Way } from './types';

type Consider = <T>(question: Plain) => Promise<T | null>;
export type Pin = readonly [cell: Cell, source: Cell];
const LONGEST_WORD = 44;

export class Plan {
  word = $state('');
  step = $state<'word' | 'way'>('word'); // on a small screen: the letters, then the ways
  chosen = $state(0);
  pins = $state.raw<readonly Pin[]>([]); // set by hand
  held = $state<Cell | null>(null); // the pile whose top is lifted
  answer = $state.raw<Answer | null>(null); // to the typed word
  path = $state.raw<readonly Pin[]>([]); // what lies by hand, with the letters in between
  reading = $state.raw<Reading | null>(null); // of the path
  swapped = $state.raw<Way | null>(null); // the chosen way, with another top for a letter
  unreachable = $state(false);
  fresh = $state(true); // the answer is to what is planned now
  #asking = Promise.resolve();
  #busy = false;
  #again = false;

  constructor(
    private readonly consider: Consider,
    private readonly seen: () => Seen | null,
    private readonly side: () => Side,
  ) {}

  get empty(): boolean {
    return !this.word && !this.pins.length && this.held === null;
  }
  get ways(): readonly Way[] {
    const ways = this.word ? (this.answer?.ways ?? []) : [];
    return this.swapped ? ways.map((way, i) => (i === this.chosen ? this.swapped! : way)) : ways;
  }
  /** The letters as they play: without accents, Ä as AE. */
  get letters(): string {
    return (this.word ? this.answer?.word : this.reading?.word) ?? '';
  }
  /** What would be announced. */
  get way(): Way | null {
    if (this.word) return this.ways[this.chosen] ?? null;
    if (!this.reading || this.reading.problem || this.path.length !== this.letters.length) return null;
    return {
      score: this.reading.score,
      change: this.reading.change,
      cells: this.path.map(([cell]) => cell),
      sources: this.path.map(([, source]) => source),
    };
  }

  write(word: string): void {
    if (word === this.word) return;
    this.word = word.slice(0, LONGEST_WORD);
    this.step = 'word';
    this.held = null;
    this.#ask();
  }
  type(letter: string): void {
    this.write(this.word + letter);
  }
  erase(): void {
    this.write([...this.word].slice(0, -1).join(''));
  }
  choose(index: number): void {
    if (index < 0 || index >= this.ways.length) return;
    this.swapped = null;
    this.chosen = index;
    this.step = 'way';
  }

  /** The piles that could give the letter at this place of the way, the one that does first. */
  others(place: number): Cell[] {
    const [seen, way] = [this.seen(), this.way];
    if (!seen || !way || !this.word) return [];
    const letter = this.letters[place];
    const [cell, source] = [way.cells[place]!, way.sources[place]!];
    const free = seen.spots.length
      ? Array.from({ length: 100 }, (_, one) => one).filter((one) => {
          if (letterAt(seen, one) !== letter || (way.sources.includes(one) && one !== source)) return false;
          return (
            one === cell ||
            (spotAt(seen, one).stack.length > 0 && !stays(seen, one, this.side()) && !way.cells.includes(one))
          );
        })
      : [];
    const at = free.indexOf(source);
    return [...free.slice(at), ...free.slice(0, at)];
  }
  /** Take the same letter from another pile. */
  async swap(place: number): Promise<boolean> {
    const way = this.way;
    const other = this.others(place)[1];
    if (!way || other === undefined) return false;
    const sources = way.sources.map((source, i) => (i === place ? other : source));
    const told = await this.consider<Reading>({ cells: way.cells, sources });
    if (!told || told.problem || this.way !== way) return false; // meanwhile something else was chosen
    this.swapped = { cells: way.cells, sources, score: told.score, change: told.change };
    this.step = 'way';
    return true;
  }

  /** Set a top on a cell, or use a letter where it stands. What lay there by hand goes back. */
  set(source: Cell, cell: Cell): void {
    this.held = null;
    this.pins = [...this.pins.filter(([one, from]) => one !== cell && from !== source), [cell, source]];
    this.#ask();
  }
  take(cell: Cell): void {
    this.held = null;
    this.pins = this.pins.filter(([one]) => one !== cell);
    this.#ask();
  }
  /** Turn a way of the list into pyramids set by hand, to change it. */
  lift(source: Cell): void {
    this.held = source;
  }

  /** One step back: to the letters, then the hand, the word, the pyramids; false: there was nothing. */
  back(small: boolean): boolean {
    if (this.held !== null) this.held = null;
    else if (this.swapped) this.swapped = null;
    else if (small && this.word && this.step === 'way') this.step = 'word';
    else if (this.word) this.write('');
    else if (this.pins.length) this.take(this.pins.at(-1)![0]);
    else return false;
    return true;
  }
  reset(): void {
    this.word = '';
    this.pins = [];
    this.held = null;
    this.#ask();
  }
  /** The board has changed under a draft: what was set by hand means nothing now. */
  renew(): void {
    this.pins = [];
    this.held = null;
    this.#ask();
  }

  /** When the game has answered to what is planned now. */
  async settled(): Promise<void> {
    await this.#asking;
  }
  /** One question at a time, always the latest. The old answer stays until the new one is there. */
  #ask(): void {
    this.fresh = false;
    this.#again = true;
    if (!this.#busy) this.#asking = this.#question();
  }
  async #question(): Promise<void> {
    this.#busy = true;
    while (this.#again) {
      this.#again = false;
      const word = this.word.trim();
      const seen = this.seen();
      const path = seen && !word ? pathThrough(seen, this.side(), this.pins) : [];
      const question: Plain = word
        ? { word, pinned: this.pins.map((pin) => [...pin]) }
        : { cells: path.map(([cell]) => cell), sources: path.map(([, source]) => source) };
      const told = word || path.length ? await this.consider<Answer & Reading>(question) : null;
      if (this.#again) continue;
      this.unreachable = (word !== '' || path.length > 0) && told === null;
      this.swapped = null;
      this.chosen = 0;
      this.answer = word ? told : null;
      this.path = path;
      this.reading = word ? null : told;
      if (!this.way) this.step = 'word';
    }
    this.#busy = false;
    this.fresh = true;
  }
}
