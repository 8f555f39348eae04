/** What happened, in words: for the log, and for those who listen to the page. The rules of the gaps are in docs/texts.md. */
import type { Details, Say, Who } from '$web/app/texts.svelte';
import type { SeatInfo } from '$web/gameUi';
import type { Entry, Event, Happening, Plain } from '$web/wire/types';

/** The name of a class or a field as it appears in the keys of texts: RollAgain is roll-again, even_turns is even-turns. */
export const kebab = (name: string): string =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .replaceAll('_', '-')
    .toLowerCase();

/** A value as the players read it. */
export function valued(say: Say, field: string, value: Plain): string {
  if (Array.isArray(value)) return value.map((one) => valued(say, field, one)).join(', ');
  if (value !== null && typeof value === 'object')
    return value.kind === 'Hidden' ? say('told.hidden') : Object.values(value).join(' ');
  const word = value === null ? 'none' : value === true ? 'yes' : value === false ? 'no' : String(value);
  const key = `values.${kebab(field)}-${kebab(word)}`;
  const text = say(key);
  return text === key ? word : text;
}

/** One told thing: the seat that did it, if any, and the sentence. */
export interface Sentence {
  seat: number | null;
  text: string;
  quiet?: boolean;
}

function ofMatch(event: Event, dealt: boolean, seats: SeatInfo[], say: Say): Sentence | null {
  const who = (seat: number): Who | string => seats[seat] ?? '';
  switch (event.kind) {
    case 'Acted': {
      const { kind, ...fields } = event.action;
      const details: Details = {};
      for (const [field, value] of Object.entries(fields))
        details[field] = field === 'seat' && typeof value === 'number' ? who(value) : valued(say, field, value);
      details.player = who(event.seat);
      return { seat: event.seat, text: say(`events.${kebab(String(kind))}`, details) };
    }
    case 'Elapsed':
      return { seat: null, text: say('told.elapsed') };
    case 'Resigned':
      return { seat: event.seat, text: say('told.resigned', { seat: who(event.seat) }) };
    case 'Rewound':
      return { seat: null, text: say(dealt ? 'play.dealt-again' : 'play.taken-back') };
    default:
      return null;
  }
}

function around(what: Happening, seats: SeatInfo[], people: (Who | string)[], say: Say): Sentence | null {
  switch (what.kind) {
    case 'Sat':
    case 'BotSat':
    case 'Left':
    case 'StoodIn': {
      const sits = seats[what.seat];
      const name = sits?.self ? sits : ('name' in what && what.name) || (sits?.name ?? '');
      return { seat: what.seat, text: say(`happened.${kebab(what.kind)}`, { name }), quiet: true };
    }
    case 'Begun':
    case 'Paused':
    case 'Resumed':
    case 'CarriedAway':
      return { seat: null, text: say(`happened.${kebab(what.kind)}`), quiet: true };
    case 'Declined':
    case 'AskedToLeave':
      return {
        seat: null,
        text: say(`happened.${kebab(what.kind)}`, { name: people[what.person] ?? '' }),
        quiet: true,
      };
    default:
      return null;
  }
}

/** All of an entry that is worth a sentence, in order. */
export function told(entry: Entry, seats: SeatInfo[], people: (Who | string)[], say: Say): Sentence[] {
  return entry.what
    .flatMap((what) =>
      what.kind === 'Happened'
        ? what.events.map((event, i) => ofMatch(event, what.events[i + 1]?.kind === 'Drawn', seats, say))
        : [around(what, seats, people, say)],
    )
    .filter((one) => one !== null);
}
