// The page's words in the language of the reader: chosen by the browser, switchable, remembered by
// the settings. `t(key)` follows a switch at once.
import { settings } from '../lib/settings.svelte';
import { isolate } from './isolate';
import { en, type Key, type Texts } from './en';
import { zhHans } from './zh-hans';
import { zhHant } from './zh-hant';
import type { Language } from './language';

const TEXTS: Record<Language, Texts> = { en, 'zh-Hans': zhHans, 'zh-Hant': zhHant };

export const LANGUAGES: { id: Language; name: string }[] = [
  { id: 'zh-Hans', name: '简体中文' },
  { id: 'zh-Hant', name: '繁體中文' },
  { id: 'en', name: 'English' },
];

export function fill(text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => isolate(String(values[name] ?? whole)));
}

export function t(key: Key, values?: Record<string, string | number>): string {
  return fill(TEXTS[settings.language][key], values);
}
