/** The pictures of the rulebook: each stands after the passage with that anchor. */
import type { Pictures } from '$web/face';
import And from './pictures/And.svelte';
import Doubles from './pictures/Doubles.svelte';
import Guardian from './pictures/Guardian.svelte';
import Keys from './pictures/Keys.svelte';
import Notes from './pictures/Notes.svelte';
import Or from './pictures/Or.svelte';
import Tiger from './pictures/Tiger.svelte';
import Walking from './pictures/Walking.svelte';
import Whole from './pictures/Whole.svelte';

export default {
  'contents-notes': Notes, plan: Whole, walking: Walking, 'red-key': Keys, 'trial-or-riddle': Or, 'trial-and-riddle': And, guardian: Guardian, tiger: Tiger, 'even-doubles': Doubles,
} satisfies Pictures;
