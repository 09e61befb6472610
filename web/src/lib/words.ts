// Names of pieces and points in the reader's language, for labels, lists and screen readers.
import type { BoardPoint, Piece, PieceLetter, Seat } from '../board/types';
import { t } from '../i18n/text.svelte';
import type { Key } from '../i18n/en';
import { listed } from '../i18n/joints';

export function pieceName(letter: PieceLetter): string {
  return t(letter === '?' ? 'pieceUnknown' : (`piece${letter}` as Key));
}

/** "a32, station, own platoon" and, when it can be gone to, "in reach". */
export function pointLabel(
  point: BoardPoint,
  piece: Piece | undefined,
  own: Seat | null,
  inReach: boolean,
  /** What other owners are called; null: they are the enemy. */
  nameOf: ((seat: Seat) => string) | null = null,
): string {
  const parts = [point.name, t(point.kind)];
  if (piece?.down && piece.letter === '?') {
    parts.push(t('faceDown'));
  } else if (piece) {
    const name = pieceName(piece.letter) + (piece.mark ? ` ${piece.mark}` : '');
    if (piece.seat === own || !nameOf) parts.push(t(piece.seat === own ? 'own' : 'enemy', { piece: name }));
    else parts.push(t('someonesPiece', { who: nameOf(piece.seat), piece: name }));
  } else {
    parts.push(t('empty'));
  }
  if (inReach) parts.push(t('inReach'));
  return listed(parts);
}
