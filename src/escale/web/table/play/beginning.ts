/** How a match began: who was to begin, what each has won before, and the way to another table. */
import { go } from '../../app/router.svelte';
import { say } from '../../app/texts.svelte';
import type { SeatInfo } from '../../gameUi';
import { ask, newId } from '../../wire/api';
import type { Session } from '../session.svelte';

/** The seat that the table has named as the first; null: it has not. */
export function beginner({ info, seats }: Session): SeatInfo | null {
  const { starter } = info.options;
  return typeof starter === 'number' ? (seats[starter] ?? null) : null;
}

/** “Games won: you 2, Malo 1.” */
export const wins = (won: readonly number[], seats: readonly SeatInfo[]): string =>
  won.length
    ? say('begin.series', {
        wins: seats
          .map(({ seat, self, name }) => `${self ? say('begin.series-you') : name} ${won[seat] ?? 0}`)
          .join(', '),
      })
    : '';

/** To a table of one's own wishes. A game with one bot that nobody has begun is not kept. */
export function change({ info, mine, seats }: Session): void {
  go(`/games/${info.game}/new`);
  const alone = seats.length === 2 && seats.some(({ bot }) => bot);
  if (!alone) return;
  void ask(`/api/tables/${info.table}/ask`, { kind: 'resign', id: newId(), seat: mine[0] })
    .then(() => ask(`/api/tables/${info.table}`, undefined, { method: 'DELETE' }))
    .catch(() => {}); // then it stays among one's games
}
