/**
 * A shake of the device in the hand, for whoever would throw something with it. The sensor is read only while a shake would
 * be of use and the page is in sight; where there is none, or it may not be read, nothing of this is shown.
 */
import { settings } from '$web/app/settings.svelte';

const STRONG = 12; // m/s², without the weight of the device: more than a walk or a stumble
const TURNS = 3; // to and fro, and to again
const WITHIN = 900; // ms
const CALM = 400; // ms without anything strong: the shake is over
const SETTLES = 0.05; // how fast the weight is known from readings that have it in them

type Three = readonly [number, number, number];
const dot = (a: Three, b: Three): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function three(read: DeviceMotionEventAcceleration | null): Three | null {
  return read && read.x !== null && read.y !== null && read.z !== null ? [read.x, read.y, read.z] : null;
}

/** One hand. A shake is felt once, however long it goes on. */
class Hand {
  restless = false; // it has shaken, and does not rest yet
  #weight: Three | null = null;
  #last: Three = [0, 0, 0]; // what was strong, and when
  #lastAt = -Infinity;
  #turns: number[] = [];

  /** Of the movement alone. Null: the sensor says nothing. */
  moved(event: DeviceMotionEvent): Three | null {
    const alone = three(event.acceleration);
    if (alone) return alone;
    const heavy = three(event.accelerationIncludingGravity);
    if (!heavy) return null;
    const weight = this.#weight ?? heavy;
    const part = (i: 0 | 1 | 2): number => weight[i] + SETTLES * (heavy[i] - weight[i]);
    this.#weight = [part(0), part(1), part(2)];
    return [heavy[0] - weight[0], heavy[1] - weight[1], heavy[2] - weight[2]];
  }

  /** True: with this movement it has shaken. */
  shook(movement: Three, at: number): boolean {
    const since = at - this.#lastAt;
    if (dot(movement, movement) < STRONG ** 2) {
      if (since >= CALM) this.restless = false;
      return false;
    }
    const turned = since < WITHIN && dot(movement, this.#last) < 0;
    this.#last = movement;
    this.#lastAt = at;
    if (!turned || this.restless) return false;
    this.#turns = [...this.#turns.filter((one) => at - one < WITHIN), at];
    if (this.#turns.length < TURNS) return false;
    this.#turns = [];
    this.restless = true;
    return true;
  }
}

interface Asking {
  requestPermission?: () => Promise<PermissionState>;
}

class Sensor {
  felt = $state(false); // the sensor has reported something
  answered = $state(false); // somebody has been asked whether it may be read
  #guarded = $state(false);
  readonly #event: Asking = 'DeviceMotionEvent' in window ? (window.DeviceMotionEvent as Asking) : {};

  constructor() {
    void this.#look();
  }
  /** Is it one of the browsers that tell nothing until somebody has said yes? Some have the question, and never ask it. */
  async #look(): Promise<void> {
    if (!this.#event.requestPermission || !navigator.maxTouchPoints) return; // no device for the hand
    const known = await navigator.permissions?.query({ name: 'accelerometer' as PermissionName }).catch(() => null);
    this.#guarded = (known?.state ?? 'prompt') === 'prompt';
  }

  /** Must somebody be asked first? The browser asks, and only after a tap. */
  get asks(): boolean {
    return this.#guarded && !this.felt && !this.answered;
  }
  /** After a tap. False: it may not be read. */
  async allow(): Promise<boolean> {
    const answer = await this.#event.requestPermission?.().catch(() => 'denied');
    this.answered = true;
    return answer === 'granted';
  }
}
export const sensor = new Sensor();

const isBusyElsewhere = (): boolean =>
  document.querySelector('dialog[open]') !== null ||
  document.activeElement?.matches('input, textarea, select, [contenteditable]') === true;

/** Call while a component begins. `go` is called once for a shake, if it is `wanted` then; who writes is not disturbed. */
export function onShake(wanted: () => boolean, go: () => void): void {
  const hand = new Hand();
  let restless = $state(false);
  let inSight = $state(!document.hidden);
  // A hand that has shaken is felt until it rests, so that it does not throw again with the same shake.
  const listens = $derived(settings.shake && inSight && (wanted() || restless));

  $effect(() => {
    const look = (): void => void (inSight = !document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  });
  $effect(() => {
    void sensor.answered; // subscribed before permission was granted: subscribe again
    if (!listens) return;
    const feel = (event: DeviceMotionEvent): void => {
      const movement = hand.moved(event);
      if (!movement) return;
      sensor.felt = true;
      const shook = hand.shook(movement, event.timeStamp);
      restless = hand.restless;
      if (shook && wanted() && !isBusyElsewhere()) go();
    };
    window.addEventListener('devicemotion', feel);
    return () => window.removeEventListener('devicemotion', feel);
  });
}
