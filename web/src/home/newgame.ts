// The few choices before a game, remembered in the browser: the variant, the computer's level, and
// for each variant its rules. The same for games against the computer and among people.
import { recall, remember } from '../lib/storage';
import type { Variant } from '../engine/types';

export interface NewGame {
  variant: Variant;
  level: number;
  seconds: number;
  /** For each variant the options that differ from the usual ones, by name. */
  options: Partial<Record<Variant, Record<string, string>>>;
}

export const VARIANTS: readonly Variant[] = ['dark', 'flip', 'four', 'three'];
export const LEVELS: readonly number[] = [1, 2, 3, 4, 5];
export const SECONDS: readonly number[] = [15, 30, 60, 120];
/** Seconds for a move, in plain words. */
export const PACES = { relaxed: 120, normal: 30, quick: 15 } as const;
export type Pace = keyof typeof PACES;

function readOptions(raw: unknown): Record<string, string> {
  if (typeof raw !== 'object' || raw === null) return {};
  const pairs = Object.entries(raw).filter(
    (pair): pair is [string, string] => /^\w{1,32}$/.test(pair[0]) && typeof pair[1] === 'string',
  );
  return Object.fromEntries(pairs);
}

/** What was remembered, made good where it is anything else. */
export function readNewGame(raw: unknown): NewGame {
  const { variant, level, seconds, options } = (raw ?? {}) as Record<string, unknown>;
  const all = (typeof options === 'object' && options !== null ? options : {}) as Record<string, unknown>;
  const kept = VARIANTS.filter((v) => Object.keys(readOptions(all[v])).length > 0);
  return {
    variant: VARIANTS.find((v) => v === variant) ?? 'dark',
    level: LEVELS.find((n) => n === level) ?? 2,
    seconds: SECONDS.find((n) => n === seconds) ?? 30,
    options: Object.fromEntries(kept.map((v) => [v, readOptions(all[v])])),
  };
}

const KEY = 'junqi.newgame';

export function recallNewGame(): NewGame {
  return readNewGame(recall(KEY));
}

export function rememberNewGame(game: NewGame) {
  remember(KEY, game);
}
