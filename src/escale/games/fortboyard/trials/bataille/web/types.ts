import type { Hidden } from '../../../web/types';
import type { FaceToFace } from '../../web/face_to_face';

export const FIGURES = ['well', 'leaf', 'scissors'] as const;
export type Figure = (typeof FIGURES)[number];
export interface Bataille extends FaceToFace {
  kind: 'Bataille';
  chosen: number[];
  candidates: Figure | Hidden | null;
  opponents: Figure | Hidden | null;
  last: [Figure, Figure] | []; // the candidate's and the opponent's, as shown last
}
