/** Where the safes lie, the rail beneath them, and the ribbon of a chosen direction. Units: a card is 120 x 156. */
import type { Direction } from '../types';

export type Point = readonly [number, number];
export type Layout = 'wide' | 'tall';
export interface Places {
  box: readonly [number, number, number, number];
  at: Point[];
  pile: Point;
  chest: Point | null;
}

export const CARD = { width: 120, height: 156 } as const;

const SEVEN: Record<Layout, Places> = {
  wide: {
    box: [-415, -292, 830, 580],
    at: [
      [0, -196],
      [236, -138],
      [328, 30],
      [146, 184],
      [-146, 184],
      [-328, 30],
      [-236, -138],
    ],
    pile: [-78, -6],
    chest: [80, -6],
  },
  tall: {
    box: [-261, -292, 522, 584],
    at: [
      [0, -200],
      [137, -128],
      [184, 46],
      [69, 204],
      [-69, 204],
      [-184, 46],
      [-137, -128],
    ],
    pile: [0, 6],
    chest: null,
  },
};
/** The layout with the larger cards; the wide one, which shows more, if it is nearly as good. */
export function layoutFor(width: number, height: number): Layout {
  const scale = ({ box }: Places): number => Math.min(width / box[2], height / box[3]);
  return scale(SEVEN.wide) > 0.85 * scale(SEVEN.tall) ? 'wide' : 'tall';
}
const OVAL: Record<Layout, Point> = { wide: [312, 196], tall: [186, 204] };

/** A ring of seven as drawn; a smaller one evenly on the same oval, the first card on top. Cards never grow. */
export function places(size: number, layout: Layout): Places {
  const seven = SEVEN[layout];
  if (size === 7 || size === 0) return { ...seven, at: seven.at.slice(0, size) };
  const [rx, ry] = OVAL[layout];
  const at = Array.from({ length: size }, (_, i): Point => {
    const turn = (2 * Math.PI * i) / size - Math.PI / 2;
    return [rx * Math.cos(turn), ry * Math.sin(turn)];
  });
  return { ...seven, at };
}

const STEPS = 24; // points of the rail from one card to the next

/** A smooth closed curve through the cards (Catmull-Rom); from two cards on an oval. */
export function rail(at: readonly Point[], layout: Layout): Point[] {
  const size = at.length;
  if (size < 3) {
    const [rx, ry] = OVAL[layout];
    const count = Math.max(1, size) * STEPS;
    return Array.from({ length: count }, (_, i): Point => {
      const turn = (2 * Math.PI * i) / count - Math.PI / 2;
      return [rx * Math.cos(turn), ry * Math.sin(turn)];
    });
  }
  const points: Point[] = [];
  for (let i = 0; i < size; i++) {
    const near = [-1, 0, 1, 2].map((d) => at[(i + d + size) % size]!);
    for (let j = 0; j < STEPS; j++) points.push(between(near, j / STEPS));
  }
  return points;
}

function between(near: readonly Point[], t: number): Point {
  const [p0, p1, p2, p3] = near as [Point, Point, Point, Point];
  const on = (a: 0 | 1): number =>
    0.5 *
    (2 * p1[a] +
      (p2[a] - p0[a]) * t +
      (2 * p0[a] - 5 * p1[a] + 4 * p2[a] - p3[a]) * t * t +
      (3 * p1[a] - p0[a] - 3 * p2[a] + p3[a]) * t ** 3);
  return [on(0), on(1)];
}

const round = (n: number): number => +n.toFixed(1);
export const path = (points: readonly Point[], close = false): string =>
  points.length ? 'M' + points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L') + (close ? 'Z' : '') : '';

/** The part of the rail from the first card of a way to its last. */
export function ribbon(
  points: readonly Point[],
  size: number,
  cards: readonly number[],
  direction: Direction,
): Point[] {
  const from = cards[0]!;
  const to = cards[cards.length - 1]!;
  const step = direction === 'cw' ? 1 : -1;
  const distance = ((((to - from) * step) % size) + size) % size;
  const count = points.length;
  return Array.from(
    { length: distance * STEPS + 1 },
    (_, i) => points[(((from * STEPS + i * step) % count) + count) % count]!,
  );
}

/** Chevrons woven into the ribbon: where, and which way they point (degrees). */
export function chevrons(points: readonly Point[]): { x: number; y: number; turn: number }[] {
  const found = [];
  let run = 0;
  for (let i = 1; i < points.length - 1; i++) {
    const [before, here, after] = [points[i - 1]!, points[i]!, points[i + 1]!];
    run += Math.hypot(here[0] - before[0], here[1] - before[1]);
    if (run < 19) continue;
    run = 0;
    const turn = (Math.atan2(after[1] - before[1], after[0] - before[0]) * 180) / Math.PI;
    found.push({ x: round(here[0]), y: round(here[1]), turn: round(turn) });
  }
  return found;
}

/** Where the stones lie in a safe of so many spaces, and how large they are. */
export function sockets(spaces: number): { at: Point[]; size: number } {
  const rows =
    spaces <= 3
      ? [spaces]
      : spaces <= 6
        ? [Math.ceil(spaces / 2), Math.floor(spaces / 2)]
        : [Math.ceil(spaces / 3), Math.ceil((spaces - 1) / 3), Math.floor(spaces / 3)];
  const gap = rows[0]! > 3 ? 24 : 32;
  const pitch = rows.length === 3 ? 19.5 : 30;
  const at = rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, i): Point => [
      60 + (i - (count - 1) / 2) * (spaces === 2 ? 38 : gap),
      115 + (row - (rows.length - 1) / 2) * pitch,
    ]),
  );
  return { at, size: rows.length === 3 ? 18 : rows[0]! > 3 ? 22 : rows.length === 2 ? 26 : 29 };
}
