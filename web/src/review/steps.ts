// Where one stops when stepping through a game: after every turn, with what the referee did about
// it; after the last one before the loser's pieces leave the board, so that they can be looked at.
import type { GameEvent } from '../engine/types';
import { isStep } from '../table/show';

/** Numbers of lines applied at each stop, from 0 on. */
export function stopsOf(events: readonly GameEvent[]): number[] {
  const stops = [0];
  events.forEach((event, i) => {
    if (isStep(event)) stops.push(i + 1);
    else if (stops.length > 1) stops[stops.length - 1] = i + 1;
  });
  const end = events.findIndex(({ kind }) => kind === 'end');
  if (end < 0) return stops;
  let last = end;
  while (last > 0 && ['out', 'skip'].includes(events[last - 1]!.kind)) last--;
  // Offers after the last ply stay part of it.
  stops[stops.length - 1] = Math.max(stops.at(-2) ?? 0, last);
  return stops;
}

/** The stop at which so many lines are applied, or the one before. */
export function stopOf(stops: readonly number[], applied: number): number {
  const found = stops.findIndex((at) => at >= applied);
  return found < 0 ? stops.length - 1 : found;
}
