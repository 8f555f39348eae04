/** The match time as a screen shows it: read often, or once a second for who wants nothing to move. Make it while a component begins. */
import { prefersReducedMotion } from 'svelte/motion';

export class Ticks {
  now = $state(0);

  constructor(read: () => number) {
    this.now = read();
    $effect(() => {
      this.now = read(); // a new reading is shown at once
      const timer = setInterval(() => (this.now = read()), prefersReducedMotion.current ? 1000 : 200);
      return () => clearInterval(timer);
    });
  }
  /** Milliseconds until then. */
  left = (ends: number): number => Math.max(0, ends - this.now);
}
