// The way of the matchbox: `corridor.py`, in whole numbers only.
import { mixed, wave } from '../../web/waves';

export const LENGTH = 1000;
export const HEIGHT = 600;
export const MIDDLE = 300;
export const SPEED = 400; // of the box in a second
const [WIDE, NARROW] = [120, 40];
const STILL = 200;
const [ROOM, LESS] = [84, 20];

export interface Corridor {
  seed: number;
  since: number;
  easy: boolean;
}

export function centre(corridor: Corridor, x: number, when: number): number {
  const elapsed = Math.max(0, when - corridor.since);
  const phase = corridor.easy ? Math.floor(elapsed / 2) : elapsed;
  const slow = wave(phase + 5 * x, 7000 + mixed(corridor.seed, 0, 2000));
  const quick = wave(phase + 4 * x + mixed(corridor.seed, 2, 2000), 3200 + mixed(corridor.seed, 1, 800));
  const loose = Math.min(x, LENGTH - x, STILL);
  return MIDDLE + Math.floor(((WIDE * slow + NARROW * quick) * loose) / (1000 * STILL));
}

/** To each side of the centre. */
export function room(corridor: Corridor, x: number): number {
  const usual = ROOM - Math.floor((LESS * x) / LENGTH);
  return corridor.easy ? Math.floor((usual * 3) / 2) : usual;
}

export const fits = (corridor: Corridor, x: number, y: number, when: number): boolean =>
  Math.abs(y - centre(corridor, x, when)) <= room(corridor, x);
