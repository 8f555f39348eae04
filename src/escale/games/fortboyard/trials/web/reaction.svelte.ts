/** A reaction, measured here: from the moment when the cue was painted to that of the touch, both on this device's clock. */
export class Reaction {
  private cue = 0;
  private shown = 0;

  /** `cue` is the match time of the cue, 0 if there is none. Make it while the component begins. */
  constructor(cue: () => number) {
    $effect(() => {
      const given = cue();
      if (given === this.cue) return;
      [this.cue, this.shown] = [given, 0];
      if (!given) return;
      // The picture that has the cue is painted after the first of two frames. A slow device takes long to paint it: the
      // time counts from the second one. A touch in between counts from the first, since nothing better is known.
      requestAnimationFrame((before) => {
        if (this.cue !== given) return;
        this.shown = before;
        requestAnimationFrame((painted) => {
          if (this.cue === given) this.shown = painted;
        });
      });
    });
  }

  /** How long this touch took, in whole milliseconds; 0: nothing had been shown. */
  of = (event: Event): number =>
    this.shown ? Math.max(1, Math.min(60_000, Math.round(event.timeStamp - this.shown))) : 0;
}
