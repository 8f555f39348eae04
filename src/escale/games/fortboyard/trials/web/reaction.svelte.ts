/** A reaction, measured here: from the picture in which the cue was shown to the moment of the touch, both on this device's clock. */
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
      requestAnimationFrame((at) => {
        if (this.cue === given) this.shown = at; // the picture that has the cue is painted right after this
      });
    });
  }

  /** How long this touch took, in whole milliseconds; 0: nothing had been shown. */
  of = (event: Event): number =>
    this.shown ? Math.max(1, Math.min(60_000, Math.round(event.timeStamp - this.shown))) : 0;
}
