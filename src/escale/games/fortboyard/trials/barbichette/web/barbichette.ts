/** La barbichette as the page knows it (rules.py: Barbichette). */
import type { Barbichette } from '../../../web/generated';
import type { Seen } from '../../../web/types';
import type { Drift } from './chin';

export type { Barbichette, Finger } from '../../../web/generated';

const SEEDS = 1_000_000;
const READY = 3000;
export const TICKLES = 3;
export const NO_SEED = -1;

export const pairOf = ({ cast, results }: Barbichette): [number, number] => [
  cast.candidate,
  cast.opponents[results.length]!,
];
/** From when on a finger must be on the chin. */
export const startsOf = (frame: Barbichette): number =>
  frame.began + (pairOf(frame).some((seat) => frame.cast.doubled.includes(seat)) ? 2 : 1) * READY;
/** The way of the chin that this hand holds: 0 is the candidate's. */
export const driftOf = (frame: Barbichette, seen: Seen, hand: number): Drift => ({
  seed: (frame.seed + 2 * frame.bout + hand) % SEEDS,
  since: startsOf(frame),
  lasts: 1000 * seen.options.hourglass,
  easy: frame.cast.doubled.includes(pairOf(frame)[hand]!),
  jumps: hand ? frame.opponents_jumps : frame.candidates_jumps,
});
/** Tickles that this hand has left. */
export const ticklesLeft = (frame: Barbichette, hand: number): number =>
  TICKLES - (hand ? frame.candidates_jumps : frame.opponents_jumps).length;
