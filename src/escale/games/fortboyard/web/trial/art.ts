/** The pictures of the trial cards, by name: each trial has its own in `web/card.ts`. */
import { nameOfFolder } from './folders';

const PICTURES = import.meta.glob<string>('../../trials/*/web/card.ts', { eager: true, import: 'default' });
export const CARDS: Record<string, string> = Object.fromEntries(
  Object.entries(PICTURES).map(([path, picture]) => [nameOfFolder(path), picture]),
);
