/** The own hand: pointer or keys, and what is sent of it to the referee. */
import type { Act } from '../../../web/stage';
import { Arrows, Sender } from '../../web/moving.svelte';
import { breath, chin, fingerOf, holds, SIZE, type Drift } from './chin';

export type Mood = 'free' | 'held' | 'out' | 'tickled';
const SPEED = 0.85; // of the keys, in a millisecond
const CALM_SPEED = 0.5;
const FORGIVEN = 150; // milliseconds outside of the circle, or off the chin: hands are not that exact
const WARNING = 1000;
const JUMP = 1000;

export interface Moment {
  drift: Drift;
  bout: number;
  starts: number;
  gathers: boolean; // until both have held for the countdown
  holding: boolean; // as the table knows it
  now: number;
  calm: boolean;
}

export class Hand {
  mood = $state<Mood>('free');
  x = 500;
  y = 500;
  own = 250; // of the own circle, where nothing moves
  down = false;
  byKey = false;
  readonly arrows = new Arrows();
  private sender: Sender;
  private left = 0; // since when the finger is not where it should be; 0: it is
  private bout = -1;
  private ended = false;
  private held = false; // at all, in this bout

  constructor(act: Act) {
    this.sender = new Sender(act, 400);
  }

  /** A pointer at this place of the field. */
  point(x: number, y: number): void {
    [this.x, this.y] = [within(x), within(y)];
    this.own = Math.max(20, Math.min(480, Math.hypot(x - 500, y - 500)));
  }
  press(): void {
    this.down = true;
  }
  release(): void {
    this.down = this.byKey = false;
    this.arrows.stop();
  }
  /** Keys begin where the chin is. */
  pressKey({ drift, now }: Moment): void {
    if (this.down) return;
    [this.x, this.y] = chin(drift, Math.round(now));
    this.own = breath(drift, Math.round(now));
    this.press();
    this.byKey = true;
  }

  /** The position that is sent. */
  place({ drift, now, calm }: Moment): [number, number] {
    if (!calm) return [Math.round(this.x), Math.round(this.y)];
    const [x, y] = fingerOf(drift, this.own, Math.round(now));
    return [within(x), y];
  }

  /** Once for every picture. */
  follow(moment: Moment, elapsed: number): void {
    if (moment.bout !== this.bout) [this.bout, this.ended, this.held, this.left] = [moment.bout, false, false, 0];
    if (this.ended) return;
    if (this.down && this.arrows.any) this.steer(elapsed);
    const when = Math.round(moment.now);
    const started = when >= moment.starts;
    const [x, y] = this.place(moment);
    const inside = this.down && holds(moment.drift, x, y, when);
    this.held ||= inside;
    if (moment.gathers && !started) return this.gather(inside, moment.holding, x, y, when);
    const jumps = moment.drift.jumps.some((start) => when > start - WARNING && when < start + JUMP);
    this.mood = inside ? (jumps ? 'tickled' : 'held') : this.down || (this.held && started) ? 'out' : 'free';
    if (inside || !started || !(this.held || this.down)) {
      this.left = 0;
      if (inside) this.sender.send({ kind: 'Hold', bout: this.bout, x, y, when });
      return;
    }
    this.left ||= when;
    if (when - this.left < FORGIVEN) return;
    this.ended = true;
    this.sender.send(
      this.down ? { kind: 'Hold', bout: this.bout, x, y, when } : { kind: 'LetGo', bout: this.bout },
      true,
    );
  }

  /** Before the bout: say once that the chin is held, and once that it is not. Nothing can be lost. */
  private gather(inside: boolean, holding: boolean, x: number, y: number, when: number): void {
    this.mood = inside ? 'held' : this.down ? 'out' : 'free';
    if (inside) {
      this.left = 0;
      if (!holding) this.sender.send({ kind: 'Hold', bout: this.bout, x, y, when });
      return;
    }
    this.left ||= when;
    if (holding && when - this.left >= FORGIVEN) this.sender.send({ kind: 'LetGo', bout: this.bout });
  }

  private steer(elapsed: number): void {
    this.x = within(this.x + this.arrows.right * SPEED * elapsed);
    this.y = within(this.y + this.arrows.below * SPEED * elapsed);
    this.own = Math.max(20, Math.min(480, this.own + (this.arrows.right - this.arrows.below) * CALM_SPEED * elapsed));
  }
}

const within = (place: number): number => Math.max(0, Math.min(SIZE, Math.round(place)));
