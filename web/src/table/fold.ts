// What is known of a table beside the game itself, folded from its events: who sits where, who is
// ready, layouts, the clock, the lines played. Pure; the game of the lines is the engine's.
import type {
  Clock,
  JoinedMessage,
  Level,
  Options,
  PeopleMessage,
  Seat,
  Settings,
  State,
  TableEvent,
  Talk,
  Variant,
} from '../generated/protocol';

export interface SeatState {
  seat: Seat;
  who: 'nobody' | 'person' | 'computer';
  level: Level | null;
  ready: boolean;
  /** Has lost the connection: how long it may be away. */
  cut: { why: 'own' | 'restart'; grace: RunningClock | null } | null;
  /** Level of the computer player that acts for the person (托管). */
  substitute: Level | null;
  /** Wishes to play again. */
  wishes: boolean;
  /** Why it got free, where that was not its person's own doing. */
  freed: 'kicked' | 'lost' | 'closed' | null;
}

/** A clock that runs: what was left when it was told. */
export interface RunningClock {
  left: number;
  /** Local time at which that was so. */
  told: number;
}

export interface TableState {
  readonly table: string;
  readonly variant: Variant;
  readonly options: Options;
  /** What the table agrees on beside the rules, as text by name. */
  readonly settings: Settings;
  /** The own seat; null for a spectator. */
  readonly own: Seat | null;
  readonly owner: Seat | null;
  /** Why one sits there no longer, where that was not one's own doing. */
  readonly sentAway: SeatState['freed'];
  readonly state: State;
  readonly seats: readonly SeatState[];
  /** The own layout as the server has it. */
  readonly layout: string | null;
  /** Of setting up. */
  readonly setup: RunningClock | null;
  /** All are ready: until the start. */
  readonly countdown: RunningClock | null;
  /** Draws and resigning as they stood when they were told; null unless playing. */
  readonly talk: (Talk & { readonly told: number }) | null;
  /** Who sits there by name, who watches, whether one may talk; null until it was told. */
  readonly people: PeopleMessage | null;
  readonly first: Seat;
  /** As the game began, null where unknown; empty before. */
  readonly layouts: readonly (string | null)[];
  readonly lines: readonly string[];
  readonly turn: Seat | null;
  readonly clock: RunningClock | null;
  /** Time on the table's clock, told at `told`, and when the game started on it. */
  readonly at: number;
  readonly told: number;
  readonly startedAt: number;
  readonly reveal: { layouts: (string | null)[]; deal: string | null } | null;
}

const SEATS: Record<Variant, Seat[]> = {
  dark: ['a', 'b'],
  flip: ['a', 'b'],
  three: ['a', 'b', 'c'],
  four: ['a', 'b', 'c', 'd'],
};

const FREE: Omit<SeatState, 'seat'> = {
  who: 'nobody',
  level: null,
  ready: false,
  cut: null,
  substitute: null,
  wishes: false,
  freed: null,
};

/** Whether somebody without a seat may take one: not where they are drawn, nor after being sent away. */
export function maySit({ settings, sentAway }: TableState): boolean {
  return settings.anticheat !== 'yes' && sentAway !== 'kicked';
}

/** The time for setting up runs, and the server knows nothing yet of the layout that one sees. */
export function unsent({ own, seats, setup, layout }: TableState): boolean {
  const me = seats.find(({ seat }) => seat === own);
  return me !== undefined && !me.ready && setup !== null && layout === null;
}

export function seatsOf(variant: Variant): Seat[] {
  return SEATS[variant];
}

/** A table just joined, before its first event. */
export function emptyTable(joined: JoinedMessage): TableState {
  return {
    table: joined.table,
    variant: joined.variant,
    options: joined.options,
    settings: joined.settings,
    own: joined.seat,
    owner: joined.owner,
    sentAway: null,
    state: 'waiting',
    seats: SEATS[joined.variant].map((seat) => ({ seat, ...FREE })),
    layout: null,
    setup: null,
    countdown: null,
    talk: null,
    people: null,
    first: joined.owner ?? 'a',
    layouts: [],
    lines: [],
    turn: null,
    clock: null,
    at: 0,
    told: 0,
    startedAt: 0,
    reveal: null,
  };
}

/** What `joined` tells anew after a reconnect. A seat that was lost meanwhile is so by an event that follows, which
 *  says why. */
export function foldJoined(state: TableState, joined: JoinedMessage): TableState {
  const { seat, owner, options, settings } = joined;
  return { ...state, own: seat ?? state.own, owner, options, settings };
}

function withSeat(state: TableState, seat: Seat, change: Partial<SeatState>): TableState {
  const seats = state.seats.map((one) => (one.seat === seat ? { ...one, ...change } : one));
  return { ...state, seats };
}

function nobodyReady(state: TableState): readonly SeatState[] {
  return state.seats.map((one) => ({ ...one, ready: false }));
}

type Of<K extends TableEvent['kind']> = Extract<TableEvent, { kind: K }>;

function foldSeat(state: TableState, event: Of<'seat'>): TableState {
  const { seat, who, level, why } = event;
  const freed = who === 'nobody' && why !== 'own' ? why : null;
  // A seat that changes hands is set up anew.
  const layout = seat === state.own ? null : state.layout;
  const next = { ...withSeat(state, seat, { ...FREE, who, level, freed }), layout };
  if (who !== 'nobody') return next;
  // Somebody got up: what ran because all were there runs no longer.
  const gone = seat === state.own;
  return { ...next, setup: null, countdown: null, own: gone ? null : state.own, sentAway: gone ? freed : state.sentAway };
}

const OFFERS = 3;

/** As it stands at the start; every line tells it anew. */
function firstTalk({ options, seats }: TableState): Talk {
  const seconds = Number(options.resign_seconds ?? 0);
  return {
    proposer: null,
    accepted: [],
    offers: seats.map(() => OFFERS),
    resign_plies: Number(options.resign_ply ?? 0),
    resign_left: options.resign === 'no' ? null : seconds * 1000,
  };
}

function foldStart(state: TableState, event: Of<'start'>, now: number): TableState {
  const { first, layouts, at } = event;
  const talk = { ...firstTalk(state), told: now };
  return { ...state, state: 'playing', first, layouts, setup: null, countdown: null, startedAt: at, talk };
}

function foldKind(state: TableState, event: TableEvent, now: number): TableState {
  const run = (left: number): RunningClock => ({ left, told: now });
  switch (event.kind) {
    case 'created':
      return { ...state, options: event.options };
    case 'options':
      return { ...state, options: event.options, seats: nobodyReady(state) };
    case 'settings':
      return { ...state, settings: event.settings };
    case 'seat':
      return foldSeat(state, event);
    case 'owner':
      return { ...state, owner: event.seat };
    case 'layout':
      return event.seat === state.own ? { ...state, layout: event.layout } : state;
    case 'ready':
      return withSeat(state, event.seat, { ready: true });
    case 'unready':
      return { ...withSeat(state, event.seat, { ready: false }), countdown: null };
    case 'cut':
      return withSeat(state, event.seat, { cut: { why: event.why, grace: run(event.wait) } });
    case 'back':
      return withSeat(state, event.seat, { cut: null });
    case 'setup':
      return { ...state, setup: run(event.wait) };
    case 'countdown':
      return { ...state, countdown: run(event.wait) };
    case 'start':
      return foldStart(state, event, now);
    case 'line':
      return { ...state, lines: [...state.lines, event.line], talk: event.talk && { ...event.talk, told: now } };
    case 'handover':
      return withSeat(state, event.seat, { substitute: event.level });
    case 'return':
      return withSeat(state, event.seat, { substitute: null });
    case 'reveal': {
      const { layouts, deal } = event;
      return { ...state, state: 'finished', reveal: { layouts, deal }, talk: null };
    }
    case 'wish':
      return withSeat(state, event.seat, { wishes: true });
    case 'rematch':
      return state;
    case 'close':
      return { ...state, state: 'closed' };
  }
}

/** One event, with the local time at which it came. */
export function foldEvent(before: TableState, event: TableEvent, now: number): TableState {
  const state = foldKind(before, event, now);
  const clock = event.turn && event.left !== null ? { left: event.left, told: now } : null;
  return { ...state, turn: event.turn, clock, at: event.at, told: now };
}

/** The clocks as they stand now: after a reconnect or a restart they are what counts. */
export function foldLive(state: TableState, clock: Clock, now: number): TableState {
  const run = (left: number | null) => (left === null ? null : { left, told: now });
  // Events retold are old: the time since the last of them shows in the clock that runs.
  const since = state.clock && clock.left !== null ? Math.max(0, state.clock.left - clock.left) : 0;
  const seats = state.seats.map((one, i) =>
    one.cut ? { ...one, cut: { ...one.cut, grace: run(clock.grace[i] ?? null) } } : one,
  );
  return {
    ...state,
    seats,
    turn: clock.turn,
    clock: clock.turn ? run(clock.left) : null,
    setup: run(clock.setup),
    countdown: run(clock.countdown),
    talk: clock.talk && { ...clock.talk, told: now },
    at: state.at + since,
    told: now,
  };
}

/** Milliseconds left on a clock. */
export function leftOn(clock: RunningClock | null, now: number): number | null {
  return clock && Math.max(0, clock.left - (now - clock.told));
}

/** Milliseconds until resigning is allowed; null: never. */
export function resignLeft(state: TableState, now: number): number | null {
  const { talk } = state;
  if (!talk || talk.resign_left === null) return null;
  return Math.max(0, talk.resign_left - (now - talk.told));
}

/** Milliseconds since the start of the game, on the table's clock. */
export function playedFor(state: TableState, now: number): number {
  return state.at + (now - state.told) - state.startedAt;
}
