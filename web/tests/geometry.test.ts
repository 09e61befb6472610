// Coordinates of the three boards: everything on the sheet, one's own arm at the bottom, tiles and
// targets large enough for a finger on a phone.
import { describe, expect, test } from 'vitest';
import {
  edgeLine,
  layOut,
  lineLength,
  pointAt,
  routeLine,
  seatsOf,
} from '../src/board/geometry';
import { step } from '../src/board/keys';
import { fixtureBoard } from './fixture/boards';

import { FINGER, partBox, safeZoom, unsure, wholeBox } from '../src/board/zoom';

// Room for the board on a phone of 390 by 844: what the bars, the news and the actions leave.
const PHONE = { width: 378, height: 638 };

describe.each([2, 3, 4] as const)('board of %i seats', (count) => {
  const board = fixtureBoard(count);

  test('has the numbers of points and edges of R-2', () => {
    const figures = { 2: [60, 133, 35], 3: [97, 216, 69], 4: [129, 288, 92] }[count];
    const rails = board.edges.filter((e) => e.rail).length;
    expect([board.points.length, board.edges.length, rails]).toEqual(figures);
  });

  test.each(seatsOf(board))('seat %s sees its own arm at the bottom, column 1 at its left', (own) => {
    const { spots, width, height, tile } = layOut(board, own, 0.575);
    const lowest = Math.max(...[...spots.values()].map((s) => s.y));
    expect(spots.get(`${own}63`)!.y).toBeCloseTo(lowest, 0);
    expect(spots.get(`${own}61`)!.x).toBeLessThan(spots.get(`${own}65`)!.x);
    for (const { x, y } of spots.values()) {
      expect(x).toBeGreaterThan(tile.w / 2);
      expect(x).toBeLessThan(width - tile.w / 2);
      expect(y).toBeGreaterThan(tile.h / 2);
      expect(y).toBeLessThan(height - tile.h / 2);
    }
  });

  test('tiles lie apart from each other', () => {
    const { spots, tile } = layOut(board, 'a', 0.575);
    const all = [...spots.values()];
    all.forEach((a, i) => {
      for (const b of all.slice(i + 1)) {
        const apart = Math.abs(a.x - b.x) > tile.w || Math.abs(a.y - b.y) > tile.h;
        expect(apart, `${JSON.stringify(a)} ${JSON.stringify(b)}`).toBe(true);
      }
    });
  });

  test('each point is found under its own spot', () => {
    const geometry = layOut(board, 'a', 0.575);
    for (const [name, { x, y }] of geometry.spots) expect(pointAt(geometry, x, y)).toBe(name);
  });
});

test('the next seat clockwise sits at the left hand', () => {
  const { spots, width } = layOut(fixtureBoard(4), 'c', 1);
  expect(spots.get('d33')!.x).toBeLessThan(width / 2);
  expect(spots.get('b33')!.x).toBeGreaterThan(width / 2);
});

test('on a phone a two-seat tile is at least 44 px wide and a target 40 px', () => {
  const aspect = PHONE.width / PHONE.height;
  const { width, height, tile, reach } = layOut(fixtureBoard(2), 'a', aspect);
  const scale = Math.min(PHONE.width / width, PHONE.height / height);
  expect(tile.w * scale).toBeGreaterThanOrEqual(44);
  expect(reach.x * 2 * scale).toBeGreaterThanOrEqual(40);
  expect(reach.y * 2 * scale).toBeGreaterThanOrEqual(40);
});

describe.each([3, 4] as const)('board of %i seats on a phone', (count) => {
  const room = { width: 390, height: 740 };
  const aspect = room.width / room.height;
  const board = fixtureBoard(count);
  const geometry = layOut(board, 'a', aspect, true);
  const whole = wholeBox(geometry, aspect);
  const zoom = safeZoom(geometry, whole, room.width);

  test('goes from edge to edge, with tiles of one character that lie apart', () => {
    expect(whole.w).toBeCloseTo(geometry.width, 0);
    const { spots, tile } = geometry;
    const all = [...spots.values()];
    all.forEach((a, i) => {
      for (const b of all.slice(i + 1)) {
        expect(Math.abs(a.x - b.x) > tile.w * 0.98 || Math.abs(a.y - b.y) > tile.h * 0.98).toBe(true);
      }
    });
    expect((tile.w * room.width) / whole.w).toBeGreaterThan(16);
  });

  test('an enlarged arm has targets for a finger and lies in sight', () => {
    const middle = geometry.arms.get('a')!.middle;
    const part = partBox(geometry, whole, zoom, middle);
    expect((2 * geometry.reach.x * room.width) / part.w).toBeGreaterThanOrEqual(FINGER - 0.01);
    for (const point of board.points.filter((p) => p.seat === 'a')) {
      const { x, y } = geometry.spots.get(point.name)!;
      expect(x).toBeGreaterThan(part.x);
      expect(x).toBeLessThan(part.x + part.w);
      expect(y).toBeGreaterThan(part.y);
      expect(y).toBeLessThan(part.y + part.h);
    }
  });

  test('an arc stays on its way when the board is stretched', () => {
    const arc = edgeLine('a11', 'b15', true, geometry.spots, geometry.stretch);
    expect(Math.abs(arc[1]!.x - arc[0]!.x)).toBeLessThan(Math.abs(arc[1]!.y - arc[0]!.y) / 4);
  });
});

test('a board makes room at the top as far as it can, and never more than it has', () => {
  const geometry = layOut(fixtureBoard(3), 'a', 0.67, true);
  const above = (aspect: number, head?: number) => -wholeBox(geometry, aspect, head).y;
  const spare = geometry.width / 0.67 - geometry.height;
  expect(above(0.67)).toBeCloseTo(spare / 2);
  expect(above(0.67, 0.07)).toBeCloseTo(Math.max(spare / 2, (0.07 * geometry.width) / 0.67));
  expect(above(0.67, 0.9)).toBeCloseTo(spare);
  expect(above(2, 0.1)).toBeCloseTo(0); // as high as the room
});

test('a part of a board never leaves it', () => {
  const geometry = layOut(fixtureBoard(4), 'a', 0.53, true);
  const whole = wholeBox(geometry, 0.53);
  const corner = partBox(geometry, whole, 2, { x: -500, y: -500 });
  expect([corner.x, corner.y]).toEqual([0, 0]);
  const far = partBox(geometry, whole, 2, { x: 5000, y: 5000 });
  expect(far.x + far.w).toBeCloseTo(geometry.width);
});

test('a tap between two targets is in doubt, one on a target is not', () => {
  const targets = [{ x: 0, y: 0 }, { x: 50, y: 0 }];
  expect(unsure({ x: 22, y: 0 }, targets, 0.45)).toBe(true);
  expect(unsure({ x: 2, y: 0 }, targets, 0.45)).toBe(false);
  expect(unsure({ x: 22, y: 0 }, targets.slice(1), 0.45)).toBe(false);
});

test('an arc is longer than its chord and touches both arms', () => {
  const { spots } = layOut(fixtureBoard(4), 'a', 1);
  const arc = edgeLine('a11', 'b15', true, spots);
  const chord = lineLength([arc[0]!, arc.at(-1)!]);
  expect(lineLength(arc) / chord).toBeCloseTo((Math.PI / 4) * Math.SQRT2, 2);
  // It leaves a11 straight up.
  expect(Math.abs(arc[1]!.x - arc[0]!.x)).toBeLessThan(Math.abs(arc[1]!.y - arc[0]!.y) / 5);
});

test('a route follows its edges, arcs included', () => {
  const board = fixtureBoard(4);
  const geometry = layOut(board, 'a', 1);
  expect(routeLine(['a31', 'a21', 'a11'], board, geometry)).toHaveLength(3);
  expect(routeLine(['a21', 'a11', 'b15'], board, geometry)).toHaveLength(18);
});

describe('arrow keys', () => {
  const board = fixtureBoard(2);
  const geometry = layOut(board, 'a', 0.575);
  const walk = (from: string, ...keys: string[]) =>
    keys.reduce((point, key) => step(board, geometry, point, `Arrow${key}`), from);

  test('follow edges', () => {
    expect(walk('a13', 'Up')).toBe('b13');
    expect(walk('a13', 'Up', 'Up', 'Right')).toBe('b22');
    expect(walk('a11', 'Up', 'Down')).toBe('a11');
  });

  test('step over the mountains rather than stop at them', () => {
    expect(walk('a12', 'Up')).toBe('b14');
  });

  test('stay at the edge of the sheet', () => {
    expect(walk('a61', 'Left')).toBe('a61');
    expect(walk('a63', 'Down')).toBe('a63');
  });

  test('reach every point of every board', () => {
    for (const count of [2, 3, 4] as const) {
      const all = fixtureBoard(count);
      const laid = layOut(all, 'a', 1);
      const seen = new Set(['a11']);
      for (const point of seen) {
        for (const key of ['Up', 'Down', 'Left', 'Right']) {
          seen.add(step(all, laid, point, `Arrow${key}`));
        }
      }
      expect(all.points.map((p) => p.name).filter((name) => !seen.has(name))).toEqual([]);
    }
  });
});
