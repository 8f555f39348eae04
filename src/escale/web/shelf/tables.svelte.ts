/** What the shelf shows: the boxes, the open tables, and one's own. */
import { beGentle, hasFinished } from '../app/first_games';
import { beginGuide } from '../app/guided';
import { settings } from '../app/settings.svelte';
import { say } from '../app/texts.svelte';
import { loadGameUi } from '../gameUi';
import { easyLevel } from '../table/botLevel';
import { ask, games, makeTable, newId, Problem } from '../wire/api';
import type { Found, GameInfo, Listed, ListedSeat, Plain, PlayInfo, Update, You } from '../wire/types';

/** A table of one's own, and whom it waits for: names are empty while that is not known. */
export interface Mine extends Listed {
  yours: boolean;
  waitsFor: string;
}
interface Known {
  number: number;
  you?: You;
  play?: PlayInfo;
}

const LOOKED_AT = 8; // tables whose turn is asked for; older ones wait below
const known = new Map<string, Known>();

class House {
  games = $state.raw<GameInfo[] | null>(null);
  mine = $state.raw<Mine[] | null>(null);
  open = $state.raw<Listed[] | null>(null);
  lost = $state(false); // the server does not answer
}
export const house = new House();

export async function loadGames(): Promise<void> {
  try {
    house.games = await games();
    house.lost = false;
  } catch {
    house.lost = true;
  }
}

async function whoseTurn(table: Listed): Promise<Mine> {
  if (table.status !== 'playing') return { ...table, yours: false, waitsFor: '' };
  const before = known.get(table.table) ?? { number: 0 };
  const { number, you, play } = await ask<Update>(`/api/tables/${table.table}?since=${before.number}`);
  const now: Known = { number, you: you ?? before.you, play: play ?? before.play };
  known.set(table.table, now);
  const awaits = now.play?.awaits ?? [];
  return {
    ...table,
    yours: awaits.some((seat) => now.you?.seats.includes(seat)),
    waitsFor: awaits.map((seat) => table.seats[seat]?.name).join(', '),
  };
}

const rank = (table: Mine): number =>
  table.yours ? 0 : table.status === 'playing' ? 1 : table.status === 'gathering' ? 2 : 3;

/** The tables as they are now. */
export async function loadTables(): Promise<void> {
  try {
    const [mine, open] = await Promise.all([ask<Listed[]>('/api/tables/mine'), ask<Listed[]>('/api/tables')]);
    const looked = await Promise.all(
      mine.slice(0, LOOKED_AT).map((table) => whoseTurn(table).catch(() => ({ ...table, yours: false, waitsFor: '' }))),
    );
    house.mine = looked.sort((a, b) => rank(a) - rank(b));
    const own = new Set(mine.map((table) => table.table));
    house.open = open.filter((table) => !own.has(table.table));
    house.lost = false;
  } catch {
    house.lost = true;
  }
}

export const seated = (seats: ListedSeat[]): number => seats.filter((seat) => seat.kind !== 'empty').length;

/** The name at the table: nobody is asked for one before the first move. Others read it, and it stands in sentences: never “you”. */
export const myName = (): string => settings.name.trim() || say('parts.guest');

/** The options that follow from this page: its language, where a game has one. */
export function ownOptions(game: GameInfo): Record<string, Plain> {
  return game.options.properties?.language?.enum?.includes(settings.language) ? { language: settings.language } : {};
}

/** Has a game of this box been finished here? Then its first one need not be gentle. */
const isKnown = ({ name }: GameInfo): boolean =>
  hasFinished(name) || (house.mine ?? []).some((table) => table.game === name && table.status === 'over');

/** One tap: a table with bots that begins at once. Without bots in the box, the way leads to a new table. */
export async function playNow(game: GameInfo): Promise<string> {
  if (!game.levels.length) return `/games/${game.name}/new`;
  if (!isKnown(game)) {
    const { table, path } = await firstGame(game);
    beGentle(table);
    return path;
  }
  const [fewest, most] = game.players;
  const others = Math.min(Math.max(3, fewest), most) - 1;
  const seats: ('me' | number)[] = ['me', ...Array.from({ length: others }, () => easyLevel(game))];
  return (
    await makeTable({ id: newId(), game: game.name, name: myName(), seats, options: ownOptions(game), start: true })
  ).path;
}

/** A first game: the fewest players, patient bots, no clock, and what the game itself thinks best to begin with. */
async function firstGame(game: GameInfo, guided = false): Promise<Found> {
  const ui = await loadGameUi(game.name).catch(() => null); // the table asks for it again, and says so
  const [fewest, most] = game.players;
  const others = Math.min(Math.max(2, fewest), most) - 1;
  const seats: ('me' | number)[] = ['me', ...Array.from({ length: others }, () => Math.min(...game.levels))];
  const more = guided ? ui?.guide?.options?.(settings.language) : {};
  return await makeTable({
    id: newId(),
    game: game.name,
    name: myName(),
    seats,
    options: { ...ownOptions(game), ...ui?.gentle, ...more },
    start: true,
  });
}

/** The same, led by the hand. */
export async function playGuided(game: GameInfo): Promise<string> {
  const { table, path } = await firstGame(game, true);
  beginGuide(table);
  return path;
}

/** A match that was carried away goes on at a new table. */
export async function bring(file: File): Promise<string> {
  let match: unknown;
  try {
    match = JSON.parse(await file.text());
  } catch {
    throw new Problem(400, 'bad-match-file', '');
  }
  return (await ask<Found>(`/api/matches?id=${newId()}&name=${encodeURIComponent(myName())}`, match)).path;
}
