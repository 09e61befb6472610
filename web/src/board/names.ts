// The words on the tiles of each set. Outlines of these characters are made by tools/glyphs.mjs.
import type { PieceLetter, TileSet } from './types';

const SIMPLIFIED: Record<PieceLetter, string> = {
  '9': '司令',
  '8': '军长',
  '7': '师长',
  '6': '旅长',
  '5': '团长',
  '4': '营长',
  '3': '连长',
  '2': '排长',
  '1': '工兵',
  B: '炸弹',
  M: '地雷',
  F: '军旗',
  '?': '',
};

const TRADITIONAL: Record<PieceLetter, string> = {
  '9': '司令',
  '8': '軍長',
  '7': '師長',
  '6': '旅長',
  '5': '團長',
  '4': '營長',
  '3': '連長',
  '2': '排長',
  '1': '工兵',
  B: '炸彈',
  M: '地雷',
  F: '軍旗',
  '?': '',
};

const NUMBERS: Record<PieceLetter, string> = {
  '9': '40',
  '8': '39',
  '7': '38',
  '6': '37',
  '5': '36',
  '4': '35',
  '3': '34',
  '2': '33',
  '1': '32',
  B: '炸',
  M: '雷',
  F: '旗',
  '?': '',
};

/** The word on a tile; the icon set writes the rank of beside its picture. */
export function tileWord(letter: PieceLetter, set: TileSet): string {
  if (set === 'traditional') return TRADITIONAL[letter];
  if (set === 'numbers') return NUMBERS[letter];
  if (set === 'icons') return /[1-9]/.test(letter) ? letter : '';
  return SIMPLIFIED[letter];
}

/** Is a piece shown by a picture alone, where there is little room? */
export function pictured(letter: PieceLetter, set: TileSet): boolean {
  return set === 'icons' && 'BMF'.includes(letter);
}

/** One character or number for a piece, where there is little room. */
export function shortWord(letter: PieceLetter, set: TileSet): string {
  if (set === 'icons') return letter;
  // The first characters of a mine and of a flag would be mistaken for something else.
  if (set === 'numbers' || letter === 'M' || letter === 'F') return NUMBERS[letter];
  return [...tileWord(letter, set)][0] ?? '';
}
