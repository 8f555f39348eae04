/** How many pictures of one shape go side by side, so that all of them are as large as the room allows. */
export interface Fit {
  columns: number;
  size: number;
} // the width of each, in px

export function fit(
  count: number,
  width: number,
  height: number,
  ratio: number,
  least: number,
  most: number,
  gap = 12,
): Fit {
  const room = (across: number): number => {
    const down = Math.ceil(count / across);
    return Math.min((width - gap * (across - 1)) / across, ((height - gap * (down - 1)) / down) * ratio);
  };
  let columns = 1;
  for (let across = 2; across <= count; across++) if (room(across) > room(columns)) columns = across;
  return { columns, size: Math.max(least, Math.min(most, Math.floor(room(columns)))) };
}
