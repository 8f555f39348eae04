/** Who guides through a first game: which page comes when, and what it speaks about. */
import { keepProgress, type Progress } from '$web/app/guided';
import type { Guide, GuideMoment, GuidePage } from '$web/gameUi';
import type { Session } from '../session.svelte';

const GONE = 4; // looks: a button that is shut while somebody types comes back
const TURNS = 3; // own turns; then one knows the game
/** The last page is the same for every game. */
export const LAST = -1;

/** For a game that brings no guide of its own. */
const GENERAL: Guide = {
  pages: [
    { text: 'guide.turn', about: '.seats .turn' },
    { text: 'guide.tray', about: '.tray', due: ({ myTurn }) => myTurn },
    { text: 'guide.rules', about: '.bar .iconbtn' },
  ],
};

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What is seen of all that a selector finds, as one box. */
function boxOf(room: Element, selector: string | undefined): Box | null {
  const found = selector
    ? [...room.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }))
    : [];
  const all = found.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width && height);
  if (!all.length) return null;
  const [left, top] = [Math.min(...all.map((one) => one.left)), Math.min(...all.map((one) => one.top))];
  return {
    left,
    top,
    width: Math.max(...all.map((one) => one.right)) - left,
    height: Math.max(...all.map((one) => one.bottom)) - top,
  };
}

export class Guiding {
  readonly #table: string;
  readonly #guide: Guide;
  #due: boolean[] | null = null; // at the last look
  #progress: Progress;
  #gone = 0; // looks in a row at which the moment of the page was over
  #doubted = false; // the table objects to what was done: no page says to go on with it
  #held = false; // somebody wants to read this page again
  open = $state(false);
  number = $state(0); // of the page, from one
  page = $state.raw<GuidePage | typeof LAST | null>(null);
  more = $state(false); // another page is due
  box = $state.raw<Box | null>(null); // what it speaks about, on the screen
  ended = $state(false);

  constructor(table: string, guide: Guide | undefined, progress: Progress) {
    this.#table = table;
    this.#guide = guide ?? GENERAL;
    this.#progress = progress;
    this.#tell();
  }

  get count(): number {
    return this.#guide.pages.length + 1;
  }

  /** What there is to see has changed, or may have. */
  look(session: Session, seen: unknown, room: Element): void {
    const { me, myTurn, play, view } = session;
    if (this.ended || me === null || seen === undefined) return;
    this.#doubted = boxOf(room, '.tray .refusal, .tray .amber') !== null;
    const awaits = play?.awaits ?? [];
    this.#count(me, this.#guide.turn ? this.#guide.turn(seen) : awaits.length === 1 ? [awaits[0]!, 0] : null);
    const moment = { seen, offers: view.offers ?? [], me, myTurn, turns: this.#progress.turns };
    const there = this.#guide.pages.map(({ about }) => !about || boxOf(room, about) !== null);
    const wanted = this.#guide.pages.map((page, i) => this.#isDue(page, i, moment));
    if (!this.#progress.shown.length && !there[wanted.indexOf(true)]) return; // the board is still being laid
    const due = wanted.map((now, i) => now && there[i]!);
    this.#turn(due, there);
    this.#due = due;
    this.#tell();
    const box = this.open && this.page && this.page !== LAST ? boxOf(room, this.page.about) : null;
    if (JSON.stringify(box) !== JSON.stringify(this.box)) this.box = box;
  }

  #count(me: number, turn: readonly [number, number] | null): void {
    const { turn: was, turns } = this.#progress;
    if (!turn || (was && was[0] === turn[0] && was[1] === turn[1])) return;
    this.#change({ turn, turns: was?.[0] === me ? turns + 1 : turns });
  }

  #isDue(page: GuidePage, i: number, moment: GuideMoment): boolean {
    return page.due ? page.due(moment) : i === 0 || this.#progress.shown.includes(i - 1);
  }

  /** The page that should be open at this moment. */
  #turn(due: boolean[], there: boolean[]): void {
    const { shown, read, since, turns } = this.#progress;
    if (shown.includes(LAST)) return;
    if (turns >= TURNS) return this.#show(LAST);
    // Something is to be done from now on. What is told of it first comes first.
    const fresh = this.#due
      ? this.#guide.pages.flatMap((_, i) => (due[i] && !this.#due![i] && !shown.includes(i) ? [i] : []))
      : [];
    if (fresh.some((i) => this.#guide.pages[i]!.todo)) return this.#show(fresh[0]!);
    const last = shown.at(-1) ?? LAST;
    const page = this.#guide.pages[last];
    this.#gone = page && !(page.todo ? due : there)[last] ? this.#gone + 1 : 0;
    const passed = page !== undefined && !this.#held && (turns > since || this.#gone >= GONE);
    if (passed && !read) this.#change({ read: true });
    if (!passed && !read) return;
    const next = this.#next(due);
    if (next >= 0) this.#show(next);
  }

  /** The pages come in their order; one whose moment never came is left out. */
  #next(due: boolean[]): number {
    const { shown } = this.#progress;
    return shown.includes(LAST) ? -1 : due.findIndex((now, i) => now && i > (shown.at(-1) ?? -1) && !shown.includes(i));
  }

  #show(page: number): void {
    const shown = [...this.#progress.shown, page];
    this.#held = false;
    this.#gone = 0;
    this.#change({ shown, at: shown.length - 1, read: false, since: this.#progress.turns });
  }

  #change(some: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...some };
    keepProgress(this.#table, this.#progress);
    this.#tell();
  }

  #tell(): void {
    const { shown, at, read } = this.#progress;
    const page = shown[at];
    this.page = page === undefined ? null : page === LAST ? LAST : (this.#guide.pages[page] ?? null);
    this.number = page === LAST ? this.count : at + 1;
    const asks = this.page !== LAST && this.page?.todo === true;
    this.open = this.page !== null && !read && !(asks && this.#doubted);
    this.more = at < shown.length - 1 || (this.#due !== null && this.#next(this.#due) >= 0);
  }

  next(): void {
    const { shown, at } = this.#progress;
    const next = at < shown.length - 1 ? -1 : this.#next(this.#due ?? []);
    if (at < shown.length - 1) this.#change({ at: at + 1 });
    else if (next >= 0) this.#show(next);
    else this.#change({ read: true });
  }
  back(): void {
    this.#held = true;
    this.#change({ at: this.#progress.at - 1 });
  }
  /** Away, or out again. */
  fold(): void {
    this.#held = true;
    this.#change({ read: this.open });
  }
  end(): void {
    this.ended = true;
    this.open = false;
    this.box = null;
    keepProgress(this.#table, null);
  }
}
