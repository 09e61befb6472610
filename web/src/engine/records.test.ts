// Records read whole and stepped through.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Engine, sure } from './engine';
import { Replay } from './replay';
import { GAMES, READY, testEngine, testFile, testWhole } from './testing';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const HEAD = `junqi 1
variant dark
preset ccgc
option quiet_limit 40
seat a name "甲 \\"x\\"" layout ${READY}
seat b layout ${READY}
first b
date 2026-11-29T21:00:00Z
start
`;

describe('reading', () => {
  test('header and lines', () => {
    const record = sure(engine.readRecord(`${HEAD}b11a15 < @12 ; hm\ntimeout a\n`));
    expect(record).toMatchObject({
      variant: 'dark', preset: 'ccgc', names: ['甲 "x"', ''], first: 'b', deal: null,
      date: '2026-11-29T21:00:00Z', layouts: [READY, READY],
    }); // prettier-ignore
    expect(record.rules.options).toMatchObject({ stuck: 'mutual', quiet_limit: '40' });
    expect(record.lines).toEqual(['b11a15 < @12 ; hm', 'timeout a']);
  });

  test('a record through a view is told as it is', () => {
    const hidden = READY.replace(/[^./]/g, '?');
    const text = HEAD.replace(`b layout ${READY}`, `b layout ${hidden}`);
    const record = sure(engine.readRecord(`${text}b11a15 <\nshow a62 aF\n`));
    expect(record.layouts).toEqual([READY, null]);
    expect(record.lines).toEqual(['b11a15 <', 'show a62 aF']);
  });

  test.each([
    ['record_begin', 1, ''],
    ['record_begin', 1, 'hello'],
    ['variant_unknown', 2, 'junqi 1\nvariant go\n'],
    ['record_start', 0, 'junqi 1\nvariant dark\n'],
    ['record_outcome', 10, `${HEAD}b11a15 >\n`],
    ['line_form', 11, `${HEAD}b11a15 <\nwhat\n`],
    ['record_lines', 0, '\n'.repeat(100_000)],
    ['rail_blocked', 10, `${HEAD}b11a25 >\n`],
  ])('%s is told with its line', (code, line, text) => {
    const answer = engine.readRecord(text);
    expect(answer.ok).toBe(false);
    if (answer.ok) return;
    expect([answer.fault.code, line && answer.fault.line]).toEqual([code, line]);
  });

  test('a hidden record with a fault tells its own', () => {
    const hidden = READY.replace(/[^./]/g, '?');
    const answer = engine.readRecord(`${HEAD.replaceAll(READY, hidden)}b11a15 <\nnonsense\n`);
    expect(answer).toMatchObject({ ok: false, fault: { code: 'line_form', line: 11 } });
  });
});

describe.each(GAMES)('stepping through %s', (name) => {
  test('every place is the same however it is reached', () => {
    const record = sure(engine.readRecord(testFile(`games/${name}.jg`)));
    const { rules, layouts, first, deal, lines } = record;
    const beginning = { rules, viewer: null, layouts, first, deal, open: true };
    const replay = sure(Replay.of(engine, beginning, lines));
    const fresh = sure(engine.follow(beginning));
    const texts = [fresh.text()];
    for (const line of lines) {
      sure(fresh.apply(line));
      texts.push(fresh.text());
    }
    expect(replay.events).toHaveLength(lines.length);
    for (let at = lines.length; at >= 0; at -= 7) {
      replay.go(at);
      expect(replay.follow.text()).toBe(texts[at]);
    }
    for (let at = 0; at <= lines.length; at += 5) {
      replay.go(at);
      expect(replay.follow.text()).toBe(texts[at]);
    }
    expect(replay.go(1e9)).toEqual(fresh.state());
    expect(replay.at).toBe(lines.length);
    expect(replay.go(NaN).ply).toBe(0);
  }, 60_000);
});

test('a line that does not fit is named', () => {
  const rules = sure(engine.rules('dark'));
  const answer = Replay.of(engine, { rules, viewer: null }, ['a11b15 >', 'a11b15 >']);
  expect(answer).toMatchObject({ ok: false, fault: { code: 'event_unfit', line: 2 } });
});

describe('.jgs', () => {
  // With the part of the engine that is fetched when it is needed.
  const readJgs = async (file: Uint8Array) => {
    const text = (await testWhole()).readJgs(file);
    return text.ok ? engine.readRecord(text.value) : text;
  };
  const bytes = readFileSync(new URL('../../../tests/notation/seeds/jgs/small.jgs', import.meta.url));

  test('a QQ replay is a record of four', async () => {
    const record = sure(await readJgs(bytes));
    expect(record.variant).toBe('four');
    expect(record.preset).toBe('qq');
    expect(record.layouts).toHaveLength(4);
    expect(record.lines.at(-1)).toMatch(/^end draw reason quit/);
  });

  test('anything else is refused', async () => {
    for (const other of [new Uint8Array(), bytes.subarray(0, 99), new TextEncoder().encode('junqi 1')]) {
      const answer = await readJgs(other);
      expect(answer.ok || answer.fault.code).toMatch(/^jgs_/);
    }
  });
});
