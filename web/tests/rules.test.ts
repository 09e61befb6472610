// The rules of a game to come, as the forms tell them.
import { expect, test, vi } from 'vitest';
import type { Option } from '../src/engine/types';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
vi.stubGlobal('navigator', { languages: ['en'], language: 'en' });
const { changedRules } = await import('../src/home/rules');
const { readNewGame, PACES, SECONDS } = await import('../src/home/newgame');

const option = (name: string, fallback: string, values: string[] | null, en: string): Option => ({
  name,
  fallback,
  values,
  least: 0,
  most: 99,
  en,
  zh: en,
});

test('what is not as usual is told in a few words, without the explanation', () => {
  const table = [
    option('mine_hit', 'stays', ['stays', 'both'], 'when a piece hits a mine: it is lost, or both are'),
    option('quiet_limit', '70', null, 'moves without a capture that end the game (0: never)'),
    option('open', 'no', ['no', 'yes'], 'all pieces are shown'),
  ];
  expect(changedRules(table, {})).toEqual([]);
  expect(changedRules(table, { mine_hit: 'both', quiet_limit: '0', open: 'no' }).map(({ text }) => text)).toEqual([
    'When a piece hits a mine: both lost',
    'Moves without a capture that end the game: 0',
  ]);
});

test('every pace is a time that can be chosen and is remembered', () => {
  for (const seconds of Object.values(PACES)) {
    expect(SECONDS).toContain(seconds);
    expect(readNewGame({ seconds }).seconds).toBe(seconds);
  }
  expect(readNewGame({ seconds: 7 }).seconds).toBe(PACES.normal);
});
