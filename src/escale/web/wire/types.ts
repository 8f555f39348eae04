/** The protocol (docs/protocol.md) in types. What a game fills in is unknown here. */
import type * as wire from './generated';
import type { Plain } from './plain';

export type {
  About as TableInfo,
  Chair as Seat,
  Clock as ClockReading,
  Entry,
  Event,
  Found,
  Happening,
  NewTable,
  Offer,
  Pace,
  Play as PlayInfo,
  Presence,
  Proposal,
  Refused,
  Score,
  You,
} from './generated';
export type { Plain } from './plain';

export type Language = 'fr' | 'en' | 'de';

/** JSON Schema, as far as forms are made from it. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  enum?: Plain[];
  const?: Plain;
  default?: Plain;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
}

export type GameInfo = Omit<wire.GameInfo, 'options' | 'actions'> & { options: Schema; actions: Schema };
/** A table as the shelf lists it. */
export type Listed = Omit<wire.Listed, 'seats'> & { seats: Pick<wire.Chair, 'kind' | 'name'>[] };
export type ListedSeat = Listed['seats'][number];
/** The pace of a new table. */
export type PaceWish = Required<wire.PaceWish>;
export type Input = wire.Offer['inputs'][number];

/** What a seat sees. `held`: a moment of slow play that its player has not opened yet. */
export type View<S = unknown> = Omit<wire.View, 'seen'> & { seen?: S };
export type Update = Omit<wire.Update, 'views'> & { views?: View[] };
export type ServerMessage = Update | wire.Refused | wire.Presence;

/** What the rules ask of chance: dice, pieces from a bag, one of several. */
export type Question =
  | { kind: 'Roll'; dice: number; sides: number }
  | { kind: 'Draw'; count: number; size: number }
  | { kind: 'Pick'; size: number };
/**
 * A moment of a replay: the state after the first `event` events. The last of them is told in words; `stands` is false if it
 * was taken back later, `chance` is what chance was asked, if it is an answer of chance; `lines` is the table in words.
 */
export type ReplayStep<S = unknown> = Omit<wire.Frame, 'chance' | 'seen' | 'action'> & {
  chance: Question | null;
  seen: S;
  action?: Action | null;
};
export type Replay<S = unknown> = Omit<wire.Replay, 'frames'> & { frames: ReplayStep<S>[] };

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
/** A command to the table; the connection adds its id. */
export type Command = WithoutId<wire.Ask>;
/** An action of a game: its class under `kind`, and its fields. */
export type Action = { kind: string; [field: string]: Plain };
/** When an action may be played: in the turn that is on the screen, or (`anytime`: it carries its own moment) in a later one. */
export interface When {
  anytime?: boolean;
}
/** How a message ended: refused, with the reason in words, or done. */
export type Outcome = { done: true } | ({ done: false } & Omit<wire.Refused, 'kind' | 'id'>);
