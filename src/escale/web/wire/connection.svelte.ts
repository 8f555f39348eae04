/**
 * One connection to a table, as state that screens can read. It comes back by itself, says again what was not answered,
 * and knows the time of the server.
 */
import { settings } from '$web/app/settings.svelte';
import { ask as request, newId, Problem } from './api';
import { Outbox, type PendingMessage } from './outbox';
import { toTell, withPledge } from './salts';
import type {
  Action,
  Command,
  Entry,
  Outcome,
  PlayInfo,
  Refused,
  TableInfo,
  ServerMessage,
  Update,
  View,
  When,
  You,
} from './types';
import { UpdateQueue } from './update_queue.svelte';
import { eventTransport, socketTransport, type Transport } from './transports';

const FIRST_PAUSE = 400; // ms between attempts; doubled each time
const LONGEST_PAUSE = 8000;
const NO_ANSWER = 10_000; // a message unanswered for so long: the connection is dead, though nobody said so
const LONG_HIDDEN = 60_000; // a page out of sight for so long does not trust its connection
const SOCKET_TRIES = 3; // sockets that never opened, before the other way is tried
const KEPT = 600; // entries
const TELLING = ['elsewhere', 'unplayable', 'asked-to-leave']; // problems whose message is shown

export type State = 'opening' | 'open' | 'lost' | 'gone';

export class Connection {
  readonly table: string;
  state = $state<State>('opening');
  retryAt = $state(0); // when the next attempt is made, by performance.now()
  failed = $state(0); // attempts in a row
  why = $state(''); // the table cannot be opened now: the server's message
  unsent = $state(0);
  number = $state(0);
  you = $state.raw<You>({ person: null, seats: [] });
  info = $state.raw<TableInfo | null>(null);
  play = $state.raw<PlayInfo | null>(null);
  views = $state.raw<View[]>([]);
  news = $state.raw<Entry[]>([]); // what came with the last update; empty at the first look
  entries = $state.raw<Entry[]>([]);
  here = $state.raw<ReadonlySet<number>>(new Set());
  watching = $state(0);
  /** A refusal that no screen waits for: its message was written before a reload. */
  orphan = $state.raw<Refused | null>(null);
  /** What has come and is not on the screen yet. */
  readonly queue = new UpdateQueue<Update>((update) => this.#show(update));
  /** For how long (ms) the screen shows what an update brought before the next one comes; and whether it cannot wait. */
  pace: (update: Update, before: View[]) => number = () => 0;
  isUrgent: (update: Update) => boolean = () => false;
  /** The events of the match up to this one came in one go, or unseen: nobody has followed them here. */
  unseen = $state(0);

  #heard = 0; // the number of the last entry that has come
  #outbox: Outbox;
  #way: Transport | null = null;
  #ready = false; // the way is open, so that what is said now is heard
  #never = 0; // sockets in a row that did not open while the server answered
  #timer = 0;
  #watch = 0;
  #said = new Map<string, number>();
  #hiddenSince = 0;
  #offset = 0; // the wall time of the server less performance.now()
  #closed = false;
  #undo: (() => void)[] = [];

  constructor(table: string) {
    this.table = table;
    this.#outbox = new Outbox(table, storage());
    this.unsent = this.#outbox.size;
    this.#listen();
    void this.#begin();
  }

  /** The wall time of the server, in ms. */
  now = (): number => performance.now() + this.#offset;

  /** Ask anything of the table. The answer comes over this connection or over a later one. */
  ask(message: Command, id = newId()): Promise<Outcome> {
    const answer = this.#outbox.put(id, withPledge(message));
    if (message.kind === 'act') this.queue.flush(); // whoever acts does not wait for a picture
    this.unsent = this.#outbox.size;
    if (this.#ready) this.#send(this.#outbox.all().at(-1)!);
    return answer;
  }

  /**
   * Play. If the turn of the seat changed since what is on the screen now, the server refuses it as stale. `anytime`: it does
   * not, for actions that carry their own moment (which riddle, which round): a clock that runs out for somebody else must
   * not refuse an answer that is on its way.
   */
  act = (seat: number, action: Action, { anytime = false }: When = {}): Promise<Outcome> =>
    this.ask({ kind: 'act', seat, action, after: anytime ? null : this.number });

  /** At once, instead of at the next attempt. */
  retry(): void {
    if (this.#closed || this.state === 'gone') return;
    this.#drop();
    this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#drop();
    clearTimeout(this.#timer);
    this.queue.clear();
    for (const undo of this.#undo) undo();
  }

  async #begin(): Promise<void> {
    try {
      await request('/api/guest', undefined, { method: 'POST' }); // so that we may sit down
    } catch {
      // The connection state shows it.
    }
    if (!this.#closed && !this.#way) this.#open();
  }

  #open(): void {
    clearTimeout(this.#timer);
    const opens = this.#never < SOCKET_TRIES ? socketTransport : eventTransport;
    let opened = false;
    const last = this.#entriesHeard().at(-1);
    const at = last?.number === this.#heard ? last.at : null;
    this.#way = opens(
      this.table,
      { number: this.#heard, at },
      {
        opened: () => {
          opened = this.#ready = true;
          this.failed = 0;
          this.why = '';
          if (opens === socketTransport) this.#never = 0;
          this.state = 'open';
          this.#said.clear();
          for (const letter of this.#outbox.all()) this.#send(letter);
        },
        told: (message) => this.#take(message),
        done: (id) => this.#settle(id, { done: true }),
        lost: (code) => void this.#lost(opened, code),
      },
    );
  }

  #drop(): void {
    this.#way?.hangUp();
    this.#way = null;
    this.#ready = false;
    clearTimeout(this.#watch);
  }

  async #lost(opened: boolean, code: number): Promise<void> {
    this.#drop();
    if (code === 1009) for (const id of this.#said.keys()) this.#settle(id, refusal('too-long')); // it would be too long again
    if (this.info) this.state = 'lost';
    const wait =
      this.failed === 0 ? (opened ? 50 : FIRST_PAUSE) : Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.failed);
    this.failed += 1;
    const pause = wait * (0.5 + Math.random() / 2);
    this.retryAt = performance.now() + pause;
    this.#timer = window.setTimeout(() => this.#open(), pause);
    if (!opened) await this.#why();
  }

  /** A socket cannot say why it was refused: is there no such table, or can no socket pass? */
  async #why(): Promise<void> {
    try {
      await request(`/api/tables/${this.table}?since=${this.#heard}`);
      this.#never += 1;
    } catch (problem) {
      if (!(problem instanceof Problem)) return;
      if (TELLING.includes(problem.reason)) this.why = problem.message;
      if (problem.status !== 404 && problem.reason !== 'asked-to-leave') return;
      this.state = 'gone';
      this.close();
    }
  }

  #send(letter: PendingMessage): void {
    if (!this.#outbox.stamp(letter)) return this.#settle(letter.id, refusal('unreachable'));
    this.#said.set(letter.id, performance.now());
    this.#way?.send(letter);
    this.#watchAnswers();
  }

  #watchAnswers(): void {
    clearTimeout(this.#watch);
    const oldest = Math.min(...this.#said.values());
    if (!Number.isFinite(oldest)) return;
    this.#watch = window.setTimeout(
      () => {
        this.state = 'lost';
        this.retry();
      },
      Math.max(0, oldest + NO_ANSWER - performance.now()),
    );
  }

  #settle(id: string, outcome: Outcome): void {
    this.#said.delete(id);
    const orphan = this.#outbox.settle(id, outcome);
    this.unsent = this.#outbox.size;
    if (orphan && !outcome.done && orphan.ask.kind !== 'salt') this.orphan = { kind: 'refused', id, ...outcome };
    this.#watchAnswers();
  }

  #take(message: ServerMessage): void {
    if (message.kind === 'update') this.#receive(message);
    else if (message.kind === 'presence') {
      this.here = new Set(message.here);
      this.watching = message.watching;
    } else if (message.kind === 'refused' && message.id) this.#settle(message.id, { ...message, done: false });
  }

  #receive(update: Update): void {
    this.#offset = update.now - performance.now();
    if (this.#isAnotherStory(update)) {
      this.queue.clear();
      this.entries = [];
      this.number = 0;
    }
    this.#heard = update.number;
    this.queue.push(update);
    if (document.hidden || this.isUrgent(update)) this.queue.flush();
    for (const id of update.done ?? []) this.#settle(id, { done: true });
  }

  /** Put on the screen what came, and say for how long it is to be seen. */
  #show(update: Update): number {
    const first = this.number === 0;
    const before = this.views;
    const fresh = update.happened.filter((entry) => entry.number > (this.entries.at(-1)?.number ?? 0));
    if (update.you) this.you = update.you;
    if (update.table) this.info = update.table;
    if (update.play) this.play = update.play;
    if (update.views) this.views = update.views;
    if (fresh.length) this.entries = [...this.entries, ...fresh].slice(-KEPT);
    this.news = first ? [] : fresh;
    this.number = update.number;
    for (const entry of fresh)
      for (const { seat, salt } of toTell(entry, this.you.seats))
        void this.ask({ kind: 'salt', seat, salt }, `salt-${entry.number}-${seat}`); // the same after a reload
    if (this.play && (first || document.hidden || fresh.length > 1)) this.unseen = this.play.events;
    return first || document.hidden ? 0 : this.pace(update, before);
  }

  #entriesHeard(): Entry[] {
    return [...this.entries, ...this.queue.updates.flatMap((update) => update.happened)];
  }

  /** A backup was put back: there is less now than we have heard, or something else in its place. */
  #isAnotherStory(update: Update): boolean {
    const heard = this.#entriesHeard();
    const differs = (told: Entry): boolean => heard.some(({ number, at }) => number === told.number && at !== told.at);
    return update.number < this.#heard || update.happened.some((told) => told.number <= this.#heard && differs(told));
  }

  /** What the browser knows of the network, and of who looks. */
  #listen(): void {
    const on = (target: EventTarget, type: string, heard: () => void): void => {
      target.addEventListener(type, heard);
      this.#undo.push(() => target.removeEventListener(type, heard));
    };
    on(window, 'online', () => this.retry());
    on(window, 'offline', () => void (this.state === 'open' && this.#lost(true, 1006)));
    on(document, 'visibilitychange', () => {
      if (document.hidden) this.#hiddenSince = performance.now();
      else if (this.state === 'lost' || performance.now() - this.#hiddenSince > LONG_HIDDEN) this.retry();
    });
    // Refusals come in the language of the connection.
    this.#undo.push(
      $effect.root(() => {
        let spoken = settings.language;
        $effect(() => {
          if (settings.language === spoken) return;
          spoken = settings.language;
          this.retry();
        });
      }),
    );
  }
}

const refusal = (reason: string): Outcome => ({ done: false, reason, text: '', anchor: '', details: {} });

function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
