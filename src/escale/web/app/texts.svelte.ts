/** What the page says. The rules of texts are those of docs/texts.md: keys, gaps in braces, one and many. */
import type { Language } from '$web/wire/types';
import { flatten, sentence, type Say, type Table } from './sentence';
import { settings } from './settings.svelte';

export { flatten, sentence } from './sentence';
export type { Details, Say, Table, Who } from './sentence';

const FILES = import.meta.glob<{ default: Table }>('../texts/*.toml');

class Shown {
  language = $state<Language>('en');
  flat = $state.raw<ReadonlyMap<string, string | Table>>(new Map());
}
const shown = new Shown();

export const say: Say = (key, details) => sentence(shown.flat, shown.language, key, details);

/** Load the texts of the chosen language; what is shown changes when they are there. */
export async function loadTexts(): Promise<void> {
  const language = settings.language;
  const file = await FILES[`../texts/${language}.toml`]!();
  shown.flat = flatten(file.default);
  shown.language = language;
}
