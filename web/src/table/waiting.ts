// Before the start: who is missing, and what happens next, in one line.
import { t } from '../i18n/text.svelte';
import { clockFace } from '../lib/clock';
import type { LiveTable } from './live.svelte';
import { readerOf } from './names';
import { joined } from './say';
import { w } from './words';

/** For one who sits there and for one who only looks on. */
export function whatNext(table: LiveTable): string {
  const state = table.state!;
  const { own, seats } = state;
  const countdown = table.countdownLeft;
  if (countdown !== null) return w(own ? 'waitCount' : 'waitCountWatch', { n: Math.ceil(countdown / 1000) });
  const reader = readerOf(state);
  const free = seats.filter(({ who }) => who === 'nobody');
  const missing = seats.filter(({ who, ready, seat }) => who !== 'nobody' && !ready && seat !== own);
  const names = joined(missing.map(({ seat }) => reader.nameOf(seat)));
  if (!own) {
    if (free.length) return w('watchFree');
    return missing.length ? w('watchWait', { names }) : w('watchFull');
  }
  if (free.length) {
    if (state.owner !== own) return w('waitFreeGuest', { n: free.length });
    return free.length === 1 ? w('waitFreeOne') : w('waitFree', { n: free.length });
  }
  const me = seats.find(({ seat }) => seat === own);
  if (me?.ready) return names ? w('waitThem', { names }) : '';
  if (seats.some(({ who, seat }) => who === 'person' && seat !== own)) return w(missing.length ? 'waitYou' : 'waitYouLast');
  return t('setUpHint');
}

/** The clock of setting up, in words; null while it does not run. */
export function setupWords(table: LiveTable): string | null {
  const left = table.setupLeft;
  return left === null ? null : w('setupEnds', { time: clockFace(left) });
}
