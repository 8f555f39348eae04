/** A first game of Word Bank: a word is typed, a side chosen, the stones are placed; then what they are good for. */
import type { Guide } from '$web/gameUi';
import { currentPhase } from '$web/kit/phases';
import type { Seen } from './types';

export default {
  // Rings in which a word can be read.
  options: (language) => ({ opening: { fr: 'MAISONE', en: 'GARDENI', de: 'GARTENS' }[language] }),
  turn: (seen) => {
    const phase = currentPhase(seen);
    return phase.kind === 'Turn' || phase.kind === 'Contest' ? [phase.seat, seen.history.length] : null;
  },
  pages: [
    { text: 'guide.safes', about: '.ring' },
    { text: 'guide.word', about: '.tray [data-field]', due: ({ myTurn, turns }) => myTurn && !turns, todo: true },
    {
      text: 'guide.ways',
      about: '.tray .entry:not(:has([aria-checked="true"])) [role="radiogroup"]:has(:enabled)',
      due: ({ myTurn }) => myTurn,
      todo: true,
    },
    {
      text: 'guide.place',
      about: '.tray .entry:has([aria-checked="true"]):not(:has(.amber)) .btn.go:enabled',
      due: ({ myTurn }) => myTurn,
      todo: true,
    },
    { text: 'guide.closing', about: '.ring', due: ({ turns }) => turns > 0 },
    { text: 'guide.stones', about: '.seats', due: ({ turns }) => turns > 0 },
    { text: 'guide.once', about: '.tray', due: ({ myTurn, turns }) => myTurn && turns > 1 },
  ],
} satisfies Guide<Seen>;
