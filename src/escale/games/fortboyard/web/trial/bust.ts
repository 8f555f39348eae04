/** A bust made of parts, each a thing that can be seen and changed. Drawn in a box of 200 x 262 by Bust.svelte. */
export interface Look {
  skin?: 0 | 1 | 2 | 3;
  hair?: 'short' | 'long' | 'curly' | 'bun';
  hairColour?: string;
  hat?: 'none' | 'cap' | 'beret' | 'bonnet' | 'boater';
  hatColour?: string;
  glasses?: 'none' | 'round' | 'square';
  shirt?: 'plain' | 'stripes' | 'dots' | 'zip' | 'vneck';
  shirtColour?: string;
  scarf?: string; // its colour; empty: none
  watch?: 'none' | 'left' | 'right';
  necklace?: boolean;
  earring?: boolean;
  badge?: boolean;
  beard?: boolean;
}
export const SKINS = ['#F3CDA5', '#C98E5E', '#8A5A36', '#E8B88F'] as const;
/** Where each part is, as a circle in the box: for a ring around it, or a button over it. */
export const PLACES = {
  hat: { x: 100, y: 38, r: 44 },
  hair: { x: 140, y: 70, r: 26 },
  glasses: { x: 100, y: 90, r: 34 },
  beard: { x: 100, y: 132, r: 28 },
  earring: { x: 140, y: 106, r: 20 },
  scarf: { x: 100, y: 164, r: 40 },
  necklace: { x: 100, y: 182, r: 32 },
  badge: { x: 136, y: 206, r: 22 },
  'watch-left': { x: 42, y: 238, r: 26 },
  'watch-right': { x: 158, y: 238, r: 26 },
  shirt: { x: 100, y: 224, r: 36 },
} as const;
export type Place = keyof typeof PLACES;
