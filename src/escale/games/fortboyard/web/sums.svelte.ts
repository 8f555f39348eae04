/** Dice races for screen readers: announced in summaries, not roll by roll. */
import type { Say } from '$web/app/texts.svelte';
import type { SeatInfo } from '$web/gameUi';
import type { Language } from '$web/wire/types';
import { open, type Asked, type Seen } from './types';

const EVERY = 5000; // ms

/** Who rolls in a race, in turn, and how often they have. */
export interface Race {
  order: number[];
  throws: number;
}

const inTurn = (first: number, seats: number, out: number[]): number[] =>
  Array.from({ length: seats }, (_, i) => (first + i) % seats).filter((seat) => !out.includes(seat));

export const raceOf = ({ candidate, reader, throws }: Asked, seats: number): Race => ({
  order: inTurn(candidate + 1, seats, [candidate, reader]),
  throws,
});

function riddleRace(seen: Seen): Race | null {
  const asked = open(seen, 'Asked');
  return asked?.turned ? raceOf(asked, seen.pawns.length) : null;
}

/** Each roll that meets no tiger gives a note, and one was taken before all of them. */
function chestRace(seen: Seen): Race | null {
  const chest = open(seen, 'Chest');
  return chest?.stage === 'racing'
    ? { order: inTurn(chest.opener + 1, seen.pawns.length, [chest.opener]), throws: Math.max(0, chest.taken - 1) }
    : null;
}

/** How often this seat has rolled. */
export const throwsOf = ({ order, throws }: Race, seat: number): number =>
  Math.max(0, Math.ceil((throws - order.indexOf(seat)) / order.length));

/** "Ada and Blaise have thrown 7 times; no even double." Empty: there is nothing to tell yet. */
function sumOf(seen: Seen, seats: SeatInfo[], say: Say, language: Language, now: number): string {
  const [riddle, chest] = [riddleRace(seen), chestRace(seen)];
  const race = riddle ?? chest;
  if (!race?.throws) return '';
  const who = race.order.slice(0, race.throws).flatMap((seat) => seats[seat] ?? []);
  const many = who.length > 1 ? 'many' : 'one';
  const names = many === 'one' ? (who[0] ?? '') : new Intl.ListFormat(language).format(who.map(({ name }) => name));
  const details = { names, count: race.throws };
  if (riddle) return say(`face.race-told-${many}`, details);
  const { ends, taken } = open(seen, 'Chest')!;
  return say(`face.chest-told-${many}`, {
    ...details,
    notes: say('face.notes', { count: taken }),
    seconds: Math.ceil(Math.max(0, ends - now) / 1000),
  });
}

/** Call while a component begins. */
export function sumUpRaces(
  seen: () => Seen | null,
  told: () => { seats: SeatInfo[]; say: Say; language: Language; now: number },
  tell: (text: string) => void,
): void {
  const races = $derived.by(() => {
    const now = seen();
    return now !== null && (riddleRace(now) ?? chestRace(now)) !== null;
  });
  $effect(() => {
    if (!races) return;
    let timer = setTimeout(function sumUp() {
      const [latest, { seats, say, language, now }] = [seen(), told()];
      const sum = latest ? sumOf(latest, seats, say, language, now) : '';
      if (sum) tell(sum);
      timer = setTimeout(sumUp, EVERY); // and not by an interval, which makes up for a late sentence with an early one
    }, EVERY);
    return () => clearTimeout(timer);
  });
}
