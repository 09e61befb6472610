// What a followed table asks of the server, and what it does not ask twice.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// What the settings ask a browser for.
vi.hoisted(() => {
  const media = { matches: false, addEventListener() {} };
  Object.assign(globalThis, { matchMedia: () => media });
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
});

import type { Engine } from '../src/engine/engine';
import type { JoinedMessage, LiveMessage, Seat, Variant } from '../src/generated/protocol';
import { ALREADY, type Connection, type Follower } from '../src/net/connection';
import { emptyTable, type TableState } from '../src/table/fold';
import { LiveTable } from '../src/table/live.svelte';

let asked: { text: string; answer: (value?: unknown) => void }[];
let table: LiveTable;

beforeEach(() => {
  asked = [];
  const connection = {
    follow: () => () => {},
    request: (request: unknown) =>
      new Promise((resolve) => asked.push({ text: JSON.stringify(request), answer: resolve })),
  };
  table = new LiveTable(connection as unknown as Connection, {} as Engine, 't');
});
afterEach(() => table.close());

/** As one sees a table right after joining it. */
function seated(variant: Variant, seat: Seat): TableState {
  const joined = { table: 't', seat, owner: seat, variant, options: {}, settings: {} };
  return emptyTable(joined as unknown as JoinedMessage);
}

test('a request is not sent again before it is answered', async () => {
  const both = [table.ready('layout'), table.ready('layout')];
  expect(asked).toHaveLength(1);
  asked[0]!.answer();
  expect(await Promise.all(both)).toEqual([true, true]);
  void table.ready('layout');
  expect(asked).toHaveLength(2);
});

test('what was changed and changed back is sent all the same', () => {
  table.layout('a');
  table.layout('b');
  table.layout('a');
  expect(asked.map(({ text }) => JSON.parse(text).layout)).toEqual(['a', 'b', 'a']);
});

test('what a table is like is told only when all of its events have come', () => {
  let follower!: Follower;
  const following = {
    follow: (_: string, given: Follower) => ((follower = given), () => {}),
  };
  const other = new LiveTable(following as unknown as Connection, {} as Engine, 't');
  const joined = { type: 'joined', table: 't', variant: 'dark', seat: 'a', owner: 'a', options: {}, settings: {}, re: 1 };
  follower.joined(joined as unknown as JoinedMessage);
  expect(other.state).not.toBeNull();
  expect(other.told).toBe(false); // all seats look free so far
  const clock = { turn: null, left: null, setup: null, countdown: null, talk: null, grace: [null, null] };
  follower.live({ type: 'live', table: 't', clock } as unknown as LiveMessage);
  expect(other.told).toBe(true);
  other.lost();
  expect(other.told).toBe(true); // what is shown stays
  other.close();
});

test('a ply sent again that is not in the game came too late, and that is said', async () => {
  const sent = table.play('a11', 'a21');
  expect(table.sending).toMatchObject({ from: 'a11', to: 'a21' });
  asked[0]!.answer(ALREADY);
  await sent;
  expect(table.sending).toBeNull();
  expect(table.trouble).toMatchObject({ about: 'play', late: 'a11–a21' });
});

test('the same game again is on the same seat, so that every computer player keeps its level and its side', () => {
  const state = seated('four', 'c');
  const levels = { a: 5, b: 1, d: 1 } as const;
  const seats = state.seats.map((one) => (one.seat === 'c' ? { ...one, who: 'person' as const } : { ...one, who: 'computer' as const, level: levels[one.seat as 'a'] }));
  table.state = { ...state, seats };
  void table.anew();
  expect(JSON.parse(asked[0]!.text)).toMatchObject({ type: 'create', seat: 'c', opponents: [{ level: 5 }, { level: 1 }, { level: 1 }] });
});

test('who leaves a game that goes on without them gets up as well', async () => {
  table.state = { ...seated('three', 'a'), state: 'playing' };
  const left = table.leave();
  asked[0]!.answer(); // out, and still on the seat
  await expect.poll(() => asked.length).toBe(2);
  table.state = { ...table.state, own: null };
  asked[1]!.answer();
  expect(await left).toBe(true);
  expect(asked.map(({ text }) => JSON.parse(text).type)).toEqual(['leave', 'leave']);
});

test('who leaves a game that ends with it asks once', async () => {
  table.state = { ...seated('dark', 'a'), state: 'playing' };
  const left = table.leave();
  table.state = { ...table.state, state: 'finished' };
  asked[0]!.answer();
  expect(await left).toBe(true);
  expect(asked).toHaveLength(1);
});
