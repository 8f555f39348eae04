/** Heights for labels that want to be at `wanted`, in any order, at least `apart` from each other and within the picture. */
export function spread(wanted: number[], apart: number, least: number, most: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const placed = [...wanted];
  let floor = least;
  for (const i of order) {
    placed[i] = Math.max(placed[i]!, floor);
    floor = placed[i]! + apart;
  }
  let ceiling = most;
  for (const i of order.toReversed()) {
    placed[i] = Math.min(placed[i]!, ceiling);
    ceiling = placed[i]! - apart;
  }
  return placed;
}
