// Games followed by lines: what a viewer sees, may do, and is told when it may not.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Beginning, type Engine, type Follow, type Seat, sure, type Variant } from './engine';
import { GAMES, READY, testEngine, testFile } from './testing';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

function begin(variant: Variant, more: Partial<Beginning> = {}, options = {}): Follow {
  const rules = sure(engine.rules(variant, null, options));
  const layouts = variant === 'flip' ? [] : [READY, null];
  return sure(engine.follow({ rules, viewer: 'a', layouts, ...more }));
}

const at = (follow: Follow, point: string) =>
  follow.state().pieces.find((piece) => piece.point === point);

describe('lines', () => {
  test('a move, told and shown', () => {
    const follow = begin('dark');
    const event = sure(follow.apply('a11b15 < @5300 ; why not'));
    expect(event).toMatchObject({
      kind: 'move', seat: 'a', from: 'a11', to: 'b15', outcome: 'lost',
      piece: { point: 'a11', seat: 'a', letter: '6' }, target: { point: 'b15', letter: '?' },
      path: ['a11', 'b15'], reason: '', winners: [], ms: 5300, comment: 'why not',
    }); // prettier-ignore
    expect(event.removed.map((p) => p.point)).toEqual(['a11']);
    const state = follow.state();
    expect(state).toMatchObject({
      state: 'running', turn: 'b', mover: 'a', ply: 1, quiet: 0, lost: [1, 0],
      lostLetters: ['6', null], timeouts: [0, 0], out: [], colours: null,
    }); // prettier-ignore
    expect(at(follow, 'a11')).toBeUndefined();
    expect(at(follow, 'b15')).toMatchObject({ letter: '?', may: '987' });
    expect(follow.mayBe('b15')).toBe('987');
    expect(follow.mayBe('a11')).toBe('');
    expect(follow.text()).toContain(' b 0 1');
  });

  test('outs, timeouts and ends', () => {
    const follow = begin('dark');
    sure(follow.apply('timeout a'));
    expect(follow.state()).toMatchObject({ turn: 'b', timeouts: [1, 0] });
    expect(sure(follow.apply('resign b'))).toMatchObject({ kind: 'resign', seat: 'b', from: '' });
    const out = sure(follow.apply('out b resign'));
    expect(out).toMatchObject({ kind: 'out', seat: 'b', reason: 'resign' });
    expect(out.removed).toHaveLength(25);
    const end = sure(follow.apply('end win a reason resign'));
    expect(end).toMatchObject({ kind: 'end', seat: null, winners: ['a'], reason: 'resign' });
    expect(follow.state()).toMatchObject({
      state: 'win', winners: ['a'], reason: 'resign', out: [{ seat: 'b', reason: 'resign' }],
    }); // prettier-ignore
    expect(follow.apply('a11b15')).toMatchObject({ ok: false, fault: { code: 'game_over' } });
    expect(follow.movable()).toEqual([]);
    expect(follow.explain('a11', 'a22')).toMatchObject({ code: 'game_over' });
  });

  test('what was shown is public from then on', () => {
    const follow = begin('dark');
    sure(follow.apply('a15b11 <'));
    expect(sure(follow.apply('show b62 bF'))).toMatchObject({
      kind: 'show', seat: 'b', from: 'b62', to: 'b62', piece: { letter: 'F', public: true },
    }); // prettier-ignore
    expect(at(follow, 'b62')).toMatchObject({ letter: 'F', public: true, may: 'F' });
  });

  test('a bounce removes nothing', () => {
    const event = sure(begin('dark', {}, { mine_hit: 'bounce' }).apply('a11b15 ~'));
    expect(event).toMatchObject({ outcome: 'bounce', removed: [] });
  });

  test.each([
    ['line_empty', ''],
    ['line_empty', '; only words'],
    ['line_form', 'a11'],
    ['line_form', 'a11b77'],
    ['line_form', 'end win reason flag'],
    ['line_bytes', 'a11b15 \0'],
    ['line_bytes', '\ud800'.repeat(3) + '\x07'],
    ['event_unfit', 'b11a15 >'],
    ['event_unfit', 'a22a23'],
    ['event_unfit', '!a11 a9'],
    ['event_unfit', 'timeout b'],
  ])('%s: %j changes nothing', (code, line) => {
    const follow = begin('dark');
    const before = follow.text();
    expect(follow.apply(line)).toMatchObject({ ok: false, fault: { code } });
    expect(follow.text()).toBe(before);
  });
});

describe('asking', () => {
  test('targets, pieces that move, and why not', () => {
    const follow = begin('dark');
    expect(follow.targets('a11')).toEqual(['a22', 'b15']);
    expect(follow.targets('a62')).toEqual([]);
    expect(follow.targets('b11')).toEqual([]);
    expect(follow.targets('zzz')).toEqual([]);
    expect(follow.movable()).toContain('a11');
    expect(follow.movable()).not.toContain('a62');
    expect(follow.explain('a11', 'b15')).toBeNull();
    const why = (from: string, to: string) => follow.explain(from, to)?.code;
    expect(why('a62', 'a61')).toBe('immobile');
    expect(why('a11', 'a12')).toBe('own_piece');
    expect(why('a22', 'a23')).toBe('no_piece');
    expect(why('b11', 'a15')).toBe('not_your_piece');
    expect(why('a11', 'b25')).toBe('rail_blocked');
    expect(why('a11', 'b11')).toBe('rail_corner');
    expect(why('a11', '')).toBe('no_such_point');
    expect(why('a11x', 'a12')).toBe('no_such_point');
    expect(why('a11', 'a11')).toBe('same_point');
  });

  test('off turn nothing moves, but one may look ahead', () => {
    const follow = begin('dark', { first: 'b' });
    expect(follow.movable()).toEqual([]);
    expect(follow.targets('a11')).toEqual([]);
    expect(follow.reach('a11')).toEqual(['a22', 'b15']);
    expect(follow.explain('a11', 'b15')).toMatchObject({ code: 'not_your_turn' });
  });

  test('a spectator sees no piece and moves none', () => {
    const follow = begin('dark', { viewer: null, layouts: [READY, READY] });
    expect(follow.state().pieces.every((p) => p.letter === '?')).toBe(true);
    expect(follow.movable()).toEqual([]);
    expect(follow.reach('a11')).toEqual([]);
    expect(follow.explain('a11', 'b15')).toMatchObject({ code: 'not_your_piece', point: 'a11' });
  });

  test('open shows every layout and moves whoever is on turn', () => {
    const follow = begin('dark', { viewer: null, layouts: [READY, READY], open: true });
    expect(at(follow, 'b11')).toMatchObject({ letter: '6', may: '6', public: false });
    expect(follow.movable()).toContain('a11');
    expect(follow.text()).not.toContain('open=');
  });

  test('a partner is seen with partner=shown only', () => {
    const layouts = [READY, null, READY, null];
    const letter = (partner: string) =>
      at(begin('four', { layouts }, { partner }), 'c11')?.letter;
    expect([letter('hidden'), letter('shown')]).toEqual(['?', '6']);
  });

  test('a piece that turns a corner is an engineer', () => {
    const rules = sure(engine.rules('dark'));
    const lines = ['a25a24', 'b13a13 <', 'a15a25'];
    const follow = sure(engine.follow({ rules, viewer: 'a', layouts: [READY, null] }));
    for (const line of lines) sure(follow.apply(line));
    const event = sure(follow.apply('b14b22'));
    expect(event.kind).toBe('move');
    expect(at(follow, 'b22')?.may).not.toContain('M');
  });

  test('flip: turning up decides colours and shows pieces', () => {
    const follow = begin('flip');
    expect(at(follow, 'a11')).toMatchObject({ seat: null, letter: '?', down: true });
    expect(follow.movable()).toHaveLength(50);
    expect(follow.targets('a11')).toEqual(['a11']);
    expect(follow.explain('a11', 'a11')).toBeNull();
    expect(sure(follow.apply('!a11 b1'))).toMatchObject({
      kind: 'flip', seat: 'a', from: 'a11', to: 'a11', piece: { seat: 'b', letter: '1' }, path: [],
    }); // prettier-ignore
    expect(follow.state().colours).toEqual(['b', 'a']);
    expect(at(follow, 'a11')).toMatchObject({ seat: 'b', letter: '1', down: false, public: true });
  });

  test('a follower can be copied', () => {
    const one = begin('dark');
    const two = one.copy();
    sure(one.apply('a11b15 <'));
    expect(two.state().ply).toBe(0);
    expect(two.targets('a11')).toEqual(['a22', 'b15']);
  });
});

describe('beginnings', () => {
  test.each([
    ['layout_text', ['x', null]],
    ['layout_empty', [READY.replace('9', '.'), null]],
    ['layout_text', [null, '?']],
  ])('%s', (code, layouts) => {
    const rules = sure(engine.rules('dark'));
    const answer = engine.follow({ rules, viewer: 'a', layouts });
    expect(answer).toMatchObject({ ok: false, fault: { code } });
  });

  test('a deal belongs to flip', () => {
    const rules = sure(engine.rules('dark'));
    expect(engine.follow({ rules, viewer: 'a', deal: 'x' })).toMatchObject({ ok: false });
    const flip = sure(engine.rules('flip'));
    expect(engine.follow({ rules: flip, viewer: 'a', deal: 'x'.repeat(5000) })).toMatchObject({
      ok: false,
    });
  });
});

describe('plies as typed', () => {
  test('are read', () => {
    expect(sure(engine.parsePly('dark', ' a11b15 '))).toEqual({ from: 'a11', to: 'b15' });
    expect(sure(engine.parsePly('flip', '!a11'))).toEqual({ from: 'a11', to: 'a11' });
    expect(sure(engine.parsePly('four', 'k1o'))).toEqual({ from: 'k1', to: 'o' });
  });
  test.each(['', 'a11', 'k1o', 'timeout a', 'a11a11', '!!', '兵', 'a11b15x'])('%j not', (text) => {
    expect(engine.parsePly('dark', text)).toMatchObject({ ok: false });
  });
});

/** The legal plies of whoever the follower plays for. */
const count = (follow: Follow) =>
  follow.movable().reduce((sum, from) => sum + follow.targets(from).length, 0);

describe.each(GAMES)('the whole random game %s', (name) => {
  test('as every viewer sees it: as many legal plies as the native referee counts', () => {
    const record = sure(engine.readRecord(testFile(`games/${name}.jg`)));
    const { rules, layouts, first, deal } = record;
    const seats = engine.board(record.variant).seats;
    const own = new Map<Seat, Follow>();
    for (const viewer of seats) {
      const known = layouts.map((layout, i) => (seats[i] === viewer ? layout : null));
      own.set(viewer, sure(engine.follow({ rules, viewer, layouts: known, first })));
    }
    const all = sure(engine.follow({ rules, viewer: null, layouts, first, deal, open: true }));
    let counted = 0;
    for (const [i, line] of record.lines.entries()) {
      const { turn } = all.state();
      const told = /; ?(\d+)$/.exec(line);
      if (told) {
        expect(count(own.get(turn)!), line).toBe(Number(told[1]));
        if (record.variant !== 'flip') expect(count(all), line).toBe(Number(told[1]));
        counted++;
      }
      const event = sure(all.apply(line));
      if (event.kind === 'move') {
        const { from, to, path, piece } = event;
        expect([path[0], path.at(-1), piece?.point]).toEqual([from, to, from]);
        expect(own.get(turn)!.explain(from, to)).toBeNull();
      }
      for (const follow of own.values()) sure(follow.apply(line));
      const settled = !record.lines[i + 1]?.startsWith('show');
      if (i % 4 === 0 || !settled) expect(contradictions(all, own, settled), line).toEqual([]);
    }
    expect(counted).toBeGreaterThan(50);
    expect(all.state().state).not.toBe('running');
  }, 60_000);
});

/** What is proved of a piece never excludes the truth, and all agree on everything public. */
function contradictions(all: Follow, own: Map<Seat, Follow>, settled: boolean): unknown[] {
  const truth = all.state();
  const pieces = new Map(truth.pieces.map((p) => [p.point, p]));
  const wrong: unknown[] = [];
  for (const follow of own.values()) {
    const seen = follow.state(settled);
    if (seen.turn !== truth.turn || seen.ply !== truth.ply) wrong.push(seen);
    for (const piece of seen.pieces) {
      const real = pieces.get(piece.point);
      // In flip a colour that is out left face down too, which a view cannot tell.
      if (!real && !piece.down) wrong.push(piece);
      if (!real) continue;
      const known = piece.letter === '?' || piece.letter === real.letter;
      if (!known || !piece.may.includes(real.letter)) wrong.push([piece, real]);
    }
  }
  return wrong;
}
