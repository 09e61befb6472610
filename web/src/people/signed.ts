// Points as they are written in a list of changes.

/** "+2", "−1" with a real minus, "±0". */
export function signed(points: number): string {
  if (points === 0) return '±0';
  return points > 0 ? `+${points}` : `−${-points}`;
}
