/** One sentence that explains how a match of Word Bank was won. */
import type { ResultProps, SeatInfo } from '$web/gameUi';
import { resignedSentence } from '$web/kit/resigned';
import { exposed, type Seen } from '../types';

export function verdict({ seen, score, seats, say }: ResultProps<Seen>): string {
  if (score.ending === 'resigned') return resignedSentence(seats, say);
  const name = (seat: number): SeatInfo => seats[seat]!;
  const winner = score.winners[0]!;
  const points = score.points[winner]!;
  const emptied = seen.hands.findIndex((stones) => stones === 0);
  if (score.winners.length > 1) return say('result.verdict-shared', { count: points });
  const level = seats.filter(({ seat }) => seat !== winner && score.points[seat] === points);
  if (level.length) {
    const closest = level.reduce((most, one) =>
      seen.closed[one.seat]!.length > seen.closed[most.seat]!.length ? one : most,
    );
    return say('result.verdict-safes', {
      winner: name(winner),
      other: closest,
      count: points,
      safes: seen.closed[winner]!.length,
      fewer: seen.closed[closest.seat]!.length,
    });
  }
  if (score.ending === 'ran-out' && emptied === winner)
    return say(points ? 'result.verdict-emptied' : 'result.verdict-all-safe', { winner: name(winner), count: points });
  if (score.ending === 'ran-out' && emptied >= 0)
    return say('result.verdict-overtaken', {
      emptied: name(emptied),
      winner: name(winner),
      count: exposed(seen, emptied),
      points,
    });
  return say(`result.verdict-${score.ending}`, { winner: name(winner), count: points });
}
