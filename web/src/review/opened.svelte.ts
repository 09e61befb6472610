// A record that was opened from a file, kept while the page is open.
import type { GameRecord } from '../engine/types';

export interface OpenedRecord {
  name: string;
  record: GameRecord;
}

let opened = $state.raw<OpenedRecord | null>(null);

export function openRecord(record: OpenedRecord) {
  opened = record;
}

export const openedRecord = {
  get current(): OpenedRecord | null {
    return opened;
  },
};
