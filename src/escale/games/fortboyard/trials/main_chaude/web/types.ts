export type { MainChaude } from '../../../web/generated';

export const FEINTS = 3; // in a duel (rules.py)
export const WINDOW = 280; // milliseconds (rules.py)
export const TWITCH_MS = 420; // how long a feint is seen
export type Pose = 'away' | 'down' | 'feint' | 'strike' | 'hit' | 'missed';
