/** The faces that people have just made, over their plates. */
import { untrack } from 'svelte';
import { faceOf, type FaceName } from '../chat/faces';
import { timeLeft } from '../clock';
import type { Session } from '../session.svelte';

const LASTS = 2500; // milliseconds
const LITTLE_TIME = 10_000; // milliseconds: whoever has no more than this to move is not disturbed

export function shownFaces(session: () => Session): { at: (seat: number) => FaceName | undefined } {
  let faces = $state.raw(new Map<number, FaceName>()); // by person
  $effect(() => {
    const said = session()
      .connection.news.flatMap(({ what }) => what)
      .filter((one) => one.kind === 'Said')
      .flatMap(({ person, text }) => {
        const face = faceOf(text);
        return face ? [[person, face] as const] : [];
      });
    if (!said.length || untrack(() => isBusy(session()))) return;
    faces = new Map([...untrack(() => faces), ...said]);
    setTimeout(() => {
      const left = new Map(faces);
      for (const [person] of said) left.delete(person);
      faces = left;
    }, LASTS);
  });
  return {
    at: (seat) => {
      const person = session().info.seats[seat]?.person;
      return person == null ? undefined : faces.get(person);
    },
  };
}

function isBusy({ myTurn, play, connection }: Session): boolean {
  const left = myTurn ? timeLeft(play, connection.now()) : null;
  return left !== null && left < LITTLE_TIME;
}
