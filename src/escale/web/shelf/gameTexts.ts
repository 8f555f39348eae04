/** What a game says, by key, in one language; empty where it says nothing. */
import { flatten, sentence, type Details, type Table } from '../app/texts.svelte';
import { ask } from '../wire/api';
import type { Language } from '../wire/types';

export type GameSay = (key: string, details?: Details) => string;

export async function gameTexts(game: string, language: Language): Promise<GameSay> {
  const flat = flatten(await ask<Table>(`/api/games/${game}/texts?language=${language}`));
  return (key, details) => (flat.has(key) ? sentence(flat, language, key, details) : '');
}
