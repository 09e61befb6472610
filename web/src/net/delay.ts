// How long to wait before the next try.

const FIRST = 300;
const LONGEST = 5_000;

/** Doubles from 0.3 s to 5 s; a fifth of it is chance, so that many pages do not come at once. */
export function retryDelay(attempt: number, random: number): number {
  const whole = Math.min(LONGEST, FIRST * 2 ** Math.min(attempt, 10));
  return Math.round(whole * (0.9 + 0.2 * random));
}
