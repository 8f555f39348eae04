/** The blank cards of a host: what a card needs, as cards.py says it, and how a file of cards is read. */
import type { OwnTrial, Riddle } from '../types';

export const LONGEST_NAME = 40;
export const SHORTEST_TEXT = 10;
export const LONGEST_TEXT = 400;
export const LONGEST_ANSWER = 60;
export const MOST_ANSWERS = 20;
export const MOST_CARDS = 500;

/** What is wrong with a card, as a key of the texts: `cards.<fault>`. */
export type Fault = 'not-toml' | 'no-card' | 'unknown-header' | 'unknown-field' | 'missing' | 'bad-name' | 'twice' | 'text-length' | 'bad-difficulty' | 'not-answers' | 'long-answer' | 'answer-in-text' | 'not-yes-or-no' | 'too-many';
export interface Problem { fault: Fault; field: string; detail: string }
export interface Misread extends Problem { line: number }

const plain = (text: string): string => ` ${text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
const letters = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

function ofBoth({ name, text }: { name: unknown; text: unknown }, taken: readonly string[]): Problem[] {
  const found: Problem[] = [];
  const add = (fault: Fault, field: string, detail = ''): void => void found.push({ fault, field, detail });
  if (typeof name !== 'string' || !name.trim() || name.trim().length > LONGEST_NAME || /[\n\t]/.test(name)) add('bad-name', 'name');
  else if (taken.includes(name)) add('twice', 'name', name);
  if (typeof text !== 'string' || text.trim().length < SHORTEST_TEXT || text.trim().length > LONGEST_TEXT) add('text-length', 'text');
  return found;
}

export function riddleProblems(card: { [field in keyof Riddle]?: unknown }, taken: readonly string[]): Problem[] {
  const found = ofBoth({ name: card.name, text: card.text }, taken);
  const { answers, difficulty } = card;
  if (![1, 2, 3, 4].includes(difficulty as number)) found.push({ fault: 'bad-difficulty', field: 'difficulty', detail: '' });
  if (card.one_answer_only !== undefined && typeof card.one_answer_only !== 'boolean') found.push({ fault: 'not-yes-or-no', field: 'one_answer_only', detail: '' });
  if (!Array.isArray(answers) || !answers.length || answers.length > MOST_ANSWERS || !answers.every((one) => typeof one === 'string' && letters(one))) found.push({ fault: 'not-answers', field: 'answers', detail: '' });
  else {
    for (const answer of answers as string[]) {
      if (answer.length > LONGEST_ANSWER) found.push({ fault: 'long-answer', field: 'answers', detail: answer });
      else if (plain(answer).length > 4 && typeof card.text === 'string' && plain(card.text).includes(plain(answer))) found.push({ fault: 'answer-in-text', field: 'answers', detail: answer });
    }
  }
  return found;
}
export const trialProblems = (card: { name?: unknown; text?: unknown }, taken: readonly string[]): Problem[] => ofBoth({ name: card.name, text: card.text }, taken);

const FIELDS = { riddle: ['name', 'text', 'answers', 'theme', 'difficulty', 'one_answer_only'], trial: ['name', 'text'] } as const;
type Sort = keyof typeof FIELDS;
export interface Found { riddles: Riddle[]; trials: OwnTrial[]; problems: Misread[] }

/** A file of cards, TOML. Each card is read by itself, so that a mistake in one does not hide those in the others. */
export async function readCards(file: string): Promise<Found> {
  const { parse } = await import('smol-toml');
  const found: Found = { riddles: [], trials: [], problems: [] };
  const lines = file.replace(/^\ufeff/, '').split(/\r?\n/);
  const starts = lines.flatMap((line, i) => (/^\s*\[\[.*?\]\]\s*(#.*)?$/.test(line) ? [i] : []));
  const outside = lines.slice(0, starts[0] ?? lines.length).findIndex((line) => line.trim() && !line.trim().startsWith('#'));
  if (outside >= 0) found.problems.push({ line: outside + 1, fault: 'no-card', field: '', detail: lines[outside]!.trim() });
  starts.forEach((start, i) => readCard(lines.slice(start, starts[i + 1]), start, parse, found));
  return found;
}

function readCard(block: string[], start: number, parse: (text: string) => Record<string, unknown>, found: Found): void {
  const header = /\[\[\s*(.*?)\s*\]\]/.exec(block[0]!)![1]!;
  const tell = (fault: Fault, detail = '', field = ''): void => {
    const at = field ? block.findIndex((line) => new RegExp(`^\\s*${field}\\s*=`).test(line)) : 0;
    found.problems.push({ line: start + 1 + Math.max(0, at), fault, field, detail });
  };
  if (!(header in FIELDS)) return tell('unknown-header', header);
  const sort = header as Sort;
  let table: Record<string, unknown>;
  try {
    table = parse(block.slice(1).join('\n'));
  } catch (error) {
    return tell('not-toml', (error as Error).message.split('\n')[0]);
  }
  const before = found.problems.length;
  for (const field of Object.keys(table)) if (!(FIELDS[sort] as readonly string[]).includes(field)) tell('unknown-field', field, field);
  const cards = sort === 'riddle' ? found.riddles : found.trials;
  const taken = cards.map(({ name }) => name);
  if (cards.length >= MOST_CARDS) tell('too-many');
  const problems = sort === 'riddle' ? riddleProblems({ difficulty: 2, ...table }, taken) : trialProblems(table, taken);
  for (const { fault, field, detail } of problems) tell(field in table || fault === 'bad-difficulty' ? fault : 'missing', field in table ? detail : field, field);
  if (found.problems.length > before) return;
  const [name, text] = [table.name as string, (table.text as string).trim()];
  if (sort === 'trial') found.trials.push({ name, text });
  else found.riddles.push({ name, text, theme: (table.theme as string | undefined) ?? 'own', difficulty: (table.difficulty as number | undefined) ?? 2, answers: table.answers as string[], one_answer_only: table.one_answer_only === true });
}

/** What this host has written before, on this device. */
const KEY = 'escale-fort-cards';
export interface Kept { riddles: Riddle[]; trials: OwnTrial[] }
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
