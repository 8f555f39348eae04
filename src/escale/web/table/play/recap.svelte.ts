/** What happened since somebody's last turn: fetched from the log of the match, so that it is the same after a reload. */
import { settings } from '$web/app/settings.svelte';
import type { PastMove, Retold } from '$web/gameUi';
import { movesOf } from '$web/replay/playback.svelte';
import { ask } from '$web/wire/api';
import type { Entry, ReplayStep } from '$web/wire/types';
import type { Session } from '../session.svelte';
import { eventsOf } from './pace';

const LAST = 12; // events: enough for the last move of a match

const UNTOLD: Omit<Retold, 'title' | 'name'> = {
  number: '',
  refused: false,
  closed: false,
  reason: '',
  text: '',
  letters: [],
};

export interface RecapMove extends PastMove {
  number: number;
  event: number; // with which it ended
  own: boolean;
  told: Retold;
}

/** The number of events before this seat's last turn; before it had any, those before the first action that is known. */
export function lastTurn(
  entries: readonly Entry[],
  events: number,
  seat: number | null,
  turnActions: readonly string[] | undefined,
): number {
  const known = eventsOf(entries);
  let first = events;
  for (let i = known.length - 1, count = events - 1; i >= 0 && count >= 0; i -= 1, count -= 1) {
    const event = known[i]!;
    if (event.kind !== 'Acted') continue;
    first = count;
    if (event.seat === seat && (turnActions?.includes(String(event.action.kind)) ?? true)) return count;
  }
  return first;
}

export class Recap {
  /** Of others, oldest first. */
  moves = $state.raw<RecapMove[]>([]);
  own = $state.raw<RecapMove | null>(null); // the last one of this seat
  at = $state(0);
  state = $state<'none' | 'open' | 'folded' | 'list'>('none');
  /** The match is over: its last move is shown before its result. */
  ending = $state(false);
  /** The move that is being shown as it happens. */
  live = $state.raw<RecapMove | null>(null);
  loading = $state(false);
  #session: Session;
  #asked = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The move that is drawn on the board. */
  shown: RecapMove | null = $derived.by(() =>
    this.state === 'open' || this.state === 'list' ? (this.moves[this.at] ?? null) : null,
  );

  /** A turn begins. */
  async begin(folded: boolean): Promise<void> {
    const { connection, me, ui } = this.#session;
    const since = lastTurn(connection.entries, connection.play!.events, me, ui.turnActions);
    const all = await this.#load(since);
    if (!all) return;
    const last = all.findLastIndex((move) => move.own);
    this.own = all[last] ?? null;
    this.moves = all.slice(last + 1).filter((move) => !this.#session.seats[move.seat]?.you);
    this.ending = false;
    const missed = this.moves.findIndex((move) => move.event <= connection.unseen);
    this.at = missed < 0 ? Math.max(0, this.moves.length - 1) : missed;
    this.state = this.moves.length ? (folded ? 'folded' : 'open') : 'none';
  }

  /** The match is over. False: it did not end with a move that could be shown. */
  async end(): Promise<boolean> {
    const all = await this.#load(Math.max(0, this.#session.play!.events - LAST));
    const last = all?.at(-1);
    if (!last) return false;
    this.own = null;
    this.moves = [last];
    this.at = 0;
    this.ending = true;
    this.state = 'open';
    return true;
  }

  /** A move that has just come, while it is shown. */
  look(past: PastMove): void {
    this.live = this.#told(0, 0, past);
  }
  leave(): void {
    this.#asked += 1;
    this.loading = false;
    this.state = 'none';
  }
  fold(): void {
    if (this.state !== 'none' && !this.ending) this.state = 'folded';
  }
  to(at: number): void {
    this.at = Math.min(Math.max(0, at), this.moves.length - 1);
  }
  next(): void {
    if (this.at < this.moves.length - 1) this.at += 1;
    else this.fold();
  }

  async #load(since: number): Promise<RecapMove[] | null> {
    const { connection, me, mine, ui, tableTexts } = this.#session;
    const asked = (this.#asked += 1);
    this.loading = true;
    try {
      const seat = me === null || !mine.includes(me) ? '' : `&seat=${me}`;
      const { frames } = await ask<{ frames: ReplayStep[] }>(
        `/api/tables/${connection.table}/recap?since=${since}${seat}&language=${settings.language}`,
      );
      if (asked !== this.#asked) return null;
      const steps = frames.filter((step) => step.stands);
      return movesOf(steps, ui, tableTexts.say).map(({ number, seat, before, ends }) =>
        this.#told(number, steps[ends]!.event, {
          seat,
          before: steps[before]!.seen,
          after: steps[ends]!.seen,
          action: steps[before + 1]?.action ?? null,
          said: steps
            .slice(before + 1, ends + 1)
            .filter((step) => step.seat !== null)
            .map((step) => step.said)
            .join(' '),
        }),
      );
    } catch {
      return null; // the game goes on without it
    } finally {
      if (asked === this.#asked) this.loading = false;
    }
  }

  #told(number: number, event: number, past: PastMove): RecapMove {
    const { me, ui, seats, tableTexts } = this.#session;
    const { seat, said } = past;
    const told = ui.retell?.(past, seats, tableTexts.say) ?? { ...UNTOLD, title: said, name: said };
    return { ...past, number, event, own: seat === me, told };
  }
}
