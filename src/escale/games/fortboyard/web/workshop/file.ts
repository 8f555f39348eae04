/** A file of cards, TOML, as cards.py reads it: the same cards, and the same mistakes with their lines. */
import type { OwnTrial, Riddle } from '../types';
import { cardProblems, LONGEST_NAME, lengthOf, strip, type Card, type Fault, type Problem, type Sort } from './cards';
import type { Language } from './counting';

export const LONGEST_CARD = 10_000; // characters, with all that TOML adds
export const MOST_PROBLEMS = 100; // that are told at once

export interface Misread extends Problem {
  line: number;
}
export interface Found {
  riddles: Riddle[];
  trials: OwnTrial[];
  problems: Misread[];
}

const FIELDS: Record<Sort, readonly string[]> = {
  riddle: ['name', 'text', 'answers', 'theme', 'difficulty', 'one_answer_only'],
  trial: ['name', 'text'],
};
const NEEDED = ['name', 'text', 'answers'];
// eslint-disable-next-line no-control-regex -- Python strips these as blanks
const HEADER = /^[\s\x1c-\x1f\x85]*(\[\[[^\n]*?\]\])[\s\x1c-\x1f\x85]*(#[^\n]*)?$/;
const cut = (text: string): string => [...text].slice(0, LONGEST_NAME).join('');
const NEWER = /(?<!\\)((?:\\\\)*)\\[ex]/g; // escapes of TOML 1.1, which not every reader knows
type Parse = (text: string) => Card;

/** Each card is read by itself, so that a mistake in one does not hide those in the others. */
export async function readCards(file: string, language: Language): Promise<Found> {
  const toml = await import('smol-toml');
  // Whole numbers are told from others: 2.0 is no difficulty.
  const parse: Parse = (text) => toml.parse(text, { integersAsBigInt: true, maxDepth: 100 });
  const strictly: Parse = (text) => (parse(text.replace(NEWER, '$1\\q')), parse(text));
  const found: Found = { riddles: [], trials: [], problems: [] };
  const lines = file
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .split('\n');
  const starts = lines.flatMap((line, i) => (HEADER.test(line) ? [i] : []));
  const outside = lines
    .slice(0, starts[0] ?? lines.length)
    .findIndex((line) => strip(line) && !strip(line).startsWith('#'));
  if (outside >= 0)
    found.problems.push({ line: outside + 1, fault: 'no-card', field: '', detail: cut(strip(lines[outside]!)) });
  for (const [i, start] of starts.entries()) {
    if (found.problems.length >= MOST_PROBLEMS) break;
    readCard(lines.slice(start, starts[i + 1]), start + 1, strictly, language, found);
  }
  found.problems = found.problems.sort((a, b) => a.line - b.line).slice(0, MOST_PROBLEMS);
  return found;
}

function readCard(block: string[], first: number, parse: Parse, language: Language, found: Found): void {
  const header = HEADER.exec(block[0]!)![1]!.replaceAll(' ', '');
  const tell = (fault: Fault, detail = '', field = ''): void => {
    const written = block.findIndex(
      (line) => line.trimStart().startsWith(field) && line.trimStart().slice(field.length).trimStart().startsWith('='),
    );
    found.problems.push({ line: first + (field ? Math.max(0, written) : 0), fault, field, detail });
  };
  const sort: Sort | '' = header === '[[riddle]]' ? 'riddle' : header === '[[trial]]' ? 'trial' : '';
  if (!sort) return tell('unknown-header', cut(header));
  if (block.reduce((all, line) => all + lengthOf(line), 0) > LONGEST_CARD) return tell('long-card');
  let card: Card;
  try {
    card = parse(block.slice(1).join('\n'));
  } catch (error) {
    return void found.problems.push({
      line: first + mistaken(error, block),
      fault: 'not-toml',
      field: '',
      detail: whatIsWrong(error),
    });
  }
  if (typeof card.difficulty === 'bigint') card.difficulty = Number(card.difficulty);
  else if (typeof card.difficulty === 'number') card.difficulty = null;
  const before = found.problems.length;
  for (const field of FIELDS[sort]) if (NEEDED.includes(field) && !(field in card)) tell('missing', field);
  for (const field of Object.keys(card)) if (!FIELDS[sort].includes(field)) tell('unknown-field', field, field);
  const taken = (sort === 'riddle' ? found.riddles : found.trials).map(({ name }) => name);
  for (const { fault, field, detail } of cardProblems(card, sort, taken, language)) tell(fault, detail, field);
  if (found.problems.length > before) return;
  const plain = { ...card, name: strip(card.name as string), text: strip(card.text as string) };
  if (sort === 'trial') found.trials.push(plain);
  else found.riddles.push({ theme: 'own', difficulty: 2, one_answer_only: false, ...plain } as unknown as Riddle);
}

/** The line below the header that the parser stopped at; a quote that is not closed is found at the end, but the mistake is where the card is. */
function mistaken(error: unknown, block: string[]): number {
  const { line } = error as { line?: number };
  return line === undefined || line >= block.length ? 0 : line;
}
const whatIsWrong = (error: unknown): string =>
  (error as Error).message.split('\n')[0]!.replace('Invalid TOML document: ', '');
