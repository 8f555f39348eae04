// Where a chin is: `chin.py`, in whole numbers only.
import { mixed, wave } from '../../web/waves';

export const SIZE = 1000;
const MIDDLE = 500;
const [WIDE, NARROW] = [180, 70];
const [RISE, FALL] = [400, 600];
const ASIDE = [
  [10, 0],
  [7, 7],
  [0, 10],
  [-7, 7],
  [-10, 0],
  [-7, -7],
  [0, -10],
  [7, -7],
] as const;

export interface Drift {
  seed: number;
  since: number;
  lasts: number;
  easy: boolean;
  jumps: readonly number[];
}

export const radius = (drift: Drift): number => (drift.easy ? 230 : 165);

export function chin(drift: Drift, when: number): [number, number] {
  const elapsed = Math.max(0, when - drift.since);
  let phase = elapsed + Math.floor((elapsed * elapsed) / (2 * drift.lasts));
  if (drift.easy) phase = Math.floor(phase / 2);
  let [x, y] = [MIDDLE + swing(drift, phase, 0), MIDDLE + swing(drift, phase, 2)];
  drift.jumps.forEach((start, number) => {
    const far = jump(drift, when - start);
    const [right, down] = ASIDE[mixed(drift.seed, 10 + number, ASIDE.length)]!;
    x += Math.floor((right * far) / 10);
    y += Math.floor((down * far) / 10);
  });
  return [x, y];
}

function swing(drift: Drift, phase: number, place: number): number {
  const slow = wave(phase, 6000 + mixed(drift.seed, place, 2000));
  const quick = wave(phase, 2800 + mixed(drift.seed, place + 1, 1000));
  return Math.floor((WIDE * slow + NARROW * quick) / 1000);
}

function jump(drift: Drift, elapsed: number): number {
  const high = drift.easy ? 100 : 190;
  if (elapsed <= 0 || elapsed >= RISE + FALL) return 0;
  return Math.floor(elapsed < RISE ? (high * elapsed) / RISE : (high * (RISE + FALL - elapsed)) / FALL);
}

/** Is a finger there in the circle? */
export function holds(drift: Drift, x: number, y: number, when: number): boolean {
  const [right, down] = chin(drift, when);
  return (x - right) ** 2 + (y - down) ** 2 <= radius(drift) ** 2;
}

/** For who wants nothing to move: the chin's way from side to side as a circle that grows and shrinks, from 45 to 455. */
export const breath = (drift: Drift, when: number): number => 250 + (chin(drift, when)[0] - MIDDLE) / 2;
/** The own circle of a finger that was told to be there; and where a finger with such a circle is. */
export const breathOf = (drift: Drift, x: number, when: number): number =>
  breath(drift, when) + (x - chin(drift, when)[0]) / 2;
export function fingerOf(drift: Drift, own: number, when: number): [number, number] {
  const [x, y] = chin(drift, when);
  return [x + Math.round(2 * (own - breath(drift, when))), y];
}
