// Lost pieces as small tiles: which, how many of each, and where they lie.
import type { PieceLetter } from '../board/types';
import { listed } from '../i18n/joints';
import { pieceName } from '../lib/words';

/** In a bar and in a card in two rows at most, each kind once with its count; in a tray every piece by itself. */
export type Room = 'bar' | 'card' | 'tray';

export interface LostTile {
  letter: PieceLetter;
  n: number;
  x: number;
  y: number;
}

const STEP = 31; // from tile to tile
const COUNT = 23; // more, where a count stands behind one
const ROW = 23;
const IN_TRAY = 10;
const IN_ROW = 5 * STEP; // before a second one is begun

/** Kinds that are known, the way they were lost, each with how many. */
function kindsOf(letters: readonly PieceLetter[]): [PieceLetter, number][] {
  const counts = new Map<PieceLetter, number>();
  for (const letter of letters) if (letter !== '?') counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts];
}

export function layTiles(letters: readonly PieceLetter[], room: Room): { tiles: LostTile[]; width: number; height: number } {
  const each: [PieceLetter, number][] = room === 'tray' ? letters.map((letter) => [letter, 1]) : kindsOf(letters);
  const widths = each.map(([, n]) => STEP + (n > 1 ? COUNT : 0));
  const all = widths.reduce((sum, width) => sum + width, 0);
  const row = room === 'tray' ? IN_TRAY * STEP : all > IN_ROW ? Math.max(IN_ROW, all / 2 + STEP) : all;
  const tiles: LostTile[] = [];
  let [x, y, width] = [0, 0, 0];
  each.forEach(([letter, n], i) => {
    if (x + widths[i]! > row) [x, y] = [0, y + ROW];
    tiles.push({ letter, n, x, y });
    x += widths[i]!;
    width = Math.max(width, x);
  });
  return { tiles, width: room === 'tray' ? row : width, height: y + ROW };
}

/** "marshal, brigade ×2". */
export function sayLost(letters: readonly PieceLetter[]): string {
  return listed(kindsOf(letters).map(([letter, n]) => (n > 1 ? `${pieceName(letter)} ×${n}` : pieceName(letter))));
}
