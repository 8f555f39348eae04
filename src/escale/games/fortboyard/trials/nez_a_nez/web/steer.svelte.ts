/** The own matchbox: it follows the finger or the arrows, no faster than the rules allow. */
import type { Act } from '../../../web/stage';
import { Arrows, Sender } from '../../web/moving.svelte';
import { centre, fits, HEIGHT, LENGTH, room, SPEED, type Corridor } from './corridor';
import type { Box } from './nez';

const FAST = 0.92 * SPEED; // a little less than it could be: messages are cut to whole numbers
const KEYS = 200; // of the arrows, in a second
const NOSE = 12; // so near, the nose takes it
const IDLE = 400; // milliseconds: a box at rest is sent less often

export class Steering {
  close = $state(false); // to an edge
  fell = $state(false);
  x = 0;
  y = 0;
  upright = false; // the way leads from below to above: a phone that is held upright
  readonly arrows = new Arrows();
  private to = { x: 0, y: 0 };
  private grip: { x: number; y: number } | null = null; // from the finger to the box
  private bout = -1;
  private now = 0;
  private told = 0;
  private sender: Sender;

  constructor(act: Act) {
    this.sender = new Sender(act, 150);
  }

  begin(bout: number, box: Box): void {
    if (bout === this.bout) return;
    this.bout = bout;
    this.fell = this.close = false;
    [this.x, this.y] = [box.x, box.y];
    this.to = { x: box.x, y: box.y };
    this.grip = null;
    this.now = 0;
  }

  /** The finger need not be on the box: then it would hide it. */
  take(x: number, y: number): void {
    this.grip = { x: this.x - x, y: this.y - y };
  }
  pull(x: number, y: number): void {
    if (this.grip) this.to = { x: x + this.grip.x, y: y + this.grip.y };
  }
  leave(): void {
    this.grip = null;
    this.to = { x: this.x, y: this.y };
  }

  /** Once for every picture. The match time that was sent last never runs back, though a clock may be set. */
  move(corridor: Corridor, now: number): void {
    if (this.fell || this.x >= LENGTH) return;
    const elapsed = this.now ? Math.min(100, Math.max(0, now - this.now)) : 0;
    this.now = Math.max(this.now, now);
    if (this.arrows.any) {
      const step = (KEYS * elapsed) / 1000;
      const { right, below } = this.arrows;
      const [along, across] = this.upright ? [-below, right] : [right, below];
      this.to = { x: this.x + along * step, y: this.y + across * step };
    }
    const x = this.to.x > LENGTH - NOSE ? LENGTH : this.to.x;
    const [right, down] = [x - this.x, this.to.y - this.y];
    const far = Math.hypot(right, down);
    const part = far ? Math.min(1, (FAST * elapsed) / 1000 / far) : 0;
    this.x = Math.max(0, Math.min(LENGTH, this.x + right * part));
    this.y = Math.max(0, Math.min(HEIGHT, this.y + down * part));
    this.tell(corridor, Math.floor(this.now), part > 0);
  }

  private tell(corridor: Corridor, when: number, moved: boolean): void {
    const [x, y] = [Math.round(this.x), Math.round(this.y)];
    const inside = fits(corridor, x, y, when);
    this.fell = !inside;
    this.close = inside && Math.abs(y - centre(corridor, x, when)) > room(corridor, x) * 0.6;
    if (!moved && inside && (x === 0 || when - this.told < IDLE)) return; // on the nose nothing can happen to it
    if (this.sender.send({ kind: 'Slide', bout: this.bout, x, y, when }, !inside || x === LENGTH)) this.told = when;
  }
}
