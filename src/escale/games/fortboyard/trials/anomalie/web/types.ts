/** What a seat sees of l'anomalie (rules.py, figures.py), and where each part of a companion is. */
import type { Change as AnyChange, Figure, Spot as AnySpot } from '../../../web/generated';

export type { Anomalie, Figure, Proposal } from '../../../web/generated';
// The page makes these itself, without their kind.
export type Spot = Omit<AnySpot, 'kind'>;
export type Change = Omit<AnyChange, 'kind'>;

export const PARTS: readonly Part[] = ['hat', 'hair', 'glasses', 'earrings', 'neck', 'shirt', 'badge', 'watch'];
export type Part = Spot['part'];
export type Thing = NonNullable<Change['thing']>;
/** The variants of each part, in the order of figures.py. */
export const VARIANTS = {
  hat: ['none', 'cap', 'beret', 'boater'],
  hair: ['short', 'long', 'curly', 'plaits'],
  glasses: ['none', 'round', 'square', 'star'],
  earrings: ['none', 'rings', 'drops', 'stars'],
  neck: ['none', 'scarf', 'bow', 'pearls'],
  shirt: ['plain', 'stripes', 'dots', 'buttons'],
  badge: ['none', 'star', 'heart', 'anchor'],
  watch: ['none', 'round', 'square', 'digits'],
} as const satisfies Record<Part, readonly string[]>;

export const TRIES = 3; // rules.py
export const AGREEING_MS = 45_000;

/** Circles in the box of 200 x 262 in which a companion is drawn: for a ring around a part, and to find what was touched. */
export const PLACES: Record<Part, { x: number; y: number; r: number }> = {
  hat: { x: 100, y: 38, r: 37 },
  hair: { x: 63, y: 72, r: 25 },
  glasses: { x: 100, y: 90, r: 37 },
  earrings: { x: 140, y: 108, r: 18 },
  neck: { x: 100, y: 166, r: 36 },
  shirt: { x: 100, y: 232, r: 30 },
  badge: { x: 144, y: 206, r: 20 },
  watch: { x: 46, y: 238, r: 24 },
};

/** The part that is nearest to a point of the box. */
export function partAt(x: number, y: number): Part {
  const far = (part: Part): number => Math.hypot(PLACES[part].x - x, PLACES[part].y - y) / PLACES[part].r;
  return PARTS.reduce((best, part) => (far(part) < far(best) ? part : best));
}

export const worn = (figure: Figure, part: Part): number => figure.worn[PARTS.indexOf(part)] ?? 0;
export const thing = (part: Part, variant: number): Thing => `${part}-${VARIANTS[part][variant]}` as Thing;
/** The same companion with another variant of one part. */
export const wearing = (figure: Figure, part: Part, variant: number): Figure => ({
  ...figure,
  worn: figure.worn.map((old, i) => (i === PARTS.indexOf(part) ? variant : old)),
});
export const variantOf = (named: string): number => {
  const [part, variant] = named.split('-') as [Part, string];
  return (VARIANTS[part] as readonly string[]).indexOf(variant);
};
export const sameChange = (one: Change, other: Change): boolean =>
  one.seat === other.seat && one.part === other.part && one.thing === other.thing && one.partner === other.partner;
