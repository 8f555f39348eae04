/** The UI of a game that has none of its own: made from its offers, its texts and the description of the table. */
import type { GameUi } from '../gameUi';
import { resignedSentence } from '../kit/resigned';
import type { Identity } from '../look/gems';
import Breakdown from './Breakdown.svelte';
import Log from './Log.svelte';
import Plate from './Plate.svelte';
import Prize from './Prize.svelte';
import Table from './Table.svelte';

const ALL: Identity[] = ['blue', 'orange', 'green', 'pink', 'white', 'violet', 'red', 'yellow'];
const none = (): Promise<{ default: Record<string, unknown> }> => Promise.resolve({ default: {} });

const plain: GameUi = {
  cloth: 'sea',
  identities: (seats) => Array.from({ length: seats }, (_, i) => ALL[i % ALL.length]!),
  Table,
  Plate,
  Log,
  Prize,
  Breakdown,
  verdict: ({ score, seats, say }) => {
    const winners = score.winners.map((seat) => seats[seat]!);
    const won =
      winners.length === 1
        ? say('told.winner', { seat: winners[0]! })
        : winners.length
          ? say('told.winners', { names: winners.map(({ name }) => name).join(', ') })
          : '';
    const ended = score.ending === 'resigned' ? resignedSentence(seats, say) : say(`endings.${score.ending}`);
    return `${ended} ${won}`.trim();
  },
  texts: { fr: none, en: none, de: none },
};
export default plain;
