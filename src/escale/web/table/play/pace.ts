/** For how long a move of somebody else is shown before the next one comes. */
import { settings, type MovePace } from '$web/app/settings.svelte';
import type { Move, PastMove } from '$web/gameUi';
import type { Action, Entry, Event, Update } from '$web/wire/types';
import type { Session } from '../session.svelte';

const MOVE = 1500; // ms
const LETTER = 120;
const EXTRA = 800;
const BETWEEN = 400; // before the next player's move
const SOON = 15_000; // a clock that runs out so soon does not wait for a picture
const RECENT = 12; // entries: a word and the votes on it
const FACTORS: Record<MovePace, number> = { calm: 1, fast: 0.6, instant: 0 };

/** What a move takes to be read: a word letter by letter, and what it closed or won. */
export const readingTime = ({ letters = 0, extras = 0 }: Pick<Move, 'letters' | 'extras'>): number =>
  MOVE + LETTER * letters + EXTRA * extras;

export const eventsOf = (entries: readonly Entry[]): Event[] =>
  entries.flatMap(({ what }) => what.flatMap((one) => (one.kind === 'Happened' ? one.events : [])));

/** Tell the connection of this table when it may go on. */
export function setPace(session: Session, look: (move: PastMove) => void): void {
  const { connection, ui, tableTexts } = session;
  connection.pace = ({ happened }, views) => {
    const [before, after] = [views[0]?.seen, connection.views[0]?.seen];
    const others = eventsOf(happened).some((event) => event.kind === 'Acted' && !session.mine.includes(event.seat));
    if (before === undefined || after === undefined || ui.showsTime?.(after)) return 0;
    const move = ui.move?.(after, before, tableTexts.say) ?? null;
    if (move ? session.mine.includes(move.seat) : !others) return 0;
    if (!move && (ui.move !== undefined || ui.isShown !== undefined) && !ui.isShown?.(after, before)) return 0;
    const acted = eventsOf(connection.entries.slice(-RECENT)).findLast(
      (event) => event.kind === 'Acted' && event.seat === move?.seat,
    );
    const action = acted?.kind === 'Acted' ? (acted.action as Action) : null;
    if (move && ui.retell) look({ seat: move.seat, before, after, action, said: '' });
    return (readingTime(move ?? {}) + BETWEEN) * FACTORS[settings.movePace];
  };
  connection.isUrgent = ({ play, views }: Update) => {
    const mine = play?.awaits.some((seat) => session.mine.includes(seat));
    if (!mine || !play) return false;
    const seen = views?.[0]?.seen;
    if (seen !== undefined && ui.showsTime?.(seen)) return true;
    return play.deadline !== null && play.deadline - play.match_clock.value < SOON;
  };
}
