import type { FaceToFace } from '../../web/face_to_face';

export interface Pince extends FaceToFace {
  kind: 'Pince';
  let_go: boolean;
  cue: number; // match time of the fall
  reaction: number;
}
export const WINDOW = 315; // milliseconds until the card is through (rules.py)
export type Fall = 'held' | 'falls' | 'caught' | 'through' | 'shut' | 'away';
