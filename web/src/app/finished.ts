// Games that this browser has seen end, to be looked at again. The games are the server's; only a
// list of them is kept here.
import { recall, remember } from '../lib/storage';

export interface FinishedGame {
  table: string;
  /** Milliseconds since 1970. */
  date: number;
  result: 'won' | 'lost' | 'drawn';
  plies: number;
  level: number | null;
}

const KEY = 'junqi.finished';
const MOST = 30;
const RESULTS = ['won', 'lost', 'drawn'];

function isFinished(item: unknown): item is FinishedGame {
  const { table, date, result, plies, level } = (item ?? {}) as Record<string, unknown>;
  return (
    typeof table === 'string' &&
    /^[0-9A-Za-z]{1,32}$/.test(table) &&
    typeof date === 'number' &&
    typeof plies === 'number' &&
    RESULTS.includes(result as string) &&
    (level === null || typeof level === 'number')
  );
}

/** The newest first. */
export function finishedGames(): FinishedGame[] {
  const raw = recall(KEY);
  return Array.isArray(raw) ? raw.filter(isFinished) : [];
}

/** Looking at a game again changes neither its date nor its place. */
export function keepFinished(game: FinishedGame) {
  const games = finishedGames();
  if (games.some(({ table }) => table === game.table)) return;
  remember(KEY, [game, ...games].slice(0, MOST));
}

export function forgetFinished(table: string) {
  remember(
    KEY,
    finishedGames().filter((game) => game.table !== table),
  );
}
