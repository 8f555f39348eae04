/** The UI of Les Clés de Fort Boyard. */
import type { GameUi } from '$web/gameUi';
import type { Action } from './generated';
import guide from './guide';
import Log from './Log.svelte';
import { identities } from './looks';
import Plate from './Plate.svelte';
import Breakdown from './result/Breakdown.svelte';
import { move } from './result/moves';
import Prize from './result/Prize.svelte';
import { retell } from './retold';
import { verdict } from './result/verdict';
import Table from './Table.svelte';
import { open, trialOf, type Seen } from './types';

export default {
  cloth: 'sea',
  // The table shows the time itself, as an hourglass or around the die; the deadline of the match is often only the next roll.
  showsTime: (seen) =>
    trialOf(seen) !== null ||
    open(seen, 'Asked') !== null ||
    open(seen, 'AroundTable') !== null ||
    open(seen, 'Chest') !== null,
  // Dice races are announced in summaries (sums.svelte.ts).
  sumsUp: (seen) => open(seen, 'Asked')?.turned === true || open(seen, 'Chest')?.stage === 'racing',
  shakes: true,
  takeBack: null,
  identities,
  Table,
  Plate,
  Log,
  Prize,
  Breakdown,
  verdict,
  move,
  retell,
  turnActions: ['Throw', 'PassDie', 'OpenChest'],
  isShown: (after, before) => after.pawns.some((place, seat) => place !== before.pawns[seat]),
  gentle: { roll_pace: 10 }, // the dice leave more time to think about a riddle
  guide,
  texts: {
    fr: () => import('./texts/fr.toml'),
    en: () => import('./texts/en.toml'),
    de: () => import('./texts/de.toml'),
  },
} satisfies GameUi<Seen, Action>;
