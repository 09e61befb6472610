// A record file of the reader's own: read by the engine, then kept for the screen that shows it.
import type { Engine } from '../engine/engine';
import { bilingual } from '../lib/bilingual';
import { openRecord } from '../review/opened.svelte';

/** The longest file that is looked at. */
const MOST = 1 << 20;

/** How a QQ replay begins (F-3), whatever its name is. */
const isJgs = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 6)) === 'QQGame';

/** Null when it is open, else what is wrong with it. */
export async function openFile(engine: Engine, file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.slice(0, MOST).arrayBuffer());
  const answer = isJgs(bytes) ? engine.readJgs(bytes) : engine.readRecord(new TextDecoder().decode(bytes));
  if (!answer.ok) return `${file.name}: ${bilingual(answer.fault)}`;
  openRecord({ name: file.name, record: answer.value });
  return null;
}
