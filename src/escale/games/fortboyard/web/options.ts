/** Options of this game that want more than a plain field: the blank cards, and the walk. */
import type { Editors } from '$web/gameUi';
import Plan from './workshop/Plan.svelte';
import Riddles from './workshop/Riddles.svelte';
import Trials from './workshop/Trials.svelte';

export default {
  fields: { riddles: Riddles, own_trials: Trials, plan: Plan },
  texts: {
    fr: () => import('./texts/fr.toml'),
    en: () => import('./texts/en.toml'),
    de: () => import('./texts/de.toml'),
  },
} satisfies Editors;
