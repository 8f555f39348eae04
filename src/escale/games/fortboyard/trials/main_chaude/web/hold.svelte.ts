/** The candidate's hands: down as long as a finger, a mouse button or the space bar is. Each one that is lifted pulls them away. */
import type { Act } from '../../../web/stage';
import type { Reaction } from '../../web/reaction.svelte';
import type { MainChaude } from './types';

export interface Moment {
  phase: MainChaude;
  place: boolean;
  pull: boolean;
  now: number;
}

export class Hold {
  down = $state(false);
  pulled = $state(-1); // the bout in which the hands went away, before the server confirms it
  private pressed = new Set<number | string>();
  private placed = -1; // the bout for which this was said

  constructor(
    private act: Act,
    private reaction: Reaction,
    private moment: () => Moment,
  ) {
    // Hands that are held already when a bout begins, or before a second is over, are put in place as soon as they may be.
    $effect(() => {
      const { phase, place, now } = this.moment();
      if (!this.down || !place || this.placed === phase.bout) return;
      const timer = setTimeout(() => this.put(), Math.max(0, phase.back - now));
      return () => clearTimeout(timer);
    });
  }

  press(by: number | string): void {
    this.pressed.add(by);
    this.down = true;
  }
  lift(by: number | string, event: Event): void {
    if (!this.pressed.delete(by)) return;
    this.pressed.clear();
    this.down = false;
    const { phase, pull } = this.moment();
    if (!pull || this.pulled === phase.bout) return;
    this.pulled = phase.bout;
    void this.act(
      { kind: 'PullAway', bout: phase.bout, reaction: phase.cue ? this.reaction.of(event) : 0 },
      { anytime: true },
    );
  }
  private put(): void {
    const { phase, place } = this.moment();
    if (!this.down || !place || this.placed === phase.bout) return;
    this.placed = phase.bout;
    void this.act({ kind: 'TakePosition', bout: phase.bout }, { anytime: true });
  }
}
