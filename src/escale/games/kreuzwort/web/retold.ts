/** A move that is told again: in words, and as it lay on the board when it was made. */
import type { Say } from '$web/app/texts.svelte';
import type { PastMove, Retold, SeatInfo } from '$web/gameUi';
import { capitals, stood } from '$web/kit/words';
import type { Laid } from './board/Board.svelte';
import { cutOf, lacquerOf, LACQUERS } from './board/lacquer';
import { refusal } from './sentences';
import { letterAt, missed, points, spotAt, standing, type Played, type Seen, type Way } from './types';

const playedIn = ({ before, after }: PastMove<Seen>): Played => after.history[before.history.length]!;

export function retell(move: PastMove<Seen>, seats: SeatInfo[], say: Say): Retold {
  const { before, after } = move;
  const played = playedIn(move);
  const seat = seats[move.seat]!;
  const word = capitals(played.spelling || played.word);
  const told = (key: string, details: Record<string, string | number> = {}): string =>
    say(`recap.${seat.you ? 'you-' : ''}${key}`, { player: seat.name, word, ...details });
  if (!played.word)
    return {
      title: told(missed(played) ? 'misses' : 'nothing'),
      name: say(`refusals-short.${played.ruling.reason}`),
      number: '',
      refused: false,
      closed: false,
      reason: '',
      text: refusal(played.ruling, say),
      letters: [],
    };
  const letters = played.sources.map((source) => {
    const pyramid = spotAt(before, source).stack[0];
    const colours = pyramid ? LACQUERS[lacquerOf(pyramid.colour)] : null;
    return {
      letter: pyramid?.letter ?? letterAt(before, source),
      mark: String(pyramid?.value ?? 0),
      colour: colours?.base,
      ink: colours?.ink,
      cut: (pyramid && cutOf(pyramid.colour, pyramid.owner)) ?? undefined,
    };
  });
  const contested = played.contested.map((one) => (seats[one]?.you ? say('parts.you') : (seats[one]?.name ?? '')));
  const by = contested.length ? say('recap.contested', { who: contested.join(', ') }) : '';
  if (!stood(played))
    return {
      title: told('wrong'),
      name: word,
      number: '',
      refused: true,
      closed: false,
      reason: refusal(played.ruling, say),
      text: [by, told('back')].filter(Boolean).join(' '),
      letters,
    };
  const [from, to] = [standing(before, move.seat), standing(after, move.seat)];
  return {
    title: told('lays'),
    name: word,
    number: say('recap.change', { count: to - from }),
    refused: false,
    closed: false,
    reason: say('recap.points', { count: points(played.gained) }),
    text: [told('rises', { from, to }), by && say('recap.contested-wrong', { who: contested.join(', ') })]
      .filter(Boolean)
      .join(' '),
    letters,
  };
}

/** The board when the word was laid, with the word on it: in chalk, or in the tone of what was refused. */
export function stillOf(move: PastMove<Seen>): { seen: Seen; laid: (Laid & Pick<Way, 'cells' | 'sources'>) | null } {
  const { cells, sources, ruling } = playedIn(move);
  const tone = ruling.reason ? 'refused' : 'other';
  return { seen: move.before, laid: cells.length ? { cells, sources, tone, whole: true, arcs: true } : null };
}
