/** A first game of Les Clés de Fort Boyard: the die, then whatever the square asks for, as it comes. */
import type { Guide, GuideMoment } from '$web/gameUi';
import { open, type Seen } from './types';

const may = ({ offers }: GuideMoment<Seen>, action: string): boolean => offers.some((offer) => offer.action === action);
const walks = (moment: GuideMoment<Seen>): boolean =>
  may(moment, 'Throw') && !open(moment.seen, 'Asked') && !open(moment.seen, 'Chest');

export default {
  turn: (seen) => {
    const turn = open(seen, 'Turn');
    return turn && [turn.seat, 0]; // nobody has two in a row
  },
  pages: [
    { text: 'guide.keys', about: '.fort' },
    { text: 'guide.die', about: '.tray .btn.go', due: walks, todo: true },
    { text: 'guide.fan', about: '.fan.live', due: (moment) => may(moment, 'TakeCard'), todo: true },
    { text: 'guide.card', about: '.begin .btn.go', due: (moment) => may(moment, 'Ready'), todo: true },
    { text: 'guide.riddle', about: '.ans', due: (moment) => may(moment, 'Say'), todo: true },
    { text: 'guide.four', about: '.seats', due: (moment) => walks(moment) && moment.turns > 0 },
    { text: 'guide.notes', about: '.fort', due: (moment) => walks(moment) && moment.turns > 1 },
  ],
} satisfies Guide<Seen>;
