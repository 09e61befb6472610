// Which of the page's languages suits a reader best, from what the browser says.
export type Language = 'zh-Hans' | 'zh-Hant' | 'en';

const TRADITIONAL = /^zh\b.*\b(hant|tw|hk|mo)\b/i;

/** The first of the browser's languages that the page speaks; English for everybody else. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    if (TRADITIONAL.test(tag)) return 'zh-Hant';
    if (/^zh\b/i.test(tag)) return 'zh-Hans';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
}
