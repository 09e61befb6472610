// The settings of a table, in words.
import type { Key } from '../i18n/en';
import { t } from '../i18n/text.svelte';
import type { TableState } from './fold';
import { w } from './words';

/** What was agreed beside the rules: does it score, who may come, who takes over, is there another. */
export function agreements({ settings, seats }: TableState): string[] {
  const substitutes = Number(settings.substitutes ?? 0);
  const computer = seats.some(({ who }) => who === 'computer');
  const score = settings.friendly === 'yes' ? 'sFriendly' : computer ? 'sComputer' : 'sScored';
  const rematch = { no: 'sRematchNo', kept: 'sRematchKept', rotated: 'sRematchRotated' } as const;
  const first = settings.anticheat === 'yes' ? w('sAnticheat') : w(settings.private === 'yes' ? 'sPrivate' : 'sOpen');
  return [
    w(score),
    first,
    w(settings.watch === 'no' ? 'sNoWatch' : 'sWatch'),
    substitutes ? w('sSubstitutes', { level: t(`level${substitutes}` as Key) }) : w('sNoSubstitutes'),
    w(rematch[settings.rematch as keyof typeof rematch] ?? 'sRematchNo'),
  ];
}
