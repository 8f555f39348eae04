/** The texts of a table: those of the server and the game, then those of its UI, then those of the page. */
import { settings } from '$web/app/settings.svelte';
import { flatten, say as pageSay, sentence, type Say, type Table } from '$web/app/texts.svelte';
import type { GameUi } from '$web/gameUi';
import { ask } from '$web/wire/api';
import type { Language } from '$web/wire/types';

export class TableTexts {
  ready = $state(false);
  language = $state<Language>('en');
  #flat = $state.raw<ReadonlyMap<string, string | Table>>(new Map());

  say: Say = (key, details) =>
    this.#flat.has(key) ? sentence(this.#flat, this.language, key, details) : pageSay(key, details);
  knows = (key: string): boolean => this.#flat.has(key);

  /** What is shown changes when the texts are there. Call it again when the language of the page has changed. */
  async load(game: string, ui: GameUi): Promise<void> {
    const language = settings.language;
    const [ofGame, ofFace] = await Promise.all([
      ask<Table>(`/api/games/${game}/texts?language=${language}`),
      ui.texts[language]().then((file) => file.default as Table),
    ]);
    if (language !== settings.language) return; // it was changed again in the meantime
    this.#flat = flatten(ofFace, '', flatten(ofGame));
    this.language = language;
    this.ready = true;
  }
}
