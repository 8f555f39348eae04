/** The eight identities of players, and their stones. A cut never changes with a shade: colour never stands alone. */

export const IDENTITIES = {
  blue: { base: '#3B78E7', cut: 'hexagon', dash: '' },
  white: { base: '#E4EAEF', cut: 'round', dash: '4 4' },
  pink: { base: '#F58BB8', cut: 'pear', dash: '9 5' },
  orange: { base: '#EE7F1B', cut: 'square', dash: '2 5' },
  green: { base: '#2DB67C', cut: 'step', dash: '14 4 3 4' },
  violet: { base: '#5B2FA8', cut: 'marquise', dash: '18 6' },
  red: { base: '#D5443A', cut: 'trillion', dash: '9 5' },
  yellow: { base: '#F0BC2E', cut: 'lozenge', dash: '2 5' },
} as const;
/** The identities as light on cloth: what another player did is drawn in these, never in the yellow of what is yours to do. */
export const TONES: Record<keyof typeof IDENTITIES, string> = {
  blue: '#A5C1F4',
  white: '#E4EAEF',
  pink: '#F7A7C9',
  orange: '#F4B072',
  green: '#79D0AB',
  violet: '#C3A8FF',
  red: '#FFB0A6',
  yellow: '#FFE39A',
};
export const CHALK = '#FFF8E6'; // for all others, where the pieces carry their colours
export const REFUSED = '#FFB3A3';
export type Identity = keyof typeof IDENTITIES;
export type Cut = (typeof IDENTITIES)[Identity]['cut'];

type Point = readonly [number, number];

const at = (colour: string): number[] => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
const mix = (a: string, b: string, t: number): string =>
  '#' +
  at(a)
    .map((x, i) =>
      Math.round(x + (at(b)[i]! - x) * t)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');
export const lighten = (colour: string, t: number): string => mix(colour, '#ffffff', t);
export const darken = (colour: string, t: number): string => mix(colour, '#07141c', t);

const circle = (n: number, r: number): Point[] =>
  Array.from({ length: n }, (_, i) => {
    const a = (2 * Math.PI * i) / n;
    return [24 + r * Math.cos(a), 24 + r * Math.sin(a)];
  });

function pear(): Point[] {
  const points: Point[] = [[24, 2.5]];
  for (let a = -38; a <= 218; a += 21.34) {
    const t = (a * Math.PI) / 180;
    points.push([24 + 16.5 * Math.cos(t), 28.5 + 16.5 * Math.sin(t)]);
  }
  return points;
}

function marquise(): Point[] {
  const bend = (t: number): number => 17 * Math.sin(Math.PI * t) ** 0.8;
  const above = Array.from({ length: 9 }, (_, i): Point => [2 + (44 * i) / 8, 24 - bend(i / 8)]);
  const below = Array.from({ length: 7 }, (_, i): Point => [2 + 44 * (1 - (i + 1) / 8), 24 + bend(1 - (i + 1) / 8)]);
  return [...above, ...below];
}

const OUTLINES: Record<Cut, Point[]> = {
  hexagon: circle(6, 21),
  round: circle(16, 20.5),
  pear: pear(),
  square: [
    [7, 7],
    [41, 7],
    [41, 41],
    [7, 41],
  ],
  step: [
    [15, 2.5],
    [33, 2.5],
    [39.5, 10],
    [39.5, 38],
    [33, 45.5],
    [15, 45.5],
    [8.5, 38],
    [8.5, 10],
  ],
  marquise: marquise(),
  trillion: [
    [24, 3.5],
    [28.5, 5],
    [45, 36.5],
    [43, 41.5],
    [38, 43.5],
    [10, 43.5],
    [5, 41.5],
    [3, 36.5],
    [19.5, 5],
  ],
  lozenge: [
    [24, 1.5],
    [44, 24],
    [24, 46.5],
    [4, 24],
  ],
};
const TABLE: Record<Cut, number> = {
  hexagon: 0.56,
  round: 0.5,
  pear: 0.5,
  square: 0.5,
  step: 0.52,
  marquise: 0.5,
  trillion: 0.42,
  lozenge: 0.46,
};

const spelt = (points: readonly Point[]): string =>
  points.map(([x, y]) => `${+x.toFixed(2)},${+y.toFixed(2)}`).join(' ');

export const outline = (identity: Identity): string => spelt(OUTLINES[IDENTITIES[identity].cut]);

export interface Facet {
  points: string;
  fill: string;
  opacity?: number;
}

/** The facets of a stone in a square of 48: each is lit by how much it faces the light, from the top left. */
export function facets(identity: Identity): { edge: string; all: Facet[] } {
  const { base, cut } = IDENTITIES[identity];
  const white = identity === 'white';
  const out = OUTLINES[cut];
  const n = out.length;
  const centre: Point = [out.reduce((s, p) => s + p[0] / n, 0), out.reduce((s, p) => s + p[1] / n, 0)];
  const inner = out.map(([x, y]): Point => [
    centre[0] + (x - centre[0]) * TABLE[cut],
    centre[1] + (y - centre[1]) * TABLE[cut],
  ]);
  const all: Facet[] = out.map((p, i) => {
    const j = (i + 1) % n;
    const q = out[j]!;
    const m: Point = [(p[0] + q[0]) / 2 - centre[0], (p[1] + q[1]) / 2 - centre[1]];
    const light = (m[0] * -0.45 + m[1] * -0.89) / (Math.hypot(...m) || 1);
    const fill = light > 0 ? lighten(base, 0.12 + 0.5 * light) : darken(base, 0.06 - (white ? 0.28 : 0.4) * light);
    return { points: spelt([p, q, inner[j]!, inner[i]!]), fill };
  });
  all.push({ points: spelt(inner), fill: lighten(base, white ? 0.55 : 0.2) });
  const a = Math.floor(n * 0.55);
  const glint: Point[] =
    cut === 'square'
      ? [inner[0]!, inner[1]!, [inner[0]![0], inner[3]![1]]]
      : cut === 'lozenge'
        ? [inner[0]!, inner[3]!, centre]
        : [inner[a % n]!, inner[(a + 1) % n]!, inner[(a + 2) % n]!, centre];
  all.push({ points: spelt(glint), fill: '#fff', opacity: 0.42 });
  return { edge: darken(base, white ? 0.62 : 0.6), all };
}
