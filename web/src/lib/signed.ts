// Points as they are written: with a real minus, as wide as the plus.

/** "2", "−1", "0". */
export const points = (n: number): string => (n < 0 ? `−${-n}` : `${n}`);

/** What is added or taken away: "+2", "−1", "±0". */
export function signed(n: number): string {
  if (n === 0) return '±0';
  return n > 0 ? `+${n}` : points(n);
}
