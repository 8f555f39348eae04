/** A move that is told again: in words, and as it lay on the ring when it was made. */
import type { Say } from '$web/app/texts.svelte';
import type { PastMove, Retold, SeatInfo } from '$web/gameUi';
import { capitals, stood } from '$web/kit/words';
import { REFUSED, TONES } from '$web/look/gems';
import type { Lit, Look } from './ring/Ring.svelte';
import type { Card } from './ring/stage.svelte';
import { refusal, safeSentence, stonesOf } from './sentences';
import { tilesOfMove } from './tiles';
import { inOrder, type Move, type Played, type Safe, type Seen } from './types';

const playedIn = ({ before, after }: PastMove<Seen>): Played | undefined => after.history[before.history.length];
const announced = ({ action }: PastMove<Seen>): Move | null =>
  action?.kind === 'Announce' || action?.kind === 'Appeal' ? (action as unknown as Move) : null;

/** The cards of the word in order of play, and the ring with its stones on them. */
function laid(move: PastMove<Seen>): { cards: number[]; ring: Safe[] } {
  const { ring } = move.before;
  const word = announced(move);
  const cards = word ? inOrder(word, ring.length) : [];
  const stands = stood(playedIn(move)!);
  return {
    cards,
    ring: ring.map((safe, i) =>
      stands && cards.includes(i) ? { ...safe, stones: [...safe.stones, move.seat] } : safe,
    ),
  };
}
const isFull = (safe: Safe): boolean => safe.stones.length >= safe.spaces;

export function retell(move: PastMove<Seen>, seats: SeatInfo[], say: Say): Retold {
  const played = playedIn(move)!;
  const seat = seats[move.seat]!;
  const word = capitals(played.spelling || played.word);
  const told = (key: string, details: Record<string, string | number> = {}): string =>
    say(`recap.${seat.you ? 'you-' : ''}${key}`, { player: seat.name, word, ...details });
  const { reason } = played.ruling;
  if (!played.word)
    return {
      title: reason === 'passed' ? told('passes') : told('nothing'),
      name: say(`refusals-short.${reason}`),
      number: '',
      refused: false,
      closed: false,
      reason: '',
      text: reason === 'passed' ? '' : refusal(played.ruling, seats, say),
      letters: [],
    };
  const announcement = announced(move);
  const tone = TONES[seat.identity];
  const tiles = announcement ? tilesOfMove({ ...announcement, word }, move.before.ring) : [];
  const letters = tiles.map(({ text, orders }) => ({
    letter: text,
    mark: orders.join(' '),
    colour: orders.length ? tone : undefined,
  }));
  if (!stood(played))
    return {
      title: told('refused'),
      name: word,
      number: '',
      refused: true,
      closed: false,
      reason: refusal(played.ruling, seats, say),
      text: told('stones-back', { count: played.letters.length }),
      letters,
    };
  const { cards, ring } = laid(move);
  const closed = cards.map((card) => ring[card]!).filter(isFull);
  const stones = closed.flatMap((safe) => safe.stones);
  return {
    title: told('plays', { count: played.letters.length }),
    name: word,
    number: String(played.letters.length),
    refused: false,
    closed: closed.length > 0,
    reason: '',
    text: closed.length
      ? told('closes', {
          count: closed.length,
          letters: closed.map((safe) => safe.letter).join(', '),
          ...stonesOf(stones, seats, say),
        })
      : say('face.no-closing'),
    letters,
  };
}

export interface Still {
  cards: Card[];
  looks: Look[];
  lit: Lit | null;
  pile: number;
}

/** The ring when the move was made: its stones, its way, and what it closes, in the tone of its player. */
export function stillOf(move: PastMove<Seen>, seats: SeatInfo[], say: Say): Still {
  const refused = !stood(playedIn(move)!);
  const tone = refused ? REFUSED : TONES[seats[move.seat]!.identity];
  const { cards, ring } = laid(move);
  const word = announced(move);
  return {
    cards: ring.map((safe, key) => ({ key, safe, lands: null, phase: '' })),
    looks: ring.map((safe, i): Look => {
      const order = cards.indexOf(i);
      const [label, idle] = [safeSentence(safe, i + 1, say), { dirs: [], mine: null, blink: false }];
      if (order < 0) return { ...idle, state: 'idle', order: '', tag: '', label };
      const closes = !refused && isFull(safe);
      const said = `${label} ${say('face.order', { order: order + 1 })}`;
      return {
        ...idle,
        state: 'used',
        order: String(order + 1),
        tag: closes ? say('face.closes') : '',
        label: closes ? `${said} ${say('face.closes-label')}` : said,
        tone,
        dashed: refused,
      };
    }),
    lit: word && cards.length ? { way: { cards }, direction: word.direction, tone, dotted: refused } : null,
    pile: move.before.pile.length,
  };
}
