// A table that is followed: its events folded, its game in the engine, its clocks ticking, and the
// requests one can make there. One object serves all that is shown of it.
import type { Motion, Seat } from '../board/types';
import { type Engine, type Follow, sure } from '../engine/engine';
import type { GameEvent, GameState } from '../engine/types';
import type { ActRequest, ErrorMessage, Options, PeopleMessage, SaidMessage, ScoresMessage, Settings, TableEvent } from '../generated/protocol';
import { play } from '../lib/sound';
import { settings } from '../lib/settings.svelte';
import { ALREADY, Lost, Refused, type Connection, type Request } from '../net/connection';
import { emptyTable, foldEvent, foldJoined, foldLive, leftOn, playedFor, type TableState } from './fold';
import { rememberMarks } from './marks';
import { Talking } from './talking.svelte';
import { heralded, motionOf, plyName, soundOf } from './show';

const TICK = 200;
const HURRY = 10_000;
const RETOLD = 1_000;

/** What the server said against a request, or that there is no connection for it. */
export interface Trouble {
  key: number;
  said: ErrorMessage | null;
  about: Request['type'];
  /** A ply that did not count, since its turn was over when it arrived. */
  late?: string;
}

/** A ply that was sent and not answered yet. */
export interface Sending {
  from: string;
  to: string;
  since: number;
}

/** What became of a request: `already`, sent again: carried out before, or its moment is over. */
type Fate = 'done' | 'already' | 'stale' | 'refused';

/** Somebody's seat was handed to a computer player, or taken back. */
export interface HandDeed {
  kind: 'handover' | 'return';
  seat: Seat;
  level: number | null;
}

/** Told over the board for a moment; a new key tells again. */
export interface Herald {
  key: number;
  /** Whose flag was raised. */
  seats: Seat[];
  /** `flip`: the colours are known now. */
  decided: boolean;
  deeds: HandDeed[];
}

const SILENT: Omit<Herald, 'key'> = { seats: [], decided: false, deeds: [] };

export class LiveTable {
  state = $state.raw<TableState | null>(null);
  game = $state.raw<GameState | null>(null);
  events = $state.raw<GameEvent[]>([]);
  /** Grows with the game; what depends on `follow` depends on it. */
  step = $state(0);
  motion = $state.raw<Motion | null>(null);
  /** Was up to date once: before that, events are still being told. */
  told = $state(false);
  /** Up to date and connected. */
  live = $state(false);
  /** The table can't be followed. */
  gone = $state.raw<ErrorMessage | null>(null);
  trouble = $state.raw<Trouble | null>(null);
  herald = $state.raw<Herald>({ key: 0, ...SILENT });
  sending = $state.raw<Sending | null>(null);
  /** The game ended while one watched. */
  endedLive = $state(false);
  /** What the game did to the scores; null until it was told. */
  scores = $state.raw<ScoresMessage | null>(null);
  readonly chat = new Talking();
  now = $state(performance.now());

  #follow: Follow | null = null;
  #seq = 0;
  /** The last request, as long as it is unanswered. */
  #asked: { text: string; answer: Promise<Fate> } | null = null;
  #hurried = 0;
  #counted = 0;
  #unfollow: () => void;
  #timer: ReturnType<typeof setInterval>;

  constructor(
    readonly connection: Connection,
    readonly engine: Engine,
    readonly id: string,
  ) {
    this.#unfollow = this.#followIt();
    this.#timer = setInterval(() => this.#tick(), TICK);
  }

  #followIt(): () => void {
    return this.connection.follow(this.id, {
      joined: (message) => {
        this.state = this.state ? foldJoined(this.state, message) : emptyTable(message);
        this.chat.anew();
      },
      event: (event) => this.#take(event),
      live: (message) => {
        this.now = performance.now();
        if (this.state) this.state = foldLive(this.state, message.clock, this.now);
        this.live = this.told = true;
        // The last lines of the talk follow in the same breath.
        setTimeout(() => this.chat.told(), RETOLD);
      },
      refused: (said) => (this.gone = said),
      people: (message) => this.#people(message),
      said: (message) => this.#said(message),
      scores: (message) => (this.scores = message),
    });
  }

  /** From another seat: everything is told anew, as that seat may see it. */
  #anew() {
    this.#unfollow();
    this.live = this.told = false;
    this.state = null;
    this.#seq = 0;
    this.#unfollow = this.#followIt();
  }

  /** Stops following it. */
  close() {
    clearInterval(this.#timer);
    this.#unfollow();
  }

  /** Forgets what was to be shown moving. */
  calm() {
    this.motion = null;
    this.herald = { key: 0, ...SILENT };
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

  get countdownLeft(): number | null {
    return leftOn(this.state?.countdown ?? null, this.now);
  }

  /** Until a seat that is cut off has been away too long. */
  graceLeft(seat: Seat): number | null {
    const cut = this.state?.seats.find((one) => one.seat === seat)?.cut;
    return leftOn(cut?.grace ?? null, this.now);
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
    const sending = { from, to, since: performance.now() };
    const before = this.events.length;
    this.sending = sending;
    this.trouble = null;
    const fate = await this.#fate({ type: 'play', table: this.id, seq: this.#seq, ply });
    if (this.sending === sending) this.sending = null;
    const isIt = (one: GameEvent) => one.seat === this.own && one.from === from && (from === to || one.to === to);
    if (fate === 'stale' || (fate === 'already' && !this.events.slice(before).some(isIt))) this.#complain(null, 'play', plyName({ from, to }));
  }

  act(what: ActRequest['what']) {
    return this.#ask({ type: 'act', table: this.id, seq: this.#seq, what });
  }

  /** Among three an escape puts out and the others play on: then one gets up from the seat, too, so as
   *  to have done with the game. */
  async leave() {
    const getUp = () => this.#ask({ type: 'leave', table: this.id }, true);
    const gone = await getUp();
    return gone && this.state?.state === 'playing' && this.own ? getUp() : gone;
  }

  /** The first free seat, or that one. */
  async sit(seat?: Seat) {
    const done = await this.#ask({ type: 'sit', table: this.id, ...(seat && { seat }) });
    if (done && this.state?.own === null) this.#anew();
    return done;
  }

  computer(seat: Seat, level: number) {
    return this.#ask({ type: 'computer', table: this.id, seat, level });
  }

  kick(seat: Seat) {
    return this.#ask({ type: 'kick', table: this.id, seat });
  }

  passTo(seat: Seat) {
    return this.#ask({ type: 'owner', table: this.id, seat });
  }

  setOptions(options: Options, preset: string | null) {
    return this.#ask({ type: 'options', table: this.id, options, ...(preset && { preset }) });
  }

  setSettings(settings: Settings) {
    return this.#ask({ type: 'settings', table: this.id, settings });
  }

  /** The same game at a new table: on the own seat, computer players at their levels on theirs, seats
   *  of people free. Its id, or null. */
  async anew(): Promise<string | null> {
    const { variant, options, settings, seats, own } = this.state!;
    const others = seats.filter(({ seat }) => seat !== own);
    const opponents = others.map(({ who, level }) => ({ level: who === 'computer' ? (level ?? 2) : null }));
    const { anticheat: _, ...kept } = settings;
    try {
      const answer = await this.connection.request({ type: 'create', variant, options, settings: kept, opponents, ...(own && { seat: own }) });
      return answer.type === 'created' ? answer.table : null;
    } catch (error) {
      this.#complain(error instanceof Refused ? error.said : null, 'create');
      return null;
    }
  }

  say(text: string) {
    return this.#ask({ type: 'say', table: this.id, text });
  }

  /** The same again before it is answered (a button pressed twice) is not sent again. */
  async #ask(request: Request, quiet = false): Promise<boolean> {
    const fate = await this.#fate(request, quiet);
    return fate === 'done' || fate === 'already';
  }

  #fate(request: Request, quiet = false): Promise<Fate> {
    const text = JSON.stringify(request);
    if (this.#asked?.text === text) return this.#asked.answer;
    const asked = { text, answer: this.#send(request, quiet) };
    this.#asked = asked;
    void asked.answer.then(() => {
      if (this.#asked === asked) this.#asked = null;
    });
    return asked.answer;
  }

  async #send(request: Request, quiet: boolean): Promise<Fate> {
    try {
      const answer = await this.connection.request(request);
      if (this.trouble?.about === request.type) this.trouble = null;
      return answer === ALREADY ? 'already' : 'done';
    } catch (error) {
      // Of a ply that came too late more is said than that the table has moved on.
      if (error instanceof Refused && error.said.code === 'table_stale' && request.type === 'play') return 'stale';
      if (!quiet && error instanceof Refused) this.#complain(error.said, request.type);
      if (!quiet && error instanceof Lost) this.#complain(null, request.type);
      return 'refused';
    }
  }

  #complain(said: ErrorMessage | null, about: Request['type'], late?: string) {
    this.trouble = { key: (this.trouble?.key ?? 0) + 1, said, about, late };
  }

  #proclaim(news: Partial<Omit<Herald, 'key'>>) {
    this.herald = { key: this.herald.key + 1, ...SILENT, ...news };
  }

  // --- People ---

  #people(message: PeopleMessage) {
    if (!this.state) return;
    // One has sat down in another window: what the seat sees is told anew.
    if (message.seat !== null && this.state.own === null && this.live) this.#anew();
    else this.state = { ...this.state, people: message };
  }

  #said(message: SaidMessage) {
    const own = message.seat !== null && message.seat === this.own;
    if (this.chat.hear(message, own, this.live)) play('note', settings.sound);
  }

  // --- Events ---

  #take(event: TableEvent) {
    if (!this.state) return;
    this.#seq = event.seq;
    this.now = performance.now();
    this.state = foldEvent(this.state, event, this.now);
    if (event.kind === 'start') this.#start();
    else if (event.kind === 'seat' && this.live && event.who === 'person') play('sit', settings.sound);
    else if (event.kind === 'line') this.#line(event.line);
    else if (event.kind === 'handover' || event.kind === 'return') this.#handed(event);
    else if (event.kind === 'reveal') this.#ended();
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
    if (!this.trouble?.late) this.trouble = null; // that one's turn is over is known only after the next plies
    if (!this.live) return;
    const seats = heralded(this.events);
    const decided = undecided && this.game.colours !== null;
    if (seats.length || decided) this.#proclaim({ seats, decided });
    const motion = motionOf(event, this.step, { set: settings.tiles });
    if (motion) this.motion = motion;
    const sound = soundOf(event, this.own);
    if (sound) play(sound, settings.sound, sound === 'move' ? 0.12 : 0.2);
  }

  #ended() {
    if (this.live) this.endedLive = true;
    rememberMarks(this.id, {});
  }

  #handed({ kind, seat, ...rest }: Extract<TableEvent, { kind: HandDeed['kind'] }>) {
    if (!this.live) return;
    this.#proclaim({ deeds: [{ kind, seat, level: 'level' in rest ? rest.level : null }] });
  }

  #myTurn() {
    const last = this.events.at(-1);
    if (!last || last.seat === this.own) return;
    play('turn', settings.sound, 0.5);
    if (document.hidden) navigator.vibrate?.(180);
  }

  #tick() {
    this.now = performance.now();
    this.#count();
    const left = this.moveLeft;
    const mine = this.turn !== null && this.turn === this.own;
    if (!mine || !this.live || left === null || left > HURRY) return;
    if (this.#hurried === this.step) return;
    this.#hurried = this.step;
    play('hurry', settings.sound);
  }

  /** A knock for every second before the start. */
  #count() {
    const left = this.countdownLeft;
    const second = left === null ? 0 : Math.ceil(left / 1000);
    if (second === this.#counted) return;
    this.#counted = second;
    if (second > 0 && this.live) play('hurry', settings.sound);
  }
}
