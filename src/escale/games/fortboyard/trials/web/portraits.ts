/** How the players look on stage: the same seat always the same, in the colour of its stone. */
import { IDENTITIES, type Identity } from '$web/look/gems';
import type { Look } from '../../web/trial/bust';

const PEOPLE: Look[] = [
  { skin: 0, hair: 'short', hairColour: '#5A2E12', shirt: 'stripes' },
  { skin: 1, hair: 'curly', hairColour: '#1E120A', shirt: 'vneck', glasses: 'round' },
  { skin: 3, hair: 'short', hairColour: '#B4681E', shirt: 'zip' },
  { skin: 2, hair: 'bun', hairColour: '#1E120A', shirt: 'dots', earring: true },
  { skin: 0, hair: 'long', hairColour: '#C99A3B', shirt: 'plain', necklace: true },
  { skin: 1, hair: 'short', hairColour: '#3A210C', shirt: 'plain', glasses: 'square' },
];

/** La barbichette needs one: everybody wears a little beard there. */
export const portrait = (seat: number, identity: Identity): Look => ({
  ...PEOPLE[seat % PEOPLE.length]!,
  shirtColour: IDENTITIES[identity].base,
});
