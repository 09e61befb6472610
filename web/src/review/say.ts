// What a study found, in the reader's words, and on the tiles of the board.
import { shortWord } from '../board/names';
import type { PieceLetter, PlacedPiece, Seat, TileSet } from '../board/types';
import type { Belief, Ply } from '../engine/types';
import { settings } from '../lib/settings.svelte';
import { pieceName } from '../lib/words';
import { gradeOf, isSame, type Grade, type Verdict } from './study';
import { r } from './texts';

type PieceAt = (point: string) => PlacedPiece | undefined;

/** From one point to another, on one line. */
const JOINED = '\u2060–\u2060';

function sayPly({ from, to }: Ply, at: PieceAt): string {
  if (from === to) return r('flip', { point: from });
  const piece = at(from);
  return `${piece && piece.letter !== '?' ? `${pieceName(piece.letter)} ` : ''}${from}${JOINED}${to}`;
}

const SENTENCES = ['grade0', 'grade1', 'grade2', 'grade3'] as const;
const MARKS = ['mark0', 'mark1', 'mark2', 'mark3'] as const;

/** What was played and what would have been; `at` tells the pieces before it. */
export function sayVerdict(verdict: Verdict, at: PieceAt): string {
  const played = sayPly(verdict.played, at);
  const text = isSame(verdict) ? r('same', { played }) : r(SENTENCES[gradeOf(verdict)], { played, better: sayPly(verdict, at) });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const gradeWord = (grade: Grade): string => r(MARKS[grade]);

/** So many kinds are named; the others are told together. */
const NAMED = 4;

const percent = (share: number) => (share < 10 ? '<1%' : `${Math.round(share / 10)}%`);

/** What a hidden piece was taken for; `side` names the owner where that is hidden, too. */
export function sayBelief(point: string, { types }: Belief, side: ((seat: Seat) => string) | null): string {
  const named = types.slice(0, NAMED).filter(({ share }, i) => i === 0 || share >= 20);
  const rest = types.slice(named.length).reduce((sum, { share }) => sum + share, 0);
  const space = settings.language === 'en' || !side ? ' ' : '';
  const list = named.map(({ seat, letter, share }) => `${side ? side(seat) + space : ''}${pieceName(letter)} ${percent(share)}`);
  if (rest > 0) list.push(r('rest', { share: percent(rest) }));
  return r('believed', { point, list: list.join(settings.language === 'en' ? ', ' : '、') });
}

/** From what share on a guess stands on the tile. */
const TELLING = 200;

/** Guesses written on hidden tiles: the likeliest type, with a question mark unless it is sure. */
export function guessesOf(beliefs: readonly Belief[], set: TileSet): Map<string, string> {
  const guesses = new Map<string, string>();
  for (const { points, types } of beliefs) {
    const [first, second] = types;
    if (points.length > 1 || !first || first.share < TELLING) continue;
    guesses.set(points[0]!, `${shortWord(first.letter as PieceLetter, set)}${second ? '?' : ''}`);
  }
  return guesses;
}
