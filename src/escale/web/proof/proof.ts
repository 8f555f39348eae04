/**
 * The fairness certificate, computed on the reader's own device from the exported match file: docs/decisions/0003-chance.md
 * says how, src/escale/core/{chance,match,proof}.py do the same in Python.
 *
 * What is proved: the secret is the one that the server had committed to, the salts are those that the players had pledged, all
 * of them were revealed (or visibly given up) before the first draw, and every outcome follows from them, from the names and
 * options of the match and from what the rules asked. For a salt of this device: the server has not exchanged what it had
 * committed to before the salt was told. The questions themselves come from the server with the replay; `escale verify` works
 * them out from the rules.
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
export interface Player {
  name: string;
  role: string;
  pledge: string;
}
/** Where chance begins: in the header, and again (`by` whom) where a match was brought from elsewhere. */
interface Beginning {
  commitment: string;
  players: Player[];
  bound?: string;
  by?: string;
}
export interface MatchFile {
  format: string;
  header: Beginning & { match: string; [field: string]: unknown };
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
  | 'time-runs-backwards'
  | 'header-changed'
  | 'not-recommitted'
  | 'own-salt-changed';
/** One thing that was checked. `reason` is empty if it holds. `place` is that of the event; null: the match as a whole. */
export type Finding =
  | { about: 'secret' | 'file'; place: number | null; reason: Reason | '' }
  | { about: 'brought'; place: number; by: string; reason: '' }
  /** `salted`: the salt of this person is in the draws. `own`: this device saw to it. */
  | {
      about: 'salt';
      place: number;
      seat: number;
      name: string;
      person: boolean;
      salted: boolean;
      own: boolean;
      reason: Reason | '';
    }
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

const read = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Does `whole` say what `said` says? What is hidden in `said` may be anything; fields that came later may be there. */
function covers(said: unknown, whole: unknown): boolean {
  if (typeof said !== 'object' || said === null) return said === whole;
  if ((said as { kind?: unknown }).kind === 'Hidden') return true;
  if (typeof whole !== 'object' || whole === null || Array.isArray(said) !== Array.isArray(whole)) return false;
  if (Array.isArray(said) && said.length !== (whole as unknown[]).length) return false;
  return Object.entries(said).every(([key, value]) => covers(value, (whole as Record<string, unknown>)[key]));
}

const HEADER = ['match', 'game', 'version', 'options', 'pins', 'players', 'commitment'];
/** Options alone may be hidden: everything else that draws were bound to is said. */
const saysAll = (said: unknown, header: MatchFile['header']): boolean =>
  HEADER.every((field) => {
    const part = (said as Record<string, unknown> | null)?.[field];
    const hidden = field !== 'options' && JSON.stringify(part)?.includes('"kind":"Hidden"');
    return part !== undefined && !hidden && covers(part, header[field]);
  });

/** Is the text that draws depend on true of what stands beside it? A match of an earlier version has none. */
function isBound(begins: Beginning, header: MatchFile['header']): boolean {
  if (begins === header) return !header.bound || saysAll(read(header.bound), header);
  const said = read(begins.bound ?? '') as Record<string, unknown> | null;
  if (!said || said.commitment !== begins.commitment || said.by !== begins.by) return false;
  return covers(said.players, begins.players) && saysAll(said.header, header);
}

interface Own {
  salt: string;
  terms: string;
}

/** Check everything, one finding after the other, so that a screen can show how far it is. */
export async function* prove(
  file: MatchFile,
  questions: Questions,
  by: Digests = digests(),
  own: (pledge: string) => Own | null = () => null,
): AsyncGenerator<Finding> {
  if (!looksWhole(file)) return yield { about: 'file', place: null, reason: 'no-match-file' };
  const { header, log } = file;
  const bound = async (key: unknown, to: string): Promise<boolean> =>
    isKey(key) && toHex(await by.sha256(fromHex(key))) === to;
  const digest = async (text: string): Promise<string> => toHex(await by.sha256(LETTERS.encode(text)));
  const reveals = log.flatMap((event, place) => (event.kind === 'Revealed' ? [place] : []));
  if (!reveals.length) return yield { about: 'secret', place: null, reason: 'secret-not-revealed' };
  // Each part of the match has its own secret, told at its end: a match that is carried to another house begins anew.
  const starts = [-1, ...log.flatMap((event, place) => (event.kind === 'Recommitted' ? [place] : []))];
  const secrets = log.flatMap((event) => (event.kind === 'HandedOver' ? [event.secret] : []));
  secrets.push(log[reveals[0]!]!.secret);
  let now = 0;
  for (const [part, start] of starts.entries()) {
    const begins = start < 0 ? header : (log[start] as unknown as Beginning);
    const end = starts[part + 1] ?? log.length;
    const secret = secrets[part];
    if (!Array.isArray(begins.players) || begins.players.length !== header.players.length || !isBound(begins, header))
      return yield { about: 'file', place: null, reason: 'header-changed' };
    if (!isKey(secret) || !(await bound(secret, begins.commitment)))
      return yield { about: 'secret', place: null, reason: 'secret-breaks-commitment' };
    yield { about: 'secret', place: null, reason: '' };
    if (start >= 0) {
      if (log[start - 1]?.kind !== 'HandedOver') yield { about: 'file', place: start, reason: 'not-recommitted' };
      yield { about: 'brought', place: start, by: begins.by ?? '', reason: '' };
    }
    const events = log.slice(start + 1, end);
    const toldBy = (seat: number): LoggedEvent | undefined =>
      events.find((event) => (event.kind === 'Salted' || event.kind === 'Unsalted') && event.seat === seat);
    const salts = begins.players.map((_, seat) => toldBy(seat)?.salt ?? '');
    const terms = await digest(begins.bound || begins.commitment);
    const context = begins.bound ? await digest(begins.bound) : header.match;
    const sign = await by.hmac(fromHex(secret));
    for (const [seat, player] of begins.players.entries()) {
      const mine = player.pledge ? own(player.pledge) : null;
      const person = player.role === 'person';
      const changed = mine && mine.terms && (mine.terms !== terms || (salts[seat] && salts[seat] !== mine.salt));
      if (person || player.pledge)
        yield {
          about: 'salt',
          place: start,
          seat,
          name: player.name,
          person,
          salted: !!salts[seat],
          own: !!mine && mine.terms === terms && !!salts[seat],
          reason: changed ? 'own-salt-changed' : '',
        };
    }
    const wrong = (place: number, seat: number, reason: Reason): Finding => {
      const { name = '', role = '' } = begins.players[seat] ?? {};
      return { about: 'salt', place, seat, name, person: role === 'person', salted: false, own: false, reason };
    };
    const told = new Set<number>();
    let drawn = false;
    for (const [at, event] of events.entries()) {
      const place = start + 1 + at;
      if (event.at < now) yield { about: 'file', place, reason: 'time-runs-backwards' };
      now = event.at;
      const question = questions.get(place) ?? null;
      if (event.kind === 'Salted' || event.kind === 'Unsalted') {
        const seat = event.seat!;
        const pledge = begins.players[seat]?.pledge ?? '';
        const kept = event.kind === 'Unsalted' ? !!pledge : await bound(event.salt, pledge);
        if (drawn || told.has(seat)) yield wrong(place, seat, 'salt-too-late');
        else if (!kept) yield wrong(place, seat, 'salt-breaks-pledge');
        told.add(seat);
      } else if (event.kind === 'HandedOver' && place !== end - 1) {
        yield { about: 'file', place, reason: 'not-recommitted' };
      } else if (event.kind === 'Revealed' && place !== log.length - 1) {
        yield { about: 'secret', place, reason: 'secret-told-too-early' };
      } else if (event.kind === 'Drawn') {
        drawn = true;
        const result = event.result ?? [];
        const missing = begins.players.some((player, seat) => player.pledge && !told.has(seat));
        const numbersHere = numbers(sign, [context, ...salts].join('|'), place);
        const computed = question && (await answer(question, numbersHere).catch(() => null));
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
  }
  const lost = [...questions].find(([place]) => place >= log.length);
  if (lost)
    yield { about: 'draw', place: lost[0], question: lost[1], drawn: [], computed: null, reason: 'draw-missing' };
}
