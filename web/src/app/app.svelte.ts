// What the whole page shares: the connection, the engine, the own tables and the saved layouts.
import { loadEngine, type Engine } from '../engine/engine';
import type { ErrorMessage, FinishedGame, Me, Options, OwnTable, SavedLayout } from '../generated/protocol';
import { Connection, Lost, Refused, type News, type Status } from '../net/connection';
import { browserWorld } from '../net/browser';
import { LiveTable } from '../table/live.svelte';

export interface NewTable {
  variant: OwnTable['variant'];
  options: Options;
  levels: number[];
}

/** Games in one answer of the server. */
const FINISHED_PAGE = 20;

class App {
  status = $state.raw<Status>({ kind: 'connecting' });
  engine = $state.raw<Engine | null>(null);
  engineFailed = $state(false);
  /** Null until the server said it. */
  me = $state.raw<Me | null>(null);
  /** In progress, as the server told last. */
  tables = $state.raw<OwnTable[]>([]);
  /** Finished games, newest first, as far as they were asked for; and whether these are all. */
  finished = $state.raw<FinishedGame[]>([]);
  finishedEnd = $state(true);
  /** Null until they came. */
  layouts = $state.raw<SavedLayout[] | null>(null);
  problem = $state.raw<ErrorMessage | 'lost' | null>(null);
  busy = $state(false);
  followed = $state.raw<ReadonlyMap<string, LiveTable>>(new Map());

  readonly connection = new Connection(browserWorld, {
    status: (status) => this.#changed(status),
    welcome: ({ me, tables }) => {
      this.me = me ?? null;
      this.#told(tables);
    },
    news: (message) => {
      for (const hear of this.#hearers) hear(message);
    },
  });
  readonly #hearers = new Set<(message: News) => void>();

  start() {
    this.connection.start();
    void this.load();
    addEventListener('online', () => this.connection.hurry());
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

  /** News of the lobby and of matching, until the answer is called. */
  hear(hearer: (message: News) => void): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  /** After signing in or out: nothing of who one was before stays. */
  renew() {
    for (const id of this.followed.keys()) this.unfollow(id);
    this.tables = [];
    this.finished = [];
    this.layouts = null;
    this.problem = null;
    this.me = null;
    this.connection.renew();
  }

  #changed(status: Status) {
    this.status = status;
    if (status.kind === 'online') {
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

  /** Drops what is over or gone, and asks the server what there is now. */
  tidy() {
    for (const [id, table] of this.followed) {
      const over = table.gone || table.state?.state === 'finished' || table.state?.state === 'closed';
      const spectator = table.state && table.own === null;
      if (over || spectator) this.unfollow(id);
    }
    this.connection.refresh();
    if (this.online) void this.loadFinished();
  }

  /** Makes a table; its id, or null when that is not possible, with `problem` set. */
  async create({ variant, options, levels }: NewTable): Promise<string | null> {
    this.problem = null;
    this.busy = true;
    try {
      const opponents = levels.map((level) => ({ level }));
      const answer = await this.connection.request({ type: 'create', variant, options, opponents });
      if (answer.type !== 'created') return null;
      return answer.table;
    } catch (error) {
      this.#failed(error);
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** The newest finished games; with `more` those after the ones that are known. */
  async loadFinished(more = false) {
    const last = more ? this.finished.at(-1) : undefined;
    try {
      const answer = await this.connection.request({
        type: 'finished',
        ...(last && { before: last.date, table: last.table }),
      });
      if (answer.type !== 'finished') return;
      this.finished = last ? [...this.finished, ...answer.games] : answer.games;
      this.finishedEnd = answer.games.length < FINISHED_PAGE;
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
