// The one connection to the server: opens it, opens it again when it is lost, and brings every
// followed table to the newest event in order, each event once. It knows no game; the messages are
// those of generated/protocol.ts. The world (sockets, time) is given, so that tests can play it.
import {
  VERSION,
  type ClientMessage,
  type ErrorMessage,
  type JoinedMessage,
  type LiveMessage,
  type LobbyMessage,
  type MatchedMessage,
  type MatchingMessage,
  type PeopleMessage,
  type SaidMessage,
  type ScoresMessage,
  type ServerMessage,
  type TableEvent,
  type WelcomeMessage,
} from '../generated/protocol';
import { retryDelay } from './delay';
import { toJson } from './json';

export interface Socket {
  send(text: string): void;
  close(): void;
}

export interface SocketEvents {
  open(): void;
  message(text: string): void;
  close(code: number): void;
}

export interface World {
  open(events: SocketEvents): Socket;
  /** Does this browser have a session, as far as is known? The cookie itself is not to be seen. */
  known(): boolean;
  /** Asks for a session cookie, or has that there is last longer; resolves in any case. */
  session(): Promise<Asked>;
  now(): number;
  /** Calls once after some milliseconds; the answer cancels that. */
  after(ms: number, call: () => void): () => void;
  random(): number;
}

/** What the server said against something, in two languages. */
export type Said = Pick<ErrorMessage, 'en' | 'zh'>;

/** How the server took a plain request: with what it asked for, a refusal, or not at all. */
export type Asked = 'given' | 'away' | Said;

/** `outdated`: the server speaks another version, so the page has to be loaded again. */
export type Status =
  | { kind: 'connecting' }
  | { kind: 'online' }
  | {
      kind: 'lost';
      attempt: number;
      nextAt: number;
      /** It took its leave, so that clocks stand still. */
      serverStopped: boolean;
      /** Why it lets nobody in; `full`: it answers, but takes no connection. Null: it is not in reach. */
      why: Said | 'full' | null;
    }
  | { kind: 'outdated' };

/** The server said no. */
export class Refused extends Error {
  constructor(readonly said: ErrorMessage) {
    super(said.en);
  }
}

/** The connection went away before the answer came, and the request could not wait for the next. */
export class Lost extends Error {}

export interface Follower {
  joined(message: JoinedMessage): void;
  event(event: TableEvent): void;
  live(message: LiveMessage): void;
  /** The server does not know the table, or not this session. */
  refused(said: ErrorMessage): void;
  /** Who is there, what is said, and what the game did to the scores: no events, they have no number. */
  people?(message: PeopleMessage): void;
  said?(message: SaidMessage): void;
  scores?(message: ScoresMessage): void;
}

/** What comes unasked and belongs to no table. */
export type News = LobbyMessage | MatchingMessage | MatchedMessage;

export interface Listener {
  status(status: Status): void;
  welcome(message: WelcomeMessage): void;
  /** The session is over: whoever is welcomed next is another person, and follows nothing yet. */
  ended(): void;
  news(message: News): void;
}

/** The answer to a request that was sent again and had been carried out, or can't be any more. */
export const ALREADY: Answer = { type: 'done' };

type Body<M> = M extends unknown ? Omit<M, 're'> : never;
export type Request = Body<Exclude<ClientMessage, { type: 'hello' | 'join' | 'unjoin' | 'ping' }>>;
export type Answer = Exclude<ServerMessage, TableEvent>;

interface Pending {
  request: ClientMessage;
  /** Sent again after a reconnect: it does no harm twice. */
  keep: boolean;
  /** Which connection it went out on last; 0 before the first. */
  sentOn: number;
  again: boolean;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

interface Following {
  table: string;
  /** Number of the last event that the follower has. */
  last: number;
  live: boolean;
  follower: Follower;
}

const PING_EVERY = 15_000;
const SILENCE = 10_000;
/** The same where the line is in doubt already. */
const DOUBT = 4_000;
const NO_SESSION = 4001;
const SENT_AWAY = 4003;
/** Nobody who was sent away is let in again within seconds. */
const LATER = 60_000;
/** How often a connection may fail before it is asked why. */
const PATIENCE = 2;
const GOING_AWAY = 1001;

/** Requests that the server itself guards against being carried out twice. */
const GUARDED = ['layout', 'ready', 'play', 'act', 'layouts', 'layout-save', 'layout-delete'];
/** Requests that only ask. */
const ASKING = ['record', 'finished', 'standing', 'changes', 'leaders'];
const REPEATABLE = new Set([...GUARDED, ...ASKING]);
/** How the server answers such a request that it had carried out before the connection broke, or whose moment is over. */
const HAD_IT = new Set(['table_stale', 'table_ready', 'table_started', 'offer_open', 'offer_none', 'game_over', 'table_over']);

export class Connection {
  readonly #world: World;
  readonly #listener: Listener;
  readonly #pending = new Map<number, Pending>();
  readonly #following = new Map<string, Following>();
  readonly #joins = new Map<number, string>();
  #socket: Socket | null = null;
  #generation = 0;
  #welcome = false;
  #attempt = 0;
  #re = 0;
  #cancelTimer = () => {};
  /** Until when an answer is to come; infinite where none is waited for. */
  #by = Infinity;
  #stopped = true;
  #session = false;
  #said: Said | null = null;
  /** The server took its leave, and has not been back since. */
  #wentAway = false;

  constructor(world: World, listener: Listener) {
    this.#world = world;
    this.#listener = listener;
  }

  start() {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#listener.status({ kind: 'connecting' });
    this.#session = this.#world.known();
    if (this.#session) void this.#world.session(); // or the cookie would run out one day
    this.#begin();
  }

  stop() {
    this.#stopped = true;
    this.#drop();
  }

  /**
   * For when the browser is online again, or somebody looks again: tries at once instead of waiting longer, and asks a
   * connection whether it is still there, for it may have gone in a sleep or with another network.
   */
  hurry() {
    if (this.#stopped) return;
    if (this.#socket) return this.doubt();
    this.#cancelTimer();
    this.#begin();
  }

  /** The browser says that its line is gone, which may be wrong: a connection that still answers is kept. */
  doubt() {
    if (!this.#welcome) return;
    this.#send({ type: 'ping' });
    this.#expect(DOUBT);
  }

  /** Another session from now on: what was followed and asked as the old one is forgotten. */
  renew() {
    if (this.#stopped) return;
    this.#forget();
    this.#drop();
    this.#attempt = 0;
    this.#session = true;
    this.#listener.status({ kind: 'connecting' });
    this.#open();
  }

  /** Asks who one is and for the list of own tables anew. */
  refresh() {
    if (this.#welcome) this.#hello();
  }

  request(body: Request): Promise<Answer> {
    const request = { ...body, re: ++this.#re } as ClientMessage & { re: number };
    return new Promise((resolve, reject) => {
      const keep = REPEATABLE.has(request.type);
      if (!this.#welcome && !keep) {
        reject(new Lost());
        return;
      }
      this.#pending.set(request.re, { request, keep, sentOn: 0, again: false, resolve, reject });
      this.#sendPending();
    });
  }

  /** Follows a table from its first event on, through any number of connections. */
  follow(table: string, follower: Follower): () => void {
    const following = { table, last: 0, live: false, follower };
    this.#following.set(table, following);
    if (this.#welcome) this.#join(following);
    return () => {
      if (this.#following.get(table) !== following) return;
      this.#following.delete(table);
      if (this.#welcome) this.#send({ type: 'unjoin', table });
    };
  }

  // --- The socket ---

  /** Without a session no connection is taken: that is asked for first. */
  #begin() {
    if (this.#session) {
      this.#open();
      return;
    }
    const generation = ++this.#generation;
    this.#watch(SILENCE);
    void this.#world.session().then((asked) => {
      if (generation !== this.#generation) return;
      if (typeof asked === 'object') {
        this.#said = asked;
        this.#closed(0);
        return;
      }
      this.#session = true;
      this.#open();
    });
  }

  #open() {
    const generation = ++this.#generation;
    const mine = (call: () => void) => {
      if (generation === this.#generation) call();
    };
    this.#socket = this.#world.open({
      open: () => mine(() => this.#hello()),
      message: (text) => mine(() => this.#receive(text)),
      close: (code) => mine(() => this.#closed(code)),
    });
    // A server that takes the connection and says nothing counts as not there.
    this.#watch(SILENCE);
  }

  #drop() {
    this.#generation++;
    this.#cancelTimer();
    this.#socket?.close();
    this.#socket = null;
    this.#welcome = false;
    for (const following of this.#following.values()) following.live = false;
    for (const [re, pending] of this.#pending) {
      if (pending.keep) continue;
      this.#pending.delete(re);
      pending.reject(new Lost());
    }
    this.#joins.clear();
  }

  #closed(code: number) {
    const greeted = this.#welcome;
    this.#drop();
    if (this.#stopped) return;
    const usual = retryDelay(this.#attempt++, this.#world.random());
    const delay = code === SENT_AWAY ? LATER : usual;
    const why = code === NO_SESSION ? null : this.#said;
    this.#said = null;
    this.#wentAway ||= code === GOING_AWAY;
    const lost = {
      kind: 'lost',
      attempt: this.#attempt,
      nextAt: this.#world.now() + delay,
      serverStopped: this.#wentAway,
      why,
    } as const;
    this.#listener.status(lost);
    if (code === NO_SESSION) {
      this.#session = false;
      this.#forget();
      this.#listener.ended();
    }
    if (code === NO_SESSION && this.#attempt === 1) this.#begin();
    else this.#cancelTimer = this.#world.after(delay, () => this.#begin());
    if (!greeted && !why && this.#session && this.#attempt >= PATIENCE) this.#askWhy(lost);
  }

  /** A browser does not tell why a connection was refused; a plain request is answered in words. */
  #askWhy(lost: Status & { kind: 'lost' }) {
    const generation = this.#generation;
    void this.#world.session().then((asked) => {
      if (generation !== this.#generation || asked === 'away') return;
      this.#listener.status({ ...lost, why: asked === 'given' ? 'full' : asked });
    });
  }

  /** Nothing of what was followed and asked goes on. */
  #forget() {
    for (const pending of this.#pending.values()) pending.reject(new Lost());
    this.#pending.clear();
    this.#following.clear();
  }

  /** Closes a connection on which nothing comes for so long, after a ping where that is due. */
  #watch(ms: number, ping = false) {
    this.#cancelTimer();
    this.#by = ping ? Infinity : this.#world.now() + ms;
    this.#cancelTimer = this.#world.after(ms, () => {
      if (ping) {
        this.#send({ type: 'ping' });
        this.#watch(SILENCE);
      } else {
        this.#closed(0);
      }
    });
  }

  /** Something is to come within so long; asking more meanwhile gives no longer time. */
  #expect(ms: number) {
    if (this.#world.now() + ms < this.#by) this.#watch(ms);
  }

  #send(message: ClientMessage) {
    this.#socket?.send(toJson(message));
  }

  // --- After a connection is there: greet, join, repeat ---

  #hello() {
    this.#send({ type: 'hello', version: VERSION, re: ++this.#re });
  }

  #join(following: Following) {
    const re = ++this.#re;
    following.live = false;
    this.#joins.set(re, following.table);
    this.#send({ type: 'join', table: following.table, after: following.last, re });
  }

  /** May requests be sent? Not before every followed table is up to date. */
  #ready(): boolean {
    return this.#welcome && [...this.#following.values()].every(({ live }) => live);
  }

  #sendPending() {
    if (!this.#ready()) return;
    for (const pending of this.#pending.values()) {
      if (pending.sentOn === this.#generation) continue;
      pending.again = pending.sentOn !== 0;
      pending.sentOn = this.#generation;
      this.#send(pending.request);
      this.#expect(SILENCE);
    }
  }

  #welcomed(message: WelcomeMessage) {
    const first = !this.#welcome;
    this.#listener.welcome(message);
    if (!first) return;
    this.#welcome = true;
    this.#attempt = 0;
    this.#said = null;
    this.#wentAway = false;
    this.#listener.status({ kind: 'online' });
    for (const following of this.#following.values()) this.#join(following);
    this.#sendPending();
  }

  // --- What comes in ---

  #receive(text: string) {
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      this.#closed(0); // no server of ours speaks like that
      return;
    }
    this.#watch(PING_EVERY, true);
    if (message.type === 'event') this.#event(message);
    else if (message.type === 'welcome') this.#welcomed(message);
    else if (message.type === 'joined') this.#following.get(message.table)?.follower.joined(message);
    else if (message.type === 'live') this.#live(message);
    else if (message.type === 'people') this.#following.get(message.table)?.follower.people?.(message);
    else if (message.type === 'said') this.#following.get(message.table)?.follower.said?.(message);
    else if (message.type === 'scores') this.#following.get(message.table)?.follower.scores?.(message);
    else if (message.type === 'error') this.#error(message);
    else this.#answered(message);
  }

  #answered(message: Answer) {
    const { type } = message;
    if (type === 'lobby' || type === 'matching' || type === 'matched') this.#listener.news(message);
    this.#settle(message.re)?.resolve(message);
  }

  #event(event: TableEvent) {
    const following = this.#following.get(event.table);
    if (!following || event.seq <= following.last) return;
    if (event.seq > following.last + 1) {
      // Something is missing: have it told again from where it is known.
      if (following.live) this.#join(following);
      return;
    }
    following.last = event.seq;
    following.follower.event(event);
  }

  #live(message: LiveMessage) {
    const following = this.#following.get(message.table);
    if (!following) return;
    following.live = true;
    following.follower.live(message);
    this.#sendPending();
  }

  #error(message: ErrorMessage) {
    if (message.code === 'version') {
      this.stop();
      this.#listener.status({ kind: 'outdated' });
      return;
    }
    const refused = this.#refused(message);
    if (refused !== undefined) {
      const following = this.#following.get(refused);
      this.#following.delete(refused);
      following?.follower.refused(message);
      this.#sendPending();
      return;
    }
    if (message.re === undefined) this.#said = message;
    const pending = this.#settle(message.re);
    if (pending?.again && HAD_IT.has(message.code)) pending.resolve(ALREADY);
    else pending?.reject(new Refused(message));
  }

  /** The table that cannot be followed, or not any more: then the error names it, and answers nothing. */
  #refused({ re, where }: ErrorMessage): string | undefined {
    if (re !== undefined) return this.#joins.get(re);
    return where !== undefined && this.#following.has(where) ? where : undefined;
  }

  #settle(re: number | undefined): Pending | undefined {
    if (re === undefined) return undefined;
    const pending = this.#pending.get(re);
    this.#pending.delete(re);
    this.#joins.delete(re);
    return pending;
  }
}
