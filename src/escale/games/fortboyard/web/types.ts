/** What Les Clés de Fort Boyard shows of a table (generated.ts). Trials add phases of their own to those of the fort. */
import type { Cast, Cell as AnyCell, Hidden, Purse, Riddle as AnyRiddle, State, Trial } from './generated';

export type {
  AroundTable,
  Asked,
  AtCell,
  Cast,
  Chest,
  FirstRoll,
  Hidden,
  News,
  Notes,
  Options,
  Purse,
  Trying,
  Turn,
} from './generated';
export type Seen = State;
// The page makes some of these itself, without their kind.
export type Cell = Omit<AnyCell, 'kind'>;
export type Riddle = Omit<AnyRiddle, 'kind'>;
export type OwnTrial = Omit<Trial, 'kind'>;
export type Square = State['squares'][number];
export type Phase = State['phases'][number];
/** A phase of a trial: all of them have a cast; duels have results, a bout and when it began. */
export type TrialPhase = Exclude<Extract<Phase, { cast: Cast }>, { kind: 'AroundTable' }>;
export type KnownPhase = Exclude<Phase, TrialPhase>;

const KNOWN = new Set<string>([
  'FirstRoll',
  'Turn',
  'AtCell',
  'Trying',
  'AroundTable',
  'Riddling',
  'Asked',
  'Chest',
  'Notes',
  'KeysBack',
  'Dice',
  'Ended',
] satisfies KnownPhase['kind'][]);

export const NOBODY = -1;
export const TO_OPEN = 4; // keys
export const KEPT = 2; // keys that an opener keeps
export const isKnown = (phase: Phase): phase is KnownPhase => KNOWN.has(phase.kind);
/** The phase of this kind that is open, if any: dice in the air lie above what they were thrown for. */
export const open = <K extends KnownPhase['kind']>(seen: Seen, kind: K): Extract<KnownPhase, { kind: K }> | null =>
  (seen.phases.findLast((phase) => phase.kind === kind) as Extract<KnownPhase, { kind: K }> | undefined) ?? null;
/** The trial that is being played on the page, if any. */
export const trialOf = (seen: Seen): TrialPhase | null =>
  seen.phases.findLast((phase): phase is TrialPhase => !isKnown(phase)) ?? null;
export const hidden = (value: unknown): value is Hidden =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'Hidden';
export const notesOf = (purse: Purse): number[] | null => (hidden(purse.notes) ? null : purse.notes);
export const keysOf = (piece: { black: number; red: number }): number => piece.black + piece.red;
export const sum = (notes: readonly number[]): number => notes.reduce((all, one) => all + one, 0);
export const hasCell = (square: Square): boolean => square !== 'start' && square !== 'tiger';
/** With a no-break space between the thousands, which every language understands. */
export const money = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
