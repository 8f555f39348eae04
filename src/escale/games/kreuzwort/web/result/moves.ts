/** The moves of a match for its replay: a move is over when its turn is in the history. */
import type { Say } from '$web/app/texts.svelte';
import type { Judgement, Move } from '$web/gameUi';
import type { Plain } from '$web/wire/types';
import { capitals, points, stood, type Seen } from '../types';

/** What review.py says of a word on the board. */
export interface Judged {
  word: string;
  score: number;
  cells: number[];
  sources: number[];
}

export function move(after: Seen, before: Seen, say: Say): Move | null {
  if (after.history.length <= before.history.length) return null;
  const played = after.history.at(-1)!;
  const { seat, ruling, word, spelling, gained, contested } = played;
  const name = word ? capitals(spelling || word) : say('result.nothing');
  if (!stood(played))
    return { seat, name, gain: 0, refused: word !== '', note: say(`refusals-short.${ruling.reason}`) };
  return {
    seat,
    name,
    gain: points(gained),
    refused: false,
    note: contested.length ? say('result.contested', { count: contested.length }) : '',
  };
}

export function judge(plain: Plain, say: Say): Judgement {
  const { word, score, cells, sources } = plain as unknown as Judged;
  return {
    name: word,
    gain: score,
    note: say('result.moved', { count: cells.filter((cell, i) => cell !== sources[i]).length }),
  };
}
