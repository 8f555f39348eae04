/** Duels with gestures (face_to_face.py): hands are put in place, the bout is played, and its end is looked at. */
import type { Offer } from '$web/wire/types';
import type { Cast, TrialPhase } from '../../web/types';

export type FaceToFace = Extract<TrialPhase, { placed: number[] }>;

export const opponentOf = (phase: FaceToFace): number => phase.cast.opponents[phase.results.length]!;
export const pairOf = (phase: FaceToFace): [number, number] => [phase.cast.candidate, opponentOf(phase)];
export const offered = (offers: Offer[], action: string): boolean => offers.some((offer) => offer.action === action);
/** Twice as long for who asked for it (pieces.py: Cast.window). */
export const windowOf = (cast: Cast, seat: number, ms: number): number => ms * (cast.doubled.includes(seat) ? 2 : 1);

/** Keys belong to a stage unless somebody writes, or a dialog is open. */
export const isFree = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !(event.target as Element).closest?.('input, textarea, select, dialog, [role="dialog"], [role="menu"]') &&
  !document.querySelector('dialog[open]');
