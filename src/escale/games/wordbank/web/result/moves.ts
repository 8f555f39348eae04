/** The moves of a match of Word Bank for its replay: a move is over when its turn is in the history. */
import type { Say } from '$web/app/texts.svelte';
import type { Judgement, Move } from '$web/gameUi';
import type { Plain } from '$web/wire/types';
import { wordMove } from '$web/kit/words';
import type { Direction, Seen } from '../types';

/** What review.py says of a placement: its word in capitals, all its cards in order of play, the safes that it closes. */
export interface Judged {
  word: string;
  start: number;
  direction: Direction;
  cards: number[];
  letters: string;
  stones: number;
  closes: number;
}

export const move = (after: Seen, before: Seen, say: Say): Move | null =>
  wordMove(after, before, say, say('result.nothing'), ({ letters, closed }) => ({
    gain: letters.length,
    extras: closed.length,
    note: closed ? say('result.closes', { count: closed.length, letters: [...closed].join(' ') }) : '',
  }));

export function judge(plain: Plain, say: Say): Judgement {
  const { word, direction, letters, stones, closes } = plain as unknown as Judged;
  const read = say(`result.read-${direction}`, { letters: [...letters].join(' ') });
  return {
    name: word,
    gain: stones,
    note: closes ? `${read}, ${say('result.closes-count', { count: closes })}` : read,
  };
}
