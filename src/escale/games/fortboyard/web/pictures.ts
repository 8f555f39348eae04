/** The pictures of the rulebook: each stands after the passage with that anchor. */
import type { Pictures } from '$web/gameUi';
import Doubles from './pictures/Doubles.svelte';
import Keys from './pictures/Keys.svelte';
import Notes from './pictures/Notes.svelte';
import Squares from './pictures/Squares.svelte';
import Walking from './pictures/Walking.svelte';
import Whole from './pictures/Whole.svelte';

export default {
  'contents-notes': Notes,
  plan: Whole,
  walking: Walking,
  'red-key': Keys,
  'trial-or-riddle': Squares,
  'even-doubles': Doubles,
} satisfies Pictures;
