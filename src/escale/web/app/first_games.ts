/** What this device remembers of first games: of which boxes one was finished here, and which tables were made to be gentle. */
const KEY = 'escale-first';
const MOST = 8; // gentle tables

interface Kept {
  finished: string[]; // games
  gentle: string[]; // tables
}

function stored(): Kept {
  const none = { finished: [], gentle: [] };
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return none; // no storage (a private window), or not ours
  }
}
let kept: Kept | undefined;
const now = (): Kept => (kept ??= stored());

function keep(some: Partial<Kept>): void {
  kept = { ...now(), ...some };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // It lasts as long as the page.
  }
}

export const hasFinished = (game: string): boolean => now().finished.includes(game);
export function finish(game: string): void {
  if (!hasFinished(game)) keep({ finished: [...now().finished, game] });
}
export const isGentle = (table: string): boolean => now().gentle.includes(table);
export const beGentle = (table: string): void => keep({ gentle: [...now().gentle, table].slice(-MOST) });
