// What somebody wishes of a table among people, remembered in the browser, and the settings that
// come of it. The rules of the game are in home/newgame.ts.
import type { Variant } from '../engine/types';
import type { Settings } from '../generated/protocol';
import { LEVELS, VARIANTS } from '../home/newgame';

export const REMATCHES = ['no', 'kept', 'rotated'] as const;
export const COUNTDOWNS = [0, 3, 10] as const;

export interface Wishes {
  friendly: boolean;
  closed: boolean;
  watch: boolean;
  /** Level of the computer player that stands in for who is away; 0: none. */
  substitutes: number;
  countdown: number;
  rematch: (typeof REMATCHES)[number];
  /** For each other seat the computer's level; null: for a person. */
  seats: Record<Variant, (number | null)[]>;
}

export const OTHERS: Record<Variant, number> = { dark: 1, flip: 1, four: 3, three: 2 };

const level = (raw: unknown) => LEVELS.find((n) => n === raw) ?? null;

/** What was remembered, made good where it is anything else. */
export function readWishes(raw: unknown): Wishes {
  const { friendly, closed, watch, substitutes, countdown, rematch, seats } = (raw ?? {}) as Record<string, unknown>;
  const all = (typeof seats === 'object' && seats !== null ? seats : {}) as Record<string, unknown>;
  const seatsOf = (variant: Variant) => {
    const kept: unknown[] = Array.isArray(all[variant]) ? all[variant] : [];
    return Array.from({ length: OTHERS[variant] }, (_, i) => level(kept[i]));
  };
  return {
    friendly: friendly === true,
    closed: closed === true,
    watch: watch !== false,
    substitutes: level(substitutes) ?? 0,
    countdown: COUNTDOWNS.find((n) => n === countdown) ?? 3,
    rematch: REMATCHES.find((word) => word === rematch) ?? 'kept',
    seats: Object.fromEntries(VARIANTS.map((v) => [v, seatsOf(v)])) as Wishes['seats'],
  };
}

const word = (yes: boolean) => (yes ? 'yes' : 'no');

/** A game with a computer player does not score, and only such games may have stand-ins. */
export function settingsOf(wishes: Wishes, variant: Variant): Settings {
  const friendly = wishes.friendly || wishes.seats[variant].some((one) => one !== null);
  return {
    friendly: word(friendly),
    private: word(wishes.closed),
    watch: word(wishes.watch),
    substitutes: String(friendly ? wishes.substitutes : 0),
    countdown: String(wishes.countdown),
    rematch: wishes.rematch,
  };
}
