/** What a label calls somebody. Sentences use the name itself, which fits them also for a guest. */
import type { Say } from '$web/app/texts.svelte';
import type { SeatFace } from '$web/face';

export const shown = ({ you, name }: Pick<SeatFace, 'you' | 'name'>, say: Say): string =>
  you && name === say('parts.guest') ? say('parts.you') : name;
