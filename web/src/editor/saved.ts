// Layouts that a player saved under a name, kept in this browser.
import { recall, remember } from '../lib/storage';

export interface SavedLayout {
  name: string;
  layout: string;
}

const KEY = 'junqi.layouts';
const LAST = 'junqi.layout';
export const NAME_LENGTH = 24;
const SHAPE = /^[1-9BMF.]{5}(\/[1-9BMF.]{5}){5}$/;

function isSaved(item: unknown): item is SavedLayout {
  const { name, layout } = (item ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof layout === 'string' && SHAPE.test(layout);
}

export function savedLayouts(): SavedLayout[] {
  const raw = recall(KEY);
  return Array.isArray(raw) ? raw.filter(isSaved) : [];
}

/** Saves under a name, in place of what had it; false when the browser keeps nothing. */
export function saveLayout(name: string, layout: string): boolean {
  const others = savedLayouts().filter((item) => item.name !== name);
  return remember(KEY, [{ name, layout }, ...others]);
}

export function removeLayout(name: string): boolean {
  return remember(
    KEY,
    savedLayouts().filter((item) => item.name !== name),
  );
}

/** The layout last played with, or null. */
export function lastLayout(): string | null {
  const raw = recall(LAST);
  return typeof raw === 'string' && SHAPE.test(raw) ? raw : null;
}

export function keepLastLayout(layout: string) {
  remember(LAST, layout);
}
