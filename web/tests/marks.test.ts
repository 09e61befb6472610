// Private marks: where a marked piece is now, what stands on its tile, what the browser remembers.
import { expect, test } from 'vitest';
import type { GameEvent, SeenPiece } from '../src/engine/types';
import { fitting, homesOf, markText, readMarks, withMark } from '../src/table/marks';
import { Talking } from '../src/table/talking.svelte';
import type { SaidMessage } from '../src/generated/protocol';

const gone = (point: string) => ({ point }) as SeenPiece;
const move = (from: string, to: string, outcome: GameEvent['outcome'] = 'move', removed: string[] = []) =>
  ({ kind: 'move', from, to, outcome, removed: removed.map(gone) }) as unknown as GameEvent;

test('a mark follows its piece over any number of moves', () => {
  const homes = homesOf([move('b11', 'b21'), move('a11', 'a21'), move('b21', 'b31'), move('b12', 'b11')]);
  expect(homes.get('b31')).toBe('b11');
  expect(homes.get('b11')).toBe('b12');
  expect(homes.get('b13') ?? 'b13').toBe('b13');
});

test('who wins stands where it took, who falls is gone, who bounces stays', () => {
  expect(homesOf([move('b11', 'a11', 'won', ['a11'])]).get('a11')).toBe('b11');
  expect(homesOf([move('b11', 'a11', 'lost', ['b11'])]).size).toBe(0);
  expect(homesOf([move('b11', 'b12'), move('b12', 'a11', 'both', ['b12', 'a11'])]).size).toBe(0);
  expect(homesOf([move('b11', 'b12'), move('b12', 'a11', 'bounce')]).get('b12')).toBe('b11');
});

test('pieces that leave with their seat take their marks along', () => {
  const out = { kind: 'out', from: '', removed: [gone('b12')] } as unknown as GameEvent;
  expect(homesOf([move('b11', 'b12'), out]).size).toBe(0);
});

test('what stands on the tile', () => {
  expect(markText({ letter: 'M', manner: '?' }, 'characters')).toBe('雷?');
  expect(markText({ letter: '7', manner: '>' }, 'traditional')).toBe('≥師');
  expect(markText({ letter: '4', manner: '<' }, 'numbers')).toBe('≤35');
  expect(markText({ letter: '9' }, 'characters')).toBe('司令');
  expect(markText({ letter: 'F' }, 'icons')).toBe('F');
  expect(markText({ tag: 2 }, 'icons')).toBeUndefined();
});

test('a mine is at least nothing', () => {
  expect(fitting('M', '>')).toBe('?');
  expect(fitting('M', '')).toBe('');
  expect(fitting('5', '<')).toBe('<');
});

test('marks are set, replaced and taken away', () => {
  const one = withMark({}, 'b11', { letter: '9' });
  expect(withMark(one, 'b12', { tag: 1 })).toEqual({ b11: { letter: '9' }, b12: { tag: 1 } });
  expect(withMark(one, 'b11', { letter: undefined })).toEqual({});
  expect(withMark(one, 'b11', null)).toEqual({});
});

test('whatever lies in the browser, only marks are read', () => {
  expect(readMarks({ b11: { letter: 'M', manner: '?' }, b12: { letter: 'X' }, b13: 7, '<b>': { tag: 1 } })).toEqual({
    b11: { letter: 'M', manner: '?' },
  });
  for (const raw of [null, 1, 'x', []]) expect(readMarks(raw)).toEqual({});
});

const said = (date: number, text = 'hi') => ({ type: 'said', table: 't', seat: 'b', name: null, date, text }) as SaidMessage;

test('talk that is told again after a reconnect is not new', () => {
  const chat = new Talking();
  expect(chat.hear(said(1), false, false)).toBe(false);
  expect(chat.hear(said(2), false, true)).toBe(true);
  expect(chat.unread).toBe(1);
  chat.look(true);
  expect(chat.unread).toBe(0);
  chat.look(false);
  chat.anew();
  for (const date of [1, 2, 3]) chat.hear(said(date), false, true);
  chat.told();
  expect(chat.lines).toHaveLength(3);
  expect(chat.unread).toBe(0);
  expect(chat.hear(said(4), false, true)).toBe(true);
  expect(chat.unread).toBe(1);
  expect(chat.hear(said(5), true, true)).toBe(false);
  expect(chat.unread).toBe(1);
});
