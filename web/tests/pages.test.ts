// Lists that come some at a time, the lobby put together, and what a table's settings come of.
import { expect, test } from 'vitest';
import type { LobbyTable } from '../src/generated/protocol';
import { foldLobby, freeSeats, gamesToWatch, openTables } from '../src/lobby/fold';
import { readWishes, settingsOf } from '../src/lobby/newtable';
import { Lost } from '../src/net/connection';
import { Pages } from '../src/people/pages.svelte';

test('pages follow each other until one is empty', async () => {
  const pages = new Pages<number>();
  const asked: (number | undefined)[] = [];
  pages.begin(async (last) => {
    asked.push(last);
    return last === undefined ? [1, 2] : last === 2 ? [3] : [];
  });
  await expect.poll(() => pages.items).toEqual([1, 2]);
  await pages.more();
  await pages.more();
  expect(pages.items).toEqual([1, 2, 3]);
  expect(pages.end).toBe(true);
  expect(asked).toEqual([undefined, 2, 3]);
});

test('nobody is offered more where there is none', async () => {
  const pages = new Pages<number>();
  const ends: boolean[] = [];
  pages.begin(async (last) => {
    ends.push(pages.end);
    return last === undefined ? [1, 2] : [];
  });
  await expect.poll(() => ends).toHaveLength(2); // what follows is asked for at once
  expect(pages.items).toEqual([1, 2]);
  expect(ends).toEqual([true, true]);
  await Promise.resolve();
  expect(pages.end).toBe(true);
});

test('more that could not be asked for ahead is asked for when it is wanted', async () => {
  const pages = new Pages<number>();
  let there = false;
  pages.begin(async (last) => {
    if (last === undefined) return [1];
    if (!there) throw new Lost();
    return last === 1 ? [2] : [];
  });
  await expect.poll(() => pages.end).toBe(false);
  there = true;
  await pages.more();
  expect(pages.items).toEqual([1, 2]);
});

test('an answer to what nobody asks any more is dropped', async () => {
  const pages = new Pages<string>();
  let answerOld = (_: string[]) => {};
  pages.begin(() => new Promise((resolve) => (answerOld = resolve)));
  pages.begin(async () => ['new']);
  await expect.poll(() => pages.items).toEqual(['new']);
  answerOld(['old']);
  await Promise.resolve();
  expect(pages.items).toEqual(['new']);
});

const seat = (who: 'nobody' | 'person' | 'computer') => ({ who, name: null, level: who === 'computer' ? 2 : null });
const table = (id: string, more: Partial<LobbyTable> = {}): LobbyTable => ({
  table: id,
  variant: 'dark',
  state: 'waiting',
  options: {},
  settings: { watch: 'yes' },
  seats: [seat('person'), seat('nobody')],
  watching: 0,
  plies: 0,
  created: 1,
  ...more,
});
const counts = { people: 3, waiting: 1, playing: 1 };

test('the lobby is what came whole and what changed since', () => {
  const whole = foldLobby(null, { type: 'lobby', whole: true, ...counts, tables: [table('x'), table('y')], gone: [] });
  const later = foldLobby(whole, {
    type: 'lobby',
    whole: false,
    ...counts,
    people: 4,
    tables: [table('z', { state: 'playing', seats: [seat('person'), seat('person')] })],
    gone: ['x'],
  });
  expect([...later.tables.keys()]).toEqual(['y', 'z']);
  expect(later.people).toBe(4);
  expect([...whole.tables.keys()]).toEqual(['x', 'y']);
  const anew = foldLobby(later, { type: 'lobby', whole: true, ...counts, tables: [], gone: [] });
  expect(anew.tables.size).toBe(0);
});

test('tables that start soonest stand first; only waiting ones have free seats', () => {
  const four = table('four', { variant: 'four', seats: [seat('person'), seat('nobody'), seat('nobody'), seat('nobody')] });
  const old = table('old', { created: 5 });
  const young = table('young', { created: 9 });
  const full = table('full', { seats: [seat('person'), seat('computer')] });
  const running = table('running', { state: 'playing', seats: [seat('person'), seat('person')], watching: 2 });
  const secret = table('secret', { state: 'playing', settings: { watch: 'no' } });
  const state = foldLobby(null, { type: 'lobby', whole: true, ...counts, tables: [four, old, full, running, young, secret], gone: [] });
  expect(openTables(state).map((one) => one.table)).toEqual(['young', 'old', 'four']);
  expect(gamesToWatch(state).map((one) => one.table)).toEqual(['running']);
  expect(freeSeats(four)).toEqual(['b', 'c', 'd']);
  expect(freeSeats({ ...four, state: 'playing' })).toEqual([]);
});

test('wishes of a table are made good, and settings go together', () => {
  const usual = readWishes(null);
  expect(usual.seats).toEqual({ dark: [null], flip: [null], four: [null, null, null], three: [null, null] });
  expect(readWishes({ seats: { four: [9, 3], dark: 'x' }, countdown: 7, rematch: 'sometimes' })).toEqual({
    ...usual,
    seats: { ...usual.seats, four: [null, 3, null] },
  });
  expect(settingsOf(usual, 'dark')).toEqual({
    friendly: 'no',
    private: 'no',
    watch: 'yes',
    substitutes: '0',
    countdown: '3',
    rematch: 'kept',
  });
  // Stand-ins are for friendly games; with a computer player a game is one.
  expect(settingsOf({ ...usual, substitutes: 2 }, 'dark').substitutes).toBe('0');
  const mixed = readWishes({ substitutes: 2, seats: { dark: [3] } });
  expect(settingsOf(mixed, 'dark')).toMatchObject({ friendly: 'yes', substitutes: '2' });
  expect(settingsOf(mixed, 'flip')).toMatchObject({ friendly: 'no', substitutes: '0' });
});
