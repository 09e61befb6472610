// Layouts: faults for the editor, completion, ready ones, .jql files.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Engine, type Rules, sure } from './engine';
import { READY, testEngine } from './testing';

let engine: Engine;
let dark: Rules;
beforeAll(async () => {
  engine = await testEngine();
  dark = sure(engine.rules('dark'));
});

const faultsOf = (layout: string, seat?: 'a' | 'b') => {
  const { faults, complete, first } = sure(engine.layoutFaults(dark, layout, seat));
  return { at: faults.map((f) => `${f.point} ${f.code}`), complete, first: first?.code ?? null };
};

describe('faults', () => {
  test('a legal layout has none', () => {
    expect(faultsOf(READY)).toEqual({ at: [], complete: true, first: null });
  });

  test('an unfinished one has none but is not complete', () => {
    expect(faultsOf('...../...../...../...../...../.....')).toEqual(
      { at: [], complete: false, first: 'layout_empty' },
    );
  });

  test('every point at fault is named, with the arm asked for', () => {
    expect(faultsOf('B..F./.9..M/...../...../..9../.....', 'b').at).toEqual([
      'b11 layout_bomb', 'b14 layout_flag', 'b22 layout_camp', 'b25 layout_mine',
      'b53 layout_count',
    ]); // prettier-ignore
  });

  test('options count', () => {
    const three = sure(engine.rules('three'));
    const layout = 'B..../...../...../...../...../.....';
    expect(sure(engine.layoutFaults(three, layout)).faults).toEqual([]);
  });

  test.each(['', '/', '.....', `${READY}/`, READY.replace('6', 'x'), READY.replace('/', '|')])(
    'what is no layout text is told: %j',
    (text) => {
      expect(engine.layoutFaults(dark, text)).toMatchObject(
        { ok: false, fault: { code: 'layout_text' } },
      );
    },
  );
});

describe('completion', () => {
  test('keeps what is legal, is legal, and is the same for a seed', () => {
    const partial = '9..../...../...../...../...../.F...';
    for (let seed = 0; seed < 200; seed++) {
      const layout = sure(engine.layoutComplete(dark, partial, seed));
      expect(faultsOf(layout)).toEqual({ at: [], complete: true, first: null });
      expect(layout[0] + layout[31]!).toBe('9F');
      expect(sure(engine.layoutComplete(dark, partial, seed))).toBe(layout);
    }
    const different = new Set([1, 2, 3].map((n) => sure(engine.layoutComplete(dark, '', n))));
    expect(different.size).toBe(3);
  });

  test('bad text is told', () => {
    expect(engine.layoutComplete(dark, '9', 1)).toMatchObject({ ok: false });
  });
});

test('the ready ones are legal in every variant', () => {
  const ready = engine.layoutReady();
  expect(ready.length).toBeGreaterThan(3);
  for (const { en, zh, layout } of ready) {
    expect(en && zh).toBeTruthy();
    for (const variant of ['dark', 'four', 'three'] as const) {
      const rules = sure(engine.rules(variant));
      expect(sure(engine.layoutFaults(rules, layout)).complete).toBe(true);
    }
  }
});

describe('.jql', () => {
  test('there and back, byte for byte', () => {
    const bytes = sure(engine.writeJql(READY));
    expect(bytes).toHaveLength(50);
    const jql = sure(engine.readJql(bytes));
    expect(jql).toEqual({ layout: READY, version: [0x57, 4, 0, 0], warning: false });
    bytes.set([1, 2, 3, 250], 16);
    const other = sure(engine.readJql(bytes));
    expect(other).toMatchObject({ version: [1, 2, 3, 250], warning: true });
    expect(sure(engine.writeJql(other.layout, other.version))).toEqual(bytes);
  });

  test.each<[string, number, (bytes: Uint8Array) => Uint8Array]>([
    ['jql_size', -1, (bytes) => bytes.slice(1)],
    ['jql_size', -1, () => new Uint8Array()],
    ['jql_header', 3, (bytes) => (bytes.set([0], 3), bytes)],
    ['jql_piece', 20, (bytes) => (bytes.set([14], 20), bytes)],
    ['layout_camp', 26, (bytes) => (bytes.set([5], 26), bytes)],
  ])('%s at byte %d', (code, offset, spoil) => {
    const answer = engine.readJql(spoil(sure(engine.writeJql(READY))));
    expect(answer).toMatchObject({ ok: false, fault: { code, offset } });
  });

  test('only a complete layout is written', () => {
    expect(engine.writeJql(READY.replace('9', '.'))).toMatchObject({ ok: false });
  });
});
