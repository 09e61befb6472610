// Texts that the rules or the server have in two languages, in the reader's.
import { toTraditional, widePunctuation } from '../i18n/traditional';
import { settings } from './settings.svelte';

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function bilingual({ en, zh }: { en: string; zh: string }): string {
  if (settings.language === 'en') return capital(en);
  const text = capital(widePunctuation(zh));
  return settings.language === 'zh-Hant' ? toTraditional(text) : text;
}

/** With its full stop, for when something follows it. */
export function sentence(text: string): string {
  return text + (settings.language === 'en' ? '.' : '。');
}
