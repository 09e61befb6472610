// The few choices before a game against the computer, remembered in the browser.
export interface NewGame {
  level: number;
  seconds: number;
  /** Options that differ from the usual ones, by name. */
  options: Record<string, string>;
}

export const LEVELS: readonly number[] = [1, 2, 3];
export const SECONDS: readonly number[] = [15, 30, 60, 120];

function readOptions(raw: unknown): Record<string, string> {
  if (typeof raw !== 'object' || raw === null) return {};
  const pairs = Object.entries(raw).filter(
    (pair): pair is [string, string] => /^\w{1,32}$/.test(pair[0]) && typeof pair[1] === 'string',
  );
  return Object.fromEntries(pairs);
}

/** What was remembered, made good where it is anything else. */
export function readNewGame(raw: unknown): NewGame {
  const { level, seconds, options } = (raw ?? {}) as Record<string, unknown>;
  return {
    level: LEVELS.find((n) => n === level) ?? 2,
    seconds: SECONDS.find((n) => n === seconds) ?? 30,
    options: readOptions(options),
  };
}
