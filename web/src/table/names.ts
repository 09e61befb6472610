// What the people at a table are called by the reader.
import type { Seat } from '../board/types';
import type { Key } from '../i18n/en';
import { t } from '../i18n/text.svelte';
import type { SeatState, TableState } from './fold';
import type { Reader } from './say';

function computer(level: number | null): string {
  return level ? `${t('computer')} · ${t(`level${level}` as Key)}` : t('computer');
}

/** In a bar: "You", "Computer · hard". */
export function barName({ seat, who, level }: SeatState, own: Seat | null, seats: number): string {
  if (seat === own) return t('you');
  if (who === 'computer') return computer(level);
  if (who === 'nobody') return t('nobody');
  return own && seats === 2 ? t('opponent') : t('seatName', { seat: seat.toUpperCase() });
}

/** In a sentence: "the computer". */
export function readerOf(state: TableState): Reader {
  const { own, seats } = state;
  const nameOf = (seat: Seat) => {
    const one = seats.find((s) => s.seat === seat);
    if (!one || seats.length > 2) return t('seatName', { seat: seat.toUpperCase() });
    return one.who === 'computer' && seat !== own ? t('computer') : barName(one, own, seats.length);
  };
  return { own, nameOf, seats: seats.length };
}

/** The other seats, clockwise from the reader's left hand. */
export function othersOf(state: TableState, bottom: Seat): SeatState[] {
  const at = state.seats.findIndex(({ seat }) => seat === bottom);
  return [...state.seats.slice(at + 1), ...state.seats.slice(0, at)];
}
