/** What the page says. The rules of texts are those of docs/texts.md: keys, gaps in braces, one and many. */
import type { Language } from '$web/wire/types';
import { settings } from './settings.svelte';

export type Details = Record<string, string | number>;
export type Say = (key: string, details?: Details) => string;
export type Table = { [key: string]: string | Table };

const FILES = import.meta.glob<{ default: Table }>('../texts/*.toml');

class Shown {
  language = $state<Language>('en');
  flat = $state.raw<ReadonlyMap<string, string | Table>>(new Map());
}
const shown = new Shown();

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
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(details[name] ?? gap));
}

export const say: Say = (key, details) => sentence(shown.flat, shown.language, key, details);

/** Load the texts of the chosen language; what is shown changes when they are there. */
export async function loadTexts(): Promise<void> {
  const language = settings.language;
  const file = await FILES[`../texts/${language}.toml`]!();
  shown.flat = flatten(file.default);
  shown.language = language;
}
