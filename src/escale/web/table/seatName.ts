/** What a label calls somebody. Sentences use the name itself, which fits them also for a guest. */
import type { Say } from '$web/app/texts.svelte';
import type { SeatInfo } from '$web/gameUi';

export const seatName = ({ you, name }: Pick<SeatInfo, 'you' | 'name'>, say: Say): string =>
  you && name === say('parts.guest') ? say('parts.you') : name;
