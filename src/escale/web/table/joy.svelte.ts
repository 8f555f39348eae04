/** A small moment of joy: a burst over the board, its sound, a short buzz. Whoever wants less motion has none of it. */
import { buzz, cue, type CueName } from './sounds';

const JOYS = {
  safe: { sound: null, ms: 20 }, // its door is heard already
  word: { sound: 'long', ms: 20 },
  key: { sound: null, ms: 15 },
  tiger: { sound: 'growl', ms: 30 },
} satisfies Record<string, { sound: CueName | null; ms: number }>;
export type JoyName = keyof typeof JOYS;

export const LONG_WORD = 8; // letters
export const joy = $state<{ name: JoyName | null; key: number }>({ name: null, key: 0 });

export function celebrate(name: JoyName): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { sound, ms } = JOYS[name];
  joy.name = name;
  joy.key += 1;
  if (sound) cue(sound);
  buzz(ms);
}
