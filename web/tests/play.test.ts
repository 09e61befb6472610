// What taps mean, the language that suits a reader, the times of motions, and that all languages
// say the same things.
import { describe, expect, test } from 'vitest';
import { go, mayPick, tap, type Situation } from '../src/game/choose';
import { bounceFrames, runFrames, runTime } from '../src/board/motion';
import { tileWord } from '../src/board/names';
import type { Piece, PieceLetter } from '../src/board/types';
import { EM, glyphs } from '../src/generated/glyphs';
import { readNewGame } from '../src/home/newgame';
import { en } from '../src/i18n/en';
import { chooseLanguage } from '../src/i18n/language';
import { zhHans } from '../src/i18n/zh-hans';
import { toTraditional, widePunctuation } from '../src/i18n/traditional';
import { zhHant } from '../src/i18n/zh-hant';

const PIECES: Record<string, Piece> = {
  a11: { seat: 'a', letter: '9' },
  a12: { seat: 'a', letter: '5' },
  a52: { seat: 'a', letter: 'M' },
  b15: { seat: 'b', letter: '?' },
  b62: { seat: 'b', letter: '?' },
};
const situation: Situation = {
  own: 'a',
  myTurn: true,
  pieceAt: (point) => PIECES[point],
  rules: {
    targets: (from) => (from === 'a11' ? ['b15', 'a13'] : []),
    why: (from, to) => `${from}${to} refused`,
  },
};

describe('a tap in flip', () => {
  const down: Piece = { seat: 'a', letter: '?', down: true };
  const pieces: Record<string, Piece> = { a11: { seat: 'b', letter: '1' }, a12: down, a13: down, a21: { seat: 'b', letter: 'F' } };
  const flip: Situation = {
    own: 'b',
    myTurn: true,
    pieceAt: (point) => pieces[point],
    rules: {
      targets: (from) => (pieces[from]?.down ? [from] : from === 'a11' ? ['a21'] : []),
      why: (from, to) => `${from}${to} refused`,
    },
  };

  test('flips a face-down piece, with a second tap where that is wished', () => {
    expect(tap(null, 'a12', flip)).toEqual({ kind: 'ply', from: 'a12', to: 'a12' });
    const careful = { ...flip, confirmFlip: true };
    expect(tap(null, 'a12', careful)).toEqual({ kind: 'select', point: 'a12' });
    expect(tap('a12', 'a13', careful)).toEqual({ kind: 'select', point: 'a13' });
    expect(tap('a13', 'a13', careful)).toEqual({ kind: 'ply', from: 'a13', to: 'a13' });
    expect(tap(null, 'a12', { ...flip, myTurn: false })).toMatchObject({ reason: 'notYourTurn' });
  });

  test('of a piece on a face-down one is refused, and flips nothing', () => {
    expect(tap('a11', 'a12', flip)).toMatchObject({ kind: 'refuse', text: 'a11a12 refused' });
  });

  test('takes the own flag up where the rules let it', () => {
    expect(tap('a11', 'a21', flip)).toEqual({ kind: 'ply', from: 'a11', to: 'a21' });
    expect(mayPick('a12', flip)).toBe(false);
  });
});

describe('a tap', () => {
  test('picks up an own piece, and puts it back', () => {
    expect(tap(null, 'a11', situation)).toEqual({ kind: 'select', point: 'a11' });
    expect(tap('a11', 'a11', situation)).toEqual({ kind: 'clear' });
    expect(tap('a11', 'a12', situation)).toEqual({ kind: 'select', point: 'a12' });
  });

  test('goes where the rules say, to an empty point or an enemy', () => {
    expect(tap('a11', 'a13', situation)).toEqual({ kind: 'ply', from: 'a11', to: 'a13' });
    expect(tap('a11', 'b15', situation)).toEqual({ kind: 'ply', from: 'a11', to: 'b15' });
  });

  test('is refused with the reason of the rules at the point', () => {
    expect(tap('a11', 'b62', situation)).toEqual({
      kind: 'refuse',
      point: 'b62',
      reason: 'rules',
      text: 'a11b62 refused',
    });
  });

  test('on what one cannot move says so', () => {
    expect(tap(null, 'b15', situation)).toEqual({ kind: 'tell', point: 'b15' });
    expect(tap(null, 'a52', situation)).toMatchObject({ kind: 'refuse', reason: 'neverMoves' });
    expect(tap(null, 'a33', situation)).toEqual({ kind: 'clear' });
  });

  test('out of turn may look but not go', () => {
    const waiting = { ...situation, myTurn: false };
    expect(tap(null, 'a11', waiting)).toEqual({ kind: 'select', point: 'a11' });
    expect(go('a11', 'a13', waiting)).toMatchObject({ kind: 'refuse', reason: 'notYourTurn' });
  });

  test('only own movable pieces may be dragged', () => {
    const draggable = Object.keys(PIECES).filter((point) => mayPick(point, situation));
    expect(draggable).toEqual(['a11', 'a12']);
  });
});

test('the language is the first of the browser that the page speaks', () => {
  expect(chooseLanguage(['zh-CN'])).toBe('zh-Hans');
  expect(chooseLanguage(['zh'])).toBe('zh-Hans');
  expect(chooseLanguage(['zh-TW', 'en'])).toBe('zh-Hant');
  expect(chooseLanguage(['zh-Hant-HK'])).toBe('zh-Hant');
  expect(chooseLanguage(['fr', 'zh-SG'])).toBe('zh-Hans');
  expect(chooseLanguage(['de-AT'])).toBe('en');
  expect(chooseLanguage([])).toBe('en');
});

test('every text has the same blanks in every language', () => {
  const blanks = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join();
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect(blanks(zhHans[key]), key).toBe(blanks(en[key]));
    expect(blanks(zhHant[key]), key).toBe(blanks(en[key]));
    expect(zhHans[key], key).not.toBe('');
    expect(zhHant[key], key).not.toBe('');
  }
});

test('every word on a tile is drawn from outlines', () => {
  const letters: PieceLetter[] = ['9', '8', '7', '6', '5', '4', '3', '2', '1', 'B', 'M', 'F'];
  for (const set of ['characters', 'traditional', 'numbers', 'icons'] as const) {
    for (const letter of letters) {
      for (const char of tileWord(letter, set)) {
        expect(glyphs[char]?.[1].length, char).toBeGreaterThan(20);
        expect(glyphs[char]![0]).toBeLessThanOrEqual(EM);
      }
    }
  }
});

test('a run takes 180 to 260 ms however long it is', () => {
  expect(runTime(2)).toBe(180);
  expect(runTime(4)).toBeGreaterThan(runTime(3));
  expect(runTime(13)).toBe(260);
});

test('a run ends at its destination and a bounce where it began', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
  ];
  expect(runFrames(line).at(-1)!.transform).toBe('translate(10px, 10px)');
  expect(runFrames(line).some((f) => f.transform === 'translate(10px, 0px)')).toBe(true);
  expect(bounceFrames(line).at(-1)!.transform).toBe('translate(0px, 0px)');
});

test('remembered choices of a game are made good', () => {
  const usual = { variant: 'dark', level: 2, seconds: 30, options: {} };
  expect(readNewGame(null)).toEqual(usual);
  const chosen = { variant: 'four', level: 1, seconds: 60, options: { four: { stuck: 'mutual' } } };
  expect(readNewGame(chosen)).toEqual(chosen);
  expect(readNewGame({ level: 'x', seconds: -1, options: { four: { a: 1, '<b>': 'x' }, stuck: 'lose' } })).toEqual(usual);
});

test('texts of the rules in traditional characters, with wide punctuation', () => {
  expect(toTraditional('铁路不能转直角弯,只有工兵可以')).toBe('鐵路不能轉直角彎,只有工兵可以');
  expect(widePunctuation('炸弹在 a11:炸弹不能放在第一排')).toBe('炸弹在 a11：炸弹不能放在第一排');
  expect(widePunctuation('每步时限(秒)')).toBe('每步时限（秒）');
  expect(widePunctuation('应为 a, b')).toBe('应为 a, b');
});
