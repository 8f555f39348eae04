/** One sentence that explains how a match was won. */
import type { ResultProps, SeatInfo } from '$web/gameUi';
import { resignedSentence } from '$web/kit/resigned';
import { money, type Seen } from '../types';

export function verdict({ seen, score, seats, say }: ResultProps<Seen>): string {
  if (score.ending === 'resigned') return resignedSentence(seats, say);
  const name = (seat: number): SeatInfo => seats[seat]!;
  const winner = score.winners[0]!;
  const amount = money(score.points[winner] ?? 0);
  if (score.winners.length > 1) return say('result.verdict-shared', { amount });
  const most = Math.max(...seen.purses.map((purse) => purse.count));
  const richest = seen.purses.find((purse) => purse.count === most)!.seat;
  const second = Math.max(...score.points.filter((_, seat) => seat !== winner));
  if (seen.purses[winner]!.count < most)
    return say('result.verdict-better', { most: name(richest), winner: name(winner), amount });
  return say('result.verdict', { winner: name(winner), amount, ahead: money(score.points[winner]! - second) });
}
