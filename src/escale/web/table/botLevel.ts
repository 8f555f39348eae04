/** A bot's level as people speak of it. */
import { say } from '$web/app/texts.svelte';

export function levelName(level: number | null): string {
  const key = `new.level-${level}`;
  const word = say(key);
  return word === key ? String(level) : word;
}
