/** How many notes each player had after each turn of a match: what the chart shows. What they were worth was a secret until the end. */
import type { ReplayStep } from '$web/wire/types';
import { open, type Seen } from '../types';

/** By turn, then by seat; turn 0 is the start. */
export function chartValues(steps: ReplayStep<Seen>[]): number[][] {
  const turns: number[][] = [];
  let holder: number | undefined;
  let turn = 0;
  for (const { seen, stands } of steps) {
    if (!stands) continue;
    const seat = open(seen, 'Turn')?.seat;
    if (seat !== undefined && holder !== undefined && seat !== holder) turn += 1;
    holder = seat ?? holder;
    turns[turn] = seen.purses.map((purse) => purse.count);
  }
  return turns;
}
