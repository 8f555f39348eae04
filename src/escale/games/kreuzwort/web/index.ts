/** The UI of Kreuzwort-Pyramiden. */
import type { GameUi } from '$web/gameUi';
import { IDENTITIES, SEATED } from './ground';
import guide from './guide';
import Log from './Log.svelte';
import Plate from './Plate.svelte';
import Breakdown from './result/Breakdown.svelte';
import { judge, move } from './result/moves';
import Plan from './result/Plan.svelte';
import Prize from './result/Prize.svelte';
import { verdict } from './result/verdict';
import { retell } from './retold';
import Table from './Table.svelte';
import type { Action } from './generated';
import type { Seen } from './types';

export default {
  cloth: 'plum',
  tray: 'beside',
  takeBack: 'face.may-take-back',
  identities: (seats) => SEATED[seats]!.map((side) => IDENTITIES[side]),
  Table,
  Plate,
  Log,
  Prize,
  Breakdown,
  verdict,
  move,
  retell,
  turnActions: ['Announce', 'PutBack'],
  judge,
  Plan,
  gentle: { starter: 0 },
  guide,
  texts: {
    fr: () => import('./texts/fr.toml'),
    en: () => import('./texts/en.toml'),
    de: () => import('./texts/de.toml'),
  },
} satisfies GameUi<Seen, Action>;
