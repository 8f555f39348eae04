/** Nez à nez as the page knows it (rules.py: NezANez). */
import type { NezANez } from '../../../web/generated';
import { NOBODY } from '../../../web/types';
import type { Corridor } from './corridor';

export type { Box, NezANez } from '../../../web/generated';

export const choosing = (phase: NezANez): boolean => phase.opponent === NOBODY;
export const corridorOf = (phase: NezANez): Corridor => ({
  seed: phase.seed,
  since: phase.began,
  easy: phase.cast.doubled.includes(phase.cast.candidate),
});
