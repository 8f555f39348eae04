/** La catapulte as the page knows it (rules.py: Catapulte). */
import type { Catapulte } from '../../../web/generated';
import { LEAD } from './flight';

export type { Catapulte } from '../../../web/generated';

export const opponentOf = ({ cast, results }: Catapulte): number => cast.opponents[results.length]!;
export const neededOf = ({ cast }: Catapulte): number => (cast.opponents.length === 5 ? 2 : 1);
/** When the die leaves the catapult. */
export const leaves = (phase: Catapulte): number => phase.began + LEAD;
