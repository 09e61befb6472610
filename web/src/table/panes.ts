// The panes of the side panel that are the same from the first seat taken to the end.
import type { Snippet } from 'svelte';
import type { Pane } from '../game/GameStage.svelte';
import type { TableState } from './fold';
import type { LiveTable } from './live.svelte';
import { w } from './words';

/** Is there anybody, or may there be, to talk to? */
export function hasCompany({ seats, own, people, state }: TableState): boolean {
  const somebody = seats.some(({ who, seat }) => seat !== own && (who === 'person' || (who === 'nobody' && state === 'waiting')));
  return somebody || own === null || (people?.watching ?? 0) > 0;
}

export function panesOf(table: LiveTable, room: Snippet, talk: Snippet): Pane[] {
  const panes: Pane[] = [{ id: 'table', title: w('table'), body: room }];
  if (table.state && hasCompany(table.state)) {
    panes.push({ id: 'chat', title: w('chat'), body: talk, badge: table.chat.unread, apart: true });
  }
  return panes;
}
