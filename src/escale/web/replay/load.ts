/** What is left of a match that is over: its replay for whoever looks on, its file, and the game's reviews. */
import { settings } from '../app/settings.svelte';
import { ask } from '../wire/api';
import type { Review } from '../wire/generated';
import type { Question, Replay, ReplayStep } from '../wire/types';
import type { MatchFile } from '../proof/proof';

export const loadReplay = (table: string): Promise<Replay> =>
  ask(`/api/tables/${table}/replay?language=${settings.language}`);
export const loadReview = (table: string, event: number): Promise<Review> =>
  ask(`/api/tables/${table}/review?event=${event}`);
export const matchPath = (table: string): string => `/api/tables/${table}/match`;
export const loadMatch = (table: string): Promise<MatchFile> => ask(matchPath(table));

/** What chance was asked in a match, by the place of its answer in the log (steps count from the state before it). */
export const questionsOf = (steps: ReplayStep[]): Map<number, Question> =>
  new Map(steps.flatMap(({ event, chance }) => (chance ? [[event - 1, chance] as const] : [])));
