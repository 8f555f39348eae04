import type { FaceToFace } from '../../web/face_to_face';

export interface MainChaude extends FaceToFace {
  kind: 'MainChaude';
  patience: number;
  feints: number; // left
  away: number; // how often hands were pulled away for nothing
  back: number; // hands that were pulled away cannot be back sooner
  coming: '' | 'feint' | 'strike';
  feinted: number; // match time of the last feint
  cue: number; // match time of the strike
  reaction: number;
}
export const FEINTS = 3; // in a duel (rules.py)
export const WINDOW = 280; // milliseconds (rules.py)
export const TWITCH_MS = 420; // how long a feint is seen
export type Pose = 'away' | 'down' | 'feint' | 'strike' | 'hit' | 'missed';
