// How tables, seats and games are called in lists.
import type { FinishedGame, LobbySeat, Variant } from '../generated/protocol';
import type { Key } from '../i18n/en';
import { t } from '../i18n/text.svelte';
import { settings } from '../lib/settings.svelte';

export function gameName(variant: Variant): string {
  return t(`variant_${variant}` as Key);
}

export function levelName(level: number): string {
  return t(`level${level}` as Key);
}

/** Who plays the computer's seat at which level: "Computer · normal". */
export function computerName(level: number | null): string {
  return level ? `${t('computer')} · ${levelName(level)}` : t('computer');
}

/** Null for a seat that is free. */
export function seatName({ who, name, level }: LobbySeat, guest: string): string | null {
  if (who === 'nobody') return null;
  return who === 'computer' ? computerName(level) : (name ?? guest);
}

/** The others of a finished game, in words: named people, computer players, guests. Alike ones once. */
export function opponentsOf(game: FinishedGame, guest: string): string {
  const own = game.seat === null ? -1 : 'abcd'.indexOf(game.seat);
  const all = game.levels.map((level, i) => {
    if (i === own) return null;
    return level === null ? (game.names?.[i] ?? guest) : computerName(level);
  });
  return [...new Set(all.filter((name) => name !== null))].join(settings.language === 'en' ? ', ' : '、');
}

export type Outcome = 'won' | 'drawn' | 'lost';

/** Of a game, for its own seat; null for who had none. */
export function outcomeOf({ winners, seat }: FinishedGame): Outcome | null {
  if (winners.length === 0) return 'drawn';
  return seat === null ? null : winners.includes(seat) ? 'won' : 'lost';
}
