/** What decided who begins (beginning.py): the sums of the own tops, as long as nothing has been played. */
import type { Say, Who } from '$web/app/texts.svelte';
import type { SeatInfo } from '$web/gameUi';
import { currentPhase } from '$web/kit/phases';
import { INSIDE, kindOf, sideOf, type Cell, type Side } from './ground';
import { points, spotAt, type Seen } from './types';

/** `tops` are the six own piles with their points; `sums` theirs and, after a tie, those of the layers that were lifted. */
export interface Compared {
  side: Side;
  seat: number;
  tops: [Cell, number][];
  sums: number[];
  begins: boolean;
}

/** One of these a seat; none once a turn is over, or if the table has named who begins. */
export function compared(seen: Seen): Compared[] {
  if (seen.options.starter !== null) return [];
  const phase = currentPhase(seen);
  if (seen.history.length || (phase.kind !== 'Turn' && phase.kind !== 'Contest')) return [];
  return seen.gains.map((_, seat) => {
    const side = sideOf(seat, seen.gains.length);
    const cells = INSIDE.filter((cell) => kindOf(cell) === side);
    const piles = cells.map((cell) => spotAt(seen, cell).stack);
    const layers = Math.min(...piles.map((pile) => pile.length));
    const sums = Array.from({ length: layers }, (_one, layer) => points(piles.map((pile) => pile[layer]!)));
    return {
      side,
      seat,
      tops: cells.map((cell, i) => [cell, piles[i]![0]?.value ?? 0]),
      sums,
      begins: phase.seat === seat,
    };
  });
}
/** A line for each seat, and who begins. */
export function beginningSentences(seen: Seen, seats: readonly SeatInfo[], say: Say): string[] {
  const all = compared(seen);
  const first = all.find((one) => one.begins);
  if (!first) return [];
  const name = (seat: number): Who | string => seats[seat] ?? '';
  const lines = all.map(({ seat, sums: [sum, ...beneath] }) =>
    say(beneath.length ? 'board.tops-tied' : 'board.tops', {
      who: name(seat),
      sum: sum ?? 0,
      beneath: beneath.join(', '),
    }),
  );
  return [...lines, say('board.begins', { who: name(first.seat) })];
}
