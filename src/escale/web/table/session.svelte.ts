/** Somebody at a table on this device: which seats are theirs, which of them acts now, and what it sees. */
import { say, type Who } from '$web/app/texts.svelte';
import type { GameUi, SeatInfo } from '$web/gameUi';
import { ask } from '$web/wire/api';
import type { Connection } from '$web/wire/connection.svelte';
import type { Action, Outcome, Plain, View, When } from '$web/wire/types';
import type { TableTexts } from './texts.svelte';

export class Session {
  readonly connection: Connection;
  readonly tableTexts: TableTexts;
  readonly ui: GameUi;

  constructor(connection: Connection, ui: GameUi, tableTexts: TableTexts) {
    this.connection = connection;
    this.ui = ui;
    this.tableTexts = tableTexts;
  }

  info = $derived.by(() => this.connection.info!);
  play = $derived.by(() => this.connection.play);
  mine = $derived.by(() => this.connection.you.seats);
  /** The only seat on this device: its player is “you” on this screen. */
  self = $derived.by(() => (this.mine.length === 1 ? this.mine[0]! : null));
  host = $derived.by(() => this.connection.you.person !== null && this.connection.you.person === this.info.host);
  /** Whom this person may ask to leave: those who do not play, if the table is theirs. */
  canAskToLeave = (person: number): boolean => {
    const { you } = this.connection;
    const plays = this.info.status !== 'gathering' && this.info.seats.some((seat) => seat.person === person);
    return (this.host || you.person === 0) && person !== 0 && person !== you.person && !plays;
  };
  /** Everybody who was here, as sentences call them. */
  people: (Who | string)[] = $derived.by(() =>
    this.info.people.map((name, person) =>
      person === this.connection.you.person && this.mine.length <= 1 ? { name: say('parts.you'), self: true } : name,
    ),
  );
  identities = $derived.by(() => this.ui.identities(this.info.seats.length));

  seats: SeatInfo[] = $derived.by(() =>
    this.info.seats.map((seat, i) => ({
      seat: i,
      name: this.self === i ? say('parts.you') : seat.name,
      identity: this.identities[i]!,
      you: this.mine.includes(i),
      self: this.self === i,
      bot: seat.bot !== null,
      turn: this.info.status === 'playing' && (this.play?.awaits.includes(i) ?? false),
      here: seat.kind !== 'person' || (seat.person !== null && this.connection.here.has(seat.person)),
      left: seat.left,
      resigned: seat.resigned,
    })),
  );

  /** Several seats on this device, and they see different things: then the device is handed over with its face down. */
  secret = $derived.by(() => {
    const seen = this.connection.views
      .filter((view) => view.seat !== null && this.mine.includes(view.seat))
      .map((view) => JSON.stringify([view.held, view.seen]));
    return new Set(seen).size > 1;
  });
  /** Who holds the device: it stays with them until another of its seats is awaited and they are not. */
  holder = $state<number | null>(null);
  wanted: number | null = $derived.by(() => {
    const playing = this.mine.filter((seat) => !this.info.seats[seat]?.resigned && !this.info.seats[seat]?.left);
    const awaited = playing.filter((seat) => this.play?.awaits.includes(seat));
    const still = this.holder !== null && this.mine.includes(this.holder) ? this.holder : null;
    if (still !== null && (awaited.includes(still) || !awaited.length)) return still;
    return awaited[0] ?? playing[0] ?? this.mine[0] ?? null;
  });
  /** The next player must take the device first. */
  handOver = $derived.by(
    () =>
      this.info.status === 'playing' &&
      this.secret &&
      this.wanted !== this.holder &&
      this.wanted !== null &&
      this.mine.length > 1,
  );
  me = $derived.by(() => this.wanted);
  view: View = $derived.by(
    () =>
      this.connection.views.find((view) => view.seat === this.me) ??
      this.connection.views[0] ?? { seat: null, held: false },
  );
  myTurn = $derived.by(
    () =>
      this.info.status === 'playing' &&
      !this.info.paused &&
      this.me !== null &&
      (this.play?.awaits.includes(this.me) ?? false),
  );

  act = async (action: Action, when?: When): Promise<Outcome> => {
    if (this.me === null)
      return {
        done: false,
        reason: 'not-your-seat',
        text: this.tableTexts.say('refusals.not-your-seat'),
        anchor: '',
        details: {},
      };
    return await this.connection.act(this.me, action, when);
  };

  consider = async <T>(question: Plain): Promise<T | null> => {
    try {
      const { answer } = await ask<{ answer: T }>(`/api/tables/${this.connection.table}/consider`, {
        seat: this.me,
        question,
      });
      return answer;
    } catch {
      return null;
    }
  };

  describe = async (): Promise<string[] | null> => {
    try {
      const seat = this.me === null ? '' : `seat=${this.me}&`;
      const { lines } = await ask<{ lines: string[] }>(
        `/api/tables/${this.connection.table}/described?${seat}language=${this.tableTexts.language}`,
      );
      return lines;
    } catch {
      return null;
    }
  };
}
