/** Who has which colour and cut. The box has six pawns. */
import type { Identity } from '$web/look/gems';

export const ORDER: Identity[] = ['blue', 'pink', 'orange', 'violet', 'green', 'white'];
export const identities = (seats: number): Identity[] => ORDER.slice(0, seats);
