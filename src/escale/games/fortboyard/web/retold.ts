/** A turn that is told again: from where the pawn arrived to what came of it. The fort stays as it is. */
import type { Say } from '$web/app/texts.svelte';
import type { PastMove, Retold, SeatInfo } from '$web/gameUi';
import { move } from './result/moves';
import { newsSentence } from './sentences';
import type { Seen } from './types';

const MOST = 4; // sentences

export function retell({ before, after }: PastMove<Seen>, seats: SeatInfo[], say: Say): Retold {
  const arrived = after.news.findLastIndex(({ what }) => what.startsWith('arrives-'));
  const sentences = after.news
    .slice(Math.max(0, arrived))
    .slice(-MOST)
    .map((one) => newsSentence(one, after, seats, say));
  const named = move(after, before, say);
  return {
    title: sentences.at(-1) ?? named?.name ?? '', // what came of it
    name: named?.name ?? '',
    number: named?.gain ? `+${named.gain}` : '',
    refused: false,
    closed: false,
    reason: '',
    text: sentences.slice(0, -1).join(' '),
    letters: [],
  };
}
