export type { Pince } from '../../../web/generated';

export const WINDOW = 315; // milliseconds until the card is through (rules.py)
export type Fall = 'held' | 'falls' | 'caught' | 'through' | 'shut' | 'away';
