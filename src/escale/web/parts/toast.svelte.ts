/** Short news that needs no answer: shown for some seconds, and read aloud. */

export interface Slip {
  id: number;
  text: string;
  refused: boolean;
}

class Shown {
  slips = $state<Slip[]>([]);
}
export const shown = new Shown();
let last = 0;

export function toast(text: string, refused = false): void {
  const id = ++last;
  shown.slips = [...shown.slips.slice(-2), { id, text, refused }];
  setTimeout(() => dismiss(id), 4000 + 60 * text.length);
}

export function dismiss(id: number): void {
  shown.slips = shown.slips.filter((slip) => slip.id !== id);
}
