// The rules and the settings of a table, in words.
import type { Option } from '../engine/types';
import { en, type Key } from '../i18n/en';
import { t } from '../i18n/text.svelte';
import type { TableState } from './fold';
import { bilingual } from '../lib/bilingual';
import { w } from './words';

/** Options that differ from the usual ones: "Moves before a seat may resign: 0". */
export function changedRules(all: readonly Option[], options: Readonly<Record<string, string>>) {
  return all
    .filter(({ name, fallback }) => (options[name] ?? fallback) !== fallback)
    .map((option) => {
      const value = options[option.name]!;
      const key = `v_${value}` as Key;
      return { name: option.name, value, text: `${bilingual(option)}: ${key in en ? t(key) : value}` };
    });
}

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
