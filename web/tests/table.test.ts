// A table folded from its events, and a game made ready to be shown.
import { expect, test } from 'vitest';
import type { GameEvent, GameState, SeenPiece } from '../src/engine/types';
import type { JoinedMessage, TableEvent } from '../src/generated/protocol';
import { stopOf, stopsOf } from '../src/review/steps';
import { emptyTable, foldEvent, foldJoined, foldLive, leftOn, maySit, playedFor, resignLeft, unsent } from '../src/table/fold';
import { heralded, lostOf, markOf } from '../src/table/show';
import { LAYOUT } from './fixture/pieces';

const joined: JoinedMessage = {
  type: 'joined',
  table: 't1',
  seat: 'a',
  owner: 'a',
  variant: 'dark',
  options: { setup_seconds: '180', move_seconds: '30' },
  settings: {},
  state: 'waiting',
  seq: 0,
};

/** Folds events that came at one local time. */
function fold(now: number, ...kinds: Partial<TableEvent>[]) {
  const events = kinds.map((kind, i) => ({ type: 'event', table: 't1', seq: i + 1, at: 0, turn: null, left: null, ...kind }) as TableEvent);
  return events.reduce((state, event) => foldEvent(state, event, now), emptyTable(joined));
}

const BEFORE: Partial<TableEvent>[] = [
  { kind: 'created', options: joined.options },
  { kind: 'seat', seat: 'a', who: 'person', level: null },
  { kind: 'owner', seat: 'a' },
  { kind: 'seat', seat: 'b', who: 'computer', level: 3 },
];

test('seats, readiness and the own layout', () => {
  const state = fold(
    0,
    ...BEFORE,
    { kind: 'setup', wait: 180_000 },
    { kind: 'layout', seat: 'b', layout: null },
    { kind: 'ready', seat: 'b' },
    { kind: 'layout', seat: 'a', layout: LAYOUT },
    { kind: 'cut', seat: 'a', why: 'own', wait: 300_000 },
  );
  expect(state.seats).toMatchObject([
    { seat: 'a', who: 'person', level: null, ready: false, cut: { why: 'own', grace: { left: 300_000, told: 0 } } },
    { seat: 'b', who: 'computer', level: 3, ready: true, cut: null },
  ]);
  expect(state.layout).toBe(LAYOUT);
  expect(leftOn(state.setup, 60_000)).toBe(120_000);
  expect(state.state).toBe('waiting');
});

test('once the time for setting up runs the server is to have the layout that one sees', () => {
  const setup: Partial<TableEvent> = { kind: 'setup', wait: 180_000 };
  const layout: Partial<TableEvent> = { kind: 'layout', seat: 'a', layout: LAYOUT };
  expect(unsent(fold(0, ...BEFORE))).toBe(false);
  expect(unsent(fold(0, ...BEFORE, setup))).toBe(true);
  expect(unsent(fold(0, ...BEFORE, layout, setup))).toBe(false);
  expect(unsent(fold(0, ...BEFORE, setup, { kind: 'ready', seat: 'a' }))).toBe(false);
  // Who moved away and came back sets up anew.
  const back: Partial<TableEvent> = { kind: 'seat', seat: 'a', who: 'person', level: null };
  expect(unsent(fold(0, ...BEFORE, layout, back, setup))).toBe(true);
  expect(unsent({ ...fold(0, ...BEFORE, setup), own: null })).toBe(false);
});

test('the countdown runs until somebody takes readiness back or gets up', () => {
  const all: Partial<TableEvent>[] = [...BEFORE, { kind: 'ready', seat: 'a' }, { kind: 'countdown', wait: 3_000 }];
  expect(leftOn(fold(1_000, ...all).countdown, 2_500)).toBe(1_500);
  expect(fold(0, ...all, { kind: 'unready', seat: 'a' }).countdown).toBeNull();
  expect(fold(0, ...all, { kind: 'seat', seat: 'b', who: 'nobody', level: null, why: 'own' }).countdown).toBeNull();
});

test('who is sent away sits there no longer, and is told so', () => {
  const kicked = fold(0, ...BEFORE, { kind: 'seat', seat: 'a', who: 'nobody', level: null, why: 'kicked' });
  expect(kicked).toMatchObject({ own: null, sentAway: 'kicked' });
  expect(kicked.seats[0]).toMatchObject({ who: 'nobody', freed: 'kicked' });
  expect(maySit(kicked)).toBe(false);
  const left = fold(0, ...BEFORE, { kind: 'seat', seat: 'b', who: 'nobody', level: null, why: 'own' });
  expect(left).toMatchObject({ own: 'a', sentAway: null });
  // Who was away too long may come back.
  expect(maySit(fold(0, ...BEFORE, { kind: 'seat', seat: 'a', who: 'nobody', level: null, why: 'lost' }))).toBe(true);
});

test('who was sent away while cut off is told so afterwards', () => {
  const back = foldJoined(fold(0, ...BEFORE), { ...joined, seat: null });
  const kicked = { type: 'event', table: 't1', seq: 5, at: 0, turn: null, left: null, kind: 'seat', seat: 'a', who: 'nobody', level: null, why: 'kicked' };
  expect(foldEvent(back, kicked as TableEvent, 0)).toMatchObject({ own: null, sentAway: 'kicked' });
  expect(foldJoined(fold(0, ...BEFORE), { ...joined, seat: 'b' }).own).toBe('b');
});

test('settings, a new owner, a computer player that acts, wishes to play again', () => {
  const state = fold(
    0,
    ...BEFORE,
    { kind: 'settings', settings: { friendly: 'yes', substitutes: '3' } },
    { kind: 'owner', seat: 'b' },
    { kind: 'handover', seat: 'a', level: 3 },
    { kind: 'wish', seat: 'b' },
  );
  expect(state).toMatchObject({ owner: 'b', settings: { substitutes: '3' } });
  expect(state.seats).toMatchObject([{ substitute: 3, wishes: false }, { substitute: null, wishes: true }]);
  expect(foldEvent(state, { kind: 'return', seat: 'a', at: 0, turn: null, left: null } as TableEvent, 0).seats[0]!.substitute).toBeNull();
});

test('new options make nobody ready', () => {
  const state = fold(0, ...BEFORE, { kind: 'ready', seat: 'b' }, { kind: 'options', options: { move_seconds: '15' } });
  expect(state.seats.some(({ ready }) => ready)).toBe(false);
  expect(state.options.move_seconds).toBe('15');
});

const PLAYED: Partial<TableEvent>[] = [
  ...BEFORE,
  { kind: 'start', first: 'b', layouts: [LAYOUT, null], at: 5_000, turn: 'b', left: 30_000 },
  { kind: 'line', line: 'b11b12 @700', at: 5_700, turn: 'a', left: 30_000 },
];

test('lines are kept in order and the clock runs from when it was told', () => {
  const state = fold(1_000, ...PLAYED);
  expect(state).toMatchObject({ state: 'playing', first: 'b', lines: ['b11b12 @700'], turn: 'a' });
  expect(leftOn(state.clock, 11_000)).toBe(20_000);
  expect(leftOn(state.clock, 99_000)).toBe(0);
  expect(playedFor(state, 11_000)).toBe(10_700);
});

test('from the start on everybody has three offers, and resigning waits', () => {
  const [, ...rest] = PLAYED;
  const created = { kind: 'created', options: { ...joined.options, resign: 'yes', resign_ply: '20', resign_seconds: '90' } } as const;
  const start = fold(1_000, created, ...rest.slice(0, -1));
  expect(start.talk).toMatchObject({ offers: [3, 3], proposer: null, resign_plies: 20 });
  expect(resignLeft(start, 31_000)).toBe(60_000);
});

test('how long until one may resign runs from when it was told', () => {
  const talk = { proposer: null, accepted: [], offers: [3, 3], resign_plies: 19, resign_left: 90_000 };
  const state = fold(1_000, ...PLAYED, { kind: 'line', line: 'a11a12', talk, at: 6_000 });
  const later = foldEvent(state, { kind: 'cut', seat: 'b', why: 'own', wait: 9, at: 7_000, turn: 'a', left: 1 } as TableEvent, 41_000);
  expect(resignLeft(later, 51_000)).toBe(40_000);
  expect(resignLeft(fold(0, ...PLAYED, { kind: 'line', line: 'x', talk: { ...talk, resign_left: null } }), 0)).toBeNull();
});

test('after a reconnect the told clock counts, not the time since', () => {
  const clock = { turn: 'a' as const, left: 22_000, setup: null, countdown: null, grace: [null, null], timeouts: [0, 0], talk: null };
  const state = foldLive(fold(1_000, ...PLAYED), clock, 500_000);
  expect(leftOn(state.clock, 502_000)).toBe(20_000);
  // 0.7 s to the ply, 8 s on the clock, 2 s since.
  expect(playedFor(state, 502_000)).toBe(10_700);
});

test('the end reveals and stops the clock', () => {
  const state = fold(0, ...PLAYED, { kind: 'reveal', layouts: [LAYOUT, LAYOUT], deal: null });
  expect(state).toMatchObject({ state: 'finished', clock: null, turn: null });
  expect(state.reveal?.layouts[1]).toBe(LAYOUT);
});

test('what is proved of a hidden piece stands on its tile, and no more', () => {
  expect(markOf('987654321BMF', 'characters')).toBeUndefined();
  expect(markOf('987654321B', 'characters')).toBeUndefined();
  expect(markOf('987', 'characters')).toBe('≥师');
  expect(markOf('987', 'numbers')).toBe('≥38');
  expect(markOf('987M', 'icons')).toBe('≥7?');
  expect(markOf('321', 'traditional')).toBe('≤連');
  expect(markOf('M', 'characters')).toBe('地雷');
  expect(markOf('MF', 'characters')).toBe('雷旗');
  expect(markOf('9', 'icons')).toBe('9');
});

function line(kind: GameEvent['kind'], change: Partial<GameEvent> = {}): GameEvent {
  return {
    kind,
    seat: null,
    from: '',
    to: '',
    outcome: 'move',
    piece: null,
    target: null,
    path: [],
    removed: [],
    reason: '',
    winners: [],
    ms: null,
    comment: '',
    ...change,
  };
}
const piece = (seat: 'a' | 'b', letter: SeenPiece['letter'], may: string): SeenPiece => ({
  point: 'b11',
  seat,
  letter,
  down: false,
  public: false,
  carrier: false,
  may,
});

test('a flag shown after a fight tells who fell in it', () => {
  const events = [
    line('move', { seat: 'a', outcome: 'both', removed: [piece('a', '9', '9'), piece('b', '?', '9B')] }),
    line('show', { seat: 'a', piece: piece('a', 'F', 'F') }),
    line('show', { seat: 'b', piece: piece('b', 'F', 'F') }),
  ];
  const state = { lostLetters: ['9', null] } as unknown as GameState;
  expect(lostOf('a', 0, state, events)).toEqual(['9']);
  expect(lostOf('b', 1, state, events)).toEqual(['9']);
  expect(lostOf('b', 1, state, events.slice(0, 2))).toEqual(['?']);
  expect(heralded(events)).toEqual(['a', 'b']);
  expect(heralded([...events, line('move', { seat: 'b' })])).toEqual([]);
});

test('stepping stops at turns, and at the end before the pieces leave', () => {
  const events = [
    line('move', { seat: 'a' }),
    line('show'),
    line('timeout', { seat: 'b' }),
    line('draw-offer', { seat: 'a' }),
    line('move', { seat: 'a', outcome: 'flag' }),
    line('out', { seat: 'b' }),
    line('end'),
  ];
  expect(stopsOf(events)).toEqual([0, 2, 4, 5]);
  expect(stopsOf([])).toEqual([0]);
  expect(stopsOf(events.slice(0, 4))).toEqual([0, 2, 4]);
  expect(stopOf([0, 2, 4, 5], 1)).toBe(1);
  expect(stopOf([0, 2, 4, 5], 7)).toBe(3);
});
