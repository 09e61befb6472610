// A record file of the reader's own: read by the engine, then kept for the screen that shows it.
import type { Engine } from '../engine/engine';
import type { Answer, GameRecord } from '../engine/types';
import { t } from '../i18n/text.svelte';
import { bilingual } from '../lib/bilingual';
import { openRecord } from '../review/opened.svelte';

/** The longest file that is looked at. */
const MOST = 1 << 20;

/** How a QQ replay begins (F-3), whatever its name is. */
const isJgs = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 6)) === 'QQGame';

/** The characters of QQ's replays come with the part of the engine that is seldom needed. */
async function readJgs(engine: Engine, bytes: Uint8Array): Promise<Answer<GameRecord>> {
  const { loadWhole } = await import('../engine/whole');
  const text = (await loadWhole()).readJgs(bytes);
  return text.ok ? engine.readRecord(text.value) : text;
}

/** Null when it is open, else what is wrong with it. */
export async function openFile(engine: Engine, file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.slice(0, MOST).arrayBuffer());
  const read = isJgs(bytes) ? readJgs(engine, bytes) : engine.readRecord(new TextDecoder().decode(bytes));
  const answer = await Promise.resolve(read).catch(() => null);
  if (!answer) return t('notNow');
  if (!answer.ok) return `${file.name}: ${bilingual(answer.fault)}`;
  openRecord({ name: file.name, record: answer.value });
  return null;
}
