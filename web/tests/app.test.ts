// Which tables the page goes on following.
import { expect, test, vi } from 'vitest';

// What the settings ask a browser for.
vi.hoisted(() => {
  const media = { matches: false, addEventListener() {} };
  Object.assign(globalThis, { matchMedia: () => media });
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
});

import { app } from '../src/app/app.svelte';
import type { Engine } from '../src/engine/engine';
import type { JoinedMessage, Seat, State } from '../src/generated/protocol';
import { emptyTable } from '../src/table/fold';

function follow(table: string, state: State, seat: Seat | null) {
  const joined = { table, seat, owner: 'a', variant: 'flip', options: {}, settings: {} };
  app.follow(table)!.state = { ...emptyTable(joined as unknown as JoinedMessage), state };
}

test('who goes on to the next game follows the former one no longer', () => {
  app.engine = {} as Engine;
  follow('over', 'finished', 'a');
  follow('looked', 'playing', null);
  follow('running', 'playing', 'b');
  follow('next', 'waiting', 'a');
  app.tidy('next');
  expect([...app.followed.keys()]).toEqual(['running', 'next']);
  // Looking back at a game, and looking on.
  follow('over', 'finished', 'a');
  app.tidy('over');
  follow('looked', 'playing', null);
  expect([...app.followed.keys()]).toEqual(['running', 'next', 'over', 'looked']);
  app.tidy();
  expect([...app.followed.keys()]).toEqual(['running', 'next']);
  for (const id of app.followed.keys()) app.unfollow(id);
});
