/** What the house says and is told: docs/protocol.md, in types. What a game fills in is unknown here. */

export type Language = 'fr' | 'en' | 'de';
export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

export interface GameInfo {
  name: string;
  version: number;
  title: string;
  about: string;
  players: [number, number];
  minutes: number;
  age: number;
  levels: number[];
  endings: string[];
  options: Schema;
  actions: Schema;
}
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

export interface Found {
  table: string;
  code: string | null;
  path: string;
}
export interface ListedSeat {
  kind: 'empty' | 'person' | 'bot';
  name: string;
}
/** A table as the shelf lists it. */
export interface Listed {
  table: string;
  game: string;
  status: TableInfo['status'];
  code: string | null;
  seats: ListedSeat[];
  pace: Pace;
}
export interface Pace {
  speed: 'free' | 'live' | 'slow';
  seconds: number;
}
export interface NewTable {
  id: string;
  game: string;
  name: string;
  seats: ('me' | 'open' | number)[];
  options?: Record<string, Plain>;
  pace?: Pace;
  listed?: boolean;
  chat?: 'everybody' | 'players' | 'nobody';
  start?: boolean;
}

export interface Input {
  kind: 'Text' | 'Choice' | 'Some' | 'Number';
  name: string;
  longest?: number;
  among?: (string | number | boolean)[];
  least?: number;
  most?: number;
  repeated?: boolean;
}
export interface Offer {
  action: string;
  inputs: Input[];
}
/** What a seat sees. `held`: a moment of slow play that its player has not opened yet. */
export interface View<S = unknown> {
  seat: number | null;
  held: boolean;
  seen?: S;
  offers?: Offer[];
}

export interface Seat {
  kind: 'empty' | 'person' | 'bot';
  name: string;
  person: number | null;
  bot: number | null;
  left: boolean;
  resigned: boolean;
}
export interface Proposal {
  person: number;
  what: { kind: string; seat?: number; level?: number | null; name?: string };
  agreed: number[];
}
export interface TableInfo {
  table: string;
  code: string | null;
  game: string;
  options: Record<string, Plain>;
  pace: Pace;
  listed: boolean;
  chat: 'everybody' | 'players' | 'nobody';
  status: 'gathering' | 'playing' | 'over';
  host: number;
  people: string[];
  seats: Seat[];
  paused: boolean;
  proposal: Proposal | null;
  rematch: string | null;
  carried_away: boolean;
}
export interface ClockReading {
  value: number;
  since: number | null;
}
export interface Score {
  ending: string;
  points: number[];
  winners: number[];
}
export interface PlayInfo {
  awaits: number[];
  deadline: number | null;
  limit: number | null;
  match_clock: ClockReading;
  move_clock: ClockReading;
  events: number;
  score: Score | null;
}
/** What the rules ask of chance: dice, pieces from a bag, one of several. */
export type Question =
  | { kind: 'Roll'; dice: number; sides: number }
  | { kind: 'Draw'; count: number; size: number }
  | { kind: 'Pick'; size: number };
export interface You {
  person: number | null;
  seats: number[];
}
/** Something that happened: its class under `kind`, and its fields. */
export interface Happening {
  kind: string;
  [field: string]: Plain;
}
export interface Entry {
  number: number;
  at: number;
  by: number | null;
  what: Happening[];
}

export interface Update {
  kind: 'update';
  number: number;
  now: number;
  happened: Entry[];
  done?: string[];
  you?: You;
  table?: TableInfo;
  play?: PlayInfo;
  views?: View[];
}
export interface Refused {
  kind: 'refused';
  id: string | null;
  reason: string;
  text: string;
  anchor: string;
  details: Record<string, Plain>;
}
export interface Presence {
  kind: 'presence';
  here: number[];
  watching: number;
}
export type Told = Update | Refused | Presence;

/** What is sent over the socket; the line adds the id. */
export interface Ask {
  kind: string;
  [field: string]: Plain | undefined;
}
/** When an action may be played: in the turn that is on the screen, or (`anytime`: it carries its own moment) in a later one. */
export interface When {
  anytime?: boolean;
}
/** How a message ended: refused, with the reason in words, or done. */
export type Outcome =
  { done: true } | { done: false; reason: string; text: string; anchor: string; details: Record<string, Plain> };
