// How a die flies: `flight.py`, in whole numbers only; what is drawn on the way is the page's own.
import type { Shot } from '../../../web/generated';

export type { Shot } from '../../../web/generated';

export const [FLAT, STEEP] = [45, 70];
export const [WEAK, STRONG] = [70, 100];
export const LENGTH = 1000;
export const CUP_AT = 630;
export const SPEED = 245; // of the cup in a second
export const LEAD = 700; // milliseconds from the shot until the die leaves the catapult (rules.py)

export function sine(degrees: number): number {
  const both = degrees * (180 - degrees);
  return Math.floor((4000 * both) / (40_500 - both));
}

const usual = (shot: Shot): number =>
  Math.max(1200, Math.min(2000, Math.floor((213 * shot.force * sine(shot.angle)) / 10_000)));
export const lasts = (shot: Shot): number => (shot.easy ? 2 : 1) * usual(shot);
export const lands = (shot: Shot): number => Math.floor((shot.force * sine(90 - shot.angle) * usual(shot)) / 110_800);
export const half = (shot: Pick<Shot, 'easy'>): number => (shot.easy ? 75 : 45);

/** Place and height of the die, so long after it has left the catapult: a parabola. */
export function flight(shot: Shot, elapsed: number): [number, number] {
  const part = Math.max(0, Math.min(1, elapsed / lasts(shot)));
  return [lands(shot) * part, 4 * (usual(shot) ** 2 / 8000) * part * (1 - part)];
}
