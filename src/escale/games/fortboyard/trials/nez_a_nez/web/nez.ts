/** Nez à nez as the page knows it (rules.py: NezANez). */
import type { NezANez } from '../../../web/generated';
import { NOBODY } from '../../../web/types';
import type { Corridor } from './corridor';

export type { Box, NezANez } from '../../../web/generated';

export const choosing = (frame: NezANez): boolean => frame.opponent === NOBODY;
export const corridorOf = (frame: NezANez): Corridor => ({
  seed: frame.seed,
  since: frame.began,
  easy: frame.cast.doubled.includes(frame.cast.candidate),
});
