/** The die and the walk after it, as they are shown: first the die tumbles, then the pawn hops, then there is a moment to look. */
import { prefersReducedMotion } from 'svelte/motion';
import { cue } from '$web/table/sounds';
import { steps } from './fort/geometry';
import type { Seen } from './types';

const TUMBLE = 600; // ms
const HOP = 130;
const LOOK = 450; // at the square, before what it holds covers it
const FARTHEST = 6;

export class Walk {
  places = $state.raw<number[]>([]);
  trail = $state.raw<number[]>([]);
  mover = $state<number | null>(null); // while something moves
  stage = $state<'rests' | 'tumbles' | 'hops' | 'looks'>('rests');
  number = $state(0); // of the die
  #seen: Seen | null = null;
  #timer = 0;
  #todo: number[] = [];

  /** A new state: what changed in it is shown, unless too much did. */
  arrive(next: Seen, quiet: boolean): void {
    const before = this.#seen;
    this.#seen = next;
    const moved =
      before?.pawns.length === next.pawns.length
        ? next.pawns.flatMap((place, seat) => (place === before.pawns[seat] ? [] : [seat]))
        : [];
    const seat = moved[0];
    const far = seat === undefined ? 0 : steps(before!.pawns[seat]!, next.pawns[seat]!, next.squares.length);
    if (seat === undefined && this.stage !== 'rests') return; // something else happened meanwhile
    this.#end();
    if (seat === undefined) return;
    if (moved.length > 1 || far > FARTHEST) this.trail = [];
    else this.#begin(seat, before!.pawns[seat]!, far, next.squares.length, quiet);
  }

  /** At once to the end: whoever acts does not wait for a picture. */
  skip = (): void => this.#end();

  #begin(seat: number, from: number, far: number, count: number, quiet: boolean): void {
    const way = Array.from({ length: far }, (_, i) => (from + i) % count);
    this.number = far;
    if (prefersReducedMotion.current || quiet) {
      this.trail = way;
      return;
    }
    this.places = this.#seen!.pawns.map((place, i) => (i === seat ? from : place));
    this.trail = [];
    this.mover = seat;
    this.stage = 'tumbles';
    this.#todo = [...way.slice(1), (from + far) % count];
    this.#timer = window.setTimeout(() => this.#hop(), TUMBLE);
  }

  #hop(): void {
    const seat = this.mover!;
    const to = this.#todo.shift();
    if (to === undefined) {
      this.stage = 'looks';
      this.#timer = window.setTimeout(() => this.#end(), LOOK);
      return;
    }
    this.stage = 'hops';
    this.trail = [...this.trail, this.places[seat]!];
    this.places = this.places.map((place, i) => (i === seat ? to : place));
    cue('set');
    this.#timer = window.setTimeout(() => this.#hop(), HOP);
  }

  #end(): void {
    clearTimeout(this.#timer);
    const { mover } = this;
    if (mover !== null && this.#todo.length)
      this.trail = [...this.trail, this.places[mover]!, ...this.#todo.slice(0, -1)];
    this.#todo = [];
    this.places = this.#seen?.pawns ?? [];
    this.stage = 'rests';
    this.mover = null;
  }
}
