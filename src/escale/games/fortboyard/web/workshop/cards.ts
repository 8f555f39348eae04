/** The blank cards of a host: what a card needs, exactly as cards.py says it. */
import { TRIALS } from '../trial/folders';
import type { OwnTrial, Riddle } from '../types';
import type { Language } from './counting';
import { occurs, ways } from './phrases';

export const LONGEST_NAME = 40;
export const SHORTEST_TEXT = 10;
export const LONGEST_TEXT = 400;
export const LONGEST_ANSWER = 60;
export const MOST_ANSWERS = 20;
export const MOST_CARDS = 500;
const THEMES: readonly unknown[] = [
  'object',
  'nature',
  'time',
  'letters',
  'numbers',
  'sea',
  'fort',
  'body',
  'home',
  'people',
  'own',
];

/** What is wrong with a card, as a key of the texts: `cards.<fault>`. */
export type Fault =
  | 'not-toml'
  | 'no-card'
  | 'unknown-header'
  | 'unknown-field'
  | 'missing'
  | 'not-text'
  | 'bad-name'
  | 'twice'
  | 'text-length'
  | 'bad-theme'
  | 'bad-difficulty'
  | 'not-answers'
  | 'empty-answer'
  | 'long-answer'
  | 'answer-in-text'
  | 'not-yes-or-no'
  | 'too-many'
  | 'long-card';
export interface Problem {
  fault: Fault;
  field: string;
  detail: string;
}
export type Card = Record<string, unknown>;
export type Sort = 'riddle' | 'trial';

/** Characters, as the rules count them: a smiley is one. */
export const lengthOf = (text: string): number => [...text].length;
// eslint-disable-next-line no-control-regex -- Python strips these as blanks
export const strip = (text: string): string => text.replace(/^[\s\x1c-\x1f\x85]+|[\s\x1c-\x1f\x85]+$/g, '');
/** On one line, and all of it to be seen; French puts no-break spaces before some marks. */
const printable = (name: string): boolean => !/[\p{C}\p{Z}]/u.test(name.replace(/[ \u00a0\u202f]/g, ''));

export function cardProblems(card: Card, sort: Sort, taken: readonly string[], language: Language): Problem[] {
  const found: Problem[] = [];
  const add = (fault: Fault, field: string, detail = ''): void => void found.push({ fault, field, detail });
  const { name, text } = card;
  for (const field of ['name', 'text'])
    if (field in card && typeof card[field] !== 'string') add('not-text', field, field);
  if (typeof name === 'string') {
    if (!strip(name) || lengthOf(strip(name)) > LONGEST_NAME || !printable(name)) add('bad-name', 'name');
    if (taken.includes(strip(name)) || (sort === 'trial' && TRIALS.includes(strip(name))))
      add('twice', 'name', strip(name));
    else if (taken.length >= MOST_CARDS) add('too-many', '');
  } else if (taken.length >= MOST_CARDS) add('too-many', '');
  if (typeof text === 'string' && (lengthOf(strip(text)) < SHORTEST_TEXT || lengthOf(strip(text)) > LONGEST_TEXT))
    add('text-length', 'text');
  if (sort === 'trial') return found;
  if ('theme' in card && !THEMES.includes(card.theme)) add('bad-theme', 'theme');
  if ('difficulty' in card && ![1, 2, 3, 4].includes(card.difficulty as number)) add('bad-difficulty', 'difficulty');
  if ('one_answer_only' in card && typeof card.one_answer_only !== 'boolean') add('not-yes-or-no', 'one_answer_only');
  if ('answers' in card) found.push(...answerProblems(card.answers, typeof text === 'string' ? text : '', language));
  return found;
}

function* answerProblems(answers: unknown, question: string, language: Language): Generator<Problem> {
  if (
    !Array.isArray(answers) ||
    !answers.length ||
    answers.length > MOST_ANSWERS ||
    !answers.every((one) => typeof one === 'string')
  ) {
    yield { fault: 'not-answers', field: 'answers', detail: '' };
    return;
  }
  for (const answer of answers as string[]) {
    const fault: Fault | '' =
      lengthOf(answer) > LONGEST_ANSWER
        ? 'long-answer'
        : !ways(answer, language).length
          ? 'empty-answer'
          : occurs(answer, question, language)
            ? 'answer-in-text'
            : '';
    if (fault) yield { fault, field: 'answers', detail: answer };
  }
}

/** What this host has written before, on this device. */
const KEY = 'escale-fort-cards';
export interface Kept {
  riddles: Riddle[];
  trials: OwnTrial[];
}
export function kept(): Kept {
  try {
    return { riddles: [], trials: [], ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return { riddles: [], trials: [] };
  }
}
export function keep(cards: Partial<Kept>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), ...cards }));
  } catch {
    // They last as long as the page.
  }
}
