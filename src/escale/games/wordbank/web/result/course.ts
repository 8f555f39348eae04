/** How many stones each seat still had to put in safety, after each turn of a match: what the chart shows. */
import type { Frame } from '$web/face';
import { exposed, seatsOf, type Seen } from '../types';

export const toSecure = (seen: Seen, seat: number): number => seen.hands[seat]! + exposed(seen, seat);

/** By turn, then by seat; turn 0 is the start. A turn that was taken back is not among them. */
export function course(frames: Frame<Seen>[]): number[][] {
  const turns: number[][] = [];
  for (const { seen, stands } of frames) {
    if (!stands) continue;
    const turn = seen.history.length;
    turns[turn] = seatsOf(seen).map((seat) => toSecure(seen, seat)); // the last frame of a turn has its closed safes emptied
  }
  return turns;
}

/** Heights for labels that want to be at `wanted`, in any order, at least `apart` from each other and within the picture. */
export function spread(wanted: number[], apart: number, least: number, most: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const placed = [...wanted];
  let floor = least;
  for (const i of order) {
    placed[i] = Math.max(placed[i]!, floor);
    floor = placed[i]! + apart;
  }
  let ceiling = most;
  for (const i of order.toReversed()) {
    placed[i] = Math.min(placed[i]!, ceiling);
    ceiling = placed[i]! - apart;
  }
  return placed;
}

/** The path of one line: level, then down, turn by turn. */
export function steps(values: number[], x: (turn: number) => number, y: (value: number) => number, shift: number): string {
  const at = (n: number): string => n.toFixed(1);
  return values.reduce((path, value, turn) => (turn ? `${path}H${at(x(turn) + shift)}V${at(y(value) + shift)}` : `M${at(x(0))} ${at(y(value) + shift)}`), '');
}
