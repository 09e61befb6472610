// Where the points of a board lie on the page and how its roads and rails run: coordinates are page
// data, one table a shape, while points and edges come from the rules. Pure arithmetic, no drawing.
import type { BoardData, BoardEdge, BoardPoint, Seat } from './types';

export interface Spot {
  x: number;
  y: number;
}

export interface Geometry {
  width: number;
  height: number;
  tile: { w: number; h: number };
  /** Tiles are near square and bear one character: a large board on a small screen. */
  square: boolean;
  /** How much higher than drawn the board is: large boards fill a phone's screen. */
  stretch: number;
  /** Half width and height of the area that belongs to a point for a finger. */
  reach: { x: number; y: number };
  spots: Map<string, Spot>;
  /** The ground of each seat's arm, on the larger boards. */
  arms: Map<Seat, { outline: string; middle: Spot }>;
  /** Arrows from each seat to the next clockwise, on the larger boards. */
  arrows: { middle: Spot; angle: number }[];
  /** Outlines for the printed map. */
  roads: string;
  rails: string;
  sleepers: string;
  /** The strip of the mountain border, on the two-seat board only. */
  border: { top: number; bottom: number; columns: number[] } | null;
}

interface Shape {
  seats: Seat[];
  colPitch: number;
  rowPitch: number;
  /** From the board's centre to row 1. */
  front: number;
  /** From the centre to the palace's edge points; its corners lie at the ends of `corner`. */
  palace: number;
  corner: number;
  margin: { x: number; y: number };
  tile: { w: number; h: number };
  square?: boolean;
  stretch?: number;
}

const TILE_RATIO = 1.5;
const ORDER: Seat[] = ['a', 'b', 'c', 'd'];

/** The two-seat board follows the room it is given: the fuller the screen, the larger the tiles. */
function twoSeat(aspect: number): Shape {
  const colPitch = 72;
  const margin = 45;
  const width = 4 * colPitch + 2 * margin;
  const height = width / Math.min(0.8, Math.max(0.5, aspect));
  const rowPitch = height / 13.3; // ten rows, 1.9 for the border, 0.7 for each edge
  const h = Math.min(39, rowPitch * 0.76);
  return {
    seats: ['a', 'b'],
    colPitch,
    rowPitch,
    front: 0.95 * rowPitch,
    palace: 0,
    corner: 0,
    margin: { x: margin, y: 0.7 * rowPitch },
    tile: { w: h * TILE_RATIO, h },
  };
}

const THREE: Shape = {
  seats: ['a', 'b', 'c'],
  colPitch: 54,
  rowPitch: 52,
  front: 178,
  palace: 125,
  corner: 125,
  margin: { x: 40, y: 46 },
  tile: { w: 43.5, h: 29 },
};

const FOUR: Shape = {
  seats: ['a', 'b', 'c', 'd'],
  colPitch: 50,
  rowPitch: 50,
  front: 152,
  palace: 100,
  corner: 100 * Math.SQRT2,
  margin: { x: 30, y: 32 },
  tile: { w: 43.5, h: 29 },
};

/**
 * A large board on a phone goes from edge to edge, and up and down as far as it looks right; its
 * tiles are then near square, with one character each.
 */
function large(shape: Shape, aspect: number, small: boolean): Shape {
  const most = small ? 1.5 : 1.12;
  const natural = shape.seats.length === 3 ? 1.12 : 1; // width over height of its outline
  const stretch = Math.min(most, Math.max(1, natural / aspect));
  if (!small) return { ...shape, stretch };
  const h = Math.min(38, 26 * stretch);
  const w = shape.seats.length === 3 ? 41 : 44;
  return { ...shape, stretch, square: true, tile: { w, h }, margin: { x: 26, y: 34 } };
}

export function seatsOf(board: BoardData): Seat[] {
  return ORDER.filter((seat) => board.points.some((p) => p.seat === seat));
}

/** Turns a spot clockwise about the centre; y points down. */
function turn({ x, y }: Spot, angle: number): Spot {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return { x: x * c - y * s, y: x * s + y * c };
}

function place(point: BoardPoint, shape: Shape, own: Seat): Spot {
  const step = (2 * Math.PI) / shape.seats.length;
  const start = shape.seats.indexOf(own);
  if (point.seat) {
    const spot = {
      x: (point.col - 3) * shape.colPitch,
      y: shape.front + (point.row - 1) * shape.rowPitch,
    };
    return turn(spot, (shape.seats.indexOf(point.seat) - start) * step);
  }
  // The palace: e1 lies before seat a, k1 half a turn further on, between a and b.
  if (point.name === 'o') return { x: 0, y: 0 };
  const nth = Number(point.name.slice(1)) - 1 - start;
  return point.name.startsWith('e')
    ? turn({ x: 0, y: shape.palace }, nth * step)
    : turn({ x: 0, y: shape.corner }, (nth + 0.5) * step);
}

/** A cubic curve: start, two handles, end. */
export type Curve = [Spot, Spot, Spot, Spot];

/**
 * An arc leaves its arm in the direction of that arm's side column and enters the other likewise:
 * the circle that touches both, as near as one cubic comes to it.
 */
function arcCurve(from: Spot, fromDir: Spot, to: Spot, toDir: Spot): Curve {
  const cos = -(fromDir.x * toDir.x + fromDir.y * toDir.y);
  const bend = Math.acos(Math.min(1, Math.max(-1, cos)));
  const chord = Math.hypot(to.x - from.x, to.y - from.y);
  const radius = chord / (2 * Math.sin(bend / 2) || 1);
  const k = (4 / 3) * Math.tan(bend / 4) * radius;
  return [
    from,
    { x: from.x + k * fromDir.x, y: from.y + k * fromDir.y },
    { x: to.x + k * toDir.x, y: to.y + k * toDir.y },
    to,
  ];
}

export function curvePoint([p0, p1, p2, p3]: Curve, t: number): Spot {
  const u = 1 - t;
  const at = (a: number, b: number, c: number, d: number) =>
    u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
  return { x: at(p0.x, p1.x, p2.x, p3.x), y: at(p0.y, p1.y, p2.y, p3.y) };
}

/** The unit vector in which the side column of `name` (x11 or x15) runs out of its arm. */
function outward(name: string, spots: Map<string, Spot>, stretch: number): Spot {
  const here = spots.get(name)!;
  const behind = spots.get(`${name[0]}2${name[2]}`)!;
  const x = here.x - behind.x;
  const y = (here.y - behind.y) / stretch;
  const length = Math.hypot(x, y);
  return { x: x / length, y: y / length };
}

/** The way along one edge as a polyline: two points, or many on an arc. */
export function edgeLine(a: string, b: string, arc: boolean, spots: Map<string, Spot>, stretch = 1): Spot[] {
  const from = spots.get(a)!;
  const to = spots.get(b)!;
  if (!arc) return [from, to];
  // A circle on the board as drawn becomes an ellipse with it.
  const drawn = ({ x, y }: Spot) => ({ x, y: y / stretch });
  const out = (name: string) => outward(name, spots, stretch);
  const curve = arcCurve(drawn(from), out(a), drawn(to), out(b));
  return Array.from({ length: 17 }, (_, i) => {
    const { x, y } = curvePoint(curve, i / 16);
    return { x, y: y * stretch };
  });
}

const r1 = (n: number) => Math.round(n * 10) / 10;

export function lineToPath(line: Spot[]): string {
  return line.map(({ x, y }, i) => `${i ? 'L' : 'M'}${r1(x)} ${r1(y)}`).join('');
}

export function lineLength(line: Spot[]): number {
  let sum = 0;
  for (let i = 1; i < line.length; i++) {
    sum += Math.hypot(line[i]!.x - line[i - 1]!.x, line[i]!.y - line[i - 1]!.y);
  }
  return sum;
}

/** The spot that lies `distance` along a polyline. */
export function along(line: Spot[], distance: number): Spot {
  let left = distance;
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1]!;
    const b = line[i]!;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (left <= length && length > 0) {
      const t = left / length;
      return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
    }
    left -= length;
  }
  return line.at(-1)!;
}

/** White sleepers on the black band: a whole number of them on each edge, centred. */
function sleepersOf(line: Spot[], pitch: number): string {
  const length = lineLength(line);
  const n = Math.max(1, Math.round(length / pitch));
  let d = '';
  for (let i = 0; i < n; i++) {
    const middle = ((i + 0.5) * length) / n;
    const half = length / n / 4;
    d += lineToPath([along(line, middle - half), along(line, middle), along(line, middle + half)]);
  }
  return d;
}

function shapeOf(board: BoardData, aspect: number, small: boolean): Shape {
  const seats = seatsOf(board).length;
  if (seats === 2) return twoSeat(aspect);
  return large(seats === 3 ? THREE : FOUR, aspect, small);
}

/** The ground under an arm: its corner points, pushed outwards. */
function armOf(seat: Seat, shape: Shape, own: Seat): { corners: Spot[]; middle: Spot } {
  const at = (row: number, col: number) =>
    place({ name: '', kind: 'station', seat, row, col, rail: false }, shape, own);
  const over = 0.5;
  return {
    corners: [at(1 - over, 1 - over), at(1 - over, 5 + over), at(6 + over, 5 + over), at(6 + over, 1 - over)],
    middle: at(3.5, 3),
  };
}

/** Lays a board out with `own` at the bottom. `aspect` is the width of the room over its height;
 *  `small`: a tile of a large board would be too small for two characters. */
export function layOut(board: BoardData, own: Seat, aspect: number, small = false): Geometry {
  const shape = shapeOf(board, aspect, small);
  const stretch = shape.stretch ?? 1;
  const two = shape.seats.length === 2;
  const raw = board.points.map((p) => {
    const { x, y } = place(p, shape, own);
    return { name: p.name, x, y: y * stretch };
  });
  const left = Math.min(...raw.map((p) => p.x)) - shape.margin.x;
  const top = Math.min(...raw.map((p) => p.y)) - shape.margin.y * stretch;
  const onSheet = ({ x, y }: Spot): Spot => ({ x: r1(x - left), y: r1(y * stretch - top) });
  const spots = new Map<string, Spot>();
  for (const { name, x, y } of raw) spots.set(name, { x: r1(x - left), y: r1(y - top) });

  const path = (edge: BoardEdge) => edgeLine(edge.a, edge.b, edge.arc, spots, stretch);
  const rails = board.edges.filter((e) => e.rail).map(path);
  const roads = board.edges.filter((e) => !e.rail).map(path);
  const ys = raw.map((p) => p.y);
  const xs = raw.map((p) => p.x);
  const width = Math.max(...xs) - left + shape.margin.x;
  const height = Math.max(...ys) - top + shape.margin.y * stretch;
  const columns = [1, 2, 3, 4, 5].map((c) => (c - 3) * shape.colPitch - left);
  const arms: Geometry['arms'] = new Map();
  const arrows: Geometry['arrows'] = [];
  const step = 360 / shape.seats.length;
  shape.seats.forEach((seat, i) => {
    if (two) return;
    const { corners, middle } = armOf(seat, shape, own);
    arms.set(seat, { outline: `${lineToPath(corners.map(onSheet))}Z`, middle: onSheet(middle) });
    const angle = (i + 0.5) * step;
    const spot = turn({ x: 0, y: shape.front + 0.95 * shape.rowPitch }, (angle * Math.PI) / 180);
    arrows.push({ middle: onSheet(spot), angle });
  });
  return {
    width: r1(width),
    height: r1(height),
    tile: shape.tile,
    square: shape.square ?? false,
    stretch,
    reach: { x: shape.colPitch / 2, y: (shape.rowPitch * stretch) / 2 },
    spots,
    arms,
    arrows,
    roads: roads.map(lineToPath).join(''),
    rails: rails.map(lineToPath).join(''),
    sleepers: rails.map((line) => sleepersOf(line, two ? 10 : 9)).join(''),
    border: two ? { top: -shape.front - top, bottom: shape.front - top, columns } : null,
  };
}

/** The way of a piece over consecutive points, arcs followed. */
export function routeLine(route: string[], board: BoardData, geometry: Geometry): Spot[] {
  const line: Spot[] = [];
  for (let i = 1; i < route.length; i++) {
    const a = route[i - 1]!;
    const b = route[i]!;
    const edge = board.edges.find((e) => (e.a === a && e.b === b) || (e.a === b && e.b === a));
    const part = edgeLine(a, b, edge?.arc ?? false, geometry.spots, geometry.stretch);
    line.push(...(line.length ? part.slice(1) : part));
  }
  return line;
}

/** The point whose area a spot lies in, or null. */
export function pointAt(geometry: Geometry, x: number, y: number): string | null {
  let best: string | null = null;
  let least = 1;
  for (const [name, spot] of geometry.spots) {
    const d = Math.hypot((x - spot.x) / geometry.reach.x, (y - spot.y) / geometry.reach.y) / 1.25;
    if (d < least) {
      least = d;
      best = name;
    }
  }
  return best;
}
