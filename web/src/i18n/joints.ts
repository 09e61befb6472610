// What stands between words that are put together: in Chinese as wide as the characters.
import { settings } from '../lib/settings.svelte';

const english = () => settings.language === 'en';

/** "own, in reach" · "己方，可到" */
export const listed = (parts: readonly string[]) => parts.join(english() ? ', ' : '，');

/** "Go on: Flip" · "继续：翻棋" */
export const labelled = (what: string, which: string) => `${what}${english() ? ': ' : '：'}${which}`;
