/** A replay at work: which move is shown, whether it plays by itself, and what the game says of each move. */
import type { Say } from '../app/texts.svelte';
import type { Face, Frame, Move } from '../face';
import type { Plain } from '../wire/types';
import { loadReview, type Recording, type Review } from './recording';

/** A move and its frames: the one before it, the one that ends it, and the one when all that follows is done. */
export interface Shot extends Move {
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
export function shots(frames: Frame[], face: Face, say: Say): Shot[] {
  const found: Shot[] = [];
  let opened = 0; // the first frame of the move that is going on
  for (let i = 1; i < frames.length; i += 1) {
    const [before, frame] = [frames[i - 1]!, frames[i]!];
    const last = found.at(-1);
    if (last && !last.whole && i > last.ends) last.settled = i;
    const move = face.move
      ? face.move(frame.seen, before.seen, say)
      : frame.seat === null
        ? null
        : { seat: frame.seat, name: frame.said, gain: 1, refused: false, note: '' };
    if (!move) continue;
    // A word that was voted on is judged by its announcement, some events earlier.
    let first = i;
    while (first > opened + 1 && frames[first]!.seat !== move.seat) first -= 1;
    if (last && !last.whole) last.settled = first - 1;
    const event = frames[first]!.seat === move.seat ? frames[first]!.event : frame.event;
    found.push({ ...move, number: found.length + 1, event, before: first - 1, ends: i, settled: i });
    opened = i;
  }
  return found;
}

export class Watch {
  readonly table: string;
  readonly recording: Recording;
  readonly face: Face;
  at = $state(0); // the move that is shown; 0: before the first
  playing = $state(false);
  speed = $state(1);
  judged = $state.raw<ReadonlyMap<number, Judged | null>>(new Map()); // by the number of the move
  #asked = new Map<number, Promise<void>>();
  #say: () => Say;
  #timer = 0;

  constructor(table: string, recording: Recording, face: Face, say: () => Say) {
    this.table = table;
    this.recording = recording;
    this.face = face;
    this.#say = say;
  }

  frames = $derived.by(() => this.recording.frames.filter((frame) => frame.stands)); // what was taken back is not shown
  shots = $derived.by(() => shots(this.frames, this.face, this.#say()));
  shot = $derived.by(() => this.shots[this.at - 1] ?? null);
  frame: Frame = $derived.by(() => {
    const { frames } = this;
    if (!this.shot) return frames[this.shots[0]?.before ?? frames.length - 1]!;
    return frames[this.shot.settled]!;
  });
  most = $derived.by(() => Math.max(1, ...this.shots.map((shot) => shot.gain)));
  mistakes = $derived.by(() =>
    this.shots
      .filter((shot) => (this.judged.get(shot.number)?.lost ?? 0) > 0)
      .sort((a, b) => this.judged.get(b.number)!.lost - this.judged.get(a.number)!.lost || a.number - b.number),
  );

  to(move: number): void {
    this.at = Math.min(Math.max(0, move), this.shots.length);
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
    this.to(this.at === this.shots.length ? 0 : this.at + 1);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #tick(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(
      () => (this.at < this.shots.length ? this.to(this.at + 1) : this.pause()),
      PACE / this.speed,
    );
  }

  /** The game's judgement of a move, and of the next ones, which are likely to be asked for. */
  async judge(number: number): Promise<void> {
    await this.#judge(number);
    for (let next = number + 1; next <= number + AHEAD && this.at === number; next += 1) await this.#judge(next);
  }

  async judgeAll(): Promise<void> {
    for (const { number } of this.shots) await this.#judge(number);
  }

  #judge(number: number): Promise<void> {
    const shot = this.shots[number - 1];
    if (!shot || !this.face.judge) return Promise.resolve();
    let asked = this.#asked.get(number);
    if (!asked) {
      asked = loadReview(this.table, shot.event).then(
        (review) => void (this.judged = new Map([...this.judged, [number, this.#weighed(review, shot)]])),
        () => {
          this.judged = new Map([...this.judged, [number, null]]);
          this.#asked.delete(number); // it may be asked again
        },
      );
      this.#asked.set(number, asked);
    }
    return asked;
  }

  #weighed({ played, best }: Review, shot: Shot): Judged | null {
    return best ? { played, best, lost: Math.max(0, this.face.judge!(best, this.#say()).gain - shot.gain) } : null;
  }
}
