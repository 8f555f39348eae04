/** The face of Les Clés de Fort Boyard. */
import type { GameUi } from '$web/gameUi';
import type { Action } from './generated';
import guide from './guide';
import Log from './Log.svelte';
import { identities } from './looks';
import Plate from './Plate.svelte';
import Breakdown from './result/Breakdown.svelte';
import { move } from './result/moves';
import Prize from './result/Prize.svelte';
import { verdict } from './result/verdict';
import Table from './Table.svelte';
import { open, trialOf, type Seen } from './types';

export default {
  cloth: 'sea',
  // The sand is on the table, and the ring of whoever rolls; what the match waits for next is often but a roll.
  showsTime: (seen) =>
    trialOf(seen) !== null ||
    open(seen, 'Asked') !== null ||
    open(seen, 'AroundTable') !== null ||
    open(seen, 'Chest') !== null,
  // What the dice of a race bring is told now and then (sums.svelte.ts).
  sumsUp: (seen) => open(seen, 'Asked')?.turned === true || open(seen, 'Chest')?.stage === 'racing',
  shakes: true,
  identities,
  Table,
  Plate,
  Log,
  Prize,
  Breakdown,
  verdict,
  move,
  guide,
  texts: {
    fr: () => import('./texts/fr.toml'),
    en: () => import('./texts/en.toml'),
    de: () => import('./texts/de.toml'),
  },
} satisfies GameUi<Seen, Action>;
