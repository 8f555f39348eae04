/** The moves of a match for its replay: a move is over when its turn is in the history. */
import type { Say } from '$web/app/texts.svelte';
import type { Judgement, Move } from '$web/gameUi';
import type { Plain } from '$web/wire/types';
import { wordMove } from '$web/kit/words';
import { points, type Seen } from '../types';

/** What review.py says of a word on the board. */
export interface Judged {
  word: string;
  score: number;
  cells: number[];
  sources: number[];
  wrong?: string; // why it was no word, even if nobody contested it
}

export const move = (after: Seen, before: Seen, say: Say): Move | null =>
  wordMove(after, before, say, say('result.nothing'), ({ gained, contested }) => ({
    gain: points(gained),
    extras: 1,
    note: contested.length ? say('result.contested', { count: contested.length }) : '',
  }));

export function judge(plain: Plain, say: Say): Judgement {
  const { word, score, cells, sources, wrong } = plain as unknown as Judged;
  const moved = say('result.moved', { count: cells.filter((cell, i) => cell !== sources[i]).length });
  return { name: word, gain: score, note: wrong ? `${moved}; ${say(`refusals-short.${wrong}`)}` : moved };
}
