// Walking the board with the arrow keys: along an edge if one leads that way, else to the nearest
// point in that direction, so that nobody is ever stuck.
import type { Geometry, Spot } from './geometry';
import type { BoardData } from './types';

export const ARROWS: Record<string, Spot> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** How well `to` lies in a direction: its distance, longer the more it is off; null beyond 50°. */
function cost(from: Spot, to: Spot, direction: Spot): number | null {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const distance = Math.hypot(dx, dy);
  const cos = (dx * direction.x + dy * direction.y) / distance;
  if (!(cos > 0.64)) return null;
  return distance * (1 + 4 * (1 - cos));
}

function best(from: Spot, names: Iterable<string>, direction: Spot, geometry: Geometry) {
  let found: string | null = null;
  let least = Infinity;
  for (const name of names) {
    const c = cost(from, geometry.spots.get(name)!, direction);
    if (c !== null && c < least) {
      least = c;
      found = name;
    }
  }
  return found;
}

export function step(board: BoardData, geometry: Geometry, from: string, key: string): string {
  const direction = ARROWS[key];
  const here = geometry.spots.get(from);
  if (!direction || !here) return from;
  const neighbours = board.edges
    .filter((e) => e.a === from || e.b === from)
    .map((e) => (e.a === from ? e.b : e.a));
  return (
    best(here, neighbours, direction, geometry) ??
    best(here, geometry.spots.keys(), direction, geometry) ??
    from
  );
}
