// The connection against a played world: greeting, catching up in order, each event once, trying
// again, and what happens to requests when the line breaks.
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ALREADY,
  Connection,
  Lost,
  Refused,
  type Asked,
  type Follower,
  type Request,
  type SocketEvents,
  type Status,
  type World,
} from '../src/net/connection';
import { retryDelay } from '../src/net/delay';

type Message = Record<string, unknown> & { type: string };

/** Time that only moves when told to, and sockets that say what a test says. */
class Fake implements World {
  time = 0;
  sockets: { events: SocketEvents; sent: Message[]; closed: boolean }[] = [];
  sessions = 0;
  hasSession = true;
  #timers: { at: number; call: () => void }[] = [];

  open(events: SocketEvents) {
    const socket = { events, sent: [] as Message[], closed: false };
    this.sockets.push(socket);
    return {
      send: (text: string) => void socket.sent.push(JSON.parse(text) as Message),
      close: () => void (socket.closed = true),
    };
  }
  known = () => this.hasSession;
  asked: Asked = 'given';
  session = () => {
    this.sessions++;
    return Promise.resolve(this.asked);
  };
  now = () => this.time;
  after(ms: number, call: () => void) {
    const timer = { at: this.time + ms, call };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }
  random = () => 0.5;

  /** Lets time pass. */
  pass(ms: number) {
    const end = this.time + ms;
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.time = next.at;
      next.call();
    }
    this.time = end;
  }
  get socket() {
    return this.sockets.at(-1)!;
  }
  say(message: Message) {
    this.socket.events.message(JSON.stringify(message));
  }
  last(type: string): Message {
    return this.socket.sent.findLast((message) => message.type === type)!;
  }
  count(type: string): number {
    return this.socket.sent.filter((message) => message.type === type).length;
  }
  /** The server takes the connection and greets. */
  greet() {
    this.socket.events.open();
    this.say({ type: 'welcome', version: 1, tables: [], re: this.last('hello').re });
  }
}

const clock = { turn: 'a', left: 30000, setup: null, grace: [null, null], timeouts: [0, 0] };
const event = (seq: number) => ({
  type: 'event',
  kind: 'ready',
  table: 't1',
  seq,
  at: seq,
  turn: null,
  left: null,
  seat: 'a',
});

let world: Fake;
let connection: Connection;
let statuses: Status[];
let seen: string[];

const follower: Follower = {
  joined: () => seen.push('joined'),
  event: ({ seq }) => seen.push(`event ${seq}`),
  live: () => seen.push('live'),
  refused: ({ code }) => seen.push(`refused ${code}`),
  people: ({ watching }) => seen.push(`people ${watching}`),
  said: ({ text }) => seen.push(`said ${text}`),
};

/** Answers a join: what it told in between and how it is now. */
function answerJoin(events: number[]) {
  const { after, re } = world.last('join');
  world.say({ type: 'joined', table: 't1', seat: 'a', re });
  for (const seq of events) world.say(event(seq));
  world.say({ type: 'live', table: 't1', seq: events.at(-1) ?? after, clock });
}

beforeEach(() => {
  world = new Fake();
  statuses = [];
  seen = [];
  connection = new Connection(world, {
    status: (status) => statuses.push(status),
    welcome: () => {},
    ended: () => seen.push('ended'),
    news: ({ type }) => seen.push(type),
  });
  connection.start();
});

const kinds = () => statuses.map(({ kind }) => kind);

test('it greets first, then joins what is followed', () => {
  connection.follow('t1', follower);
  expect(world.socket.sent).toEqual([]);
  world.greet();
  expect(world.socket.sent.map(({ type }) => type)).toEqual(['hello', 'join']);
  expect(world.last('join')).toMatchObject({ table: 't1', after: 0 });
  answerJoin([1, 2]);
  expect(seen).toEqual(['joined', 'event 1', 'event 2', 'live']);
  expect(kinds()).toEqual(['connecting', 'online']);
});

describe('events', () => {
  beforeEach(() => {
    connection.follow('t1', follower);
    world.greet();
    answerJoin([1]);
    seen = [];
  });

  test('that come twice are taken once', () => {
    world.say(event(2));
    world.say(event(2));
    world.say(event(1));
    expect(seen).toEqual(['event 2']);
  });

  test('after a gap are asked for from where the gap begins', () => {
    world.say(event(4));
    world.say(event(5));
    expect(seen).toEqual([]);
    expect(world.count('join')).toBe(2);
    expect(world.last('join')).toMatchObject({ after: 1 });
    answerJoin([2, 3, 4, 5]);
    expect(seen).toEqual(['joined', 'event 2', 'event 3', 'event 4', 'event 5', 'live']);
  });

  test('missed while the line was cut come after the next join', () => {
    world.socket.events.close(1006);
    expect(statuses.at(-1)).toMatchObject({ kind: 'lost', attempt: 1 });
    world.pass(400);
    world.greet();
    expect(world.last('join')).toMatchObject({ after: 1 });
    answerJoin([2, 3]);
    expect(seen).toEqual(['joined', 'event 2', 'event 3', 'live']);
    expect(statuses.at(-1)).toEqual({ kind: 'online' });
  });

  test('of a table no longer followed are nothing to it', () => {
    const stop = connection.follow('t2', follower);
    stop();
    expect(world.last('unjoin')).toMatchObject({ table: 't2' });
    world.say({ ...event(1), table: 't2' });
    expect(seen).toEqual([]);
  });

  test('of a closed socket are not heard', () => {
    const old = world.socket;
    old.events.close(1006);
    old.events.message(JSON.stringify(event(2)));
    expect(seen).toEqual([]);
  });
});

test('waits between tries grow to five seconds and start over after a success', () => {
  const waits: number[] = [];
  for (let i = 0; i < 7; i++) {
    world.socket.events.close(1006);
    const status = statuses.at(-1)!;
    if (status.kind === 'lost') waits.push(status.nextAt - world.time);
    world.pass(waits.at(-1)!);
  }
  expect(waits).toEqual([300, 600, 1200, 2400, 4800, 5000, 5000]);
  world.greet();
  world.socket.events.close(1006);
  expect(statuses.at(-1)).toMatchObject({ kind: 'lost', attempt: 1 });
  expect(retryDelay(0, 0)).toBeLessThan(retryDelay(0, 1));
});

test('the browser being online again cuts the wait short, once', () => {
  world.greet();
  world.socket.events.close(1006);
  connection.hurry();
  connection.hurry();
  expect(world.sockets).toHaveLength(2);
  world.pass(250);
  expect(world.sockets).toHaveLength(2);
});

test('a server that stops says so', () => {
  world.greet();
  world.socket.events.close(1001);
  expect(statuses.at(-1)).toMatchObject({ kind: 'lost', serverStopped: true });
  world.pass(400);
  world.socket.events.close(1006); // it is still away
  expect(statuses.at(-1)).toMatchObject({ kind: 'lost', serverStopped: true });
  world.pass(1000);
  world.greet();
  world.socket.events.close(1006);
  expect(statuses.at(-1)).toMatchObject({ kind: 'lost', serverStopped: false });
});

test('a line on which nothing comes is given up after a ping', () => {
  world.greet();
  world.pass(15_000);
  expect(world.count('ping')).toBe(1);
  world.say({ type: 'pong' });
  world.pass(15_000);
  expect(world.count('ping')).toBe(2);
  const silent = world.socket;
  world.pass(10_000);
  expect(silent.closed).toBe(true);
  expect(statuses.at(-1)).toMatchObject({ kind: 'lost' });
});

test('a request on which nothing comes shows sooner that the line is gone', async () => {
  world.greet();
  const asked = connection.request({ type: 'play', table: 't1', seq: 3, ply: 'a11a21' });
  world.pass(6_000);
  void connection.request({ type: 'finished' }); // asking more gives no longer time
  world.pass(4_000);
  expect(statuses.at(-1)).toMatchObject({ kind: 'lost' });
  world.pass(1_000);
  world.greet();
  world.say({ type: 'error', code: 'table_stale', en: '', zh: '', re: world.last('play').re });
  expect(await asked).toBe(ALREADY);
});

test('an answer shows that the line is there', () => {
  world.greet();
  void connection.request({ type: 'finished' });
  world.say({ type: 'finished', games: [], more: false, re: world.last('finished').re });
  world.pass(14_000);
  expect(statuses.at(-1)).toEqual({ kind: 'online' });
});

test('where the browser says that the line is gone it is asked, and given up soon', () => {
  connection.doubt(); // before the first greeting that is no news
  world.greet();
  connection.doubt();
  world.say({ type: 'pong' });
  world.pass(10_000);
  expect(statuses.at(-1)).toEqual({ kind: 'online' });
  connection.doubt();
  world.pass(5_000);
  expect(statuses.at(-1)).toMatchObject({ kind: 'lost' });
});

test('who looks again learns soon that the line went while they were away', () => {
  world.greet();
  connection.hurry();
  expect(world.socket.sent.at(-1)).toEqual({ type: 'ping' });
  world.pass(5_000);
  expect(statuses.at(-1)).toMatchObject({ kind: 'lost' });
});

test('a server that takes the connection but never greets is given up', () => {
  world.socket.events.open();
  world.pass(10_000);
  expect(kinds()).toEqual(['connecting', 'lost']);
});

test('a browser that is new here asks for a session before it connects', async () => {
  world = new Fake();
  world.hasSession = false;
  connection = new Connection(world, { status: () => {}, welcome: () => {}, ended: () => {}, news: () => {} });
  connection.start();
  connection.hurry();
  expect(world.sockets).toHaveLength(0);
  await Promise.resolve();
  await Promise.resolve();
  expect(world.sockets).toHaveLength(1);
});

test('a session that is asked for in vain is asked for again', async () => {
  const RETRY = 8_000; // longer than the first waits, shorter than what counts as silence
  for (let round = 0; round < 3; round++) {
    const before = world.sessions;
    world.socket.events.open();
    world.socket.events.close(4001);
    world.pass(RETRY);
    expect(world.sessions).toBe(before + 1);
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(world.sockets).toHaveLength(4);
});

test('a session that ended is replaced at once', async () => {
  expect(world.sessions).toBe(1); // it lasts longer with every visit
  world.socket.events.open();
  world.socket.events.close(4001);
  expect(world.sessions).toBe(2);
  await Promise.resolve();
  await Promise.resolve();
  expect(world.sockets).toHaveLength(2);
  world.greet();
  expect(statuses.at(-1)).toEqual({ kind: 'online' });
});

test('a session that ended leaves nothing of who one was', async () => {
  world.greet();
  connection.follow('t1', follower);
  const asked = connection.request({ type: 'finished' });
  world.socket.events.close(4001);
  await expect(asked).rejects.toBeInstanceOf(Lost);
  expect(seen).toEqual(['ended']);
  await Promise.resolve();
  await Promise.resolve();
  world.greet();
  expect(world.count('join')).toBe(0);
});

test('who is sent away is told why, and comes again later', () => {
  world.socket.events.open();
  world.say({ type: 'error', code: 'banned', en: 'until May', zh: '五月之前' });
  world.socket.events.close(4003);
  expect(statuses.at(-1)).toMatchObject({ kind: 'lost', why: { en: 'until May', zh: '五月之前' } });
  world.pass(50_000);
  expect(world.sockets).toHaveLength(1);
  connection.hurry();
  expect(world.sockets).toHaveLength(2);
});

test('a server that answers and takes no connection is not away', async () => {
  const settled = async () => {
    for (let i = 0; i < 4; i++) await Promise.resolve();
    return statuses.at(-1);
  };
  world.asked = 'away';
  const fails = async () => {
    world.socket.events.close(1006);
    const status = await settled();
    world.pass(6_000);
    return status;
  };
  expect(await fails()).toMatchObject({ kind: 'lost', why: null }); // not asked: it may be a moment
  expect(await fails()).toMatchObject({ kind: 'lost', why: null });
  world.asked = 'given';
  expect(await fails()).toMatchObject({ kind: 'lost', why: 'full' });
  world.asked = { en: 'too many attempts', zh: '太多' };
  expect(await fails()).toMatchObject({ kind: 'lost', why: { en: 'too many attempts' } });
});

test('a session that is refused is said, and asked for again', async () => {
  world = new Fake();
  world.hasSession = false;
  world.asked = { en: 'too many attempts', zh: '太多' };
  connection = new Connection(world, { status: (s) => statuses.push(s), welcome() {}, ended() {}, news() {} });
  connection.start();
  await Promise.resolve();
  await Promise.resolve();
  expect(statuses.at(-1)).toMatchObject({ kind: 'lost', why: { en: 'too many attempts' } });
  expect(world.sockets).toHaveLength(0);
  world.asked = 'given';
  world.pass(1_000);
  await Promise.resolve();
  await Promise.resolve();
  expect(world.sockets).toHaveLength(1);
});

test('another version is no reason to try again', () => {
  world.socket.events.open();
  world.say({ type: 'error', code: 'version', en: '', zh: '', re: world.last('hello').re });
  world.pass(60_000);
  expect(statuses.at(-1)).toEqual({ kind: 'outdated' });
  expect(world.sockets).toHaveLength(1);
});

test('what is not JSON ends the connection, not the page', () => {
  world.greet();
  world.socket.events.message('<html>');
  expect(statuses.at(-1)).toMatchObject({ kind: 'lost' });
});

describe('requests', () => {
  const ply = { type: 'play', table: 't1', seq: 1, ply: 'a11b15' } as const;

  beforeEach(() => {
    connection.follow('t1', follower);
    world.greet();
    answerJoin([1]);
  });

  test('are answered by number', async () => {
    const first = connection.request({ type: 'layouts' });
    const second = connection.request(ply);
    world.say({ type: 'done', re: world.last('play').re });
    world.say({ type: 'layouts', items: [], re: world.last('layouts').re });
    expect(await second).toMatchObject({ type: 'done' });
    expect(await first).toMatchObject({ type: 'layouts', items: [] });
  });

  test('never hold half a character, which a field has cut off', () => {
    void connection.request({ type: 'say', table: 't1', text: '🙂'.repeat(2).slice(0, 3) });
    expect(world.last('say').text).toBe('🙂');
  });

  test('that are refused say why', async () => {
    const answer = connection.request(ply);
    world.say({ type: 'error', code: 'rail_corner', where: 'b15', en: 'no', zh: '不', re: world.last('play').re });
    await expect(answer).rejects.toBeInstanceOf(Refused);
    await answer.catch((error: Refused) => expect(error.said.where).toBe('b15'));
  });

  test('a ply on its way when the line broke goes out again, after the table is up to date', async () => {
    const answer = connection.request(ply);
    world.socket.events.close(1006);
    world.pass(400);
    world.greet();
    expect(world.count('play')).toBe(0);
    answerJoin([]);
    expect(world.count('play')).toBe(1);
    world.say({ type: 'done', re: world.last('play').re });
    await expect(answer).resolves.toMatchObject({ type: 'done' });
  });

  test('a ply that had arrived before the line broke counts as done', async () => {
    const answer = connection.request(ply);
    world.socket.events.close(1006);
    world.pass(400);
    world.greet();
    answerJoin([2]);
    world.say({ type: 'error', code: 'table_stale', en: '', zh: '', re: world.last('play').re });
    await expect(answer).resolves.toMatchObject({ type: 'done' });
  });

  test('a stale ply is an error when it went out only once', async () => {
    const answer = connection.request(ply);
    world.say({ type: 'error', code: 'table_stale', en: '', zh: '', re: world.last('play').re });
    await expect(answer).rejects.toBeInstanceOf(Refused);
  });

  test('that would do harm twice fail at once when the line breaks', async () => {
    const create: Request = { type: 'create', variant: 'dark', opponents: [{ level: 1 }] };
    const answer = connection.request(create);
    world.socket.events.close(1006);
    await expect(answer).rejects.toBeInstanceOf(Lost);
    await expect(connection.request(create)).rejects.toBeInstanceOf(Lost);
    world.pass(400);
    world.greet();
    expect(world.count('create')).toBe(0);
  });
});

test('a table that is refused holds nothing else up', async () => {
  connection.follow('t1', follower);
  world.greet();
  const answer = connection.request({ type: 'layouts' });
  expect(world.count('layouts')).toBe(0);
  world.say({ type: 'error', code: 'table_unknown', en: '', zh: '', re: world.last('join').re });
  expect(seen).toEqual(['refused table_unknown']);
  world.say({ type: 'layouts', items: [], re: world.last('layouts').re });
  await expect(answer).resolves.toMatchObject({ type: 'layouts' });
});

test('a table that may not be followed any more is given up, and is no reason why a connection ends', () => {
  connection.follow('t1', follower);
  world.greet();
  answerJoin([1]);
  world.say({ type: 'error', code: 'watch_off', where: 't1', en: '', zh: '' });
  expect(seen).toEqual(['joined', 'event 1', 'live', 'refused watch_off']);
  world.say(event(2));
  expect(seen).toHaveLength(4);
  world.socket.events.close(1006);
  expect(statuses.at(-1)).toMatchObject({ kind: 'lost', why: null });
});

test('people and talk go to who follows the table, the lobby to the page', async () => {
  connection.follow('t1', follower);
  world.greet();
  answerJoin([1]);
  seen = [];
  world.say({ type: 'people', table: 't1', seats: [null, null], watching: 2, chat: true, code: null, next: null });
  world.say({ type: 'people', table: 'other', seats: [], watching: 9, chat: true, code: null, next: null });
  world.say({ type: 'said', table: 't1', seat: null, name: null, date: 1, text: 'hi' });
  const asked = connection.request({ type: 'lobby' });
  const lobby = { type: 'lobby', whole: true, people: 1, waiting: 0, playing: 0, tables: [], gone: [] };
  world.say({ ...lobby, re: world.last('lobby').re });
  world.say(lobby);
  world.say({ type: 'matched', table: 't2' });
  expect(seen).toEqual(['people 2', 'said hi', 'lobby', 'lobby', 'matched']);
  expect((await asked).type).toBe('lobby');
});

test('another session starts with nothing of the old one', async () => {
  connection.follow('t1', follower);
  world.greet();
  answerJoin([1]);
  const asked = connection.request({ type: 'layouts' });
  const old = world.socket;
  connection.renew();
  await expect(asked).rejects.toBeInstanceOf(Lost);
  expect(old.closed).toBe(true);
  expect(world.sockets.length).toBe(2);
  world.greet();
  expect(world.socket.sent.map(({ type }) => type)).toEqual(['hello']);
  expect(kinds()).toEqual(['connecting', 'online', 'connecting', 'online']);
});
