// The few choices before a game against the computer, remembered in the browser.
export interface NewGame {
  level: number;
  seconds: number;
}

export const LEVELS: readonly number[] = [1];
export const SECONDS: readonly number[] = [15, 30, 60, 120];

/** What was remembered, made good where it is anything else. */
export function readNewGame(raw: unknown): NewGame {
  const { level, seconds } = (raw ?? {}) as Record<string, unknown>;
  return {
    level: LEVELS.find((n) => n === level) ?? LEVELS[0]!,
    seconds: SECONDS.find((n) => n === seconds) ?? 30,
  };
}
