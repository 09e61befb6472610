// From taps to wishes: what a tap or a drop on the board means while it is one's turn or not. Pure;
// the rules answer what may move where and why not.
import type { Piece, Seat } from '../board/types';

/** What is asked of the rules about the position shown. */
export interface GameRules {
  /** Points that the piece on `from` may go to now; empty when it is not to move. */
  targets(from: string): string[];
  /** Why a move is refused, in one line, in the reader's language. */
  why(from: string, to: string): string;
}

export interface Situation {
  /** Whose pieces are one's own: the seat, in flip the colour; null for a spectator and while that is
   *  not decided. */
  own: Seat | null;
  myTurn: boolean;
  pieceAt: (point: string) => Piece | undefined;
  rules: GameRules;
  /** A face-down piece is flipped by a second tap, not by the first. */
  confirmFlip?: boolean;
}

export type Wish =
  | { kind: 'select'; point: string }
  | { kind: 'clear' }
  | { kind: 'ply'; from: string; to: string }
  | { kind: 'tell'; point: string }
  | { kind: 'refuse'; point: string; reason: 'notYourTurn' | 'neverMoves' }
  | { kind: 'refuse'; point: string; reason: 'rules'; text: string };

const CLEAR: Wish = { kind: 'clear' };

/** May this piece be picked up? Looking ahead while the other side thinks is allowed. */
export function mayPick(point: string, { own, pieceAt }: Situation): boolean {
  const piece = pieceAt(point);
  return !!piece && !piece.down && piece.seat === own && piece.letter !== 'M' && piece.letter !== 'F';
}

/** A face-down piece was tapped. */
function flip(point: string, situation: Situation): Wish {
  if (situation.myTurn && situation.confirmFlip) return { kind: 'select', point };
  return go(point, point, situation);
}

function pick(point: string, situation: Situation): Wish {
  const piece = situation.pieceAt(point);
  if (!piece) return CLEAR;
  if (piece.down) return flip(point, situation);
  // A tap on somebody else's piece asks what is known of it.
  if (piece.seat !== situation.own) return { kind: 'tell', point };
  if (!mayPick(point, situation)) return { kind: 'refuse', point, reason: 'neverMoves' };
  return { kind: 'select', point };
}

/** A piece is wished from one point to another. */
export function go(from: string, to: string, situation: Situation): Wish {
  if (!situation.myTurn) return { kind: 'refuse', point: from, reason: 'notYourTurn' };
  if (situation.rules.targets(from).includes(to)) return { kind: 'ply', from, to };
  return { kind: 'refuse', point: to, reason: 'rules', text: situation.rules.why(from, to) };
}

/** One point was tapped while `selected` was picked up. */
export function tap(selected: string | null, point: string, situation: Situation): Wish {
  if (!selected) return pick(point, situation);
  const picked = situation.pieceAt(selected);
  const piece = situation.pieceAt(point);
  if (selected === point) return picked?.down ? go(point, point, situation) : CLEAR;
  if (picked?.down) return pick(point, situation);
  if (piece && !piece.down && piece.seat === situation.own) {
    // A carrier in the making steps onto its own flag.
    if (situation.rules.targets(selected).includes(point)) return go(selected, point, situation);
    return pick(point, situation);
  }
  return go(selected, point, situation);
}
