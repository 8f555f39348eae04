/**
 * The user interface of a game: what its folder `games/<game>/web/` gives to the page, and all that the page knows of it.
 *
 * `web/index.ts` has a GameUi as its default export; it is loaded when the box is opened. `web/Box.svelte` is the picture on
 * the box, for the shelf. Both are optional: a game without them gets the plain one (web/plain), made from its offers and
 * its texts. It draws a view and sends actions. It knows no rules: what is open it reads from the offers, what would
 * follow it asks the game (`consider`), and the answer to an action tells the rest.
 */
import type { Component, Snippet } from 'svelte';
import type { Say } from './app/texts.svelte';
import type { Identity } from './look/gems';
import type { Connection } from './wire/connection.svelte';
import type {
  Action,
  Entry,
  Language,
  Offer,
  Outcome,
  Plain,
  PlayInfo,
  ReplayStep,
  Score,
  View,
  When,
} from './wire/types';

/** One place at the table, as every screen shows it. */
export interface SeatInfo {
  seat: number;
  name: string;
  identity: Identity;
  you: boolean; // on this device
  self: boolean; // and nobody else is: sentences say “you”, and so does `name`
  bot: boolean; // a bot plays it at this moment
  turn: boolean; // the match waits for it
  here: boolean; // its person is connected
  left: boolean;
  resigned: boolean;
}

/** What the game's table gets, in a match and (with `still`) in a replay. `view` changes as the match goes on. */
export interface TableProps<S = unknown, A = Action> {
  view: View<S>; // of the seat that acts on this device; of whoever looks on, if there is none
  me: number | null;
  still: boolean; // a picture only: a replay, or somebody who looks on
  myTurn: boolean;
  play: PlayInfo;
  seats: SeatInfo[];
  options: Record<string, Plain>;
  news: Entry[]; // what came with this view, for animations; empty at the first look
  say: Say; // the texts of the server, the game and its UI, in the language of the page
  language: Language; // of the page; the words of the game may be in another: see options
  now: () => number; // wall time of the server, in ms
  act: (action: A, when?: When) => Promise<Outcome>; // anytime: for actions that carry their own moment
  consider: <T>(question: Plain) => Promise<T | null>; // null: the server cannot be reached now
  describe: () => Promise<string[] | null>; // the table in words, as the text board says it
  tell: (text: string, urgent?: boolean) => void; // to a screen reader
  rules: (anchor: string) => void; // open the rulebook there
  /** A move that is told again: the board is drawn as it was when that was played, in the tone of its player. */
  retold?: PastMove<S> | null;
  /** What happened since the last turn, to be rendered first in the tray: a folded line, or in place of all the rest. */
  recap?: Snippet;
}

/** A move of the running match: the states before and after it, and what was played (null: time ran out). */
export interface PastMove<S = unknown> {
  seat: number;
  before: S;
  after: S;
  action: Action | null;
  said: string; // by the server, in a sentence
}
/** A letter of a told word: lit, if it has a colour. `mark`: what stands in its corner. */
export interface ToldLetter {
  letter: string;
  mark: string;
  colour?: string;
  ink?: string;
  cut?: Identity; // the shape that belongs to the colour
}
/** What a move looked like, in words. */
export interface Retold {
  title: string; // one sentence: who did what
  name: string; // in a list: the word, or what there was instead
  number: string; // what it brought; empty: nothing that is counted
  refused: boolean;
  closed: boolean; // something was closed by it
  reason: string; // of a refusal
  text: string; // what followed
  letters: ToldLetter[];
}
/** In the seat’s plate: the one number that decides the game, and what belongs to it. `--badge` is the room that its stone takes; `small`: there is little. */
export interface PlateProps<S = unknown> {
  seen: S;
  seat: SeatInfo;
  say: Say;
  small?: boolean;
}
/** The first sheet of the side: what was played. `consider`: for who plays. */
export interface LogProps<S = unknown> {
  seen: S;
  seats: SeatInfo[];
  say: Say;
  options: Record<string, Plain>;
  entries: Entry[];
  consider?: TableProps['consider'];
}
/** When the match is over: the picture of the winner, and the breakdown with its chart. */
export interface ResultProps<S = unknown> {
  seen: S;
  score: Score;
  seats: SeatInfo[];
  say: Say;
  steps: ReplayStep<S>[];
}

/** What the screen after the match gets (result/Result.svelte): all that was at the table. */
export interface ResultScreenProps<S = unknown> {
  connection: Connection;
  ui: GameUi<S>;
  seats: SeatInfo[];
  view: View<S>;
  say: Say;
  language: Language;
  talk?: Snippet;
}

/** A move of a replay, derived from the states around an event; `gain` is the height of its bar. `whole`: what follows until the next one is no part of it. */
export interface Move {
  seat: number;
  name: string;
  gain: number;
  refused: boolean;
  note: string;
  whole?: boolean;
  look?: { word: string; sure: boolean }; // a word to be looked up, and whether it is spelt by a dictionary
  letters?: number; // of its word, which takes time to read
  extras?: number; // what else there is to see: safes that close, gains, keys
}
/** What the game's review says of a placement, played or best, in words that every screen understands. */
export interface Judgement {
  name: string;
  gain: number;
  note: string;
}
/** A small plan of such a placement, on the state in which it was played. */
export interface PlanProps<S = unknown> {
  judged: Plain;
  seen: S;
  seat: SeatInfo;
  say: Say;
}

/** A moment of a guided game, as passed to its pages. */
export interface GuideMoment<S = unknown> {
  seen: S;
  offers: Offer[];
  me: number;
  myTurn: boolean;
  turns: number; /* own turns that were played */
}
/**
 * A page of a guide: one or two short sentences. It comes when it is `due` (missing: as soon as the page before it has come)
 * and what it speaks `about` is on the screen: a selector, and all that it finds is outlined together. A page `todo` asks for
 * something: it comes as soon as it is due, whatever is open, and goes when its moment has passed, or while the tray objects
 * to what was done (`.refusal`, `.amber`). The others wait for "next".
 */
export interface GuidePage<S = unknown> {
  text: string;
  due?: (moment: GuideMoment<S>) => boolean;
  about?: string;
  todo?: boolean;
}
/**
 * The first game, with somebody who has never seen it: three turns against patient bots. `options` come besides those of a
 * `gentle` game, in the language of the page: an opening that was chosen. `turn`
 * says whose turn it is, and which of all turns (null: nobody's just now; missing: the only one whom the match waits for).
 */
export interface Guide<S = unknown> {
  options?: (language: Language) => Record<string, Plain>;
  turn?: (seen: S) => readonly [seat: number, number: number] | null;
  pages: GuidePage<S>[];
}

export interface GameUi<S = unknown, A = Action> {
  cloth: 'baize' | 'sea' | 'plum';
  /** Where the tray lies on a desk: below the board, or beside it, if the board is a square that wants all the height. */
  tray?: 'below' | 'beside';
  /** Does the table itself show, at this moment, how long there is? Then the bar shows no clock of its own. */
  showsTime?: (seen: S) => boolean;
  /** Does the table itself sum up, at this moment, what is played? Then the screen reader announcements of single moves are left out. */
  sumsUp?: (seen: S) => boolean;
  /** Are there dice that a shake of the device throws (kit/shake)? Then that can be switched off in the menu. */
  shakes?: boolean;
  /** The key of the text that says what can be taken back; null: nothing can, and it is not offered. Missing: the house only says why not. */
  takeBack?: string | null;
  /** Who has which colour and cut: by the number of players, in the order of the seats. */
  identities: (seats: number) => Identity[];
  /** Renders two elements into the grid of the page: `main.stage` and, unless `still`, `section.tray.wood`. */
  Table: Component<TableProps<S, A>>;
  Plate: Component<PlateProps<S>>;
  Log: Component<LogProps<S>>;
  /** The picture beside the sentence of the result, and the breakdown. */
  Prize: Component<ResultProps<S>>;
  Breakdown: Component<ResultProps<S>>;
  /** One sentence that explains the result. */
  verdict: (props: ResultProps<S>) => string;
  /** For the replay; without these it shows what was said. `move` is null where an event ends no move. */
  move?: (after: S, before: S, say: Say) => Move | null;
  /** The same while the match runs: what a move looked like. Without it, it is told in the words of the server. */
  retell?: (move: PastMove<S>, seats: SeatInfo[], say: Say) => Retold;
  /** The actions that are somebody's turn, as their classes are called. Missing: all of them. */
  turnActions?: readonly string[];
  /** Is there something to look at after this update, though no move has ended with it? */
  isShown?: (after: S, before: S) => boolean;
  judge?: (judged: Plain, say: Say) => Judgement;
  Plan?: Component<PlanProps<S>>;
  /** Options that suit a first game: whoever plays begins, and nothing is lost by a slip. */
  gentle?: Record<string, Plain>;
  /** The key of the text that says why a deal may be made again. */
  unluckyDeal?: string;
  /** Without it, newcomers get a general one (table/guide/progress.svelte.ts). */
  guide?: Guide<S>;
  texts: Record<Language, () => Promise<{ default: Record<string, unknown> }>>;
}

const UIS = import.meta.glob<{ default: GameUi }>('../games/*/web/index.ts');
const BOXES = import.meta.glob<{ default: Component }>('../games/*/web/Box.svelte', { eager: true });

export const box = (game: string): Component | undefined => BOXES[`../games/${game}/web/Box.svelte`]?.default;

export async function loadGameUi(game: string): Promise<GameUi> {
  const own = UIS[`../games/${game}/web/index.ts`];
  return (own ? await own() : await import('./plain/index')).default;
}

/** An option of a new table that wants more than a plain field. `problem`: why it cannot be used as it is; empty: it can. */
export interface EditorProps {
  value: Plain;
  label: string;
  help: string;
  options: Record<string, Plain>;
  say: Say;
  change: (value: Plain, problem?: string) => void;
}
/** Such editors, by the name of the option, and their texts. Optional: `web/options.ts`. */
export interface Editors {
  fields: Record<string, Component<EditorProps>>;
  texts: GameUi['texts'];
}
const EDITORS = import.meta.glob<{ default: Editors }>('../games/*/web/options.ts');

export async function editors(game: string): Promise<Editors | null> {
  return (await EDITORS[`../games/${game}/web/options.ts`]?.())?.default ?? null;
}

/** Pictures for a rulebook: each is shown after the passage with that anchor, and is given the `language`. Optional: `web/pictures.ts`. */
export type Pictures = Record<string, Component<{ language: Language }> | Component>;
const PICTURES = import.meta.glob<{ default: Record<string, Component<{ language: Language }>> }>(
  '../games/*/web/pictures.ts',
);

export async function pictures(game: string): Promise<Record<string, Component<{ language: Language }>>> {
  return (await PICTURES[`../games/${game}/web/pictures.ts`]?.())?.default ?? {};
}
