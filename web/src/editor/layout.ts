// A layout in the page: F-1 text taken apart and put together. What is legal is asked of the rules;
// only where something lies is known here.
import type { BoardData, PieceLetter, PlacedPiece, Seat } from '../board/types';

/** What the editor needs of the rules; the WebAssembly module provides it. */
export interface LayoutRules {
  /** What is wrong with a layout; `spot` is row and column ("13"), or '' for the whole of it. */
  faults(layout: string): { spot: string; message: string }[];
  /** A random legal layout; the same seed gives the same one. */
  random(seed: number): string;
  ready(): { name: string; layout: string }[];
  readJql(bytes: Uint8Array): { layout: string } | { error: string };
  writeJql(layout: string): Uint8Array | { error: string };
}

const ROWS = 6;
const COLUMNS = 5;

/** Letters by spot ("13" is row 1, column 3). Empty spots and camps are left out. */
export function spotsOf(layout: string): Map<string, PieceLetter> {
  const spots = new Map<string, PieceLetter>();
  layout.split('/').forEach((row, r) => {
    [...row].forEach((letter, c) => {
      if (letter !== '.') spots.set(`${r + 1}${c + 1}`, letter as PieceLetter);
    });
  });
  return spots;
}

export function layoutOf(spots: ReadonlyMap<string, PieceLetter>): string {
  const rows: string[] = [];
  for (let row = 1; row <= ROWS; row++) {
    let text = '';
    for (let col = 1; col <= COLUMNS; col++) text += spots.get(`${row}${col}`) ?? '.';
    rows.push(text);
  }
  return rows.join('/');
}

export function swap(layout: string, from: string, to: string): string {
  const spots = spotsOf(layout);
  const [a, b] = [spots.get(from), spots.get(to)];
  spots.delete(from);
  spots.delete(to);
  if (b) spots.set(from, b);
  if (a) spots.set(to, a);
  return layoutOf(spots);
}

/** Left and right exchanged. */
export function mirror(layout: string): string {
  return layout
    .split('/')
    .map((row) => [...row].reverse().join(''))
    .join('/');
}

export function piecesOf(layout: string, seat: Seat): PlacedPiece[] {
  return [...spotsOf(layout)].map(([spot, letter]) => ({ seat, letter, point: seat + spot }));
}

/** Face-down tiles on every point of an arm that is no camp. */
export function hiddenArm(board: BoardData, seat: Seat): PlacedPiece[] {
  return board.points
    .filter((p) => p.seat === seat && p.kind !== 'camp')
    .map((p) => ({ seat, letter: '?', point: p.name }));
}
