/** What lies by hand, read as a line: the shortest path through all that was set, with the letters that stand in between. */
import { tracks, type Cell, type Side } from './ground';
import type { Pin } from './plan.svelte';
import { letterAt, type Seen } from './types';

export function pathThrough(seen: Seen, side: Side, pins: readonly Pin[]): readonly Pin[] {
  if (pins.length < 2) return pins;
  const set = new Map(pins);
  const lifted = new Set(pins.filter(([cell, source]) => cell !== source).map(([, source]) => source));
  const has = (cell: Cell): boolean => set.has(cell) || (letterAt(seen, cell) !== '' && !lifted.has(cell));
  let best: Cell[] = [];
  let least = Infinity;
  for (const track of tracks(side)) {
    const places = pins.map(([cell]) => track.indexOf(cell));
    if (places.includes(-1)) continue;
    const part = track.slice(Math.min(...places), Math.max(...places) + 1);
    const cost = part.length + 100 * part.filter((cell) => !has(cell)).length;
    if (cost < least) [best, least] = [part, cost];
  }
  if (!best.length) return pins; // in no line: the game says so
  return best.map((cell): Pin => [cell, set.get(cell) ?? cell]);
}
