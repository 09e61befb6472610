// The part of a board that a screen shows: the whole of it, or an arm enlarged. Pure arithmetic in
// the board's own units.
import type { Geometry, Spot } from './geometry';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A finger needs this much, in pixels. */
export const FINGER = 44;

/**
 * The whole board in a room of this shape: in the middle, or as much lower as there is room where
 * something lies over the upper `head` (a share of the room's height).
 */
export function wholeBox({ width, height }: Geometry, aspect: number, head = 0): Box {
  const w = Math.max(width, height * aspect);
  const h = w / aspect;
  const spare = h - height;
  const above = Math.max(spare / 2, Math.min(spare, head * h));
  return { x: (width - w) / 2, y: -above, w, h };
}

/** How much to enlarge so that a point can be hit safely; 1 where it can be anyway. */
export function safeZoom(geometry: Geometry, whole: Box, roomWidth: number): number {
  const pixels = (2 * geometry.reach.x * roomWidth) / whole.w;
  return Math.max(1, FINGER / pixels);
}

/** A part of the board round a spot, kept on the board where it is smaller than that. */
export function partBox(geometry: Geometry, whole: Box, zoom: number, { x, y }: Spot): Box {
  const w = whole.w / zoom;
  const h = whole.h / zoom;
  const keep = (middle: number, size: number, all: number) =>
    size >= all ? (all - size) / 2 : Math.min(all - size, Math.max(0, middle - size / 2));
  return { x: keep(x, w, geometry.width), y: keep(y, h, geometry.height), w, h };
}

/**
 * Two targets that lie so close together on the screen that a finger may mean either; `scale` is
 * pixels a unit.
 */
export function unsure(spot: Spot, targets: Spot[], scale: number): boolean {
  const near = targets
    .map((t) => Math.hypot(t.x - spot.x, t.y - spot.y) * scale)
    .sort((a, b) => a - b);
  const [first, second] = near;
  return first !== undefined && second !== undefined && first < 30 && second - first < 14;
}
