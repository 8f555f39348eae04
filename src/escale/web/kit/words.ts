/** What the games with words share: a turn in their history, and how a word is written. */
import type { Say } from '$web/app/texts.svelte';
import type { Move } from '$web/gameUi';

/** A turn of the history, as the states of these games have it. */
export interface PlayedWord {
  seat: number;
  word: string;
  spelling: string;
  ruling: { reason: string };
}
export interface BestWord {
  word: string;
  gain: number;
}

export const capitals = (word: string): string => word.replaceAll('ß', 'ẞ').toUpperCase();
/** The address of a word's entry in the Wiktionary of its language; if its spelling is not sure, of the search that leads there. */
export const entryOf = (word: string, language: string, sure: boolean): string =>
  `https://${language}.wiktionary.org/wiki/${sure ? '' : 'Special:Search?go=Go&search='}${encodeURIComponent(word)}`;
/** Whether its spelling is that of the dictionary, with the capitals of German nouns. */
export const sureSpelling = (played: Pick<PlayedWord, 'ruling'>, { referee }: { referee: string }): boolean =>
  (referee === 'dictionary' || referee === 'friendly') && played.ruling.reason !== 'not-in-dictionary';
/** Whether the word of this turn was accepted. */
export const stood = (played: Pick<PlayedWord, 'ruling'>): boolean => !played.ruling.reason;

/** The accepted word of a seat that brought the most; the first of those that are equal. */
export const bestWord = <P extends PlayedWord>(
  history: readonly P[],
  seat: number,
  gain: (played: P) => number,
): BestWord | null =>
  history
    .filter((played) => played.seat === seat && stood(played))
    .map((played) => ({ word: capitals(played.spelling || played.word), gain: gain(played) }))
    .reduce<BestWord | null>((most, one) => (!most || one.gain > most.gain ? one : most), null);

/** The move of a replay that ends with this step: its turn is new in the history. Null: none does. */
export function wordMove<P extends PlayedWord>(
  after: { history: readonly P[]; options: { referee: string } },
  before: { history: readonly P[] },
  say: Say,
  nothing: string, // the name of a turn without a word
  brought: (played: P) => { gain: number; note: string; extras?: number },
): Move | null {
  if (after.history.length <= before.history.length) return null;
  const played = after.history[before.history.length]!; // after it, turns may have been missed
  const { seat, ruling, word, spelling } = played;
  const name = word ? capitals(spelling || word) : nothing;
  const look = word ? { word: spelling, sure: sureSpelling(played, after.options) } : undefined;
  const letters = word.length;
  if (!stood(played))
    return { seat, name, gain: 0, refused: word !== '', note: say(`refusals-short.${ruling.reason}`), look, letters };
  return { seat, name, refused: false, look, letters, ...brought(played) };
}
