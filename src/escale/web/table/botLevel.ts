/** The levels of bots. */
import { say } from '$web/app/texts.svelte';
import type { GameInfo } from '$web/wire/types';

/** As people speak of it. */
export function levelName(level: number | null): string {
  const key = `new.level-${level}`;
  const word = say(key);
  return word === key ? String(level) : word;
}

/** Of the bots that play where nobody chose a level; 0: the game has no bots. */
export const easyLevel = ({ levels }: GameInfo): number => (levels.includes(2) ? 2 : (levels[0] ?? 0));
