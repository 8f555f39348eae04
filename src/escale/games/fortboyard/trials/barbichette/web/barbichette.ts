/** La barbichette as the page knows it (rules.py: Barbichette). */
import type { Barbichette } from '../../../web/generated';
import type { Seen } from '../../../web/types';
import type { Drift } from './chin';

export type { Barbichette, Finger } from '../../../web/generated';

const SEEDS = 1_000_000;
const READY = 3000;
export const COUNTDOWN = READY;
export const TICKLES = 3;
export const NO_SEED = -1;

export const pairOf = ({ cast, results }: Barbichette): [number, number] => [
  cast.candidate,
  cast.opponents[results.length]!,
];
/** The bout waits until both hold; then a countdown runs. Matches of version 1 of the rules begin by themselves. */
export const waits = (phase: Barbichette): boolean => phase.sand > 0 && !phase.counted;
/** From when on a finger must be on the chin. */
export const startsOf = (phase: Barbichette): number =>
  waits(phase)
    ? Infinity
    : phase.counted || phase.began + (pairOf(phase).some((seat) => phase.cast.doubled.includes(seat)) ? 2 : 1) * READY;
/** The way of the chin that this hand holds: 0 is the candidate's. */
export const driftOf = (phase: Barbichette, seen: Seen, hand: number): Drift => ({
  seed: (phase.seed + 2 * phase.bout + hand) % SEEDS,
  since: startsOf(phase),
  lasts: 1000 * seen.options.hourglass,
  easy: phase.cast.doubled.includes(pairOf(phase)[hand]!),
  jumps: hand ? phase.opponents_jumps : phase.candidates_jumps,
});
/** Tickles that this hand has left. */
export const ticklesLeft = (phase: Barbichette, hand: number): number =>
  TICKLES - (hand ? phase.candidates_jumps : phase.opponents_jumps).length;
