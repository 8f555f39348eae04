/** What this device remembers of first games: of which boxes one was finished here, and which tables were made to be gentle. */
import { store, stored } from './stored';

const KEY = 'escale-first';
const MOST = 8; // gentle tables

interface Kept {
  finished: string[]; // games
  gentle: string[]; // tables
}

let kept: Kept | undefined;
const now = (): Kept => (kept ??= { finished: [], gentle: [], ...stored<Kept>(KEY) });

function keep(some: Partial<Kept>): void {
  kept = { ...now(), ...some };
  store(KEY, kept);
}

export const hasFinished = (game: string): boolean => now().finished.includes(game);
export function finish(game: string): void {
  if (!hasFinished(game)) keep({ finished: [...now().finished, game] });
}
export const isGentle = (table: string): boolean => now().gentle.includes(table);
export const beGentle = (table: string): void => keep({ gentle: [...now().gentle, table].slice(-MOST) });
