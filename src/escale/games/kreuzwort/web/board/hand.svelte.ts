/** A finger or a mouse over the board: taps and drags. It knows cells and pixels, and nothing of the game. */
import type { Cell } from '../ground';

const NEAR = 22; // px within which a tap on a small board finds a pyramid
const SMALL = 44; // px: a cell below this is small
const FAR = 7; // px: more than a tap
const LONG = 550; // ms: more than a tap

interface Asks {
  cellPx: () => number;
  at: (row: number, column: number) => Cell;
  free: (cell: Cell) => boolean; // a top that can be lifted
  taken: (cell: Cell) => boolean; // part of the plan
  holding: () => boolean;
  source: (cell: Cell) => Cell; // where the letter on this cell comes from
  tap: (cell: Cell) => void;
  drop: (from: Cell, to: Cell) => void;
  refuse: (cell: Cell) => void;
  inspect: (cell: Cell) => void; // pressed for long
}

export class Hand {
  dragged = $state<Cell | null>(null); // the pile whose top is in the air
  over = $state<Cell | null>(null); // the cell under it
  x = $state(0);
  y = $state(0);
  touch = $state(false);
  #from: { cell: Cell; x: number; y: number; id: number } | null = null;
  #long: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly asks: Asks) {}

  down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return this.stop();
    const [x, y] = this.#place(event);
    const cell = this.#cell(x, y);
    if (cell === null) return;
    this.touch = event.pointerType !== 'mouse';
    const meant = this.#meant(cell, x, y);
    this.#from = { cell: meant, x, y, id: event.pointerId };
    clearTimeout(this.#long);
    if (this.touch) {
      this.#long = setTimeout(() => {
        this.stop();
        this.asks.inspect(meant);
      }, LONG);
    }
  }
  move(event: PointerEvent): void {
    const from = this.#from;
    if (!from || event.pointerId !== from.id) return;
    const [x, y] = this.#place(event);
    if (this.dragged === null) {
      if (Math.hypot(x - from.x, y - from.y) < FAR) return;
      clearTimeout(this.#long);
      const source = this.asks.source(from.cell);
      if (!this.asks.free(source)) {
        this.#from = null;
        return this.asks.refuse(source);
      }
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      this.dragged = source;
    }
    this.x = x;
    this.y = y;
    this.over = this.#cell(x, y);
  }
  up(event: PointerEvent): void {
    const from = this.#from;
    if (!from || event.pointerId !== from.id) return;
    const { dragged, over } = this;
    this.stop();
    if (dragged === null) this.asks.tap(from.cell);
    else if (over !== null) this.asks.drop(dragged, over);
  }
  stop(): void {
    clearTimeout(this.#long);
    this.#from = null;
    this.dragged = null;
    this.over = null;
  }

  #place(event: PointerEvent): [number, number] {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
  #cell(x: number, y: number): Cell | null {
    const px = this.asks.cellPx();
    const [row, column] = [Math.floor(y / px), Math.floor(x / px)];
    return row < 0 || row > 9 || column < 0 || column > 9 ? null : this.asks.at(row, column);
  }
  /** On small cells, the nearest top that can be lifted, unless something is meant already. */
  #meant(cell: Cell, x: number, y: number): Cell {
    const px = this.asks.cellPx();
    if (px >= SMALL || this.asks.holding() || this.asks.taken(cell) || this.asks.free(cell)) return cell;
    let [best, least] = [cell, NEAR];
    for (let row = 0; row < 10; row += 1) {
      for (let column = 0; column < 10; column += 1) {
        const one = this.asks.at(row, column);
        const far = Math.hypot((column + 0.5) * px - x, (row + 0.5) * px - y);
        if (far < least && this.asks.free(one)) [best, least] = [one, far];
      }
    }
    return best;
  }
}
