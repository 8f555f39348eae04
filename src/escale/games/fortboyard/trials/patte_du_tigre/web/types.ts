import type { Hidden } from '../../../web/types';
import { opponentOf, type FaceToFace } from '../../web/face_to_face';

export interface PatteDuTigre extends FaceToFace {
  kind: 'PatteDuTigre';
  signal: number; // match time at which it will come
  cue: number; // match time at which it came
  touched: number[];
  first: number;
  claims: (number | Hidden)[];
  times: [number, number] | []; // the candidate's and the opponent's, once it is decided; -1: too early, 0: no touch
}
export const SOONEST = 1500; // milliseconds: both have to see the die before the signal (rules.py)
/** The next player in order who is neither. */
export function giverOf(phase: PatteDuTigre): number {
  const order = phase.cast.opponents;
  return order[(order.indexOf(opponentOf(phase)) + 1) % order.length]!;
}
