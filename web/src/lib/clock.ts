// A clock's face.

/** "1:05" for milliseconds, rounded up: a clock shows 0:00 when nothing is left. */
export function clockFace(ms: number): string {
  const whole = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
