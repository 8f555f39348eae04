/** One sentence that explains how a match was won. */
import type { ResultProps, SeatInfo } from '$web/gameUi';
import { resignedSentence } from '$web/kit/resigned';
import { left, points, type Seen } from '../types';

export function verdict({ seen, score, seats, say }: ResultProps<Seen>): string {
  if (score.ending === 'resigned') return resignedSentence(seats, say);
  const name = (seat: number): SeatInfo => seats[seat]!;
  const winner = score.winners[0]!;
  const count = score.points[winner]!;
  if (score.winners.length > 1) return say('result.verdict-shared', { count });
  if (score.ending === 'all-passed') return say('result.verdict-all-passed', { winner: name(winner), count });
  if (score.ending === 'no-gains') return say('result.verdict-no-gains', { winner: name(winner), count });
  const done = seats.findIndex(({ seat }) => left(seen, seat).length === 0);
  if (done === winner || done < 0) return say('result.verdict-done', { winner: name(winner), count });
  return say('result.verdict-overtaken', {
    done: name(done),
    winner: name(winner),
    gains: seen.gains[winner]!,
    rest: points(left(seen, winner)),
    count,
  });
}
