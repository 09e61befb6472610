// Times and keyframes of a running piece and of a fight. Everything is decoration over a position
// that is already final, so nothing waits for it.
import { along, lineLength, type Spot } from './geometry';
import type { Motion } from './types';

export const FIGHT_MS = 300;

/** A longer run is faster, and none lasts longer than 260 ms. */
export function runTime(points: number): number {
  return Math.min(260, 180 + 16 * Math.max(0, points - 2));
}

/** Keyframes that carry a tile along a line, in the board's own units. */
export function runFrames(line: Spot[], steps = 24): Keyframe[] {
  const length = lineLength(line);
  return Array.from({ length: steps + 1 }, (_, i) => {
    const { x, y } = along(line, (length * i) / steps);
    return { transform: `translate(${x}px, ${y}px)`, offset: i / steps };
  });
}

/** Run there and back again, for a bounce. */
export function bounceFrames(line: Spot[]): Keyframe[] {
  return runFrames([...line, ...line.slice(0, -1).reverse()], 40);
}

/** A removed piece tips over, shrinks and is gone. */
export function fallFrames(towards: number): Keyframe[] {
  return [
    { transform: 'translate(0, 0) rotate(0) scale(1)', opacity: 1 },
    { transform: `translate(${towards * 4}px, -3px) rotate(${towards * 5}deg)`, opacity: 1, offset: 0.25 },
    { transform: `translate(${towards * 13}px, 15px) rotate(${towards * 24}deg) scale(.72)`, opacity: 0 },
  ];
}

export function attackerDies(motion: Motion): boolean {
  return motion.outcome === 'lost' || motion.outcome === 'both';
}

export function defenderDies(motion: Motion): boolean {
  return motion.outcome === 'won' || motion.outcome === 'both' || motion.outcome === 'flag';
}
