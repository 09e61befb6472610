// Sentences of a game: how they begin, and whose name stands as it is written.
import { expect, test, vi } from 'vitest';

// What the settings ask a browser for.
vi.hoisted(() => {
  const media = { matches: false, addEventListener() {} };
  Object.assign(globalThis, { matchMedia: () => media });
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
});

import type { Seat } from '../src/board/types';
import type { GameEvent, GameState } from '../src/engine/types';
import { sayEnd, sayEvent, type Reader } from '../src/table/say';

const SEATS: readonly Seat[] = ['a', 'b', 'c', 'd'];

function reader(names: string[], own: Seat | null = null): Reader {
  const nameOf = (seat: Seat) => (seat === own ? 'You' : (names['abcd'.indexOf(seat)] ?? seat));
  return { own, nameOf, seats: names.length, colour: own, sideName: nameOf, paint: (seat) => seat };
}

const event = (one: Partial<GameEvent>) => ({ seat: 'b', piece: null, target: null, ...one }) as GameEvent;
const over = (one: Partial<GameState>) => ({ state: 'win', reason: 'flag', ...one }) as GameState;
const walk = event({ kind: 'move', outcome: 'move', from: 'b11', to: 'b21', piece: { seat: 'b', letter: '9' } as GameEvent['piece'] });

test('a name at the beginning of a sentence stays as it is written', () => {
  const two = reader(['ann', 'eve']);
  expect(sayEvent(event({ kind: 'resign' }), two)).toMatch(/^eve /);
  expect(sayEvent(event({ kind: 'out', reason: 'flag' }), two)).toMatch(/^eve /);
  expect(sayEvent(walk, two)).toMatch(/^eve’s marshal/);
  const end = over({ winners: ['a'], out: [{ seat: 'b', reason: 'flag' }] as GameState['out'] });
  expect(sayEnd(end, SEATS.slice(0, 2), two)).toMatch(/^ann won\. eve /);
  expect(sayEnd(over({ winners: ['a', 'c'], out: [] }), SEATS, reader(['ann', 'eve', 'bo', 'di']))).toMatch(/^ann and bo won/);
});

test('anything else begins with a capital letter', () => {
  expect(sayEvent(walk, reader(['ann', 'eve'], 'b'))).toMatch(/^Your marshal/);
  expect(sayEvent(walk, reader(['ann', 'eve'], 'a'))).toMatch(/^The enemy’s marshal/);
});
