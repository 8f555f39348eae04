/** What stages with things that move share: a picture for every frame of the screen, and messages that do not pile up. */
import type { Act, Action } from '../../web/stage';

/** Before every picture, as long as the component is there. Make it while the component begins. */
export function everyFrame(run: (elapsed: number) => void): void {
  $effect(() => {
    let last = performance.now();
    let next = requestAnimationFrame(function again(at) {
      run(Math.min(100, Math.max(0, at - last)));
      last = at;
      next = requestAnimationFrame(again);
    });
    return () => cancelAnimationFrame(next);
  });
}

/** Sends where something is: at most every `gap` milliseconds unless it is `urgent`, and never more than a few at once. */
export class Sender {
  private last = -Infinity;
  private under_way = 0;

  constructor(
    private act: Act,
    private gap: number,
    private most = 3,
  ) {}

  send(action: Action, urgent = false): boolean {
    const now = performance.now();
    if (!urgent && (now - this.last < this.gap || this.under_way >= this.most)) return false;
    this.last = now;
    this.under_way++;
    void this.act(action, { anytime: true }).finally(() => this.under_way--);
    return true;
  }
}

/** The arrow keys that are held down, as a direction. */
export class Arrows {
  private down = new Set<string>();

  /** Is this one of them? */
  press(event: KeyboardEvent): boolean {
    if (!event.key.startsWith('Arrow')) return false;
    event.preventDefault();
    this.down.add(event.key);
    return true;
  }
  release = (event: KeyboardEvent): void => void this.down.delete(event.key);
  stop = (): void => this.down.clear();
  get right(): number {
    return Number(this.down.has('ArrowRight')) - Number(this.down.has('ArrowLeft'));
  }
  get below(): number {
    return Number(this.down.has('ArrowDown')) - Number(this.down.has('ArrowUp'));
  }
  get any(): boolean {
    return this.down.size > 0;
  }
}
