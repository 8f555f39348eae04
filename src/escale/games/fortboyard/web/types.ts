/** What Les Clés de Fort Boyard shows of a table (rules.py: State). A phase is told by its `kind`; trials add phases of their own. */
import type { Plain } from '$web/wire/types';

export type Square = 'start' | 'plain' | 'or' | 'and' | 'guardian' | 'tiger';
/** In place of a value that this seat may not know. */
export interface Hidden { kind: 'Hidden' }
export interface Cell { black: number; red: number }
export interface Purse { seat: number; black: number; red: number; count: number; notes: number[] | Hidden; counted: boolean }
export interface News { number: number; what: string; seat: number; player: number; count: number; text: string }
export interface Cast { candidate: number; opponents: number[]; doubled: number[] }
export interface Riddle { name: string; theme: string; difficulty: number; text: string; answers: string[]; one_answer_only: boolean }
export interface OwnTrial { name: string; text: string }
export interface Options { language: 'fr' | 'en' | 'de'; trials: 'online' | 'table'; hourglass: number; roll_pace: number; plan: string; riddles: Riddle[]; own_trials: OwnTrial[] }

export interface FirstRoll { kind: 'FirstRoll'; among: number[]; rolls: number[]; roller: number }
export interface Turn { kind: 'Turn'; seat: number; walked: boolean }
export interface AtCell { kind: 'AtCell'; seat: number; square: number; failed: boolean }
export interface Trying { kind: 'Trying'; candidate: number; place: number; name: string; ready: number[]; doubled: number[] }
export interface AroundTable { kind: 'AroundTable'; cast: Cast; name: string; turns: number; votes: (boolean | null | Hidden)[]; voted: number[]; ends: number; stage: 'playing' | 'running' }
export interface Riddling { kind: 'Riddling'; candidate: number; reader: number }
export interface Asked {
  kind: 'Asked'; candidate: number; reader: number; began: number; card: Riddle | Hidden; text: string; once: boolean; turned: boolean; answers: string[];
  roller: number; may_roll: number; rolled: (number | null)[]; single: boolean; throws: number; repeats: number;
}
export interface Chest { kind: 'Chest'; opener: number; roller: number; ends: number; rolls_by: number; stage: 'opening' | 'racing' | 'bonus'; taken: number }
export interface Notes { kind: 'Notes'; opener: number; left: number }
export interface KeysBack { kind: 'KeysBack'; opener: number }
export interface Dice { kind: 'Dice'; number: number }
export interface Ended { kind: 'Ended'; ending: string }
export type KnownPhase = FirstRoll | Turn | AtCell | Trying | AroundTable | Riddling | Asked | Chest | Notes | KeysBack | Dice | Ended;
/** A phase of a trial: all of them have a cast; duels have results, a bout and when it began. */
export interface TrialPhase { kind: string; cast: Cast; began?: number; results?: boolean[]; bout?: number; ends?: number; [field: string]: unknown }

export interface Seen {
  options: Options;
  squares: Square[];
  cells: Cell[];
  pawns: number[];
  purses: Purse[];
  chest: number;
  read: number[];
  dice: number[];
  news: News[];
  now: number;
  phases: (KnownPhase | TrialPhase)[];
}

const KNOWN = new Set<string>(['FirstRoll', 'Turn', 'AtCell', 'Trying', 'AroundTable', 'Riddling', 'Asked', 'Chest', 'Notes', 'KeysBack', 'Dice', 'Ended'] satisfies KnownPhase['kind'][]);

export const NOBODY = -1;
export const TO_OPEN = 4; // keys
export const KEPT = 2; // keys that an opener keeps
export const isKnown = (phase: KnownPhase | TrialPhase): phase is KnownPhase => KNOWN.has(phase.kind);
export const top = (seen: Seen): KnownPhase | TrialPhase => seen.phases[seen.phases.length - 1]!;
/** The phase of this kind that is open, if any: dice in the air lie above what they were thrown for. */
export const open = <K extends KnownPhase['kind']>(seen: Seen, kind: K): Extract<KnownPhase, { kind: K }> | null =>
  (seen.phases.findLast((phase) => phase.kind === kind) as Extract<KnownPhase, { kind: K }> | undefined) ?? null;
/** The trial that is being played on the page, if any. */
export const trialOf = (seen: Seen): TrialPhase | null => (seen.phases.findLast((phase) => !isKnown(phase)) as TrialPhase | undefined) ?? null;
export const hidden = (value: unknown): value is Hidden => typeof value === 'object' && value !== null && (value as { kind?: Plain }).kind === 'Hidden';
export const notesOf = (purse: Purse): number[] | null => (hidden(purse.notes) ? null : purse.notes);
export const keysOf = (piece: { black: number; red: number }): number => piece.black + piece.red;
export const sum = (notes: readonly number[]): number => notes.reduce((all, one) => all + one, 0);
export const hasCell = (square: Square): boolean => square !== 'start' && square !== 'tiger';
/** With a no-break space between the thousands, which every language understands. */
export const money = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
