/** What Kreuzwort-Pyramiden shows of a table (generated.ts), and what it answers about a plan (consider.py). */
import type { Played, Pyramid as AnyPyramid, Spot as AnySpot, State } from './generated';
import { INSIDE, SEATED, sideOf, type Cell, type Side } from './ground';

export type { Announce, Contest, Options, Played, Ruling } from './generated';
// The page makes some of these itself, without their kind.
export type Pyramid = Omit<AnyPyramid, 'kind'>;
export type Spot = Omit<AnySpot, 'kind' | 'stack'> & { stack: Pyramid[] };
export type Colour = Pyramid['colour'];
export type Seen = State;
export type Phase = State['phases'][number];

/** One way to lay a word: its path, where each letter comes from, its points, what it changes in the score, and how many own pyramids it takes. */
export interface Way {
  score: number;
  change: number;
  cells: Cell[];
  sources: Cell[];
  own?: number;
}
export interface Answer {
  word: string;
  count: number;
  ways: Way[];
  problem: Problem | null; // why there is none
}
export interface Problem {
  reason: string;
  anchor: string;
  details: Record<string, string | number>;
}
export interface Reading {
  word: string;
  score: number;
  change: number;
  problem: Problem | null;
}
/** A remark on what was touched; it goes with the draft that it is about. `mild`: a reason why nothing can be announced is more important. */
export interface Note {
  text: string;
  draft: string;
  mild: boolean;
}
/** A word that was refused, as its slip tells it. */
export interface Refused {
  title: string;
  text: string;
  more: string;
  anchor: string;
  lost: boolean; // the turn
  right?: boolean; // it is the outcome of an own contest, and that was right
  look?: { word: string; sure: boolean };
}

const PLACE = new Map(INSIDE.map((cell, place) => [cell, place]));
const NOTHING: Spot = { printed: '', ink: '', stack: [], beneath: 0 };

/** A turn that was only missed, for a contest that was lost. */
export const missed = (played: Played): boolean => played.ruling.reason === 'misses-turn';
export const spotAt = (seen: Seen, cell: Cell): Spot => seen.spots[PLACE.get(cell) ?? -1] ?? NOTHING;
export const height = (spot: Spot): number => spot.stack.length + spot.beneath;
export const points = (pyramids: readonly Pyramid[]): number => pyramids.reduce((sum, one) => sum + one.value, 0);
export const seatAt = (seen: Seen, side: Side): number => SEATED[seen.gains.length]!.indexOf(side);

/** The own pyramids that are still on the board: those to be seen, and those beneath. */
export function left(seen: Seen, seat: number): Pyramid[] {
  const side = sideOf(seat, seen.gains.length);
  return [...seen.spots.flatMap((spot) => spot.stack), ...seen.bags.flat()].filter(
    (one) => one.colour === side || one.owner === side,
  );
}
/** How far the score of a seat rises by pyramids that it gains: its own no longer count against it. */
export function change(gained: readonly Pyramid[], seat: number, seats: number): number {
  const side = sideOf(seat, seats);
  return points(gained) + points(gained.filter((one) => one.colour === side || one.owner === side));
}
/** Gains minus rest: the number that decides. */
export const standing = (seen: Seen, seat: number): number => seen.gains[seat]! - points(left(seen, seat));

/** Why a top cannot be lifted, as a key of the refusals; empty: it can. */
export function stays(seen: Seen, cell: Cell, side: Side): '' | 'black-stays' | 'foreign-grey' | 'nothing-there' {
  const pyramid = spotAt(seen, cell).stack[0];
  if (!pyramid) return 'nothing-there';
  if (pyramid.colour === 'black') return 'black-stays';
  return pyramid.owner && pyramid.owner !== side && seatAt(seen, pyramid.owner) >= 0 ? 'foreign-grey' : '';
}
/** The letter that can be read on a cell as it stands. */
export const letterAt = (seen: Seen, cell: Cell): string =>
  spotAt(seen, cell).stack[0]?.letter ?? spotAt(seen, cell).printed;
