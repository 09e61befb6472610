// Boards, options and rules as the page gets them.
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Engine, sure, type Variant } from './engine';
import { moduleBytes, testEngine, testFile } from './testing';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

describe('boards', () => {
  test.each<[Variant, number, number, number, number, number]>([
    ['dark', 60, 133, 35, 32, 7],
    ['flip', 60, 133, 35, 32, 7],
    ['three', 97, 216, 69, 55, 18],
    ['four', 129, 288, 92, 73, 18],
  ])('%s has the totals of R-2', (variant, points, edges, rails, onRail, lines) => {
    const board = engine.board(variant);
    expect(board.points).toHaveLength(points);
    expect(board.edges).toHaveLength(edges);
    expect(board.edges.filter((e) => e.rail)).toHaveLength(rails);
    expect(board.points.filter((p) => p.rail)).toHaveLength(onRail);
    expect(board.lines).toHaveLength(lines);
    expect(engine.board(variant)).toBe(board);
  });

  test('arcs join neighbouring arms of the larger boards only', () => {
    const arcs = (variant: Variant) =>
      engine.board(variant).edges.filter((e) => e.arc).map((e) => `${e.a}-${e.b}`);
    expect(arcs('dark')).toEqual([]);
    expect(arcs('three')).toEqual(['a11-b15', 'a15-c11', 'b11-c15']);
    expect(arcs('four')).toEqual(['a11-b15', 'a15-d11', 'b11-c15', 'c11-d15']);
  });

  test('points say what and whose they are', () => {
    const board = engine.board('four');
    const point = (name: string) => board.points.find((p) => p.name === name);
    expect(board.seats).toEqual(['a', 'b', 'c', 'd']);
    expect(point('b62')).toEqual(
      { name: 'b62', kind: 'hq', seat: 'b', row: 6, col: 2, rail: false },
    );
    expect(point('c33')?.kind).toBe('camp');
    expect(point('o')).toEqual(
      { name: 'o', kind: 'station', seat: null, row: 0, col: 0, rail: true },
    );
  });
});

describe('options', () => {
  test('are those of R-11, with values, defaults and words', () => {
    const names = (variant: Variant) => engine.options(variant).map((o) => o.name);
    expect(names('dark')).toHaveLength(18);
    expect(names('four')).toContain('partner');
    expect(names('three').slice(-3)).toEqual(['X', 'Y', 'Z']);
    for (const variant of ['dark', 'flip', 'four', 'three'] as const) {
      for (const option of engine.options(variant)) {
        expect(option.en && option.zh).toBeTruthy();
        const all = option.values ?? [String(option.least), String(option.most)];
        expect(option.values ?? [option.fallback]).toContain(option.fallback);
        for (const value of all) sure(engine.rules(variant, null, { [option.name]: value }));
      }
    }
  });

  test('`forbidden` exists in flip only', () => {
    const values = (v: Variant) => engine.options(v).find((o) => o.name === 'mine_hit')?.values;
    expect(values('flip')).toContain('forbidden');
    expect(values('dark')).not.toContain('forbidden');
  });

  test('presets change what they say', () => {
    expect(engine.presets('dark')).toEqual(['ccgc']);
    expect(engine.presets('four')).toEqual(['qq']);
    const { options } = sure(engine.rules('four', 'qq', { quiet_limit: '9' }));
    expect(options).toMatchObject({ stuck: 'at_once', turn: 'counterclockwise', quiet_limit: '9' });
  });

  test.each([
    ['option_unknown', null, { nonsense: '1' }],
    ['option_unknown', null, { '': '' }],
    ['option_variant', null, { flip_flag: 'any' }],
    ['option_value', null, { stuck: 'maybe' }],
    ['option_value', null, { quiet_limit: '70000' }],
    ['option_value', null, { quiet_limit: '７０' }],
    ['preset_unknown', 'qq', {}],
    ['preset_unknown', '', {}],
  ])('%s is told', (code, preset, options) => {
    const answer = engine.rules('dark', preset, options as Record<string, string>);
    expect(answer).toMatchObject({ ok: false, fault: { code } });
    if (!answer.ok) expect(answer.fault.en && answer.fault.zh).toBeTruthy();
  });

  test('rules of another engine are refused', async () => {
    const rules = sure((await testEngine()).rules('dark'));
    expect(() => engine.layoutComplete(rules, '', 1)).toThrow(TypeError);
  });
});

/** Depth, count and position a line; lines with # are comments. */
function checkFigures(text: string): void {
  const lines = text.split('\n').filter((line) => line && line[0] !== '#');
  expect(lines.length).toBeGreaterThan(30);
  for (const line of lines) {
    const [depth, count, position] = line.split('\t');
    expect(sure(engine.perft(position!, Number(depth))), line).toBe(Number(count));
  }
}

test('perft figures are those of the native build', () => {
  checkFigures(testFile('perft.txt'));
});

const shared = new URL('../../../../shared/design/perft.txt', import.meta.url);
test.runIf(existsSync(shared))('perft figures are those of the reference referee', () => {
  checkFigures(readFileSync(shared, 'utf8'));
}, 120_000);

// What counts for a person, the whole first screen, has its own bound in e2e/size.test.ts. The whole
// module is fetched only by who looks for better plies or opens a QQ replay.
test.each([
  ['junqi', 60],
  ['junqi_whole', 128],
])('%s is small and asks its host for nothing', (name, most) => {
  const bytes = moduleBytes(name);
  expect(WebAssembly.Module.imports(new WebAssembly.Module(bytes))).toEqual([]);
  expect(brotliCompressSync(bytes).length).toBeLessThan(most * 1024);
});
