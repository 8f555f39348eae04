/** How many stones each seat still had to put in safety, after each turn of a match: what the chart shows. */
import type { ReplayStep } from '$web/wire/types';
import { exposed, seatsOf, type Seen } from '../types';

export const toSecure = (seen: Seen, seat: number): number => seen.hands[seat]! + exposed(seen, seat);

/** By turn, then by seat; turn 0 is the start. A turn that was taken back is not among them. */
export function chartValues(steps: ReplayStep<Seen>[]): number[][] {
  const turns: number[][] = [];
  for (const { seen, stands } of steps) {
    if (!stands) continue;
    const turn = seen.history.length;
    turns[turn] = seatsOf(seen).map((seat) => toSecure(seen, seat)); // the last step of a turn has its closed safes emptied
  }
  return turns;
}
