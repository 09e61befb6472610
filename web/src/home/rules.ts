// The engine's options and presets as the forms need them.
import { sure, type Engine } from '../engine/engine';
import type { Option, Variant } from '../engine/types';
import { en, type Key } from '../i18n/en';
import { t as words } from '../i18n/text.svelte';
import { bilingual } from '../lib/bilingual';
import { t } from './texts';

export interface FormRules {
  /** Options that the form lists; those that have a choice of their own are not among them. */
  table: Option[];
  /** What each preset changes. */
  presets: Record<string, Record<string, string>>;
}

/** These have a choice of their own, or matter only where points are counted. */
const APART = ['move_seconds', 'partner'];

export function rulesOf(engine: Engine, variant: Variant, scored: boolean): FormRules {
  const two = variant === 'dark' || variant === 'flip';
  const table = engine.options(variant);
  const shown = table.filter(({ name }) => {
    if (APART.includes(name) || (two && name === 'turn')) return false;
    return scored || name !== 'score_gate';
  });
  const presets: Record<string, Record<string, string>> = {};
  for (const name of engine.presets(variant)) {
    const { options } = sure(engine.rules(variant, name));
    const changed = table.filter((option) => options[option.name] !== option.fallback);
    presets[name] = Object.fromEntries(changed.map((option) => [option.name, options[option.name]!]));
  }
  return { table: shown, presets };
}

/** Without the choice of partners, which is apart from the other rules. */
export function withoutPartner({ partner: _, ...rest }: Record<string, string>): Record<string, string> {
  return rest;
}

const same = (a: Record<string, string>, b: Record<string, string>) =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => a[key] === b[key]);

/** The preset that changes exactly what is changed; `usual` for nothing, `own` when there is none. */
export function presetOf(presets: Record<string, Record<string, string>>, chosen: Record<string, string>): string {
  const rest = withoutPartner(chosen);
  if (Object.keys(rest).length === 0) return 'usual';
  return Object.keys(presets).find((name) => same(presets[name]!, rest)) ?? 'own';
}

/** What was chosen and remembered, without options that there are no more, and the time for a move. */
export function optionsOf(
  rules: FormRules | null,
  chosen: Record<string, string>,
  seconds: number,
): Record<string, string> {
  const there = (name: string) => !rules || name === 'partner' || rules.table.some((o) => o.name === name);
  const known = Object.entries(chosen).filter(([name]) => there(name));
  return { ...Object.fromEntries(known), move_seconds: String(seconds) };
}

/** What an option is about, without its explanation: "when an ordinary piece hits a mine". */
const subject = (option: Option) => bilingual(option).replace(/\s*[(（][^)）]*[)）]/g, '').split(/[:：;；]/)[0]!;

/** Options that differ from the usual ones: "Moves before a seat may resign: 0". */
export function changedRules(all: readonly Option[], options: Readonly<Record<string, string>>) {
  return all
    .filter(({ name, fallback }) => (options[name] ?? fallback) !== fallback)
    .map((option) => {
      const value = options[option.name]!;
      const key = `v_${value}` as Key;
      return { name: option.name, value, text: t('rule', { subject: subject(option), value: key in en ? words(key) : value }) };
    });
}
