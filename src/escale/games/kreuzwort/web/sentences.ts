/** The sentences of the table: the same words as the text board (board.py), with the names of the players. */
import type { Say } from '$web/app/texts.svelte';
import type { SeatInfo } from '$web/gameUi';
import { capitals, stood } from '$web/kit/words';
import { beginningSentences } from './beginning';
import { IDENTITIES, isRing, seenBy, type Cell, type Side } from './ground';
import {
  change,
  height,
  points,
  seatAt,
  spotAt,
  type Colour,
  type Played,
  type Pyramid,
  type Ruling,
  type Seen,
  type Way,
} from './types';

const nameOf = (colour: Colour): string => (colour === 'black' || colour === 'grey' ? colour : IDENTITIES[colour]);
export const colourName = (colour: Colour, say: Say): string => say(`colours.${nameOf(colour)}`);

export function pyramidSentence(pyramid: Pyramid, seen: Seen, seats: readonly SeatInfo[], say: Say): string {
  const told = say('board.letter', {
    colour: colourName(pyramid.colour, say),
    letter: pyramid.letter,
    count: pyramid.value,
  });
  if (!pyramid.owner) return told;
  return say('board.owned', {
    pyramid: told,
    who: seats[seatAt(seen, pyramid.owner)] ?? colourName(pyramid.owner, say),
  });
}
/** “Row 5, column 7: black D, 1 point, 2 beneath”; and what a plan makes of it. */
export function cellSentence(
  seen: Seen,
  side: Side,
  cell: Cell,
  way: Pick<Way, 'cells' | 'sources'> | null,
  seats: readonly SeatInfo[],
  say: Say,
): string {
  const [row, column] = seenBy(side, cell);
  const spot = spotAt(seen, cell);
  const top = spot.stack[0];
  const what = top
    ? say(height(spot) > 1 ? 'board.pile' : 'board.pyramid', {
        pyramid: pyramidSentence(top, seen, seats, say),
        below: height(spot) - 1,
      })
    : spot.printed && spot.ink
      ? say('board.printed', { colour: colourName(spot.ink, say), letter: spot.printed })
      : say(isRing(cell) ? 'face.ring-free' : 'face.free');
  const told = say('face.cell', { row: row + 1, column: column + 1, what });
  const place = way?.cells.indexOf(cell) ?? -1;
  if (!way) return told;
  if (place >= 0) {
    const from = way.sources[place]!;
    const letter = spotAt(seen, from).stack[0]?.letter ?? spotAt(seen, from).printed;
    return `${told}. ${say(from === cell ? 'face.used-here' : 'face.set-here', { letter, place: place + 1 })}`;
  }
  return way.sources.includes(cell) ? `${told}. ${say('face.lifted')}` : told;
}

export function refusal(
  ruling: Pick<Ruling, 'reason'> & { details: Ruling['details'] | Record<string, string | number> },
  say: Say,
): string {
  return say(
    `refusals.${ruling.reason}`,
    Array.isArray(ruling.details) ? Object.fromEntries(ruling.details) : ruling.details,
  );
}
/** In a list of names. */
export const calledIn = (seat: SeatInfo | undefined, say: Say): string =>
  seat?.self ? say('plate.you') : (seat?.name ?? '');
/** A turn that is over, in a line or two. */
export function turnSentence(played: Played, turn: number, seats: readonly SeatInfo[], say: Say): string {
  const [who, word] = [seats[played.seat] ?? '', capitals(played.spelling)];
  if (stood(played)) {
    const risen = say('board.risen', { count: change(played.gained, played.seat, seats.length) });
    const line = `${say('board.stood', { turn, who, word, count: points(played.gained) })} ${risen}`;
    return played.contested.length
      ? `${line} ${say('board.contested-right', { who: played.contested.map((seat) => calledIn(seats[seat], say)).join(', ') })}`
      : line;
  }
  const reason = refusal(played.ruling, say);
  return word ? say('board.wrong', { turn, who, word, reason }) : say('board.nothing', { turn, who, reason });
}
/** The last turn; before the first, why it is whose turn it is. */
export const lastTurn = (seen: Seen, seats: readonly SeatInfo[], say: Say): string => {
  const played = seen.history.at(-1);
  return played
    ? turnSentence(played, seen.history.length, seats, say)
    : (beginningSentences(seen, seats, say).at(-1) ?? '');
};

/** Where a word would run: its row or column, and how it leaves it on the ring. */
export function wayTitle({ cells }: Pick<Way, 'cells'>, side: Side, say: Say, brief = false): string {
  const at = cells.map((cell) => seenBy(side, cell));
  const inside = cells.flatMap((cell, i) => (isRing(cell) ? [] : [i]));
  const [first, last] = [inside[0] ?? 0, inside.at(-1) ?? 0];
  const near = at[first]!;
  const next = at[last > first ? last : last < at.length - 1 ? last + 1 : last] ?? near;
  const level = next[0] === near[0] && (next !== near || (first > 0 && at[first - 1]![0] === near[0]));
  const line = level ? say('face.row', { row: near[0] + 1 }) : say('face.column', { column: near[1] + 1 });
  const wayOf = ([r1, c1]: [number, number], [r2, c2]: [number, number]): string =>
    r2 > r1 ? 'down' : r2 < r1 ? 'up' : c2 > c1 ? 'right' : 'left';
  const bends = last < at.length - 2;
  if (bends) {
    const way = wayOf(at[last + 1]!, at[last + 2]!);
    return brief ? say(`face.edge-${way}`) : say('face.line-edge', { line, way: say(`face.${way}`) });
  }
  if (first > 1) return brief ? say('face.from-edge-brief') : say('face.from-edge', { line });
  return brief ? line : say('face.line-way', { line, way: say(`face.${wayOf(at[0]!, at.at(-1)!)}`) });
}
/** What a way takes: own pyramids, those of others, print. */
export function wayTakes(way: Way, seen: Seen, side: Side, say: Say): string {
  const counts = new Map<string, number>();
  let printed = 0;
  way.cells.forEach((cell, i) => {
    const pyramid = spotAt(seen, way.sources[i]!).stack[0];
    if (!pyramid) printed += 1;
    else if (way.sources[i] !== cell) {
      const key = pyramid.colour === side || pyramid.owner === side ? 'own' : nameOf(pyramid.colour);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  });
  const order = ['own', 'blue', 'yellow', 'red', 'green', 'grey'].filter((key) => counts.has(key));
  const moved = order.length
    ? say('face.moves', { list: order.map((key) => say(`face.moved-${key}`, { count: counts.get(key)! })).join(', ') })
    : say('face.moves-none');
  return printed ? `${moved}; ${say('face.prints', { count: printed })}` : moved;
}
