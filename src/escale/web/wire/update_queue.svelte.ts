/**
 * Updates on their way to the screen. What one of them brought is shown for as long as `apply` says before the next one
 * comes: the server and the bots never wait for that.
 */
export class UpdateQueue<U> {
  waiting = $state(0);
  holding = $state(false); // something is being shown
  speed = $state(1);
  /** Everything is shown as it comes. */
  unpaced = $state(false);
  #updates: U[] = [];
  #timer = 0;

  /** `apply` shows an update, and says for how long (ms) it is to be seen. */
  constructor(private readonly apply: (update: U) => number) {}

  get updates(): readonly U[] {
    return this.#updates;
  }

  push(update: U): void {
    this.#updates.push(update);
    this.#drain();
  }

  /** What is shown now has been seen. */
  next(): void {
    clearTimeout(this.#timer);
    this.holding = false;
    this.#drain();
  }

  /** All of it, at once. */
  flush(): void {
    const before = this.unpaced;
    this.unpaced = true;
    this.next();
    this.unpaced = before;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#updates = [];
    this.waiting = 0;
    this.holding = false;
  }

  #drain(): void {
    while (this.#updates.length && !this.holding) {
      const shown = this.apply(this.#updates.shift()!);
      if (shown > 0 && !this.unpaced) {
        this.holding = true;
        this.#timer = window.setTimeout(() => this.next(), shown / this.speed);
      }
    }
    this.waiting = this.#updates.length;
  }
}
