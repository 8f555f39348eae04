/** How each card of the ring looks at this moment, and how it is called. */
import type { Say } from '$web/app/texts.svelte';
import type { Identity } from '$web/look/gems';
import type { Plan } from './plan.svelte';
import type { Look } from './ring/Ring.svelte';
import type { Card } from './ring/stage.svelte';
import { safeSentence } from './sentences';
import { DIRECTIONS, inOrder, type Contest } from './types';

interface Moment {
  cards: readonly Card[];
  busy: boolean;
  plan: Plan | null;
  contest: Contest | null;
  last: readonly number[];
  identities: readonly Identity[];
  me: number | null;
  say: Say;
}

export function looksOf({ cards, busy, plan, contest, last, identities, me, say }: Moment): Look[] {
  const called = cards.map(({ safe }, i) => safeSentence(safe, i + 1, say));
  const idle = (i: number): Look => ({
    state: 'idle',
    order: '',
    tag: '',
    dirs: [],
    mine: null,
    blink: false,
    label: called[i]!,
  });
  const own = me === null ? null : identities[me]!;
  if (busy) return cards.map((_, i) => idle(i));
  if (contest) {
    const used = inOrder(contest.move, cards.length);
    return cards.map((_, i) =>
      used.includes(i)
        ? { ...idle(i), ...ordered(used.indexOf(i), called[i]!, say), state: 'last', mine: identities[contest.seat]! }
        : idle(i),
    );
  }
  const answer = plan?.word ? plan.answer : null;
  if (!plan || !answer || answer.reach.length !== cards.length)
    return cards.map((_, i) => (last.includes(i) ? { ...idle(i), state: 'last' } : idle(i)));
  const { way } = plan;
  if (way) {
    const closes = way.closes.map((safe) => safe.card);
    return cards.map((_, i) => {
      const order = way.cards.indexOf(i);
      if (order < 0) return reached(i, answer.reach[i]!.includes(plan.direction));
      const tag = closes.includes(i) ? say('face.closes') : '';
      const look = ordered(order, called[i]!, say);
      return {
        ...idle(i),
        ...look,
        state: 'used',
        tag,
        mine: own,
        blink: plan.changed.includes(i),
        label: tag ? `${look.label} ${say('face.closes-label')}` : look.label,
      };
    });
  }
  const { start } = plan;
  return cards.map((_, i) => {
    if (i === start) return { ...idle(i), ...ordered(0, called[i]!, say), state: 'used', mine: own };
    if (start === null && answer.starts.includes(i))
      return { ...idle(i), state: 'reach', order: '1 ?', label: `${called[i]!} ${say('face.may-start')}` };
    const dirs = DIRECTIONS.filter((direction) => answer[direction]?.cards.includes(i));
    return { ...reached(i, answer.reach[i]!.length > 0), dirs };
  });

  function reached(i: number, reach: boolean): Look {
    return reach ? { ...idle(i), state: 'reach', label: `${called[i]!} ${say('face.reached')}` } : idle(i);
  }
}

const ordered = (index: number, called: string, say: Say): Pick<Look, 'order' | 'label'> => ({
  order: String(index + 1),
  label: `${called} ${say('face.order', { order: index + 1 })}`,
});
