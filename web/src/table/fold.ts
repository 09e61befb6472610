// What is known of a table beside the game itself, folded from its events: who sits where, who is
// ready, layouts, the clock, the lines played. Pure; the game of the lines is the engine's.
import type {
  Clock,
  JoinedMessage,
  Level,
  Options,
  Seat,
  State,
  TableEvent,
  Variant,
} from '../generated/protocol';

export interface SeatState {
  seat: Seat;
  who: 'nobody' | 'person' | 'computer';
  level: Level | null;
  ready: boolean;
  /** Has lost the connection. */
  cut: boolean;
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
  /** The own seat; null for a spectator. */
  readonly own: Seat | null;
  readonly owner: Seat | null;
  readonly state: State;
  readonly seats: readonly SeatState[];
  /** The own layout as the server has it. */
  readonly layout: string | null;
  /** Of setting up. */
  readonly setup: RunningClock | null;
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

export function seatsOf(variant: Variant): Seat[] {
  return SEATS[variant];
}

/** A table just joined, before its first event. */
export function emptyTable(joined: JoinedMessage): TableState {
  return {
    table: joined.table,
    variant: joined.variant,
    options: joined.options,
    own: joined.seat,
    owner: joined.owner,
    state: 'waiting',
    seats: SEATS[joined.variant].map((seat) => ({
      seat,
      who: 'nobody',
      level: null,
      ready: false,
      cut: false,
    })),
    layout: null,
    setup: null,
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

/** What `joined` tells anew after a reconnect. */
export function foldJoined(state: TableState, joined: JoinedMessage): TableState {
  return { ...state, own: joined.seat, owner: joined.owner, options: joined.options };
}

function withSeat(state: TableState, seat: Seat, change: Partial<SeatState>): TableState {
  const seats = state.seats.map((one) => (one.seat === seat ? { ...one, ...change } : one));
  return { ...state, seats };
}

function nobodyReady(state: TableState): readonly SeatState[] {
  return state.seats.map((one) => ({ ...one, ready: false }));
}

function foldKind(state: TableState, event: TableEvent, now: number): TableState {
  switch (event.kind) {
    case 'created':
      return { ...state, options: event.options };
    case 'options':
      return { ...state, options: event.options, seats: nobodyReady(state) };
    case 'seat':
      return withSeat(state, event.seat, {
        who: event.who,
        level: event.level,
        ready: false,
        cut: false,
      });
    case 'owner':
      return { ...state, owner: event.seat };
    case 'layout':
      return event.seat === state.own ? { ...state, layout: event.layout } : state;
    case 'ready':
      return withSeat(state, event.seat, { ready: true });
    case 'unready':
      return withSeat(state, event.seat, { ready: false });
    case 'cut':
      return withSeat(state, event.seat, { cut: true });
    case 'back':
      return withSeat(state, event.seat, { cut: false });
    case 'setup':
      return { ...state, setup: { left: Number(state.options.setup_seconds) * 1000, told: now } };
    case 'start':
      return {
        ...state,
        state: 'playing',
        first: event.first,
        layouts: event.layouts,
        setup: null,
        startedAt: event.at,
      };
    case 'line':
      return { ...state, lines: [...state.lines, event.line] };
    case 'reveal':
      return {
        ...state,
        state: 'finished',
        reveal: { layouts: event.layouts, deal: event.deal },
      };
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
  return {
    ...state,
    turn: clock.turn,
    clock: clock.turn ? run(clock.left) : null,
    setup: run(clock.setup),
    at: state.at + since,
    told: now,
  };
}

/** Milliseconds left on a clock. */
export function leftOn(clock: RunningClock | null, now: number): number | null {
  return clock && Math.max(0, clock.left - (now - clock.told));
}

/** Milliseconds since the start of the game, on the table's clock. */
export function playedFor(state: TableState, now: number): number {
  return state.at + (now - state.told) - state.startedAt;
}
