// A seat of a running game, made ready for its bar.
import type { Seat } from '../board/types';
import type { PlayerInfo } from '../game/player';
import { t } from '../i18n/text.svelte';
import { clockFace } from '../lib/clock';
import type { SeatState } from './fold';
import type { LiveTable } from './live.svelte';
import { barWords, colourOf, colourWord, isPartner, personOf, slotOf } from './names';
import { outReason } from './say';
import { lostOf } from './show';
import { w } from './words';

/** Goes before the losses in a bar. */
function noteOf(table: LiveTable, one: SeatState): string | undefined {
  const { talk } = table.state!;
  if (one.substitute) return w('acting');
  if (one.cut) {
    const time = clockFace(table.graceLeft(one.seat) ?? 0);
    return w(one.cut.why === 'restart' ? 'restarted' : 'reconnecting', { time });
  }
  if (talk?.proposer === one.seat) return t('barOffers');
  if (talk?.proposer && talk.accepted.includes(one.seat)) return t('barAccepts');
  return undefined;
}

export function playerOf(table: LiveTable, one: SeatState, bottom: Seat): PlayerInfo {
  const { seat } = one;
  const state = table.state!;
  const game = table.game!;
  const own = table.own;
  const count = state.seats.length;
  const index = state.seats.indexOf(one);
  const flip = state.variant === 'flip';
  const plays = flip ? colourOf(seat, game.colours) : seat;
  const side = plays ? 'abcd'.indexOf(plays) : index;
  const onTurn = table.turn === seat;
  const out = game.out.find((gone) => gone.seat === seat);
  const colour = plays ? t('playsColour', { colour: colourWord(plays) }) : t('noColour');
  const { name, who } = barWords(one, state);
  return {
    seat,
    name,
    who: flip ? colour : who,
    colour: plays,
    corner: slotOf(seat, bottom, count),
    rating: count === 2 && !flip ? personOf(state, seat)?.rating : null,
    badge: isPartner(seat, own, count)
      ? t('isPartner')
      : plays && game.dug[side]
        ? t('minesGone', { n: game.dug[side] })
        : undefined,
    out: count > 2 && out ? outReason(out.reason) : null,
    clock: onTurn ? table.moveLeft : count > 2 ? null : Number(state.options.move_seconds ?? 0) * 1000,
    timeouts: game.timeouts[index] ?? 0,
    lost: flip && !plays ? [] : lostOf(plays ?? seat, side, game, table.events),
    note: noteOf(table, one),
    alarm: one.cut !== null && !one.substitute,
    thinking: onTurn && (one.who === 'computer' || one.substitute !== null) && table.live,
    unsure: !table.live && onTurn,
  };
}
