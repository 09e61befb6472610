// Private marks: guesses that a player pins on pieces of others, as players of this game always do.
// A mark belongs to a piece, so it is kept by the point on which its piece began and found again by
// the plies since. Kept in this browser for each table, and cleared with the game. Pure, but for the
// last functions.
import { shortWord, tileWord } from '../board/names';
import type { PieceLetter, TileSet } from '../board/types';
import type { GameEvent } from '../engine/types';
import { recall, remember } from '../lib/storage';

/** How sure: it is, it may be, it is at least, it is at most. */
export type Manner = '' | '?' | '>' | '<';
export type Tag = 1 | 2 | 3 | 4;

export interface Mark {
  letter?: PieceLetter;
  manner?: Manner;
  /** One of four colours, each with a shape of its own. */
  tag?: Tag;
}

/** By the point on which the piece stood at the start. */
export type Marks = Readonly<Record<string, Mark>>;

export const MANNERS: readonly Manner[] = ['', '?', '>', '<'];
export const TAGS: readonly Tag[] = [1, 2, 3, 4];
export const MARK_LETTERS: readonly PieceLetter[] = [...'987654321BMF'] as PieceLetter[];

/** Where the piece on each point began; points that are not in it: there. */
export function homesOf(events: readonly GameEvent[]): ReadonlyMap<string, string> {
  const homes = new Map<string, string>();
  for (const event of events) {
    const home = homes.get(event.from) ?? event.from;
    for (const { point } of event.removed) homes.delete(point);
    if (event.kind !== 'move' || event.outcome === 'bounce') continue;
    homes.delete(event.from);
    const fell = event.removed.some(({ point }) => point === event.from);
    if (!fell) homes.set(event.to, home);
  }
  return homes;
}

/** Ranks can be at least or at most; a bomb, a mine or a flag is one or may be one. */
export function fitting(letter: PieceLetter, manner: Manner): Manner {
  return /[BMF]/.test(letter) && (manner === '>' || manner === '<') ? '?' : manner;
}

/** What stands on the tile: "司令", "雷?", "≥师". */
export function markText({ letter, manner = '' }: Mark, set: TileSet): string | undefined {
  if (!letter) return undefined;
  const short = shortWord(letter, set);
  if (manner === '?') return `${short}?`;
  if (manner === '>') return `≥${short}`;
  if (manner === '<') return `≤${short}`;
  return tileWord(letter, set) || short;
}

export function withMark(marks: Marks, home: string, mark: Mark | null): Marks {
  const { [home]: _, ...rest } = marks;
  const empty = !mark || (!mark.letter && !mark.tag);
  return empty ? rest : { ...rest, [home]: mark };
}

function isMark(raw: unknown): raw is Mark {
  if (typeof raw !== 'object' || raw === null) return false;
  const { letter, manner, tag } = raw as Record<string, unknown>;
  const known = <T>(list: readonly T[], value: unknown) => value === undefined || list.includes(value as T);
  return known(MARK_LETTERS, letter) && known(MANNERS, manner) && known(TAGS, tag);
}

/** What was remembered, without what cannot be read. */
export function readMarks(raw: unknown): Marks {
  if (typeof raw !== 'object' || raw === null) return {};
  return Object.fromEntries(Object.entries(raw).filter(([home, mark]) => /^\w{2,4}$/.test(home) && isMark(mark)));
}

const KEY = 'junqi.marks';
/** Marks of so many tables are kept; older tables are over. */
const TABLES = 8;

function all(): [string, unknown][] {
  const raw = recall(KEY);
  return Array.isArray(raw) ? raw.filter((one): one is [string, unknown] => Array.isArray(one) && one.length === 2) : [];
}

export function recallMarks(table: string): Marks {
  return readMarks(all().find(([id]) => id === table)?.[1]);
}

export function rememberMarks(table: string, marks: Marks) {
  const others = all().filter(([id]) => id !== table);
  const own: [string, unknown][] = Object.keys(marks).length > 0 ? [[table, marks]] : [];
  remember(KEY, [...own, ...others].slice(0, TABLES));
}
