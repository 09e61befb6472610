// Layouts taken apart and put together, and what the browser remembers.
import { beforeEach, expect, test, vi } from 'vitest';
import { layoutOf, mirror, piecesOf, spotsOf, swap } from '../src/editor/layout';
import { LAYOUT } from './fixture/pieces';

class Memory {
  items = new Map<string, string>();
  full = false;
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => {
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(key, value);
  };
}
const memory = new Memory();
vi.stubGlobal('localStorage', memory);
const saved = await import('../src/editor/saved');

beforeEach(() => {
  memory.items.clear();
  memory.full = false;
});

test('a layout survives being taken apart', () => {
  expect(layoutOf(spotsOf(LAYOUT))).toBe(LAYOUT);
  expect(piecesOf(LAYOUT, 'b')).toHaveLength(25);
});

test('swapping twice changes nothing, and swapping with an empty spot moves', () => {
  expect(swap(LAYOUT, '11', '62')).toBe('F5137/7.2.6/81.35/B.4.4/3M2MB/69M12');
  expect(swap(swap(LAYOUT, '11', '62'), '11', '62')).toBe(LAYOUT);
  expect(swap('9..../...../...../...../...../.....', '11', '65')).toBe(
    '...../...../...../...../...../....9',
  );
});

test('a mirrored layout is mirrored', () => {
  expect(mirror(LAYOUT)).toBe('73159/6.2.7/53.18/4.4.B/BM2M3/21MF6');
});

test('the layout last played with is remembered', () => {
  expect(saved.lastLayout()).toBeNull();
  saved.keepLastLayout(LAYOUT);
  expect(saved.lastLayout()).toBe(LAYOUT);
});

test('a browser whose memory holds nonsense, or is full, does no harm', () => {
  for (const nonsense of ['{', '7', '[1, null, {"table": "../x", "date": 1}]', '{"a": 1}']) {
    memory.items.set('junqi.layout', nonsense);
    expect(saved.lastLayout()).toBeNull();
  }
  memory.full = true;
  saved.keepLastLayout(LAYOUT);
  expect(saved.lastLayout()).toBeNull();
});
