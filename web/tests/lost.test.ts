// Lost pieces laid out as tiles: kinds with counts, never more than there is room for.
import { expect, test, vi } from 'vitest';

// What the settings ask a browser for.
vi.hoisted(() => {
  const media = { matches: false, addEventListener() {} };
  Object.assign(globalThis, { matchMedia: () => media });
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
});

import type { PieceLetter } from '../src/board/types';
import { layTiles, sayLost } from '../src/game/lost';

const lost = (letters: string) => [...letters] as PieceLetter[];
const ALL = lost('9877665544333222111BBMMMF');

test('every known kind stands once, with its count', () => {
  const { tiles, height } = layTiles(lost('5?3353'), 'bar');
  expect(tiles.map(({ letter, n, y }) => [letter, n, y])).toEqual([['5', 2, 0], ['3', 3, 0]]);
  expect(tiles[1]!.x).toBeGreaterThan(31); // behind the count
  expect(layTiles(lost('?1'), 'bar').height).toBe(height);
});

test('in a bar and in a card there are two rows at most', () => {
  for (let n = 1; n <= ALL.length; n++) {
    const { tiles, width } = layTiles(ALL.slice(0, n), n % 2 ? 'card' : 'bar');
    expect(new Set(tiles.map(({ y }) => y)).size).toBeLessThanOrEqual(2);
    expect(Math.max(...tiles.map(({ x }) => x))).toBeLessThan(width);
  }
});

test('in a tray every piece lies by itself, unknown ones too', () => {
  const { tiles, height } = layTiles(lost('55?4????????'), 'tray');
  expect(tiles).toHaveLength(12);
  expect(tiles.every(({ n }) => n === 1)).toBe(true);
  expect(height).toBe(2 * 23);
});

test('they are told by name, and what is unknown is not told', () => {
  expect(sayLost(lost('9?5B5'))).toBe('marshal, regiment ×2, bomb');
  expect(sayLost(lost('??'))).toBe('');
});
