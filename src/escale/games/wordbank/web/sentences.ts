/** The sentences of the table: the same words as the text board (board.py), with the names of the players. */
import type { Details, Say } from '$web/app/texts.svelte';
import type { SeatInfo } from '$web/gameUi';
import { capitals, stood } from '$web/kit/words';
import type { Played, Ruling, Safe, Seen, Way } from './types';

const COLOURS = ['blue', 'white', 'pink', 'orange', 'green'] as const;
export const colour = (seat: number): (typeof COLOURS)[number] => COLOURS[seat]!;
const listed = (parts: Iterable<string>): string => [...parts].join(', ');

export function safeSentence(safe: Safe, number: number, say: Say): string {
  const colours = listed(safe.stones.map((seat) => say(`colours.${colour(seat)}`)));
  return say('board.safe', {
    number,
    letter: safe.letter,
    free: say('board.free', { count: safe.spaces - safe.stones.length }),
    stones: safe.stones.length ? say('board.stones', { count: safe.stones.length, colours }) : say('board.no-stones'),
  });
}

export function refusal(ruling: Ruling, seats: readonly SeatInfo[], say: Say): string {
  const details: Details = Object.fromEntries(ruling.details);
  if ('seat' in details) details.seat = seats[Number(details.seat)] ?? details.seat!;
  return say(`refusals.${ruling.reason}`, details);
}

/** A turn that is over, in a line or two. */
export function turnSentence(played: Played, turn: number, seats: readonly SeatInfo[], say: Say): string {
  const who = seats[played.seat] ?? '';
  const word = capitals(played.spelling);
  if (stood(played)) {
    const line = say('board.stood', {
      turn,
      who,
      word,
      direction: say(`values.direction-${played.direction}`),
      letters: listed(played.letters),
    });
    return played.closed
      ? `${line} ${say('board.closing', { count: played.closed.length, letters: listed(played.closed) })}`
      : line;
  }
  const reason = refusal(played.ruling, seats, say);
  return word ? say('board.cancelled', { turn, who, word, reason }) : say('board.nothing', { turn, who, reason });
}
export const lastTurn = (seen: Seen, seats: readonly SeatInfo[], say: Say): string => {
  const played = seen.history.at(-1);
  return played ? turnSentence(played, seen.history.length, seats, say) : '';
};

/** How many stones are safe, and whose they are. */
export function stonesOf(
  stones: readonly number[],
  seats: readonly SeatInfo[],
  say: Say,
): { stones: string; whose: string } {
  const owners = seats
    .map((seat) => ({ seat, count: stones.filter((stone) => stone === seat.seat).length }))
    .filter(({ count }) => count);
  return {
    stones: say('face.stones-safe', { count: stones.length }),
    whose: listed(owners.map(({ seat, count }) => `${seat.self ? say('face.you') : seat.name} ${count}`)),
  };
}

/** What a way would do: safes that close, whose stones become safe, whether the game ends; and the stones left. */
export function outcomeSentence(way: Way, seats: readonly SeatInfo[], say: Say): [string, string] {
  const parts: string[] = [];
  if (way.closes.length) {
    const stones = way.closes.flatMap((safe) => safe.stones);
    parts.push(
      say('face.closing', {
        count: way.closes.length,
        letters: listed(way.closes.map((safe) => safe.letter)),
        ...stonesOf(stones, seats, say),
      }),
    );
  } else parts.push(say('face.no-closing'));
  if (way.ends) parts.push(say(`face.ends-${way.ends}`));
  return [parts.join(' '), way.ends ? '' : say('face.left', { count: way.left })];
}
