/** How a text becomes a sentence. The rules are those of docs/texts.md, as in games/texts.py: gaps in braces, one and many, you. */
import type { Language } from '$web/wire/types';

/** A player, as sentences call them: “you” if nobody else plays on this device. */
export interface Who {
  readonly name: string;
  readonly self: boolean;
}
export type Details = Record<string, string | number | Who>;
export type Say = (key: string, details?: Details) => string;
export type Table = { [key: string]: string | Table };

const YOU: Record<Language, string> = { fr: 'vous', en: 'you', de: 'du' };
const CHOICE = /\{(\w+):((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g;
const GAP = /(?:\b([Dd]|[Qq]u)e )?\{(\w+)\}/g;
const VOWEL = /^[aeiouœæ][\p{L}\p{N}_]|^y(?![aeiouy])[\p{L}\p{N}_]/iu;
/** How the names begin that elide in spite of their H: Hélène, Henri, Hippolyte, Honoré, Hugo. The others keep theirs: Hans, Harry, Heidi. */
const MUTE_H = /^h(?:e(?:[cnr]|l[^gm])|i[lp]|o(?:m|no|ra|rt)|u[bg]|y)/i;

export function flatten(
  table: Table,
  prefix = '',
  flat = new Map<string, string | Table>(),
): Map<string, string | Table> {
  for (const [key, value] of Object.entries(table)) {
    if (typeof value === 'string' || 'other' in value) flat.set(prefix + key, value);
    else flatten(value, `${prefix}${key}.`, flat);
  }
  return flat;
}

/** What a sentence calls somebody, other than at its beginning. */
export const called = (who: Who, language: Language): string => (who.self ? YOU[language] : who.name);

/** Whether French “de” and “que” lose their e before it. A letter by itself keeps them. */
export function elides(text: string): boolean {
  const plain = [...text].slice(0, 4).join('').normalize('NFD').replace(/\p{M}/gu, '');
  return VOWEL.test(plain) || MUTE_H.test(plain);
}

/** A sentence from a table of texts. A key that is missing shows itself, so that it is noticed and nothing breaks. */
export function sentence(
  flat: ReadonlyMap<string, string | Table>,
  language: Language,
  key: string,
  details: Details = {},
): string {
  let text = flat.get(key);
  if (text === undefined) return key;
  if (typeof text !== 'string') {
    const count = Number(details.count);
    text = text[count === 1 || (language === 'fr' && count === 0) ? 'one' : 'other'] as string;
  }
  const first = /^\{(\w+)\}.*\.$/.exec(text)?.[1];
  const who = first && details[first];
  const begins = typeof who === 'object' && who.self; // a sentence that begins with “you” has a capital
  const filled = text
    .replace(CHOICE, (_, name: string, you: string, other: string) => {
      const who = details[name];
      return typeof who === 'object' && who.self ? you : other;
    })
    .replace(GAP, (gap, before: string | undefined, name: string) => {
      const detail = details[name];
      if (detail === undefined) return gap;
      const one = typeof detail === 'object' ? called(detail, language) : String(detail);
      if (!before) return one;
      return language === 'fr' && elides(one) ? `${before}’${one}` : `${before}e ${one}`;
    });
  return begins ? filled.charAt(0).toUpperCase() + filled.slice(1) : filled;
}
