// What a seat can do in a game beside moving: offer a draw, resign, skip, hand over (R-7.8, R-7.10,
// ), each with the reason why not when it cannot be done now.
import type { Deed, Possible } from '../game/player';
import { t } from '../i18n/text.svelte';
import type { Key } from '../i18n/en';
import { resignLeft } from './fold';
import type { LiveTable } from './live.svelte';
import { readerOf } from './names';
import { joined } from './say';
import { w } from './words';

const yes: Possible = { may: true };
const no = (why: string): Possible => ({ may: false, why });

/** Everything needs a connection. */
const now = (table: LiveTable): Possible => (table.live ? yes : no(t('notNow')));

function offering(table: LiveTable): Possible {
  const { talk, own } = table.state!;
  if (talk?.proposer === own && talk) {
    const names = joined(talk.accepted.map(readerOf(table.state!).nameOf));
    return no(names ? t('drawWaiting', { others: names }) : t('offerOpen'));
  }
  if (offersLeft(table) === 0) return no(t('offerLimit'));
  return now(table);
}

function offersLeft(table: LiveTable): number {
  const { talk, own } = table.state!;
  return talk?.offers['abcd'.indexOf(own ?? 'a')] ?? 0;
}

/** From when on one may resign, in words; null: now. */
export function resignWhen(table: LiveTable): string | null {
  const { talk } = table.state!;
  if (!talk) return null;
  const left = resignLeft(table.state!, table.now);
  if (left === null) return t('resignOff');
  const n = Math.ceil(left / 1000);
  const moves = talk.resign_plies;
  if (moves > 0 && n > 0) return w('resignBoth', { moves, n });
  if (moves > 0) return w('resignPly', { moves });
  return n > 0 ? w('resignWait', { n }) : null;
}

function resigning(table: LiveTable): Possible {
  const why = resignWhen(table);
  return why ? no(why) : now(table);
}

function skipping(table: LiveTable): Possible {
  return table.turn !== table.own ? no(t('notYourTurn')) : now(table);
}

const RESIGN_QUESTIONS = { dark: 'resignSure', flip: 'resignSure', four: 'resignSureTeam', three: 'resignSureThree' } as const;

function skipQuestion(table: LiveTable): string {
  const { options, seats, own } = table.state!;
  const limit = Number(options.timeout_limit ?? 0);
  const used = table.game?.timeouts[seats.findIndex(({ seat }) => seat === own)] ?? 0;
  return used + 1 >= limit ? w('skipLast') : w('skipSure', { n: used + 1, limit });
}

/** In the order of the buttons. */
export function deedsOf(table: LiveTable): Deed[] {
  const { own, seats, settings, variant } = table.state!;
  const me = seats.find(({ seat }) => seat === own);
  if (!me) return [];
  const act = (what: Parameters<LiveTable['act']>[0]) => () => void table.act(what);
  if (me.substitute) {
    return [{ id: 'return', label: w('takeBackSeat'), question: null, possible: now(table), act: act('return'), primary: true }];
  }
  const n = offersLeft(table);
  const deeds: Deed[] = [
    {
      id: 'offer',
      label: t('offerDraw'),
      question: seats.length > 2 ? w('offerAll', { n }) : `${t('offerSure')} (${w('offersLeft', { n })})`,
      possible: offering(table),
      act: act('draw-offer'),
    },
    { id: 'resign', label: t('resign'), question: t(RESIGN_QUESTIONS[variant]), possible: resigning(table), act: act('resign') },
    { id: 'skip', label: t('skip'), question: skipQuestion(table), possible: skipping(table), act: act('skip') },
  ];
  const level = Number(settings.substitutes ?? 0);
  if (level > 0) {
    const question = w('handoverSure', { level: t(`level${level}` as Key) });
    deeds.push({ id: 'handover', label: w('handover'), question, possible: now(table), act: act('handover') });
  }
  return deeds;
}
