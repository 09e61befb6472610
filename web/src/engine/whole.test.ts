// The computer player that looks over a shoulder: it knows what the seat knew, and nothing else.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Engine, sure } from './engine';
import { GAMES, READY, testEngine, testFile, testWhole } from './testing';
import type { GameRecord, Seat } from './types';
import type { Whole } from './whole';

let engine: Engine;
let whole: Whole;
beforeAll(async () => {
  engine = await testEngine();
  whole = await testWhole();
});

const NODES = 400;
const record = (name: string) => sure(engine.readRecord(testFile(`games/${name}.jg`)));

function thinker({ variant, rules, layouts, first }: GameRecord, seat: Seat) {
  return sure(whole.think({ variant, options: rules.options, layouts, first, seat }));
}

/** Every line, and of every ninth ply of a seat what the player says. */
function story(game: GameRecord, seat: Seat): string[] {
  const { rules, layouts, first, deal, lines } = game;
  const open = sure(engine.follow({ rules, viewer: null, layouts, first, deal, open: true }));
  const player = thinker(game, seat);
  const said: string[] = [];
  let plies = 0;
  for (const line of lines) {
    const event = sure(open.copy().apply(line));
    if ((event.kind === 'move' || event.kind === 'flip') && event.seat === seat && plies++ % 9 === 0) {
      const judged = sure(player.judge(event, NODES));
      const believed = sure(player.beliefs(200));
      expect(judged.worse).toBeGreaterThanOrEqual(0);
      if (judged.from === event.from && judged.to === event.to) expect(judged.worse).toBe(0);
      said.push(JSON.stringify([judged, believed]));
      const pieces = new Map(open.state().pieces.map((piece) => [piece.point, piece]));
      for (const { points, types } of believed) {
        expect(types.reduce((sum, { share }) => sum + share, 0)).toBe(1000);
        for (const point of points) {
          const { letter, seat: owner } = pieces.get(point)!;
          expect(types.some((type) => type.letter === letter && type.seat === owner), point).toBe(true);
        }
      }
    }
    sure(open.apply(line));
    sure(player.apply(line));
  }
  return said;
}

describe.each(GAMES)('%s', (name) => {
  test('shares add up and never exclude the truth; asked again it says the same', () => {
    const game = record(name);
    for (const seat of engine.board(game.variant).seats) {
      const said = story(game, seat);
      expect(said.length).toBeGreaterThan(0);
      expect(story(game, seat)).toEqual(said);
    }
  });
});

test('pieces that nobody has met change places, and it says the same', () => {
  const game = record('dark-1');
  const lines = game.lines.slice(0, 60);
  const replay = sure(engine.follow({ rules: game.rules, viewer: 'a', layouts: game.layouts, first: game.first, open: true }));
  const touched = new Set(lines.flatMap((line) => {
    const { from, to } = sure(replay.apply(line));
    return [from, to];
  })); // prettier-ignore
  const rows = game.layouts[1]!.split('/').map((row) => [...row]);
  const quiet = rows
    .flatMap((row, r) => row.map((letter, c) => ({ r, c, letter, point: `b${r + 1}${c + 1}` })))
    .filter(({ letter, point }) => '12345678'.includes(letter) && !touched.has(point));
  const one = quiet[0]!;
  const other = quiet.find(({ letter }) => letter !== one.letter)!;
  rows[one.r]![one.c] = other.letter;
  rows[other.r]![other.c] = one.letter;
  const layouts = [game.layouts[0]!, rows.map((row) => row.join('')).join('/')];
  expect(layouts).not.toEqual(game.layouts);
  const said = story({ ...game, lines }, 'a');
  expect(said.length).toBeGreaterThan(2);
  expect(story({ ...game, lines, layouts }, 'a')).toEqual(said);
});

describe('what cannot be asked', () => {
  const beginning = { variant: 'dark' as const, options: {}, layouts: [READY, null], seat: 'a' as const };

  test.each([
    ['no_such_point', 'a11', 'q99'],
    ['not_your_piece', 'b11', 'b21'],
  ])('%s', (code, from, to) => {
    const player = sure(whole.think(beginning));
    expect(player.judge({ from, to }, NODES)).toMatchObject({ ok: false, fault: { code } });
  });

  test('a seat whose own pieces are not told', () => {
    const player = sure(whole.think({ ...beginning, layouts: [null, READY] }));
    expect(player.judge({ from: 'a11', to: 'b15' }, NODES).ok).toBe(false);
  });

  test('rules, layouts and lines that are none', () => {
    const fault = (code: string) => ({ ok: false, fault: { code } });
    expect(whole.think({ ...beginning, options: { nonsense: '1' } })).toMatchObject(fault('option_unknown'));
    expect(whole.think({ ...beginning, layouts: ['9999'] }).ok).toBe(false);
    expect(sure(whole.think(beginning)).apply('nonsense')).toMatchObject(fault('line_form'));
  });
});
