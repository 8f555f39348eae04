/** What a seat sees of à qui est-ce (rules.py), and how a drawing is written (drawings.py). */

export type { AQuiEstCe } from '../../../web/generated';

export const DRAWING_MS = 90_000; // rules.py
export const LONGEST = 3000; // letters of a drawing
export const MOST_STROKES = 80;

export type Point = [x: number, y: number];
export type Stroke = Point[];

export const readDrawing = (text: string): Stroke[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((stroke) =>
      (stroke.match(/\d{4}/g) ?? []).map((point): Point => [Number(point.slice(0, 2)), Number(point.slice(2))]),
    );

const digits = (value: number): string => String(Math.max(0, Math.min(99, Math.round(value)))).padStart(2, '0');
const written = (stroke: Stroke): string =>
  stroke
    .map(([x, y]) => digits(x) + digits(y))
    .filter((point, i, all) => point !== all[i - 1])
    .join('');
export const writeDrawing = (strokes: readonly Stroke[]): string => strokes.map(written).filter(Boolean).join(' ');
export const fits = (strokes: readonly Stroke[]): boolean =>
  strokes.length <= MOST_STROKES && writeDrawing(strokes).length <= LONGEST;

/** A stroke as a path: where it turns gently it is round, and where it turns sharply it has a corner. */
export function path(stroke: readonly Point[]): string {
  const [first, ...rest] = stroke;
  if (!first) return '';
  if (!rest.length) return `M${first[0]} ${first[1]}h.01`;
  const parts = rest.map(([x, y], i) => {
    const [before, after] = [stroke[i]!, rest[i + 1]];
    if (!after || turned(before, [x, y], after) > 55) return `L${x} ${y}`;
    return `Q${x} ${y} ${(x + after[0]) / 2} ${(y + after[1]) / 2}`;
  });
  return `M${first[0]} ${first[1]}${parts.join('')}`;
}

/** By how many degrees a line turns at a point. */
function turned(before: Point, at: Point, after: Point): number {
  const angle = Math.atan2(after[1] - at[1], after[0] - at[0]) - Math.atan2(at[1] - before[1], at[0] - before[0]);
  return Math.abs((((angle * 180) / Math.PI + 540) % 360) - 180);
}

/** Without the points that lie on the way between others: what is sent is short, and looks the same. */
export function simplified(stroke: Stroke, slack = 0.7): Stroke {
  const [first, last] = [stroke[0], stroke[stroke.length - 1]];
  if (!first || !last || stroke.length < 3) return stroke;
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const long = Math.hypot(dx, dy);
  const off = ([x, y]: Point): number =>
    long ? Math.abs(dy * (x - first[0]) - dx * (y - first[1])) / long : Math.hypot(x - first[0], y - first[1]);
  let [worst, far] = [0, 0];
  stroke.forEach((point, i) => {
    if (i > 0 && i < stroke.length - 1 && off(point) > far) [worst, far] = [i, off(point)];
  });
  if (far <= slack) return [first, last];
  return [...simplified(stroke.slice(0, worst + 1), slack), ...simplified(stroke.slice(worst), slack).slice(1)];
}

export const SHAPES = ['line', 'arc', 'ring', 'wave', 'dot'] as const;
export type Shape = (typeof SHAPES)[number];
/** A stroke that is put down with the keyboard: around a middle, of a size, turned by so many degrees. */
export function shaped(shape: Shape, [x, y]: Point, size: number, turn: number): Stroke {
  const steps = Array.from({ length: 13 }, (_, i) => i / 12);
  const drawn: Record<Shape, Stroke> = {
    line: [
      [-1, 0],
      [1, 0],
    ],
    arc: steps.map((t) => [-Math.cos(Math.PI * t), 0.5 - Math.sin(Math.PI * t)]),
    ring: steps.map((t) => [Math.cos(2 * Math.PI * t), Math.sin(2 * Math.PI * t)]),
    wave: steps.map((t) => [2 * t - 1, 0.4 * Math.sin(2 * Math.PI * t)]),
    dot: [[0, 0]],
  };
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return drawn[shape].map(([a, b]): Point => [x + size * (a * cos - b * sin), y + size * (a * sin + b * cos)]);
}
