/** The UI of Word Bank. */
import type { GameUi } from '$web/gameUi';
import guide from './guide';
import Log from './Log.svelte';
import Plate from './Plate.svelte';
import Breakdown from './result/Breakdown.svelte';
import { judge, move } from './result/moves';
import Plan from './result/Plan.svelte';
import Prize from './result/Prize.svelte';
import { verdict } from './result/verdict';
import { colour } from './sentences';
import { retell } from './retold';
import Table from './Table.svelte';
import type { Action } from './generated';
import type { Seen } from './types';

export default {
  cloth: 'baize',
  takeBack: 'face.may-take-back',
  identities: (seats) => Array.from({ length: seats }, (_, seat) => colour(seat)),
  Table,
  Plate,
  Log,
  Prize,
  Breakdown,
  verdict,
  move,
  retell,
  turnActions: ['Announce', 'Appeal', 'Pass'],
  judge,
  Plan,
  gentle: { referee: 'friendly', starter: 0 }, // a wrong word costs no turn, and nobody has to wait
  unluckyDeal: 'face.no-vowel',
  guide,
  texts: {
    fr: () => import('./texts/fr.toml'),
    en: () => import('./texts/en.toml'),
    de: () => import('./texts/de.toml'),
  },
} satisfies GameUi<Seen, Action>;
