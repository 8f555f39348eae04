/** The moves of a match for its replay: a turn is named by how it ended. */
import type { Say } from '$web/app/texts.svelte';
import type { Move } from '$web/gameUi';
import { NOBODY, type Seen } from '../types';

const ENDS = new Set([
  'arrives-start',
  'arrives-tiger',
  'arrives-empty',
  'wins-keys',
  'no-key',
  'gives-up',
  'tiger-closes',
  'shuts-chest',
  'chest-empty',
]);

export function move(after: Seen, before: Seen, say: Say): Move | null {
  const last = before.news.at(-1)?.number ?? 0;
  const fresh = after.news.filter(({ number, what }) => number > last && ENDS.has(what)).at(-1);
  if (!fresh) return null;
  const { what, count } = fresh;
  if (what === 'chest-empty')
    return {
      seat: after.purses.findIndex((purse, i) => purse.count > (before.purses[i]?.count ?? 0)),
      name: say('result.move-emptied'),
      gain: 1,
      refused: false,
      note: '',
      whole: true,
    };
  const seat = what === 'tiger-closes' && fresh.player !== NOBODY ? fresh.player : fresh.seat;
  if (what === 'wins-keys')
    return { seat, name: say('result.move-keys', { count }), gain: count, refused: false, note: '', whole: true };
  if (what === 'tiger-closes')
    return {
      seat,
      name: say('result.move-notes', { count }),
      gain: count,
      refused: false,
      note: say('result.move-tiger'),
      whole: true,
    };
  if (what === 'shuts-chest')
    return {
      seat,
      name: say('result.move-notes', { count }),
      gain: count,
      refused: false,
      note: say('result.move-sand'),
      whole: true,
    };
  const name =
    what === 'no-key' || what === 'gives-up'
      ? say('result.move-no-key')
      : say(`squares.${what === 'arrives-empty' ? after.squares[after.pawns[seat]!]! : what.slice('arrives-'.length)}`);
  return {
    seat,
    name: name.charAt(0).toUpperCase() + name.slice(1),
    gain: 0,
    refused: false,
    note: what === 'arrives-empty' ? say('board.empty-cell') : '',
    whole: true,
  };
}
