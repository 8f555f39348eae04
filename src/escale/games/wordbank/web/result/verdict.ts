import type { ResultProps } from '$web/face';
import type { Seen } from '../types';

export function verdict({ score, seats, say }: ResultProps<Seen>): string {
  const who = score.winners.map((seat) => seats[seat]?.name ?? '').join(', ');
  return say(score.winners.length === 1 ? 'board.winner' : 'board.winners', { who });
}
