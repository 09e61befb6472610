// The layout last played with, kept in this browser; named ones are kept by the server.
import { recall, remember } from '../lib/storage';

const LAST = 'junqi.layout';
export const NAME_LENGTH = 24;
const SHAPE = /^[1-9BMF.]{5}(\/[1-9BMF.]{5}){5}$/;

export interface SavedLayout {
  name: string;
  layout: string;
}

/** Where named layouts are kept. */
export interface Shelf {
  /** Null while they are not in reach. */
  items: readonly SavedLayout[] | null;
  /** Null when it is done, else why not. */
  save(name: string, layout: string): Promise<string | null>;
  remove(name: string): Promise<string | null>;
}

export function lastLayout(): string | null {
  const raw = recall(LAST);
  return typeof raw === 'string' && SHAPE.test(raw) ? raw : null;
}

export function keepLastLayout(layout: string) {
  remember(LAST, layout);
}
