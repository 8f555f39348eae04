/** The pictures of the rulebook: each stands after the passage with that anchor. */
import type { Pictures } from '$web/gameUi';
import Closing from './pictures/Closing.svelte';
import Stones from './pictures/Stones.svelte';
import Turn from './pictures/Turn.svelte';

export default { goal: Closing, cuts: Stones, 'stones-in-hand': Turn } satisfies Pictures;
