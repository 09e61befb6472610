// Layouts taken apart and put together, the ready-made ones, and what the browser remembers.
import { beforeEach, expect, test, vi } from 'vitest';
import { layoutOf, mirror, piecesOf, spotsOf, swap } from '../src/editor/layout';
import { READY_MADE } from '../src/editor/ready';
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

test('ready-made layouts are whole, legal and different', () => {
  for (const { name, layout } of READY_MADE) {
    const letters = [...spotsOf(layout).values()].sort().join('');
    expect(letters, name).toBe('111222333445566778' + '9BBFMMM');
    for (const camp of ['22', '24', '33', '42', '44']) {
      expect(spotsOf(layout).has(camp), `${name} ${camp}`).toBe(false);
    }
    const rows = layout.split('/');
    expect(rows[0]).not.toContain('B');
    expect(rows.slice(0, 4).join('')).not.toContain('M');
    expect([rows[5]![1], rows[5]![3]]).toContain('F');
  }
  expect(new Set(READY_MADE.map((r) => r.layout)).size).toBe(READY_MADE.length);
});

test('layouts are saved under a name, replaced and removed', () => {
  expect(saved.savedLayouts()).toEqual([]);
  expect(saved.saveLayout('甲', LAYOUT)).toBe(true);
  expect(saved.saveLayout('乙', mirror(LAYOUT))).toBe(true);
  expect(saved.saveLayout('甲', mirror(LAYOUT))).toBe(true);
  expect(saved.savedLayouts().map((s) => s.name)).toEqual(['甲', '乙']);
  expect(saved.savedLayouts()[0]!.layout).toBe(mirror(LAYOUT));
  saved.removeLayout('甲');
  expect(saved.savedLayouts().map((s) => s.name)).toEqual(['乙']);
});

test('a browser whose memory holds nonsense, or is full, does no harm', () => {
  for (const nonsense of ['{', '7', '[1, null, {"name": "x", "layout": "zzz"}]', '{"a": 1}']) {
    memory.items.set('junqi.layouts', nonsense);
    memory.items.set('junqi.layout', nonsense);
    expect(saved.savedLayouts()).toEqual([]);
    expect(saved.lastLayout()).toBeNull();
  }
  memory.full = true;
  expect(saved.saveLayout('甲', LAYOUT)).toBe(false);
});
