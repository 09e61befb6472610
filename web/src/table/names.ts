// What the people at a table are called by the reader, and where their bars stand.
import type { Seat } from '../board/types';
import type { Person } from '../generated/protocol';
import type { Key } from '../i18n/en';
import { t } from '../i18n/text.svelte';
import type { SeatState, TableState } from './fold';
import type { Reader } from './say';
import { w } from './words';

const COLOURS: Record<Seat, Key> = { a: 'red', b: 'blue', c: 'green', d: 'plum' };

/** With more than two at the board, and in flip, sides are called by their colour. */
export function colourName(seat: Seat): string {
  return t(COLOURS[seat]);
}

/** "Red", without the word for a side: what somebody plays in flip. */
export function colourWord(seat: Seat): string {
  return colourName(seat).replace(/方$/, '');
}

export function computerName(level: number | null): string {
  return level ? `${t('computer')} · ${t(`level${level}` as Key)}` : t('computer');
}

/** The person on a seat, as far as it was told: with a name, or a guest, or hidden. */
export function personOf(state: TableState, seat: Seat): Person | null {
  return state.people?.seats['abcd'.indexOf(seat)] ?? null;
}

/** In an anti-cheat room nobody's name is told before the end (R-10.2). */
export function namesHidden({ settings, state }: TableState): boolean {
  return settings.anticheat === 'yes' && state !== 'finished';
}

/** Who sits there, by name: "Li", "a guest", "Computer · hard", "nobody yet". */
export function whoSits(one: SeatState, state: TableState): string {
  if (one.who === 'nobody') return t('nobody');
  if (one.who === 'computer') return computerName(one.level);
  const name = personOf(state, one.seat)?.name;
  if (name) return name;
  return namesHidden(state) ? t('seatName', { seat: one.seat.toUpperCase() }) : w('guest');
}

/** Where one name is all: "You", "Computer · hard", "Li"; among several with the colour, "Blue · Li". */
export function barName(one: SeatState, state: TableState): string {
  const { own, seats } = state;
  if (one.seat === own) return t('you');
  if (seats.length === 2) {
    // Two guests look alike to a spectator.
    if (own || one.who !== 'person' || personOf(state, one.seat)?.name) return whoSits(one, state);
    const where = state.variant === 'flip' ? t('seatName', { seat: one.seat.toUpperCase() }) : colourWord(one.seat);
    return namesHidden(state) ? where : `${where} · ${whoSits(one, state)}`;
  }
  const named = one.who === 'person' && personOf(state, one.seat)?.name;
  if (named) return `${colourWord(one.seat)} · ${named}`;
  return colourName(one.seat);
}

/** In a bar: who it is. Among several the colour is the name, and who plays it stands below. */
export function barWords(one: SeatState, state: TableState): { name: string; who?: string } {
  if (state.seats.length === 2 || one.seat === state.own) return { name: barName(one, state) };
  const told = one.who === 'computer' || (one.who === 'person' && !namesHidden(state));
  return { name: colourName(one.seat), who: told ? whoSits(one, state) : undefined };
}

/** In a sentence: "the computer", "Li", "Blue". `colours` are those played in flip, by seat. */
export function readerOf(state: TableState, colours: readonly Seat[] | null = null): Reader {
  const { own, seats } = state;
  const flip = state.variant === 'flip';
  const nameOf = (seat: Seat) => {
    if (seat === own) return t('you');
    if (seats.length > 2) return colourName(seat);
    const one = seats.find((s) => s.seat === seat);
    if (!one) return t('seatName', { seat: seat.toUpperCase() });
    if (one.who === 'computer') return t('computer');
    const name = personOf(state, seat)?.name;
    if (name) return name;
    if (own && one.who === 'person') return t('opponent');
    return flip ? t('seatName', { seat: seat.toUpperCase() }) : colourName(seat);
  };
  return {
    own,
    nameOf,
    seats: seats.length,
    colour: flip ? colourOf(own, colours) : own,
    sideName: flip ? colourName : nameOf,
    paint: (seat) => (flip ? colourOf(seat, colours) : seat),
  };
}

/** The colour that a seat plays in flip; null until it is known. */
export function colourOf(seat: Seat | null, colours: readonly Seat[] | null): Seat | null {
  return (seat && colours?.['ab'.indexOf(seat)]) ?? null;
}

/** The other seats, clockwise from the reader's left hand. */
export function othersOf(state: TableState, bottom: Seat): SeatState[] {
  const at = state.seats.findIndex(({ seat }) => seat === bottom);
  return [...state.seats.slice(at + 1), ...state.seats.slice(0, at)];
}

export function isPartner(seat: Seat, of: Seat | null, seats: number): boolean {
  return seats === 4 && of !== null && seat !== of && ('abcd'.indexOf(seat) - 'abcd'.indexOf(of)) % 2 === 0;
}

/** Where a bar stands: at its arm, in the corner that the board leaves free. */
export type Slot = 'se' | 'sw' | 'nw' | 'ne' | 'w' | 'e';

export function slotOf(seat: Seat, bottom: Seat, seats: number): Slot | undefined {
  const nth = ('abcd'.indexOf(seat) - 'abcd'.indexOf(bottom) + seats) % seats;
  if (seats === 4) return (['se', 'sw', 'nw', 'ne'] as const)[nth];
  if (seats === 3) return (['se', 'w', 'e'] as const)[nth];
  return undefined;
}
