import type { PatteDuTigre } from '../../../web/generated';
import { opponentOf } from '../../web/face_to_face';

export type { PatteDuTigre } from '../../../web/generated';

export const SOONEST = 1500; // milliseconds: both have to see the die before the signal (rules.py)
/** The next player in order who is neither. */
export function giverOf(phase: PatteDuTigre): number {
  const order = phase.cast.opponents;
  return order[(order.indexOf(opponentOf(phase)) + 1) % order.length]!;
}
