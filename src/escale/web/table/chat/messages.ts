/** The chat, from the entries of the table. */
import type { Entry } from '$web/wire/types';

export interface Said {
  number: number;
  at: number;
  person: number;
  text: string;
}

export const chatMessages = (entries: Entry[]): Said[] =>
  entries.flatMap((entry) =>
    entry.what
      .filter((what) => what.kind === 'Said')
      .filter((what) => what.text !== '') // an empty one was erased
      .map((what, i) => ({
        number: entry.number + i / 100,
        at: entry.at,
        person: what.person,
        text: what.text,
      })),
  );

/** Who was asked to leave the table. */
export const askedToLeave = (entries: Entry[]): Set<number> =>
  new Set(entries.flatMap(({ what }) => what.flatMap((one) => (one.kind === 'AskedToLeave' ? [one.person] : []))));

/** Whom this person does not hear: one is told of one's own muting only. */
export function muted(entries: Entry[]): number[] {
  const now = new Set<number>();
  for (const { what } of entries) {
    for (const one of what) if (one.kind === 'Muted') now[one.muted ? 'add' : 'delete'](one.whom);
  }
  return [...now];
}
