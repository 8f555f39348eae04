/** A replay at work: which move is shown, whether it plays by itself, and what the game says of each move. */
import type { Say } from '../app/texts.svelte';
import type { GameUi, Move } from '../gameUi';
import type { Review } from '../wire/generated';
import type { Plain, Replay, ReplayStep } from '../wire/types';
import { loadReview } from './load';

/** A move and its steps: the one before it, the one that ends it, and the one when all that follows is done. */
export interface ReplayMove extends Move {
  number: number;
  event: number;
  before: number;
  ends: number;
  settled: number;
}
/** `lost`: by how much the best was better; 0 if nothing was. */
export interface Judged {
  played: Plain;
  best: Plain;
  lost: number;
}

const PACE = 2200; // ms a move, at speed 1: the board shows stones, doors and new cards in that time
const AHEAD = 2; // moves that are judged before they are asked for

/** What the game tells of its moves; else every action is one, with what was said of it. */
export function movesOf(steps: ReplayStep[], ui: GameUi, say: Say): ReplayMove[] {
  const found: ReplayMove[] = [];
  let opened = 0; // the first step of the move that is going on
  for (let i = 1; i < steps.length; i += 1) {
    const [before, step] = [steps[i - 1]!, steps[i]!];
    const last = found.at(-1);
    if (last && !last.whole && i > last.ends) last.settled = i;
    const move = ui.move
      ? ui.move(step.seen, before.seen, say)
      : step.seat === null
        ? null
        : { seat: step.seat, name: step.said, gain: 1, refused: false, note: '' };
    if (!move) continue;
    // A word that was voted on is judged by its announcement, some events earlier.
    let first = i;
    while (first > opened + 1 && steps[first]!.seat !== move.seat) first -= 1;
    if (last && !last.whole) last.settled = first - 1;
    const event = steps[first]!.seat === move.seat ? steps[first]!.event : step.event;
    found.push({ ...move, number: found.length + 1, event, before: first - 1, ends: i, settled: i });
    opened = i;
  }
  return found;
}

export class Playback {
  readonly table: string;
  readonly replay: Replay;
  readonly ui: GameUi;
  at = $state(0); // the move that is shown; 0: before the first
  playing = $state(false);
  speed = $state(1);
  judged = $state.raw<ReadonlyMap<number, Judged | null>>(new Map()); // by the number of the move
  #asked = new Map<number, Promise<void>>();
  #say: () => Say;
  #timer = 0;

  constructor(table: string, replay: Replay, ui: GameUi, say: () => Say) {
    this.table = table;
    this.replay = replay;
    this.ui = ui;
    this.#say = say;
  }

  steps = $derived.by(() => this.replay.frames.filter((step) => step.stands)); // what was taken back is not shown
  moves = $derived.by(() => movesOf(this.steps, this.ui, this.#say()));
  move = $derived.by(() => this.moves[this.at - 1] ?? null);
  step: ReplayStep = $derived.by(() => {
    const { steps } = this;
    if (!this.move) return steps[this.moves[0]?.before ?? steps.length - 1]!;
    return steps[this.move.settled]!;
  });
  most = $derived.by(() => Math.max(1, ...this.moves.map((move) => move.gain)));
  mistakes = $derived.by(() =>
    this.moves
      .filter((move) => (this.judged.get(move.number)?.lost ?? 0) > 0)
      .sort((a, b) => this.judged.get(b.number)!.lost - this.judged.get(a.number)!.lost || a.number - b.number),
  );

  to(move: number): void {
    this.at = Math.min(Math.max(0, move), this.moves.length);
    if (this.playing) this.#tick();
  }

  /** Somebody chose a move by hand: it stays. */
  choose(move: number): void {
    this.pause();
    this.to(move);
  }

  toggle(): void {
    if (this.playing) return this.pause();
    this.playing = true;
    this.to(this.at === this.moves.length ? 0 : this.at + 1);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #tick(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(
      () => (this.at < this.moves.length ? this.to(this.at + 1) : this.pause()),
      PACE / this.speed,
    );
  }

  /** The game's judgement of a move, and of the next ones, which are likely to be asked for. */
  async judge(number: number): Promise<void> {
    await this.#judge(number);
    for (let next = number + 1; next <= number + AHEAD && this.at === number; next += 1) await this.#judge(next);
  }

  async judgeAll(): Promise<void> {
    for (const { number } of this.moves) await this.#judge(number);
  }

  #judge(number: number): Promise<void> {
    const move = this.moves[number - 1];
    if (!move || !this.ui.judge) return Promise.resolve();
    let asked = this.#asked.get(number);
    if (!asked) {
      asked = loadReview(this.table, move.event).then(
        (review) => void (this.judged = new Map([...this.judged, [number, this.#weighed(review, move)]])),
        () => {
          this.judged = new Map([...this.judged, [number, null]]);
          this.#asked.delete(number); // it may be asked again
        },
      );
      this.#asked.set(number, asked);
    }
    return asked;
  }

  #weighed({ played, best }: Review, move: ReplayMove): Judged | null {
    return best ? { played, best, lost: Math.max(0, this.ui.judge!(best, this.#say()).gain - move.gain) } : null;
  }
}
