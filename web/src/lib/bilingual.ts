// Texts that the rules or the server have in two languages, in the reader's.
import { toTraditional, widePunctuation } from '../i18n/traditional';
import { settings } from './settings.svelte';
import { localTimes } from './when';

/** As a sentence begins; a point as "a32" stays as it is. */
export const capital = (text: string) => text.replace(/^[a-z](?![a-z]*\d)/, (first) => first.toUpperCase());

export function bilingual({ en, zh }: { en: string; zh: string }): string {
  if (settings.language === 'en') return capital(localTimes(en));
  const text = capital(widePunctuation(localTimes(zh)));
  return settings.language === 'zh-Hant' ? toTraditional(text) : text;
}
