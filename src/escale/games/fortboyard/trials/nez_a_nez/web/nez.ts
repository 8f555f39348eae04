/** Nez à nez as the page knows it (rules.py: NezANez). */
import { NOBODY, type Cast } from '../../../web/types';
import type { Corridor } from './corridor';

export interface Box { x: number; y: number; when: number }
export interface NezANez {
  kind: 'NezANez';
  cast: Cast;
  began: number;
  bout: number;
  voters: number[];
  named: number[]; // by the voters, in the same order
  opponent: number;
  seed: number;
  ends: number;
  box: Box;
}
export const choosing = (phase: NezANez): boolean => phase.opponent === NOBODY;
export const corridorOf = (phase: NezANez): Corridor => ({ seed: phase.seed, since: phase.began, easy: phase.cast.doubled.includes(phase.cast.candidate) });
