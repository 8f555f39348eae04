import type { PatteDuTigre } from '../../../web/generated';
import { opponentOf } from '../../web/face_to_face';

export type { PatteDuTigre } from '../../../web/generated';

export const SOONEST = 1500; // milliseconds: both have to see the die before the signal (rules.py)
/** The next player in order who is neither. */
export function giverOf(frame: PatteDuTigre): number {
  const order = frame.cast.opponents;
  return order[(order.indexOf(opponentOf(frame)) + 1) % order.length]!;
}
