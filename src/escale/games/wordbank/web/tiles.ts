/** The letters of a word, each with the cards that it lies on. */
import { capitals } from '$web/kit/words';
import type { Tile } from './tray/Tiles.svelte';
import { inOrder, type Answer, type Move, type Safe, type Way } from './types';

/** One letter may play as two (Œ as O and E), and then lie on two cards. The proper spelling is used where it is told. */
export function tilesOf(answer: Answer, way: Way): Tile[] {
  const spelling = [...capitals(answer.spelling ?? '')];
  const proper = spelling.length === answer.spelt.length ? spelling : null;
  let at = 0;
  return answer.spelt.map(([text, folded], i) => {
    const from = at;
    at += folded.length;
    const orders = way.read.flatMap((read, order) => (read >= from && read < at ? [order + 1] : []));
    return { text: proper?.[i] ?? text, orders };
  });
}

/** Of a word that somebody else announced: the first letters that fit, without accents. */
export function tilesOfMove(move: Move, ring: readonly Safe[]): Tile[] {
  const plain = (letter: string): string => letter.normalize('NFD')[0]!.toUpperCase();
  const tiles = [...move.word.toUpperCase()].map((text): Tile => ({ text, orders: [] }));
  let from = 0;
  inOrder(move, ring.length).forEach((card, order) => {
    const at = tiles.findIndex((tile, i) => i >= from && plain(tile.text) === ring[card]!.letter);
    if (at < 0) return;
    tiles[at]!.orders.push(order + 1);
    from = at + 1;
  });
  return tiles;
}
