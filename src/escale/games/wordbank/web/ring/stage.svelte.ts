/** What the ring shows: the cards, and what happens to them between one view and the next. */
import { stood } from '$web/kit/words';
import { inOrder, type Safe, type Seen } from '../types';

export interface Card {
  key: number;
  safe: Safe;
  lands: number | null; // when its newest stone lands, in ms
  phase: '' | 'closing' | 'leaving' | 'dealt';
}

const LAND = 260;
const BETWEEN = 60;
const DOOR = 420;

/** The cards that the last turn used, in order of play, as numbers of the ring before it. */
export function placed(before: Seen, after: Seen): number[] | null {
  const played = after.history[after.history.length - 1];
  if (!played || !stood(played)) return null;
  const { ring } = before;
  for (let start = 0; start < ring.length; start++) {
    const round = inOrder({ start, direction: played.direction, cards: ring.map((_, i) => i) }, ring.length);
    for (const cards of spelling(ring, round, played.letters)) {
      const rest = ring.map((safe, i) =>
        cards.includes(i) ? { ...safe, stones: [...safe.stones, played.seat] } : safe,
      );
      if (becomes(rest, after.ring, before.pile.length)) return cards;
    }
  }
  return null;
}

/** Every choice of cards, in this order and from its first on, that spells these letters. */
function* spelling(ring: readonly Safe[], round: readonly number[], letters: string, from = 0): Generator<number[]> {
  if (!letters) {
    yield [];
    return;
  }
  for (let i = from; i < Math.min(from === 0 ? 1 : round.length, round.length); i++) {
    if (ring[round[i]!]!.letter !== letters[0]) continue;
    for (const rest of spelling(ring, round, letters.slice(1), i + 1)) yield [round[i]!, ...rest];
  }
}

/** For each place after the turn: which card of before lies there; -1 is a new one. */
function follow(ring: readonly Safe[], pile: number): number[] {
  let fresh = pile;
  return ring.flatMap((safe, i) => (safe.stones.length < safe.spaces ? [i] : fresh-- > 0 ? [-1] : []));
}
function becomes(ring: readonly Safe[], after: readonly Safe[], pile: number): boolean {
  const places = follow(ring, pile);
  return places.length === after.length && places.every((from, i) => from < 0 || same(ring[from]!, after[i]!));
}
const same = (a: Safe, b: Safe): boolean =>
  a.letter === b.letter && a.spaces === b.spaces && a.stones.join() === b.stones.join();

/** Without the view before: the cards on which the newest stone is of the last player, as far as they spell the word. */
function guess(seen: Seen): number[] {
  const played = seen.history[seen.history.length - 1];
  if (!played || !stood(played)) return [];
  let letters = played.letters;
  for (const letter of played.closed) letters = letters.replace(letter, '');
  for (let start = 0; start < seen.ring.length; start++) {
    const round = inOrder({ start, direction: played.direction, cards: seen.ring.map((_, i) => i) }, seen.ring.length);
    const fits = round.filter((i) => seen.ring[i]!.stones.at(-1) === played.seat);
    for (const cards of spelling(seen.ring, fits[0] === round[0] ? fits : [], letters)) return cards;
  }
  return [];
}

export class Stage {
  cards = $state.raw<Card[]>([]);
  last = $state.raw<readonly number[]>([]); // where the last turn's stones lie now
  busy = $state(false); // a turn is being shown: the cards are those of the ring before it
  #seen: Seen | null = null;
  #keys = 0;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(private readonly hear: (cue: 'stone' | 'door' | 'card') => void) {}

  /** `mine`: a seat whose stones lie there already, as it has seen them before placing them. */
  show(seen: Seen, motion: boolean, mine: number | null): void {
    const before = this.#seen;
    if (before === seen) return;
    this.#seen = seen;
    this.#stop();
    const turned = before && seen.history.length === before.history.length + 1 && before.ring.length > 0;
    const used = turned ? placed(before, seen) : null;
    if (!before || !used) {
      const quiet =
        before !== null && seen.history.length === before.history.length && seen.ring.length === before.ring.length;
      if (!quiet) this.last = guess(seen);
      this.#lay(seen, before?.ring ?? []);
      return;
    }
    const seat = seen.history.at(-1)!.seat;
    const full = before.ring.map((safe, i) => (used.includes(i) ? { ...safe, stones: [...safe.stones, seat] } : safe));
    const places = follow(full, before.pile.length);
    const keys = this.#keysOf(before.ring);
    this.last = used.map((card) => places.indexOf(card)).filter((place) => place >= 0);
    const settle = (): void => {
      this.cards = seen.ring.map((safe, i) => {
        const from = places[i]!;
        return { key: from < 0 ? this.#keys++ : keys[from]!, safe, lands: null, phase: from < 0 ? 'dealt' : '' };
      });
    };
    if (!motion) return settle();
    this.busy = true;
    const done = (): void => {
      this.#stop();
      settle();
    };
    const phase = (name: Card['phase']): void => {
      this.cards = full.map((safe, i) => {
        const order = used.indexOf(i);
        const closes = safe.stones.length >= safe.spaces;
        return {
          key: keys[i]!,
          safe,
          lands: order < 0 || seat === mine ? null : order * BETWEEN,
          phase: closes ? name : '',
        };
      });
    };
    phase('');
    used.forEach((_, order) => this.#after(order * BETWEEN, () => this.hear('stone')));
    const landed = seat === mine ? LAND : used.length * BETWEEN + LAND;
    if (!full.some((safe) => safe.stones.length >= safe.spaces)) {
      this.#after(landed, done);
      return;
    }
    this.#after(landed, () => {
      phase('closing');
      this.hear('door');
    });
    this.#after(landed + DOOR + 180, () => {
      phase('leaving');
      this.hear('card');
    });
    this.#after(landed + 2 * DOOR + 180, done);
  }

  /** The player acts: what still moves is where it belongs. */
  skip(): void {
    if (!this.#timers.length || !this.#seen) return;
    this.#stop();
    this.#lay(this.#seen, []);
  }
  leave(): void {
    this.#stop();
  }

  #lay(seen: Seen, before: readonly Safe[]): void {
    const keys = this.#keysOf(before);
    this.cards = seen.ring.map((safe, i) => {
      const old = before[i];
      const stays =
        old && old.letter === safe.letter && old.spaces === safe.spaces && before.length === seen.ring.length;
      return { key: stays ? keys[i]! : this.#keys++, safe, lands: null, phase: stays || !before.length ? '' : 'dealt' };
    });
  }
  #keysOf(ring: readonly Safe[]): number[] {
    return ring.map((_, i) => this.cards[i]?.key ?? this.#keys++);
  }
  #after(ms: number, then: () => void): void {
    this.#timers.push(setTimeout(then, ms));
  }
  #stop(): void {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    this.busy = false;
  }
}
