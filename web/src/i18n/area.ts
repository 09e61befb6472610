// Texts of one part of the page, kept beside it and loaded with it: an object of three languages
// becomes that part's own `t`. The keys of all three have to be the same, or it does not compile.
import { settings } from '../lib/settings.svelte';
import type { Language } from './language';
import { fill } from './text.svelte';

export function area<K extends string>(texts: Record<Language, Record<K, string>>) {
  return (key: K, values?: Record<string, string | number>): string => fill(texts[settings.language][key], values);
}
