/**
 * The fairness certificate, computed on the reader's own device from the exported match file: docs/decisions/0003-chance.md
 * says how, src/escale/core/{chance,match,proof}.py do the same in Python.
 *
 * What is proved: the secret is the one that the server had committed to, the salts are those that the players had pledged, all
 * of them were revealed before the first draw, and every outcome follows from them and from what the rules asked. The questions
 * themselves come from the server with the replay; `escale verify` works them out from the rules.
 */
import type { Question } from '../wire/types';
import { digests, fromHex, toHex, type Bytes, type Digests } from './digest';

export interface LoggedEvent {
  kind: string;
  at: number;
  seat?: number;
  salt?: string;
  secret?: string;
  result?: number[];
  [field: string]: unknown;
}
export interface MatchFile {
  format: string;
  header: {
    match: string;
    commitment: string;
    players: { name: string; role: string; pledge: string }[];
    [field: string]: unknown;
  };
  log: LoggedEvent[];
  secret?: string;
}
/** What chance was asked, by the place of its answer in the log. */
export type Questions = ReadonlyMap<number, Question>;

export type Reason =
  | 'no-match-file'
  | 'secret-breaks-commitment'
  | 'secret-not-revealed'
  | 'secret-told-too-early'
  | 'salt-too-late'
  | 'salt-breaks-pledge'
  | 'drawn-before-all-salts'
  | 'draw-not-proved'
  | 'draw-not-awaited'
  | 'draw-missing'
  | 'time-runs-backwards';
/** One thing that was checked. `reason` is empty if it holds. `place` is that of the event; null: the match as a whole. */
export type Finding =
  | { about: 'secret' | 'file'; place: number | null; reason: Reason | '' }
  | { about: 'salt'; place: number; seat: number; reason: Reason | '' }
  | {
      about: 'draw';
      place: number;
      question: Question | null;
      drawn: number[];
      computed: number[] | null;
      reason: Reason | '';
    };

const LETTERS = new TextEncoder();
const WHOLE = 2 ** 32;

const isKey = (text: unknown): text is string =>
  typeof text === 'string' && text.length % 2 === 0 && /^[0-9a-f]{32,128}$/.test(text);
const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);

/** An endless stream of 32-bit numbers, eight from each HMAC. */
async function* numbers(
  sign: (message: Bytes) => Promise<Bytes>,
  context: string,
  place: number,
): AsyncGenerator<number, never> {
  for (let block = 0; ; block += 1) {
    const view = new DataView((await sign(LETTERS.encode(`${context}|${place}|${block}`))).buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

/** A fair number from 0 to `limit` - 1: those in the last, incomplete round are thrown away. */
async function below(limit: number, stream: AsyncGenerator<number, never>): Promise<number> {
  if (!Number.isInteger(limit) || limit < 1 || limit > WHOLE) throw new RangeError(`cannot choose among ${limit}`);
  const whole = WHOLE - (WHOLE % limit);
  for (;;) {
    const { value } = await stream.next();
    if (value < whole) return value % limit;
  }
}

async function distinct(count: number, size: number, stream: AsyncGenerator<number, never>): Promise<number[]> {
  if (!(count >= 0 && count <= size && size <= 1_000_000)) throw new RangeError(`cannot draw ${count} of ${size}`);
  const bag = Array.from({ length: size }, (_, i) => i);
  for (let place = 0; place < count; place += 1) {
    const other = place + (await below(size - place, stream));
    [bag[place], bag[other]] = [bag[other]!, bag[place]!];
  }
  return bag.slice(0, count);
}

export async function answer(question: Question, stream: AsyncGenerator<number, never>): Promise<number[]> {
  if (question.kind === 'Draw') return distinct(question.count, question.size, stream);
  if (question.kind === 'Pick') return [await below(question.size, stream)];
  const rolled: number[] = [];
  for (let die = 0; die < question.dice; die += 1) rolled.push(1 + (await below(question.sides, stream)));
  return rolled;
}

function looksWhole(file: MatchFile): boolean {
  const { format, header, log } = file ?? {};
  return (
    format === 'escale match 1' &&
    /^[A-Za-z0-9-]{1,64}$/.test(header?.match) &&
    Array.isArray(header.players) &&
    Array.isArray(log)
  );
}

/** Check everything, one finding after the other, so that a screen can show how far it is. */
export async function* prove(file: MatchFile, questions: Questions, by: Digests = digests()): AsyncGenerator<Finding> {
  if (!looksWhole(file)) return yield { about: 'file', place: null, reason: 'no-match-file' };
  const { header, log } = file;
  const bound = async (key: unknown, to: string): Promise<boolean> =>
    isKey(key) && toHex(await by.sha256(fromHex(key))) === to;
  const reveals = log.flatMap((event, place) => (event.kind === 'Revealed' ? [place] : []));
  if (!reveals.length) return yield { about: 'secret', place: null, reason: 'secret-not-revealed' };
  const secret = log[reveals[0]!]!.secret;
  if (!isKey(secret) || !(await bound(secret, header.commitment)))
    return yield { about: 'secret', place: null, reason: 'secret-breaks-commitment' };
  yield { about: 'secret', place: null, reason: '' };
  if (reveals.length > 1 || reveals[0] !== log.length - 1)
    yield { about: 'secret', place: reveals[0]!, reason: 'secret-told-too-early' };

  const salts = header.players.map(
    (_, seat) => log.findLast((event) => event.kind === 'Salted' && event.seat === seat)?.salt ?? '',
  );
  const context = [header.match, ...salts].join('|');
  const sign = await by.hmac(fromHex(secret));
  const told = new Set<number>();
  let drawn = false;
  let now = 0;
  for (const [place, event] of log.entries()) {
    if (event.at < now) yield { about: 'file', place, reason: 'time-runs-backwards' };
    now = event.at;
    const question = questions.get(place) ?? null;
    if (event.kind === 'Salted') {
      const seat = event.seat!;
      const late = drawn || told.has(seat);
      const kept = await bound(event.salt, header.players[seat]?.pledge ?? '');
      told.add(seat);
      yield { about: 'salt', place, seat, reason: late ? 'salt-too-late' : kept ? '' : 'salt-breaks-pledge' };
    } else if (event.kind === 'Drawn') {
      drawn = true;
      const result = event.result ?? [];
      const missing = header.players.some((player, seat) => player.pledge && !told.has(seat));
      const computed = question && (await answer(question, numbers(sign, context, place)).catch(() => null));
      const reason = !question
        ? 'draw-not-awaited'
        : missing
          ? 'drawn-before-all-salts'
          : computed && same(computed, result)
            ? ''
            : 'draw-not-proved';
      yield { about: 'draw', place, question, drawn: result, computed, reason };
    } else if (question) {
      yield { about: 'draw', place, question, drawn: [], computed: null, reason: 'draw-missing' };
    }
  }
  const lost = [...questions].find(([place]) => place >= log.length);
  if (lost)
    yield { about: 'draw', place: lost[0], question: lost[1], drawn: [], computed: null, reason: 'draw-missing' };
}
