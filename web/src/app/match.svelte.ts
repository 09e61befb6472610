// Looking for a game with whoever looks for the same. It goes on while one looks around or plays the
// computer, and over a lost connection, with which the server forgets it.
import { untrack } from 'svelte';
import { go, route } from './route.svelte';
import { app } from './app.svelte';
import type { ErrorMessage, Variant } from '../generated/protocol';
import { Refused, type News } from '../net/connection';
import { play } from '../lib/sound';
import { settings } from '../lib/settings.svelte';
import { recall, remember } from '../lib/storage';

const KEY = 'junqi.room';

export interface Search {
  variant: Variant;
  anticheat: boolean;
  /** By performance.now(). */
  since: number;
  /** How many look, this one included; null until the server said it. */
  waiting: number | null;
}

class Match {
  search = $state.raw<Search | null>(null);
  /** A table that was found while one sat in a game that runs. */
  found = $state.raw<string | null>(null);
  problem = $state.raw<ErrorMessage | null>(null);
  /** What is looked for is shown at large. */
  open = $state(false);

  constructor() {
    app.hear((message) => this.#hear(message));
    // The server forgets who looks when the connection goes.
    $effect.root(() => {
      $effect(() => {
        if (app.online) untrack(() => this.#ask());
      });
    });
  }

  get anticheat(): boolean {
    return recall(KEY) === 'anticheat';
  }

  start(variant: Variant, anticheat = this.anticheat) {
    remember(KEY, anticheat ? 'anticheat' : 'ordinary');
    this.problem = null;
    this.found = null;
    this.open = true;
    if (this.search) this.#forget();
    const since = this.search?.since ?? performance.now();
    this.search = { variant, anticheat, since, waiting: null };
    this.#ask();
  }

  stop() {
    this.search = null;
    this.open = false;
    this.problem = null;
    this.#forget();
  }

  #forget() {
    app.connection.request({ type: 'unmatch' }).catch(() => {}); // lost with the connection anyway
  }

  go() {
    if (this.found) go(`/t/${this.found}`);
    this.found = null;
  }

  #ask() {
    const wanted = this.search;
    if (!wanted) return;
    const { variant, anticheat } = wanted;
    app.connection.request({ type: 'match', variant, anticheat }).catch((error: unknown) => {
      if (!(error instanceof Refused) || this.search?.anticheat !== anticheat) return;
      this.problem = error.said;
      this.search = null;
    });
  }

  #hear(message: News) {
    if (message.type === 'matching' && this.search?.variant === message.variant) {
      this.search = { ...this.search, waiting: message.waiting };
    }
    if (message.type !== 'matched') return;
    this.search = null;
    this.open = false;
    this.found = message.table;
    play('turn', settings.sound);
    app.connection.refresh(); // the new seat has to be followed
    if (!this.#busy()) this.go();
  }

  /** Is a game of one's own on the screen, from which nobody is torn away? */
  #busy(): boolean {
    const where = route.current;
    const shown = where.screen === 'table' ? app.followed.get(where.table) : null;
    return shown?.own != null && shown.state?.state === 'playing';
  }
}

export const match = new Match();
