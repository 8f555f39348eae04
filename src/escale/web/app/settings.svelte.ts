/** The settings of this device. Stored here only: the server has no accounts. */
import type { Language } from '$web/wire/types';
import { store, stored } from './stored';

export const LANGUAGES: readonly Language[] = ['fr', 'en', 'de'];
export type Theme = 'auto' | 'day' | 'night';
/** How long the moves of others are shown, one after the other. `instant`: not at all, and what was missed stays folded. */
export type MovePace = 'calm' | 'fast' | 'instant';

interface Kept {
  language: Language;
  theme: Theme;
  name: string;
  sound: boolean;
  soundAsked: boolean; // whether with sound: once, at the first table
  letterKeys: boolean; // single-letter shortcuts, outside of text fields
  systemKeys: boolean; // the device's own keyboard on touch, in place of the page's letters
  shake: boolean; // a shake of the device throws the dice
  textBoard: boolean; // the table in words beside the picture
  notify: boolean; // say that it is one's turn, when the page is out of sight
  movePace: MovePace;
}

const KEY = 'escale';

function preferred(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return (wanted.find((tag) => LANGUAGES.includes(tag as Language)) as Language | undefined) ?? 'en';
}

export const settings: Kept = $state({
  language: preferred(),
  theme: 'auto',
  name: '',
  sound: false,
  soundAsked: false,
  letterKeys: true,
  systemKeys: false,
  shake: true,
  textBoard: false,
  notify: false,
  movePace: 'calm',
  ...stored<Kept>(KEY),
});

/** Call once: whatever changes is kept and shown. */
export function keepSettings(): void {
  $effect(() => store(KEY, settings));
  $effect(() => {
    document.documentElement.lang = settings.language;
    if (settings.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = settings.theme;
  });
}
