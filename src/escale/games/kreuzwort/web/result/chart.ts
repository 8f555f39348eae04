/** Gains minus rest of each seat, after each turn of a match: what the chart shows. */
import type { ReplayStep } from '$web/wire/types';
import { standing, type Seen } from '../types';

/** By turn, then by seat; turn 0 is the start. A turn that was taken back is not among them. */
export function chartValues(steps: ReplayStep<Seen>[]): number[][] {
  const turns: number[][] = [];
  for (const { seen, stands } of steps)
    if (stands) turns[seen.history.length] = seen.gains.map((_, seat) => standing(seen, seat));
  return turns;
}
