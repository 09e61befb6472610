// What the whole page shares: the connection, the engine, the own tables and the saved layouts.
import { loadEngine, type Engine } from '../engine/engine';
import type { ErrorMessage, FinishedGame, Me, Options, OwnTable, SavedLayout, Seat, Settings } from '../generated/protocol';
import { Connection, Lost, Refused, type Answer, type News, type Request, type Status } from '../net/connection';
import { browserWorld } from '../net/browser';
import { recall, remember } from '../lib/storage';
import { LiveTable } from '../table/live.svelte';

export interface NewTable {
  variant: OwnTable['variant'];
  options: Options;
  settings?: Settings;
  /** One for each other seat: of a computer player; null leaves the seat free. */
  levels: (number | null)[];
}

/** The last name that this browser was signed in with, to tell when that has ended. */
const NAME = 'junqi.name';

class App {
  status = $state.raw<Status>({ kind: 'connecting' });
  engine = $state.raw<Engine | null>(null);
  engineFailed = $state(false);
  /** Null until the server said it. */
  me = $state.raw<Me | null>(null);
  /** Who one was until the session ended without one's own doing; null when that was said. */
  formerly = $state<string | null>(null);
  /** In progress, as the server told last. */
  tables = $state.raw<OwnTable[]>([]);
  /** The last finished games, newest first. */
  finished = $state.raw<FinishedGame[]>([]);
  /** Null until they came. */
  layouts = $state.raw<SavedLayout[] | null>(null);
  problem = $state.raw<ErrorMessage | 'lost' | null>(null);
  busy = $state(false);
  /** A table for which people are to be asked in. */
  invite = $state<string | null>(null);
  followed = $state.raw<ReadonlyMap<string, LiveTable>>(new Map());

  readonly connection = new Connection(browserWorld, {
    status: (status) => this.#changed(status),
    welcome: ({ me, tables }) => {
      this.#recognise(me ?? null);
      this.#told(tables);
    },
    ended: () => {
      this.#anew = true;
      this.#leave();
    },
    news: (message) => {
      for (const hear of this.#hearers) hear(message);
    },
  });
  readonly #hearers = new Set<(message: News) => void>();
  /** Whoever is welcomed next may be somebody else than before. */
  #anew = true;
  #name: string | null = null;

  start() {
    this.connection.start();
    void this.load();
    addEventListener('online', () => this.connection.hurry());
    addEventListener('offline', () => this.connection.doubt());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.connection.hurry();
    });
  }

  async load() {
    this.engineFailed = false;
    try {
      this.engine = await loadEngine();
      this.#followOwn();
    } catch {
      this.engineFailed = true;
    }
  }

  get online(): boolean {
    return this.status.kind === 'online';
  }

  /** There was no connection, or it is gone: not while the first is being made. */
  get away(): boolean {
    return this.status.kind === 'lost';
  }

  /** News of the lobby and of matching, until the answer is called. */
  hear(hearer: (message: News) => void): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  /** After signing in or out: nothing of who one was before stays. */
  renew() {
    this.#leave();
    this.formerly = this.#name = null;
    remember(NAME, null);
    this.connection.renew();
  }

  #leave() {
    for (const id of this.followed.keys()) this.unfollow(id);
    this.tables = [];
    this.finished = [];
    this.layouts = null;
    this.problem = null;
    this.me = null;
  }

  #recognise(me: Me | null) {
    const now = me?.name ?? null;
    const before = this.#name ?? recall(NAME);
    // Another name than a page knew that was open before may be that of a rename meanwhile.
    const gone = this.#anew && before !== now && (now === null || this.#name !== null);
    if (gone && typeof before === 'string') this.formerly = before;
    else if (this.formerly === now) this.formerly = null;
    this.#anew = false;
    this.me = me;
    this.#name = now;
    remember(NAME, now);
  }

  #changed(status: Status) {
    this.status = status;
    if (status.kind === 'online') {
      if (this.problem === 'lost') this.problem = null; // it is not true any more
      void this.loadLayouts();
      void this.loadFinished();
    } else for (const table of this.followed.values()) table.lost();
  }

  #told(tables: OwnTable[]) {
    this.tables = tables;
    this.#followOwn();
  }

  /** A seat that nobody follows counts as cut off, so all own tables are followed, on any screen. */
  #followOwn() {
    for (const { table } of this.tables) this.follow(table);
  }

  follow(id: string): LiveTable | null {
    const there = this.followed.get(id);
    if (there || !this.engine) return there ?? null;
    const table = new LiveTable(this.connection, this.engine, id);
    this.followed = new Map(this.followed).set(id, table);
    return table;
  }

  unfollow(id: string) {
    this.followed.get(id)?.close();
    const rest = new Map(this.followed);
    rest.delete(id);
    this.followed = rest;
  }

  /**
   * Drops what is over, gone or only looked at, for a connection follows a few tables at a time; `shown` stays. Away
   * from tables the server is asked what there is now.
   */
  tidy(shown: string | null = null) {
    for (const [id, table] of this.followed) {
      const over = table.gone || table.state?.state === 'finished' || table.state?.state === 'closed';
      const spectator = table.state && table.own === null;
      if (id !== shown && (over || spectator)) this.unfollow(id);
    }
    if (shown) return;
    this.connection.refresh();
    if (this.online) void this.loadFinished();
  }

  /** Makes a table; its id, or null when that is not possible, with `problem` set. */
  async create({ variant, options, settings = {}, levels }: NewTable): Promise<string | null> {
    const opponents = levels.map((level) => ({ level }));
    const answer = await this.#ask({ type: 'create', variant, options, settings, opponents });
    return answer?.type === 'created' ? answer.table : null;
  }

  /** Takes a free seat, the first or that one; false with `problem` set. */
  async sit(table: string, seat?: Seat): Promise<boolean> {
    return (await this.#ask({ type: 'sit', table, ...(seat && { seat }) })) !== null;
  }

  /** The table of a code, at which one sits down if a seat is free; null with `problem` set. */
  async enter(code: string): Promise<string | null> {
    const answer = await this.#ask({ type: 'enter', code });
    if (answer?.type !== 'entered') return null;
    const { table } = answer;
    const seated = this.tables.some((own) => own.table === table);
    // Who comes too late for a seat looks on.
    if (!seated && !(await this.sit(table))) this.problem = null;
    return table;
  }

  /** Null with `problem` set when the server says no or is not there. */
  async #ask(request: Request): Promise<Answer | null> {
    this.problem = null;
    this.busy = true;
    try {
      return await this.connection.request(request);
    } catch (error) {
      this.#failed(error);
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** The newest finished games, for the first screen. */
  async loadFinished() {
    try {
      const answer = await this.connection.request({ type: 'finished' });
      if (answer.type === 'finished') this.finished = answer.games;
    } catch (error) {
      if (!(error instanceof Lost)) this.#failed(error); // a connection that is lost says so itself
    }
  }

  // --- Layouts kept by the server ---

  async loadLayouts() {
    try {
      const answer = await this.connection.request({ type: 'layouts' });
      if (answer.type === 'layouts') this.layouts = answer.items;
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Null when it is saved, else why not. */
  async saveLayout(name: string, layout: string): Promise<ErrorMessage | 'lost' | null> {
    return this.#change({ type: 'layout-save', name, layout });
  }

  async removeLayout(name: string): Promise<ErrorMessage | 'lost' | null> {
    return this.#change({ type: 'layout-delete', name });
  }

  async #change(request: { type: 'layout-save'; name: string; layout: string } | { type: 'layout-delete'; name: string }) {
    if (!this.online) return 'lost' as const;
    try {
      await this.connection.request(request);
      await this.loadLayouts();
      return null;
    } catch (error) {
      return error instanceof Refused ? error.said : ('lost' as const);
    }
  }

  #failed(error: unknown) {
    if (error instanceof Refused) this.problem = error.said;
    else if (error instanceof Lost) this.problem = 'lost';
    else throw error;
  }
}

export const app = new App();
