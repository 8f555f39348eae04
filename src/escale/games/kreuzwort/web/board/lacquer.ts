/** The lacquer of the pyramids, and the bevels that it makes. Light falls from the top left. */
import { CHALK, darken, lighten, REFUSED, type Identity } from '$web/look/gems';
import { IDENTITIES, type Side } from '../ground';
import type { Colour } from '../types';

export type Lacquer = 'red' | 'blue' | 'green' | 'yellow' | 'grey' | 'black';
export const LACQUERS: Record<Lacquer, { base: string; ink: string }> = {
  red: { base: '#B52D22', ink: '#FFFFFF' },
  blue: { base: '#1F55B0', ink: '#FFFFFF' },
  green: { base: '#148060', ink: '#FFFFFF' },
  yellow: { base: '#F0BC2E', ink: '#10222C' },
  grey: { base: '#AAB4BA', ink: '#10222C' },
  black: { base: '#2A3138', ink: '#FFF8E6' },
};
export const lacquerOf = (colour: Colour): Lacquer =>
  colour === 'black' || colour === 'grey' ? colour : (IDENTITIES[colour] as Lacquer);
export const cutOf = (colour: Colour, owner: Side | ''): Identity | null =>
  owner ? IDENTITIES[owner] : colour === 'black' || colour === 'grey' ? null : IDENTITIES[colour];
/** Whose word it is that lies on the board: one's own is lit, that of somebody else is chalk, a refused one is neither. */
export type Tone = 'mine' | 'other' | 'refused';
export const TONE: Record<Tone, string> = { mine: '#FFC94A', other: CHALK, refused: REFUSED };
export const ALL = Object.keys(LACQUERS) as Lacquer[];

/** The four bevels of a pyramid in a square of 60: far, left, right, near. */
export function bevels(lacquer: Lacquer): { d: string; fill: string }[] {
  const { base } = LACQUERS[lacquer];
  const up = lacquer === 'black' ? 0.34 : 0.45;
  return [
    { d: 'M5 4L12 12H48L55 4Q54 3 53 3H7Q6 3 5 4Z', fill: lighten(base, up) },
    { d: 'M4 5L12 12V48L4 55Q3 54 3 53V7Q3 6 4 5Z', fill: lighten(base, up * 0.45) },
    { d: 'M56 5L48 12V48L56 55Q57 54 57 53V7Q57 6 56 5Z', fill: darken(base, 0.3) },
    { d: 'M5 56L12 48H48L55 56Q54 57 53 57H7Q6 57 5 56Z', fill: darken(base, 0.48) },
  ];
}

/** The second sign of a colour, on its far and near bevels: strokes, triangles, dots, a bar. */
export const MARKS: Partial<Record<Lacquer, { d: string; stroke?: number }>> = {
  red: { d: [22, 30, 38].map((x) => `M${x - 3} 56L${x} 51L${x + 3} 56zM${x - 3} 9L${x} 4.5L${x + 3} 9z`).join('') },
  blue: { d: [18, 24, 30, 36, 42].map((x) => `M${x} 50.5v5M${x} 4.5v5`).join(''), stroke: 2 },
  green: {
    d: [20, 30, 40].flatMap((x) => [7.2, 52.8].map((y) => `M${x - 2} ${y}a2 2 0 1 0 4 0a2 2 0 1 0-4 0z`)).join(''),
  },
  yellow: { d: 'M17 52.8H43M17 7.2H43', stroke: 2.4 },
};
