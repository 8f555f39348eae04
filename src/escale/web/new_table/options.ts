/** From a game's JSON schema of options to the fields of a form. What is not understood here becomes a field of JSON. */
import type { Plain, Schema } from '../wire/types';

export type Field = { name: string; key: string; start: Plain } & (
  | { kind: 'choice'; values: Plain[] }
  | { kind: 'number'; values: (number | null)[]; nullable: boolean; seconds: boolean }
  | { kind: 'seat' }
  | { kind: 'text' }
  | { kind: 'words' }
  | { kind: 'rows'; columns: ('string' | 'integer')[] }
  | { kind: 'json' }
);

const SEAT = /(^|_)(starter|seat|player|dealer)$/; // an option that names a place at the table
const MANY = 8; // a whole number with no more values than this is a choice

function resolved(schema: Schema, root: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name ? { ...root.$defs?.[name], ...schema, $ref: undefined } : schema;
}

/** The kind of one option. `null` as one of two kinds makes the other nullable. */
function field(name: string, given: Schema, root: Schema): Field {
  const whole = resolved(given, root);
  const all = (whole.anyOf ?? whole.oneOf ?? [whole]).map((one) => resolved(one, root));
  const nullable = all.some((one) => one.type === 'null');
  const kinds = all.filter((one) => one.type !== 'null');
  const base = { name, key: name.replaceAll('_', '-'), start: whole.default ?? null };
  const schema = kinds[0];
  if (kinds.length !== 1 || !schema) return { ...base, kind: 'json' };
  const none = nullable ? [null] : [];
  if (schema.enum) return { ...base, kind: 'choice', values: [...none, ...schema.enum] };
  if (schema.const !== undefined) return { ...base, kind: 'choice', values: [...none, schema.const] };
  if (schema.type === 'boolean') return { ...base, kind: 'choice', values: [...none, true, false] };
  if (schema.type === 'integer') {
    if (nullable && SEAT.test(name)) return { ...base, kind: 'seat' };
    return {
      ...base,
      kind: 'number',
      nullable,
      seconds: /seconds$/.test(name),
      values: numbers(name, schema, base.start, nullable),
    };
  }
  if (schema.type === 'string' && !nullable) return { ...base, kind: 'text' };
  if (schema.type === 'array' && !nullable) {
    const item = typeof schema.items === 'object' ? resolved(schema.items, root) : undefined;
    if (item?.type === 'string' && !item.enum) return { ...base, kind: 'words' };
    const columns = item?.prefixItems?.map((one) => resolved(one, root).type);
    if (columns?.length && columns.every((type) => type === 'string' || type === 'integer'))
      return { ...base, kind: 'rows', columns };
  }
  return { ...base, kind: 'json' };
}

/** The numbers that are offered at once; any other can be written. */
function numbers(
  name: string,
  { minimum = -Infinity, maximum = Infinity }: Schema,
  start: Plain,
  nullable: boolean,
): (number | null)[] {
  const some = /seconds$/.test(name)
    ? [start === 0 ? 0 : 30, 60, 120, 300]
    : maximum - minimum < MANY
      ? Array.from({ length: maximum - minimum + 1 }, (_, i) => minimum + i)
      : [];
  if (typeof start === 'number' && some.length) some.push(start);
  const fit = [...new Set(some)].filter((one) => one >= minimum && one <= maximum).sort((a, b) => a - b);
  return nullable ? [null, ...fit] : fit;
}

export function fields(options: Schema): Field[] {
  return Object.entries(options.properties ?? {})
    .filter(([name]) => name !== 'kind')
    .map(([name, schema]) => field(name, schema, options));
}

/** The few that everybody meets: choices among named things, listed before any lists. The others wait behind "more options". */
export const isCommon = (one: Field, at: number, all: readonly Field[]): boolean =>
  one.kind === 'choice' &&
  one.values.some((value) => typeof value === 'string') &&
  !all.slice(0, at).some(({ kind }) => kind === 'words' || kind === 'rows' || kind === 'json');

/** The lines that say something. */
export const words = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A row a line, its columns with blanks or commas between them. The first line that does not fit comes back as a number. */
export function rows(
  text: string,
  columns: ('string' | 'integer')[],
): { rows: Plain[][] } | { line: number; text: string } {
  const all: Plain[][] = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (!line.trim()) continue;
    const cells = line
      .trim()
      .split(/[\s,;:]+/)
      .filter(Boolean);
    const fits =
      cells.length === columns.length && columns.every((type, c) => type === 'string' || /^-?\d+$/.test(cells[c]!));
    if (!fits) return { line: i + 1, text: line.trim() };
    all.push(cells.map((cell, c) => (columns[c] === 'integer' ? Number(cell) : cell)));
  }
  return { rows: all };
}

export const example = (columns: ('string' | 'integer')[]): string =>
  columns.map((type) => (type === 'string' ? 'A' : '3')).join(' ');
