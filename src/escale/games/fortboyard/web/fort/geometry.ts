/** The walk: a stadium of equal squares, each with its cell on the inner side. It lies on a desk and stands on a phone. */

export interface Point {
  x: number;
  y: number;
}
/** A place on the walk; `a` is the direction of its outward side, in degrees. */
export interface Place extends Point {
  a: number;
}
export interface Ground {
  count: number; // of squares
  side: number; // squares on each straight
  step: number; // the length of a square along the walk
  half: number; // of its depth
  deep: number; // of a cell
  wall: number;
  standing: boolean;
  radius: number; // of the middle of the walk, in its bends
  straight: number; // half the length of a straight
  box: { x: number; y: number; width: number; height: number };
  yard: { rx: number; ry: number };
}

const FEWEST = 24; // squares that go round a yard with room for the chest: fewer are longer

export function ground(count: number, standing: boolean): Ground {
  const stretch = Math.max(1, FEWEST / count);
  const { share, step, half, deep, wall } = standing
    ? { share: 4 / 30, step: 61 * stretch, half: 27, deep: 45, wall: 15 }
    : { share: 5 / 30, step: 68 * stretch, half: 31, deep: 49, wall: 20 };
  const side = Math.max(1, Math.round(count * share));
  const radius = ((count / 2 - side) * step) / Math.PI;
  const straight = (side * step) / 2;
  const out = radius + half + wall;
  const [w, h] = standing ? [out, straight + out] : [straight + out, out];
  const margin = standing ? 16 : 40;
  const inner = radius - half - deep;
  return {
    count,
    side,
    step,
    half,
    deep,
    wall,
    standing,
    radius,
    straight,
    box: { x: -w - margin, y: -h - margin, width: 2 * (w + margin), height: 2 * (h + margin) + (standing ? 6 : 14) },
    yard: standing ? { rx: inner, ry: straight + inner } : { rx: straight + inner, ry: inner },
  };
}

/** The place `s` units along the walk, clockwise from the middle of the start square, `off` units outside its middle line. */
export function at(ground: Ground, s: number, off = 0): Place {
  const { count, step, radius: R, straight: h, standing } = ground;
  const around = count * step;
  const bend = Math.PI * R;
  const t = ((s % around) + around) % around;
  const r = R + off;
  const turned = (a: number, cx: number): Place => ({
    x: cx + r * Math.cos((a * Math.PI) / 180),
    y: r * Math.sin((a * Math.PI) / 180),
    a,
  });
  let place: Place;
  if (t < h) place = { x: -t, y: r, a: 90 };
  else if (t < h + bend) place = turned(90 + (((t - h) / R) * 180) / Math.PI, -h);
  else if (t < 3 * h + bend) place = { x: -h + (t - h - bend), y: -r, a: 270 };
  else if (t < 3 * h + 2 * bend) place = turned(270 + (((t - 3 * h - bend) / R) * 180) / Math.PI, h);
  else place = { x: around - t, y: r, a: 90 };
  return standing ? { x: -place.y, y: place.x, a: place.a + 90 } : place;
}

const f = (n: number): number => +n.toFixed(1);

/** The oval at a distance from the middle of the walk. */
export function ring({ radius, straight, standing }: Ground, off: number): string {
  const [r, h] = [f(Math.max(1, radius + off)), f(straight)];
  return standing
    ? `M${-r} ${-h}A${r} ${r} 0 0 1 ${r} ${-h}V${h}A${r} ${r} 0 0 1 ${-r} ${h}Z`
    : `M${-h} ${r}A${r} ${r} 0 0 1 ${-h} ${-r}H${h}A${r} ${r} 0 0 1 ${h} ${r}Z`;
}

/** A piece of the walk, from `s0` to `s1` along it and from `o0` to `o1` across. */
export function band(ground: Ground, s0: number, s1: number, o0: number, o1: number): string {
  const n = at(ground, s0).a === at(ground, s1).a ? 1 : 4;
  const steps = Array.from({ length: n + 1 }, (_, i) => s0 + ((s1 - s0) * i) / n);
  const points = [...steps.map((s) => at(ground, s, o1)), ...steps.toReversed().map((s) => at(ground, s, o0))];
  return `M${points.map(({ x, y }) => `${f(x)} ${f(y)}`).join('L')}Z`;
}

export const square = (ground: Ground, i: number, inset = 1.2): string =>
  band(ground, (i - 0.5) * ground.step + inset, (i + 0.5) * ground.step - inset, -ground.half, ground.half);
export const cell = (ground: Ground, i: number, inset = 1.2): string =>
  band(
    ground,
    (i - 0.5) * ground.step + inset,
    (i + 0.5) * ground.step - inset,
    -ground.half - ground.deep,
    -ground.half - 2,
  );
/** Square and cell together. */
export const both = (ground: Ground, i: number): string =>
  band(
    ground,
    (i - 0.5) * ground.step + 0.5,
    (i + 0.5) * ground.step - 0.5,
    -ground.half - ground.deep + 1,
    ground.half + 1,
  );
export const middle = (ground: Ground, i: number): Place => at(ground, i * ground.step);
export const inCell = (ground: Ground, i: number): Place =>
  at(ground, i * ground.step, -ground.half - ground.deep / 2 - 1);

/** Where each pawn stands: several on a square stand side by side. */
export function standing(ground: Ground, places: readonly number[]): Point[] {
  return places.map((place, seat) => {
    const together = places.flatMap((other, i) => (other === place ? [i] : []));
    const gap = Math.min(ground.standing ? 21 : 25, (ground.step * 1.5) / together.length);
    const aside = (together.indexOf(seat) - (together.length - 1) / 2) * gap;
    const { x, y, a } = at(ground, place * ground.step, ground.half * 0.12);
    const turn = ((a - 90) * Math.PI) / 180;
    return { x: x + aside * Math.cos(turn), y: y + aside * Math.sin(turn) };
  });
}
/** From one place to another the pawn never goes back. */
export const steps = (from: number, to: number, count: number): number => (((to - from) % count) + count) % count;
