// What the server tells of the lobby, put together: all there is, then what changed.
import type { LobbyMessage, LobbyTable, Seat } from '../generated/protocol';

export interface LobbyState {
  people: number;
  waiting: number;
  playing: number;
  tables: ReadonlyMap<string, LobbyTable>;
}

export function foldLobby(before: LobbyState | null, message: LobbyMessage): LobbyState {
  const tables = new Map(message.whole ? [] : before?.tables);
  for (const id of message.gone) tables.delete(id);
  for (const table of message.tables) tables.set(table.table, table);
  return { people: message.people, waiting: message.waiting, playing: message.playing, tables };
}

export function freeSeats(table: LobbyTable): Seat[] {
  if (table.state !== 'waiting') return [];
  return table.seats.flatMap(({ who }, i) => (who === 'nobody' ? ['abcd'[i] as Seat] : []));
}

/** Tables at which one can sit down, those with the fewest free seats first: they start soonest. */
export function openTables(state: LobbyState | null): LobbyTable[] {
  return [...(state?.tables.values() ?? [])]
    .filter((table) => freeSeats(table).length > 0)
    .sort((a, b) => freeSeats(a).length - freeSeats(b).length || b.created - a.created);
}

/** Games that one can watch, those with most spectators first. */
export function gamesToWatch(state: LobbyState | null): LobbyTable[] {
  return [...(state?.tables.values() ?? [])]
    .filter(({ state, settings }) => state === 'playing' && settings.watch !== 'no')
    .sort((a, b) => b.watching - a.watching || b.created - a.created);
}
