// The page's connection to a table (src/escale/web/wire/connection.svelte.ts), with a house made of a few lines: `node --test tests/page`.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileModule } from 'svelte/compiler';
import ts from 'typescript';

const wire = fileURLToPath(new URL('../../src/escale/web/wire/', import.meta.url));
const room = mkdtempSync(fileURLToPath(new URL('../../node_modules/.connection-', import.meta.url))); // svelte is found from here
after(() => rmSync(room, { recursive: true }));

const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };
const modules = ['outbox', 'transports', '../proof/digest', 'salts', 'api', 'update_queue.svelte', 'connection.svelte'];
for (const name of modules) {
  let code = ts.transpileModule(readFileSync(join(wire, `${name}.ts`), 'utf8'), {
    compilerOptions: options,
  }).outputText;
  code = code
    .replace(/'\$web\/app\/settings\.svelte'/g, "'./settings.mjs'")
    .replace(/'(?:\.|\.\.\/proof)\/(outbox|transports|digest|salts|api|update_queue\.svelte)'/g, "'./$1.mjs'");
  if (name.endsWith('.svelte')) code = compileModule(code, { generate: 'client' }).js.code;
  writeFileSync(join(room, `${name.split('/').at(-1)}.mjs`), code);
}
writeFileSync(join(room, 'settings.mjs'), "export const settings = { language: 'en' };");

/** A house: sockets that the test answers, and requests that it has seen. */
const house = { sockets: [], sources: [], requests: [], status: 200, refuses: false, body: '{}' };
class Socket {
  sent = [];
  constructor(url) {
    this.url = url;
    house.sockets.push(this);
    setTimeout(() => (house.refuses ? this.onclose?.({ code: 1006 }) : this.onopen?.()));
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
  tell(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  lose(code = 1006) {
    this.onclose({ code });
  }
}
class Source {
  constructor(url) {
    this.url = url;
    house.sources.push(this);
    setTimeout(() => this.onopen?.());
  }
  close() {}
}
const kept = new Map();
const storage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};
Object.assign(globalThis, {
  WebSocket: Socket,
  EventSource: Source,
  window: globalThis,
  document: new EventTarget(),
  location: { origin: 'http://house' },
  addEventListener() {},
  removeEventListener() {},
  sessionStorage: storage,
  fetch: async (path, init = {}) => {
    house.requests.push([path, init.body]);
    return new Response(house.body, {
      status: path === '/api/guest' ? 200 : house.status,
      headers: { 'content-type': 'application/json' },
    });
  },
});
Object.defineProperty(globalThis, 'localStorage', { value: storage }); // node has one of its own
const { Connection } = await import(pathToFileURL(join(room, 'connection.svelte.mjs')).href);

const update = (number, more = {}) => ({ kind: 'update', number, now: 1000, happened: [], ...more });
const until = async (true_) => {
  for (let i = 0; i < 300 && !true_(); i++) await new Promise((next) => setTimeout(next, 10));
  assert.ok(true_());
};
const opened = async (connection, count) => {
  await until(() => house.sockets.length === count && connection.state === 'open');
  return house.sockets.at(-1);
};
let connections = [];
const sit = () => (connections.push(new Connection('t')), connections.at(-1));
beforeEach(() => {
  for (const connection of connections) connection.close();
  connections = [];
  kept.clear();
  Object.assign(house, { sockets: [], sources: [], requests: [], status: 200, refuses: false, body: '{}' });
});

test('a move lost on the way is said again with its id, after what was seen, and is done once', async () => {
  const connection = sit();
  const first = await opened(connection, 1);
  first.tell(update(4, { table: { table: 't' } }));
  const outcome = connection.act(0, { kind: 'Pass' });
  assert.equal(first.sent[0].after, 4);
  first.lose();
  assert.equal(connection.state, 'lost');
  assert.equal(connection.unsent, 1);
  const second = await opened(connection, 2);
  assert.match(second.url, /since=4/);
  assert.deepEqual(second.sent, first.sent);
  second.tell(update(5, { done: [second.sent[0].id] }));
  assert.deepEqual(await outcome, { done: true });
  assert.equal(connection.unsent, 0);
});

test('a move that carries its own moment names no turn, however often it is said', async () => {
  const connection = sit();
  const first = await opened(connection, 1);
  first.tell(update(4, { table: { table: 't' } }));
  const outcome = connection.act(0, { kind: 'Strike', note: 1 }, { anytime: true });
  assert.equal(first.sent[0].after, null);
  first.lose();
  const second = await opened(connection, 2);
  assert.deepEqual(second.sent, first.sent);
  second.tell(update(5, { done: [second.sent[0].id] }));
  assert.deepEqual(await outcome, { done: true });
});

test('what was not answered before a reload is said by the page that comes after it, and its refusal is shown', async () => {
  const before = sit();
  const first = await opened(before, 1);
  void before.act(0, { kind: 'Pass' });
  before.close();
  const connection = sit();
  const second = await opened(connection, 2);
  assert.deepEqual(second.sent, first.sent);
  second.tell({ kind: 'refused', id: second.sent[0].id, reason: 'stale', text: 'Too late.', anchor: '', details: {} });
  assert.equal(connection.orphan.text, 'Too late.');
  assert.equal(kept.size, 0);
});

test('what is asked without a connection waits for it, in order', async () => {
  const connection = sit();
  void connection.ask({ kind: 'say', text: 'one' });
  void connection.ask({ kind: 'say', text: 'two' });
  const socket = await opened(connection, 1);
  assert.deepEqual(
    socket.sent.map((one) => one.text),
    ['one', 'two'],
  );
});

test('a refusal is an answer', async () => {
  const connection = sit();
  const socket = await opened(connection, 1);
  const outcome = connection.ask({ kind: 'start' });
  socket.tell({
    kind: 'refused',
    id: socket.sent[0].id,
    reason: 'host-only',
    text: 'Only Ada.',
    anchor: 'house-tables',
    details: {},
  });
  const { done, reason } = await outcome;
  assert.deepEqual([done, reason], [false, 'host-only']);
});

test('a table that is not there is gone, and nothing is tried again', async () => {
  Object.assign(house, { refuses: true, status: 404 });
  const connection = sit();
  await until(() => connection.state === 'gone');
  const count = house.sockets.length;
  await new Promise((next) => setTimeout(next, 600));
  assert.equal(house.sockets.length, count);
});

test('where no socket can pass, events and requests do', async () => {
  house.refuses = true;
  const connection = sit();
  await until(() => connection.state === 'open');
  assert.match(house.sources[0].url, /\/api\/tables\/t\/events\?since=0/);
  const outcome = await connection.ask({ kind: 'say', text: 'hello' });
  assert.deepEqual(outcome, { done: true });
  assert.equal(house.requests.at(-1)[0], '/api/tables/t/ask');
});

test('entries are kept once, news are what came last, and the time is that of the house', async () => {
  const connection = sit();
  const socket = await opened(connection, 1);
  const entry = (number) => ({ number, at: 0, by: null, what: [] });
  socket.tell(update(2, { happened: [entry(1), entry(2)] }));
  assert.deepEqual(connection.news, []);
  socket.tell(update(3, { happened: [entry(2), entry(3)], now: 50_000 }));
  assert.deepEqual(
    connection.entries.map((one) => one.number),
    [1, 2, 3],
  );
  assert.deepEqual(
    connection.news.map((one) => one.number),
    [3],
  );
  assert.ok(connection.now() >= 50_000 && connection.now() < 51_000);
});

test('a house that was set back tells all anew, and the connection begins its log again', async () => {
  const connection = sit();
  const first = await opened(connection, 1);
  const entry = (number, at) => ({ number, at, by: 0, what: [{ kind: 'Said', person: 0, text: 'x' }] });
  first.tell(update(3, { table: { table: 't' }, happened: [entry(1, 10), entry(2, 20), entry(3, 30)] }));
  first.lose();
  const second = await opened(connection, 2);
  assert.match(second.url, /since=3&at=30&/); // by which the house knows whether we speak of the same entry
  second.tell(update(2, { table: { table: 't' }, happened: [entry(1, 10), entry(2, 25)] }));
  assert.equal(connection.number, 2);
  assert.deepEqual(
    connection.entries.map((one) => one.at),
    [10, 25],
  );
  assert.deepEqual(connection.news, []); // nothing that has to be shown as if it happened now
  second.tell(update(3, { happened: [entry(3, 35)] }));
  assert.deepEqual(
    connection.entries.map((one) => one.at),
    [10, 25, 35],
  );
  assert.deepEqual(
    connection.news.map((one) => one.at),
    [35],
  );
});

test('a table whose rules are behind another door is looked for again and again, and the page says so', async () => {
  Object.assign(house, {
    refuses: true,
    status: 503,
    body: JSON.stringify({ reason: 'elsewhere', text: 'behind another door' }),
  });
  const connection = sit();
  await until(() => connection.why === 'behind another door' && house.sockets.length > 1);
  assert.notEqual(connection.state, 'gone');
  house.refuses = false;
  await until(() => connection.state === 'open');
  assert.equal(connection.why, '');
  assert.equal(house.sources.length, 0); // sockets pass here: no other way is taken
});

const begun = (number, pledge, bound) => ({
  number,
  at: number,
  by: 0,
  what: [{ kind: 'Begun', header: { bound, commitment: 'c', players: [{ pledge: '' }, { pledge }] } }],
});

test('who sits down pledges a salt, which is told by itself when the match begins, after a reload as well', async () => {
  let connection = sit();
  let line = await opened(connection, 1);
  line.tell(update(1, { table: { table: 't' } }));
  void connection.ask({ kind: 'sit', name: 'Ada' });
  const { pledge, id } = line.sent[0];
  assert.match(pledge, /^[0-9a-f]{64}$/);
  line.tell(update(2, { done: [id], you: { person: 0, seats: [1] } }));
  connection.close();
  connection = sit();
  line = await opened(connection, 2);
  line.tell(
    update(3, { you: { person: 0, seats: [1] }, table: { table: 't' }, happened: [begun(3, pledge, 'terms')] }),
  );
  const [told] = line.sent;
  assert.deepEqual({ ...told, salt: '' }, { kind: 'salt', id: 'salt-3-1', seat: 1, salt: '' });
  assert.equal(createHash('sha256').update(Buffer.from(told.salt, 'hex')).digest('hex'), pledge);
});

test('a salt that was told is not told to a house that is bound to something else meanwhile', async () => {
  const connection = sit();
  const line = await opened(connection, 1);
  line.tell(update(1, { table: { table: 't' } }));
  void connection.ask({ kind: 'sit', name: 'Ada' });
  const { pledge, id } = line.sent[0];
  line.tell(update(2, { done: [id], you: { person: 0, seats: [1] }, happened: [begun(2, pledge, 'terms')] }));
  assert.equal(line.sent.length, 2);
  line.tell(update(3, { happened: [begun(3, pledge, 'other terms')] }));
  assert.equal(line.sent.length, 2);
});

test('another match gets another salt; nothing else is pledged', async () => {
  const connection = sit();
  const line = await opened(connection, 1);
  line.tell(update(1, { table: { table: 't' } }));
  void connection.ask({ kind: 'propose', what: 'rematch' });
  void connection.ask({ kind: 'answer', agree: true });
  void connection.ask({ kind: 'answer', agree: false });
  void connection.ask({ kind: 'propose', what: 'pause' });
  const pledges = line.sent.map(({ pledge }) => pledge);
  assert.equal(new Set(pledges.slice(0, 2)).size, 2);
  assert.ok(pledges[0] && pledges[1]);
  assert.deepEqual(pledges.slice(2), [undefined, undefined]);
});

const moved = (number) => update(number, { happened: [{ number, at: number, by: null, what: [] }] });

test('a move is shown whole before the next one comes; a tap goes on to it', async () => {
  const connection = sit();
  const socket = await opened(connection, 1);
  connection.pace = () => 60_000;
  socket.tell(moved(1)); // the first look is no move
  for (const number of [2, 3, 4]) socket.tell(moved(number));
  assert.equal(connection.number, 2);
  assert.equal(connection.queue.waiting, 2);
  connection.queue.next();
  assert.equal(connection.number, 3);
  assert.deepEqual(
    connection.news.map((entry) => entry.number),
    [3],
  );
  connection.pace = () => 0;
  connection.queue.next();
  assert.equal(connection.number, 4);
  assert.equal(connection.queue.holding, false);
});

test('whoever acts does not wait, and a reconnect asks for what has not come, not for what is not shown', async () => {
  const connection = sit();
  const socket = await opened(connection, 1);
  connection.pace = () => 60_000;
  socket.tell({ ...moved(1), table: { table: 't' } });
  for (const number of [2, 3, 4]) socket.tell(moved(number));
  assert.equal(connection.number, 2);
  socket.lose();
  const again = await opened(connection, 2);
  assert.match(again.url, /since=4/);
  again.tell(moved(5));
  assert.equal(connection.number, 2, 'it goes on where it was');
  void connection.act(0, { kind: 'Pass' });
  assert.equal(again.sent.at(-1).after, 2, 'it is said of what was on the screen');
  assert.equal(connection.number, 5);
  connection.isUrgent = () => true;
  again.tell(moved(6));
  again.tell(moved(7));
  assert.equal(connection.number, 7, 'what cannot wait does not');
});

test('a backup that was put back empties the queue', async () => {
  const connection = sit();
  const socket = await opened(connection, 1);
  connection.pace = () => 60_000;
  for (const number of [1, 2, 3]) socket.tell(moved(number));
  socket.tell(update(2, { happened: [{ number: 1, at: 7, by: null, what: [] }] }));
  assert.equal(connection.number, 2);
  assert.equal(connection.queue.waiting, 0);
});
