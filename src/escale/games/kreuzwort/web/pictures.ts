/** The pictures of the rulebook: each stands after the passage with that anchor. */
import type { Pictures } from '$web/gameUi';
import BlackCells from './pictures/BlackCells.svelte';
import GreyPiles from './pictures/GreyPiles.svelte';
import OwnPiles from './pictures/OwnPiles.svelte';
import Reading from './pictures/Reading.svelte';
import Ring from './pictures/Ring.svelte';

export default {
  'own-piles': OwnPiles,
  'black-cells': BlackCells,
  'grey-piles': GreyPiles,
  reading: Reading,
  'one-end': Ring,
} satisfies Pictures;
