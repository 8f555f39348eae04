/** What Word Bank shows of a table (generated.ts), and what it answers about a word (consider.py). */
import type { Announce, Appeal, Ruling, State } from './generated';

export type { Announce as Move, Contest, Options, Played, Ruling, Safe } from './generated';
export type Seen = State;
export type Phase = State['phases'][number];

export type Direction = Announce['direction'];
export const DIRECTIONS: readonly Direction[] = ['ccw', 'cw']; // as they lie before the player: left, right

/** One way to place the stones of a word: the start card first, then the others in order of play. */
export interface Way {
  start: number;
  cards: number[];
  letters: string;
  read: number[]; // for each card, which letter of the folded word lies there
  closes: { card: number; letter: string; stones: number[] }[];
  left: number;
  ends: '' | 'turn' | 'round';
  fixed: number[];
  out: number[];
}
export interface Answer {
  word: string; // folded
  spelt: [string, string][]; // each letter as typed, and the letters that it plays as
  starts: number[];
  reach: Direction[][]; // for each card
  cw: Way | null;
  ccw: Way | null;
  spelling?: string | null; // with a friendly referee only
  warning?: Ruling | null;
}
/** A refused word: as it was typed, as it is looked up, and the turn of the used word that it is related to (null: none). */
export interface About {
  word: string;
  look: { word: string; sure: boolean };
  turn: number | null;
}
/** The same, as its slip tells it. */
export interface Refused {
  title: string;
  text: string;
  more: string;
  anchor: string;
  lost: boolean; // the turn
  about: About | null;
  appeal: Appeal | null; // what the others can be asked
}
export interface Link {
  kind: 'same' | 'form' | 'family' | 'house' | 'hand' | 'declared' | 'gloss' | 'endings';
  one: string;
  other: string;
}
export interface UsedWord {
  turn: number;
  seat: number;
  word: string;
  family: string[];
}

const STONES: Record<number, number> = { 2: 20, 3: 18, 4: 15, 5: 12 };

export const exposed = (seen: Seen, seat: number): number =>
  seen.ring.reduce((sum, safe) => sum + safe.stones.filter((stone) => stone === seat).length, 0);
export const secured = (seen: Seen, seat: number): number =>
  (STONES[seen.hands.length] ?? 0) - seen.hands[seat]! - exposed(seen, seat);
export const seatsOf = (seen: Seen): number[] => seen.hands.map((_, seat) => seat);

/** All cards of a move in order of play. */
export function inOrder(move: Pick<Announce, 'start' | 'direction' | 'cards'>, size: number): number[] {
  const step = move.direction === 'cw' ? 1 : size - 1;
  const round = Array.from({ length: size }, (_, i) => (move.start + i * step) % size);
  return round.filter((card) => card === move.start || move.cards.includes(card));
}
