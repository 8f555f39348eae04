/** Sentences for the tray, the log and screen readers. */
import type { Details, Say, Who } from '$web/app/texts.svelte';
import type { SeatInfo } from '$web/gameUi';
import { steps } from './fort/geometry';
import { hasCell, NOBODY, type News, type Seen } from './types';
import { titleOf } from './trial/names';

const who = (seats: SeatInfo[], seat: number): Who | string => seats[seat] ?? '';

export function newsSentence(news: News, seen: Seen, seats: SeatInfo[], say: Say): string {
  const text = news.what === 'draws-trial' ? titleOf(news.text, seen, say) : news.text;
  const details: Details = { count: news.count, text };
  if (news.seat !== NOBODY) details.seat = who(seats, news.seat);
  if (news.player !== NOBODY) details.player = who(seats, news.player);
  return say(`news.${news.what}`, details);
}

export function lastSentence(seen: Seen, seats: SeatInfo[], say: Say): string {
  const last = seen.news.at(-1);
  return last ? newsSentence(last, seen, seats, say) : '';
}

/** "Square 20 of 30, trial. Cell: one black key. On it: you. Next tiger in six squares." */
export function squareSentence(seen: Seen, square: number, seats: SeatInfo[], say: Say): string {
  const kind = seen.squares[square]!;
  const cell = seen.cells[square]!;
  const line = [say('face.square', { square, all: seen.squares.length, sort: say(`squares.${kind}`) })];
  if (cell.black) line.push(say('board.black-keys', { count: cell.black }));
  if (cell.red) line.push(say('board.red-keys', { count: cell.red }));
  if (hasCell(kind) && !cell.black && !cell.red) line.push(say('board.empty-cell'));
  const there = seen.pawns.flatMap((place, seat) =>
    place === square ? [seats[seat]?.self ? say('plate.you') : (seats[seat]?.name ?? '')] : [],
  );
  if (there.length) line.push(say('face.on-it', { names: there.join(', ') }));
  if (kind !== 'tiger') line.push(say('face.next-tiger', { count: nextTiger(seen, square) }));
  return line.join(' ');
}

export function nextTiger(seen: Seen, square: number): number {
  const far = seen.squares.flatMap((kind, i) =>
    kind === 'tiger' ? [steps(square, i, seen.squares.length) || seen.squares.length] : [],
  );
  return Math.min(...far);
}
/** The numbers of one die that lead this seat to a tiger. */
export function tigerNumbers(seen: Seen, seat: number): number[] {
  return [1, 2, 3, 4, 5, 6].filter((n) => seen.squares[(seen.pawns[seat]! + n) % seen.squares.length] === 'tiger');
}
/** What can be won on a square. */
export const stakes = (seen: Seen, square: number): number =>
  Math.min(
    seen.squares[square] === 'and' || seen.squares[square] === 'guardian' ? 2 : 1,
    seen.cells[square]!.black + seen.cells[square]!.red,
  );
