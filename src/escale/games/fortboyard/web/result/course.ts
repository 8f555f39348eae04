/** What each player had after each turn of a match: what the chart shows. */
import type { Frame } from '$web/face';
import { notesOf, open, sum, type Seen } from '../types';

/** By turn, then by seat, in money; turn 0 is the start. Where notes are not to be seen, nothing is known of them. */
export function course(frames: Frame<Seen>[]): number[][] {
  const turns: number[][] = [];
  let holder: number | undefined;
  let turn = 0;
  for (const { seen, stands } of frames) {
    if (!stands) continue;
    const seat = open(seen, 'Turn')?.seat;
    if (seat !== undefined && holder !== undefined && seat !== holder) turn += 1;
    holder = seat ?? holder;
    const amounts = seen.purses.map((purse) => notesOf(purse));
    if (amounts.every((notes) => notes !== null)) turns[turn] = amounts.map((notes) => sum(notes!));
  }
  for (let i = 1; i < turns.length; i += 1) turns[i] ??= turns[i - 1]!;
  return turns[0] ? turns : [];
}
