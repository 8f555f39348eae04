// Movements that every device and the referee compute alike: `waves.py`, in whole numbers only.

/** One of `among` numbers from 0 on, which looks like chance and follows from the seed. */
export function mixed(seed: number, place: number, among: number): number {
  return (((((seed + 17) * (place + 3) * 48_271) % 65_521) * 40_692) % 65_519) % among;
}

/** From -1000 to 1000 and back, slow at the turning points; 0 and rising at the start. */
export function wave(phase: number, period: number): number {
  const place = Math.floor((4000 * (phase % period)) / period);
  const straight = place < 1000 ? place : place < 3000 ? 2000 - place : place - 4000;
  return Math.floor((straight * (3_000_000 - straight * straight)) / 2_000_000);
}
