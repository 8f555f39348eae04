/** The own egg cup: it runs after the finger or the arrows while the die flies, and is held out when the die comes down. */
import type { Act } from '../../../web/stage';
import { Arrows } from '../../web/moving.svelte';
import { leaves, type Catapulte } from './catapulte';
import { CUP_AT, lasts, LENGTH, SPEED } from './flight';

export class Cup {
  x = CUP_AT;
  readonly arrows = new Arrows();
  private to = CUP_AT;
  private bout = -1;
  private held_out = false;

  constructor(private act: Act) {}

  pull(x: number): void {
    this.to = Math.max(0, Math.min(LENGTH, x));
  }

  /** Once for every picture. */
  run(phase: Catapulte, now: number, elapsed: number): void {
    if (phase.bout !== this.bout) [this.bout, this.x, this.to, this.held_out] = [phase.bout, CUP_AT, CUP_AT, false];
    if (!phase.shot || phase.outcome || now < leaves(phase)) return;
    if (now >= leaves(phase) + lasts(phase.shot)) return this.hold(phase.bout);
    const most = (SPEED * elapsed) / 1000;
    if (this.arrows.right) this.to = this.x + this.arrows.right * most;
    this.x = Math.max(0, Math.min(LENGTH, this.x + Math.max(-most, Math.min(most, this.to - this.x))));
  }

  private hold(bout: number): void {
    if (this.held_out) return;
    this.held_out = true;
    void this.act({ kind: 'Catch', bout, x: Math.round(this.x) }, { anytime: true });
  }
}
