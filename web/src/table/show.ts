// A game as the board shows it: pieces with what is proved of them, the ply that has just been
// played, its sound. Pure; everything known comes from the engine.
import { shortWord, tileWord } from '../board/names';
import type { Motion, Piece, PieceLetter, PlacedPiece, Seat, TileSet } from '../board/types';
import type { GameEvent, GameState, SeenPiece } from '../engine/types';
import type { Sound } from '../lib/sound';
import { markText, type Mark } from './marks';

const RANKS = '987654321';
const MOVABLE = '987654321B';

const short = (letter: string, set: TileSet) => shortWord(letter as PieceLetter, set);

/** `may` is a run of ranks: its ends, or null. */
function run(may: string): { high: string; low: string } | null {
  return may.length > 0 && RANKS.includes(may) ? { high: may[0]!, low: may.at(-1)! } : null;
}

/**
 * What stands on a hidden tile once something is proved of its piece: "雷", "≥师", "雷旗". Nothing
 * where that would be no news, such as that a piece that walked is no mine.
 */
export function markOf(may: string, set: TileSet): string | undefined {
  if (may.length === 1) return set === 'icons' ? may : tileWord(may as PieceLetter, set);
  const ranks = run(may);
  if (ranks?.high === '9') return ranks.low === '1' ? undefined : `≥${short(ranks.low, set)}`;
  if (ranks?.low === '1') return `≤${short(ranks.high, set)}`;
  if (may.length > 0 && may.length <= (set === 'numbers' ? 2 : 3)) {
    return [...may].map((letter) => short(letter, set)).join('');
  }
  // A piece that was attacked and held may be a mine as well as a higher rank.
  const above = may.endsWith('M') ? run(may.slice(0, -1)) : null;
  if (above?.high === '9' && above.low !== '1') return `≥${short(above.low, set)}?`;
  return undefined;
}

/** Has it shown that it walks, and nothing else? */
export function onlyWalked(may: string): boolean {
  return may === MOVABLE;
}

/** How pieces are to be shown: the tile set, what is proved of them, and one's own marks. */
export interface Dress {
  set: TileSet;
  proved?: boolean;
  /** The private mark of the piece on a point. */
  mark?: (point: string) => Mark | undefined;
}

function pieceOf(seen: SeenPiece, { set, proved, mark }: Dress): Piece {
  const hidden = seen.letter === '?' && !seen.down;
  const own = hidden ? mark?.(seen.point) : undefined;
  const guess = own && markText(own, set);
  return {
    seat: seen.seat ?? 'a',
    letter: seen.letter,
    down: seen.down || undefined,
    carrier: seen.carrier || undefined,
    mark: guess ?? (hidden && proved ? markOf(seen.may, set) : undefined),
    guess: guess !== undefined || undefined,
    tag: own?.tag,
  };
}

export function placed(state: GameState, dress: Dress): PlacedPiece[] {
  return state.pieces.map((seen) => ({ ...pieceOf(seen, dress), point: seen.point }));
}

/** Flags that everyone sees because their marshal died. */
export function raisedFlags(state: GameState): string[] {
  return state.pieces.filter(({ letter, public: seen }) => letter === 'F' && seen).map((p) => p.point);
}

/** Was a bomb in this fight, as far as the viewer knows? */
export function withBomb(event: GameEvent): boolean {
  return event.outcome === 'both' && (event.piece?.may === 'B' || event.target?.may === 'B');
}

export function motionOf(event: GameEvent, key: number, dress: Dress): Motion | null {
  if (event.kind !== 'move' || !event.piece || event.path.length < 2) return null;
  return {
    key,
    route: event.path,
    attacker: pieceOf(event.piece, dress),
    defender: event.target ? pieceOf(event.target, dress) : undefined,
    outcome: event.outcome,
    bomb: withBomb(event),
  };
}

/** "a11–a21"; of a flip its point. */
export function plyName({ from, to }: { from: string; to: string }): string {
  return from === to ? from : `${from}–${to}`;
}

/** The way of the last ply; of a flip its one point. */
export function lastPath(events: readonly GameEvent[]): string[] {
  const last = events.findLast(({ kind }) => kind === 'move' || kind === 'flip');
  return last?.kind === 'flip' ? [last.from] : (last?.path ?? []);
}

export function soundOf(event: GameEvent, own: Seat | null): Sound | null {
  if (event.kind !== 'move') return event.kind === 'flip' ? 'move' : null;
  const good = event.seat === own;
  switch (event.outcome) {
    case 'won':
      return good ? 'win' : 'lose';
    case 'lost':
      if (event.target?.may === 'M') return 'mine';
      return good ? 'lose' : 'win';
    case 'both':
      return withBomb(event) ? 'bomb' : 'both';
    case 'bounce':
      return 'mine';
    case 'flag':
      return 'flag';
    case 'move':
      return 'move';
  }
}

/** Is the flag of a seat among what is shown from one event on? */
function flagShown(events: readonly GameEvent[], from: number, seat: Seat): boolean {
  for (let i = from; events[i]?.kind === 'show'; i++) {
    if (events[i]!.seat === seat && events[i]!.piece?.letter === 'F') return true;
  }
  return false;
}

/** Seats whose flag the latest happening raised. */
export function heralded(events: readonly GameEvent[]): Seat[] {
  const seats: Seat[] = [];
  for (let i = events.length - 1; events[i]?.kind === 'show'; i--) {
    const { seat, piece } = events[i]!;
    if (piece?.letter === 'F' && seat) seats.unshift(seat);
  }
  return seats;
}

/** What left the board of one seat (in flip: of one colour), as far as it is known; '?' where it is
 *  not. */
export function lostOf(seat: Seat, index: number, state: GameState, events: readonly GameEvent[]): PieceLetter[] {
  const told = state.lostLetters[index];
  if (typeof told === 'string') return [...told] as PieceLetter[];
  const letters: PieceLetter[] = [];
  for (const [i, event] of events.entries()) {
    // The pieces of a seat that is out are gone, not lost in a fight.
    if (event.kind === 'out') continue;
    for (const piece of event.removed) {
      if (piece.seat !== seat) continue;
      letters.push(piece.may.length === 1 ? (piece.may as PieceLetter) : '?');
      // A flag shown right after it proves that this piece was the marshal.
      if (letters.at(-1) === '?' && piece.may.includes('9') && flagShown(events, i + 1, seat)) {
        letters[letters.length - 1] = '9';
      }
    }
  }
  const order = '987654321BMF?';
  return letters.sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** Lines that a person or the clock brought about, not the referee. */
export function isDeed(event: GameEvent): boolean {
  return !['show', 'skip', 'out', 'end'].includes(event.kind);
}

/** Is it a turn, and so a step of the game? */
export function isStep(event: GameEvent): boolean {
  return ['move', 'flip', 'timeout', 'resign', 'escape'].includes(event.kind);
}
