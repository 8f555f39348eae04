/**
 * What a trial's own stage gets: `trials/<name>/web/Stage.svelte`, the inside of a cell of the fort.
 *
 * The cell around it is drawn by web/trial/TrialStage.svelte: the arch, the title and the text of the card, the opponents in
 * order with what happened, the hourglass and the pips of the threshold. A stage draws a phase and sends actions; it fills
 * the room that it is given (width and height 100 %, on a dark ground: text in var(--st-ink) and var(--st-ink2), controls on
 * paper), and shows the candidate, the opponents and those who look on what is theirs. `still`: a picture only, no controls.
 *
 * The phases of a trial begin with its name: of the folder main_chaude are MainChaude, MainChaudeStrike...
 * A trial that is no duel tells the cell what to show with a function in the module script of its stage:
 *
 *     <script lang="ts" module>
 *       export const around = (phase: Anomalie): Partial<Around> => ({ ends: phase.ends, needed: 0 });
 *     </script>
 */
import type { Component } from 'svelte';
import type { Say } from '$web/app/texts.svelte';
import type { SeatInfo } from '$web/gameUi';
import type { Language, Offer, Outcome } from '$web/wire/types';
import type { Action } from './generated';
import type { Seen, TrialPhase } from './types';

export type { Action } from './generated';
/** `anytime`: for what has its moment (it carries its bout); it is not refused because the table has moved on in the meantime. */
export type Act = (action: Action, how?: { anytime?: boolean }) => Promise<Outcome>;

export interface StageProps<F = TrialPhase> {
  phase: F;
  seen: Seen;
  offers: Offer[]; // what this seat may do now; empty for who looks on
  me: number | null;
  still: boolean;
  seats: SeatInfo[];
  say: Say;
  language: Language;
  matchNow: () => number; // match time in ms, now: compare with `began`, `ends` and the like
  act: Act;
  tell: (text: string, urgent?: boolean) => void;
  doubled: boolean; // this seat has asked for doubled time
}

/** What the cell shows of a trial. For duels all of it is known from the cast and the results. */
export interface Around {
  opponent: number | null; // who is on the stage now; null: all of them
  results: (boolean | null)[]; // by opponents, in order: has the candidate won? null: not yet, or no such thing
  needed: number; // how many are to be won; 0: no pips
  won: number;
  ends: number | null; // match time when the sand is out; null: no sand runs
  lasts: number; // how long it runs in all, in ms
}

export interface StageModule {
  default: Component<StageProps>;
  around?: (phase: TrialPhase, seen: Seen) => Partial<Around>;
}

const DUELS: Record<number, number> = { 3: 1, 4: 2, 5: 2, 6: 3 }; // by players (pieces.py: Cast.needed)

export function aroundDuel(phase: TrialPhase, seen: Seen): Around {
  const { opponents } = phase.cast;
  const results = 'results' in phase ? phase.results : undefined;
  return {
    opponent: results ? (opponents[results.length] ?? null) : null,
    results: opponents.map((_, i) => results?.[i] ?? null),
    needed: results ? (DUELS[opponents.length + 1] ?? 0) : 0,
    won: results?.filter(Boolean).length ?? 0,
    ends: 'ends' in phase && phase.ends > 0 ? phase.ends : null,
    lasts: 1000 * seen.options.hourglass,
  };
}

/** The seat as every screen shows it. */
export const faceOf = (seats: SeatInfo[], seat: number): SeatInfo => seats[seat]!;
export const nameOf = (seats: SeatInfo[], seat: number): string => seats[seat]?.name ?? '';
