// A table that is followed: its events folded, its game in the engine, its clocks ticking, and the
// requests one can make there. One object serves all that is shown of it.
import type { Motion, Seat } from '../board/types';
import { type Engine, type Follow, sure } from '../engine/engine';
import type { GameEvent, GameState } from '../engine/types';
import type { ErrorMessage, TableEvent } from '../generated/protocol';
import { play } from '../lib/sound';
import { settings } from '../lib/settings.svelte';
import { Lost, Refused, type Connection, type Request } from '../net/connection';
import { emptyTable, foldEvent, foldJoined, foldLive, leftOn, playedFor, type TableState } from './fold';
import { heralded, motionOf, soundOf } from './show';

const TICK = 200;
const HURRY = 10_000;

/** What the server said against a request, or that there is no connection for it. */
export type Trouble = { key: number; said: ErrorMessage | null };

export class LiveTable {
  state = $state.raw<TableState | null>(null);
  game = $state.raw<GameState | null>(null);
  events = $state.raw<GameEvent[]>([]);
  /** Grows with the game; what depends on `follow` depends on it. */
  step = $state(0);
  motion = $state.raw<Motion | null>(null);
  /** Up to date and connected. */
  live = $state(false);
  /** The table can't be followed. */
  gone = $state.raw<ErrorMessage | null>(null);
  trouble = $state.raw<Trouble | null>(null);
  /** Flags raised by the latest happening. */
  herald = $state.raw<{ seats: Seat[]; key: number; decided?: boolean }>({ seats: [], key: 0 });
  /** A ply on its way: "a11b15". */
  sending = $state<string | null>(null);
  /** The game ended while one watched. */
  endedLive = $state(false);
  now = $state(performance.now());

  #follow: Follow | null = null;
  #seq = 0;
  #hurried = 0;
  #unfollow: () => void;
  #timer: ReturnType<typeof setInterval>;

  constructor(
    readonly connection: Connection,
    readonly engine: Engine,
    readonly id: string,
  ) {
    this.#unfollow = connection.follow(id, {
      joined: (message) => {
        this.state = this.state ? foldJoined(this.state, message) : emptyTable(message);
      },
      event: (event) => this.#take(event),
      live: (message) => {
        this.now = performance.now();
        if (this.state) this.state = foldLive(this.state, message.clock, this.now);
        this.live = true;
      },
      refused: (said) => (this.gone = said),
    });
    this.#timer = setInterval(() => this.#tick(), TICK);
  }

  /** Stops following it. */
  close() {
    clearInterval(this.#timer);
    this.#unfollow();
  }

  /** Forgets what was to be shown moving. */
  calm() {
    this.motion = null;
    this.herald = { seats: [], key: 0 };
  }

  /** The connection is gone; what is shown stays. */
  lost() {
    this.live = false;
  }

  get follow(): Follow | null {
    void this.step;
    return this.#follow;
  }

  get own(): Seat | null {
    return this.state?.own ?? null;
  }

  get turn(): Seat | null {
    return this.state?.state === 'playing' ? this.state.turn : null;
  }

  get moveLeft(): number | null {
    return leftOn(this.state?.clock ?? null, this.now);
  }

  get setupLeft(): number | null {
    return leftOn(this.state?.setup ?? null, this.now);
  }

  get playedFor(): number {
    return this.state ? playedFor(this.state, this.now) : 0;
  }

  // --- Requests ---

  layout(layout: string) {
    void this.#ask({ type: 'layout', table: this.id, layout }, true);
  }

  /** Without a layout in flip, where nobody sets up. */
  ready(layout?: string) {
    return this.#ask({ type: 'ready', table: this.id, ...(layout && { layout }) });
  }

  unready() {
    return this.#ask({ type: 'unready', table: this.id });
  }

  async play(from: string, to: string) {
    const ply = from === to ? `!${from}` : from + to;
    this.sending = ply;
    await this.#ask({ type: 'play', table: this.id, seq: this.#seq, ply });
    if (this.sending === ply) this.sending = null;
  }

  act(what: 'resign' | 'draw-offer' | 'draw-accept' | 'draw-refuse' | 'skip') {
    return this.#ask({ type: 'act', table: this.id, seq: this.#seq, what });
  }

  leave() {
    return this.#ask({ type: 'leave', table: this.id }, true);
  }

  async #ask(request: Request, quiet = false): Promise<boolean> {
    try {
      await this.connection.request(request);
      return true;
    } catch (error) {
      if (!quiet && error instanceof Refused) this.#complain(error.said);
      if (!quiet && error instanceof Lost) this.#complain(null);
      return false;
    }
  }

  #complain(said: ErrorMessage | null) {
    this.trouble = { key: (this.trouble?.key ?? 0) + 1, said };
  }

  // --- Events ---

  #take(event: TableEvent) {
    if (!this.state) return;
    this.#seq = event.seq;
    this.now = performance.now();
    this.state = foldEvent(this.state, event, this.now);
    if (event.kind === 'start') this.#start();
    else if (event.kind === 'line') this.#line(event.line);
    else if (event.kind === 'reveal' && this.live) this.endedLive = true;
    if (this.live && event.kind === 'line' && event.turn === this.own && this.own) this.#myTurn();
  }

  #start() {
    const { variant, options, own, layouts, first } = this.state!;
    const rules = sure(this.engine.rules(variant, null, options));
    this.#follow = sure(
      this.engine.follow({ rules, viewer: own, layouts: [...layouts], first }),
    );
    this.game = this.#follow.state();
    this.step++;
  }

  #line(line: string) {
    if (!this.#follow) return;
    const undecided = this.game?.colours === null;
    const event = sure(this.#follow.apply(line));
    this.events = [...this.events, event];
    this.step++;
    this.game = this.#follow.state();
    this.sending = null;
    this.trouble = null;
    if (!this.live) return;
    const seats = heralded(this.events);
    const decided = undecided && this.game.colours !== null;
    if (seats.length || decided) this.herald = { seats, key: this.step, decided };
    const motion = motionOf(event, this.step, settings.tiles);
    if (motion) this.motion = motion;
    const sound = soundOf(event, this.own);
    if (sound) play(sound, settings.sound, sound === 'move' ? 0.12 : 0.2);
  }

  #myTurn() {
    const last = this.events.at(-1);
    if (last && last.seat !== this.own) play('turn', settings.sound, 0.5);
  }

  #tick() {
    this.now = performance.now();
    const left = this.moveLeft;
    const mine = this.turn !== null && this.turn === this.own;
    if (!mine || !this.live || left === null || left > HURRY) return;
    if (this.#hurried === this.step) return;
    this.#hurried = this.step;
    play('hurry', settings.sound);
  }
}
