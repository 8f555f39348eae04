/** The board without its pyramids (ground.py): a cell is ten times its row plus its column, as seen from the south. */
import type { Identity } from '$web/look/gems';

export type Side = 'S' | 'W' | 'N' | 'E';
export type Cell = number;

export const SIDES: readonly Side[] = ['S', 'W', 'N', 'E'];
export const SEATED: Record<number, readonly Side[]> = { 2: ['S', 'N'], 3: ['S', 'W', 'N'], 4: ['S', 'W', 'N', 'E'] };
export const IDENTITIES: Record<Side, Identity> = { S: 'blue', W: 'yellow', N: 'red', E: 'green' };
export const sideOf = (seat: number, seats: number): Side => SEATED[seats]![seat]!;

export const isRing = (cell: Cell): boolean => cell < 10 || cell > 89 || cell % 10 === 0 || cell % 10 === 9;
export const BOARD: readonly Cell[] = Array.from({ length: 100 }, (_, cell) => cell);
export const INSIDE: readonly Cell[] = BOARD.filter((cell) => !isRing(cell));

export type Kind = 'ring' | 'corner' | 'centre' | Side;
export function kindOf(cell: Cell): Kind {
  if (isRing(cell)) return 'ring';
  const [row, column] = [Math.floor(cell / 10), cell % 10];
  const edge = [row === 8 && 'S', column === 1 && 'W', row === 1 && 'N', column === 8 && 'E'].filter(Boolean) as Side[];
  return edge.length === 2 ? 'corner' : (edge[0] ?? 'centre');
}

/** Row and column of a cell as a side sees the board: its own start cells are near. */
export function seenBy(side: Side, cell: Cell): [row: number, column: number] {
  const [row, column] = [Math.floor(cell / 10), cell % 10];
  return (
    { S: [row, column], W: [9 - column, row], N: [9 - row, 9 - column], E: [column, 9 - row] } satisfies Record<
      Side,
      [number, number]
    >
  )[side];
}
export function cellSeenBy(side: Side, row: number, column: number): Cell {
  return { S: 10 * row + column, W: 10 * column + 9 - row, N: 10 * (9 - row) + 9 - column, E: 10 * (9 - column) + row }[
    side
  ];
}
/** Which side is at which edge of the picture: near, left, far, right. */
export const around = (side: Side): readonly Side[] => SIDES.map((_, i) => SIDES[(SIDES.indexOf(side) + i) % 4]!);

/** The ring, clockwise from the far left corner as the south sees it. */
const RING: readonly Cell[] = [
  ...Array.from({ length: 9 }, (_, i) => i),
  ...Array.from({ length: 9 }, (_, i) => 10 * i + 9),
  ...Array.from({ length: 9 }, (_, i) => 99 - i),
  ...Array.from({ length: 9 }, (_, i) => 90 - 10 * i),
];
const onRing = (cell: Cell, steps: number): Cell => RING[(RING.indexOf(cell) + steps + 36 * 9) % 36]!;

const REACH = 14; // ring cells that a line is continued by, either way: no word is longer

/** Every path along which a side can read: a line inside, and the ring before and after it, either way round. */
export function tracks(side: Side): Cell[][] {
  const found: Cell[][] = [];
  for (let number = 1; number < 9; number += 1) {
    const row = Array.from({ length: 10 }, (_, i) => cellSeenBy(side, number, i));
    const column = Array.from({ length: 10 }, (_, i) => cellSeenBy(side, i, number));
    for (const line of [row, column]) {
      for (const before of [1, -1]) {
        for (const after of [1, -1]) {
          const head = Array.from({ length: REACH }, (_, i) => onRing(line[0]!, before * (i + 1))).reverse();
          const tail = Array.from({ length: REACH }, (_, i) => onRing(line[9]!, after * (i + 1)));
          found.push([...head, ...line, ...tail]);
        }
      }
    }
  }
  return found;
}
