/** What is left of a match that is over: its frames for whoever looks on, its file, and the game's reviews. */
import { settings } from '../app/settings.svelte';
import type { Frame } from '../face';
import { ask } from '../wire/api';
import type { Plain, Question, Score } from '../wire/types';
import type { MatchFile } from './proof';

export interface Recording {
  frames: Frame<any>[];
  header: { game: string; options: Record<string, Plain>; players: { name: string; role: string }[] };
  score: Score;
}
export interface Review {
  played: Plain;
  best: Plain;
}

export const loadRecording = (table: string): Promise<Recording> =>
  ask(`/api/tables/${table}/replay?language=${settings.language}`);
export const loadReview = (table: string, event: number): Promise<Review> =>
  ask(`/api/tables/${table}/review?event=${event}`);
export const matchPath = (table: string): string => `/api/tables/${table}/match`;
export const loadMatch = (table: string): Promise<MatchFile> => ask(matchPath(table));

/** What chance was asked in a match, by the place of its answer in the log: frames count from the state before it. */
export const questionsOf = (frames: Frame[]): Map<number, Question> =>
  new Map(frames.flatMap(({ event, chance }) => (chance ? [[event - 1, chance] as const] : [])));
