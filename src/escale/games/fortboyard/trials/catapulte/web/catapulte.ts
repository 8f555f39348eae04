/** La catapulte as the page knows it (rules.py: Catapulte). */
import type { Cast } from '../../../web/types';
import { LEAD, type Shot } from './flight';

export interface Catapulte {
  kind: 'Catapulte';
  cast: Cast;
  began: number; // of the aiming, of the flight, of the look at its end
  results: boolean[];
  bout: number;
  outcome: '' | 'won' | 'lost' | 'equal';
  looked: number[];
  by_chance: boolean;
  shot: Shot | null;
  cup: number;
}
export const opponentOf = ({ cast, results }: Catapulte): number => cast.opponents[results.length]!;
export const neededOf = ({ cast }: Catapulte): number => (cast.opponents.length === 5 ? 2 : 1);
/** When the die leaves the catapult. */
export const leaves = (phase: Catapulte): number => phase.began + LEAD;
