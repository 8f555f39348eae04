/** The face of Les Clés de Fort Boyard. */
import type { Face } from '$web/face';
import Log from './Log.svelte';
import { identities } from './looks';
import Plate from './Plate.svelte';
import Breakdown from './result/Breakdown.svelte';
import { move } from './result/moves';
import Prize from './result/Prize.svelte';
import { verdict } from './result/verdict';
import Table from './Table.svelte';
import type { Seen } from './types';

export default {
  cloth: 'sea',
  identities,
  Table,
  Plate,
  Log,
  Prize,
  Breakdown,
  verdict,
  move,
  texts: { fr: () => import('./texts/fr.toml'), en: () => import('./texts/en.toml'), de: () => import('./texts/de.toml') },
} satisfies Face<Seen>;
