/** Which tables this device is being guided at, and how far it has come. Stored on this device only; the server does not know it. */
import { store, stored } from './stored';

export interface Progress {
  shown: number[]; // the pages that have come, in this order
  at: number; // the place among them that is open
  read: boolean; // it is folded away
  since: number; // own turns that were played when the last of them came
  turns: number; // own turns that were played
  turn: readonly [number, number] | null; // at the last look: whose, and which of all
}

const KEY = 'escale-guided';
const MOST = 8; // tables; whoever begins more has long known the games

let kept: Partial<Record<string, Progress>> | undefined;

export const progressAt = (table: string): Progress | undefined =>
  (kept ??= stored<Record<string, Progress>>(KEY))[table];

/** `null`: the guide has ended there. */
export function keepProgress(table: string, progress: Progress | null): void {
  const { [table]: _, ...others } = (kept ??= stored<Record<string, Progress>>(KEY));
  const rest = Object.entries(others).slice(1 - MOST);
  kept = Object.fromEntries(progress ? [...rest, [table, progress]] : rest);
  store(KEY, kept);
}

export const beginGuide = (table: string): void =>
  keepProgress(table, { shown: [], at: -1, read: true, since: 0, turns: 0, turn: null });
