/** A first game of Kreuzwort-Pyramiden: what is whose, a word is typed and announced; then what it brings. */
import type { Guide, GuideMoment } from '$web/gameUi';
import { currentPhase } from '$web/kit/phases';
import type { Seen } from './types';

const plans = ({ seen, myTurn }: GuideMoment<Seen>): boolean => myTurn && currentPhase(seen).kind === 'Turn';

export default {
  // Own letters that are common, vowels among them.
  options: (language) => ({ opening: { fr: 'LAPINS', en: 'ISLAND', de: 'STRAND' }[language] }),
  turn: (seen) => {
    const phase = currentPhase(seen);
    return phase.kind === 'Turn' || phase.kind === 'Contest' ? [phase.seat, seen.history.length] : null;
  },
  pages: [
    {
      text: 'guide.contest',
      about: '.tray .acts',
      due: ({ seen, myTurn }) => myTurn && currentPhase(seen).kind === 'Contest',
      todo: true,
    },
    // The six own piles, then the thirty-six black ones, as they lie before whoever plays.
    { text: 'guide.own', about: '[data-at="8,2"], [data-at="8,7"]', due: plans },
    { text: 'guide.black', about: '[data-at="2,2"], [data-at="7,7"]' },
    { text: 'guide.word', about: '.tray .word', due: (moment) => plans(moment) && !moment.turns, todo: true },
    { text: 'guide.announce', about: '.tray .btn.go:enabled', due: plans, todo: true },
    { text: 'guide.points', about: '.seats', due: (moment) => plans(moment) && moment.turns > 0 },
    {
      text: 'guide.beneath',
      about: '[data-at="8,2"], [data-at="8,7"]',
      due: (moment) => plans(moment) && moment.turns > 1,
    },
  ],
} satisfies Guide<Seen>;
