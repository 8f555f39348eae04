/** Hints on one's own turn: a nudge, a word, the best. Each is asked for; everybody sees how many. */
import { getContext, setContext } from 'svelte';
import type { Hint as Told } from '$web/wire/generated';
import { ask } from '$web/wire/api';
import type { Session } from '../session.svelte';

const KEY = Symbol('hints');
export const BEST = 3;
const WAKES_AFTER = 40_000; // ms of thinking

export class Hints {
  told = $state.raw<Told | null>(null); // the last one of this turn
  open = $state(false);
  busy = $state(false);
  problem = $state('');
  awake = $state(false);
  write: ((word: string) => void) | null = null; // into the field of the word

  constructor(private readonly session: Session) {}

  /** Whether this table gives any, and whoever holds the device is to move. */
  offered = $derived.by(() => this.session.info.hints && this.session.myTurn && !this.session.view.held);
  count = $derived.by(() => (this.session.me === null ? 0 : (this.session.info.seats[this.session.me]?.hints ?? 0)));
  word = $derived.by(() => (typeof this.told?.action?.word === 'string' ? this.told.action.word : ''));

  /** A turn begins; returns what ends it. */
  begin(): () => void {
    const timer = setTimeout(() => (this.awake = true), WAKES_AFTER);
    void this.#read(); // one that was asked for before the page was loaded again
    return () => {
      clearTimeout(timer);
      this.told = null;
      this.open = this.awake = false;
      this.problem = '';
    };
  }

  show(): void {
    this.open = true;
    if (!this.told) void this.ask();
  }

  async ask(): Promise<void> {
    const { me, connection } = this.session;
    if (this.busy || me === null) return;
    this.busy = true;
    this.problem = '';
    const outcome = await connection.ask({ kind: 'hint', seat: me });
    if (!outcome.done) this.problem = outcome.text;
    else if (!(await this.#read())) this.problem = this.session.tableTexts.say('refusals.hint-failed');
    this.busy = false;
  }

  take(): void {
    this.write?.(this.word);
    this.open = false;
  }

  async #read(): Promise<boolean> {
    const { me, connection, tableTexts } = this.session;
    if (me === null || !this.count) return true;
    try {
      const path = `/api/tables/${connection.table}/hint?seat=${me}&language=${tableTexts.language}`;
      this.told = await ask<Told>(path);
      return true;
    } catch {
      return false;
    }
  }
}

export const setHints = (hints: Hints): Hints => setContext(KEY, hints);
export const getHints = (): Hints | undefined => getContext<Hints | undefined>(KEY);
