// Two, three and four people at one table, each in a browser context of their own, and spectators:
// seats, talk, readiness, the countdown, being away and back, marks, draws, handing over, playing again.
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { PHONE, type Looks, type Player } from './support/player';
import { useSite } from './support/site';

const LIMIT = 600_000; // for what hangs, not for what is slow
const site = useSite();

interface Wanted {
  variant: string;
  free: number;
  options?: Record<string, string>;
  settings?: Record<string, string>;
}

/** A table made by the session of a page, which then sits there. */
async function makeTable(page: Page, { variant, free, options = {}, settings = {} }: Wanted): Promise<string> {
  return page.evaluate(
    async (create) => {
      await fetch('/api/session');
      const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws');
      return new Promise<string>((resolve, reject) => {
        socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', version: 1, re: 1 }));
        socket.onmessage = ({ data }: MessageEvent<string>) => {
          const message = JSON.parse(data) as { type: string; table: string };
          if (message.type === 'welcome') socket.send(JSON.stringify(create));
          if (message.type === 'created') resolve(message.table);
          if (message.type === 'error') reject(new Error(data));
        };
      });
    },
    {
      type: 'create',
      re: 2,
      variant,
      options: { move_seconds: '600', resign_ply: '0', resign_seconds: '0', ...options },
      settings: { countdown: '1', ...settings },
      opponents: Array.from({ length: free }, () => ({ level: null })),
    },
  );
}

const button = (one: Player, name: string | RegExp) => one.page.getByRole('button', { name, exact: typeof name === 'string' });

/** The maker and as many others as there are free seats, all seated and set up. */
async function gather(wanted: Wanted, looks: Looks[] = []): Promise<{ all: Player[]; id: string }> {
  // The picture belongs to the site, but no page of ours runs there that asks for a session too.
  const maker = await site.visit(looks[0], '/icon.svg');
  const id = await makeTable(maker.page, wanted);
  const url = `${site.server.url}/t/${id}`;
  await maker.page.goto(url);
  await button(maker, 'Ready').waitFor();
  const open = Array.from({ length: wanted.free }, (_, i) => site.visit(looks[i + 1], url));
  const all = [maker];
  for (const guest of await Promise.all(open)) {
    await guest.press(guest.page.locator('.actions').getByRole('button', { name: 'Sit here' }));
    await button(guest, 'Ready').waitFor();
    all.push(guest);
  }
  return { all, id };
}

async function allReady(all: Player[]) {
  for (const one of all) await one.press(button(one, 'Ready'));
  // The owner moves first.
  await all[0]!.news.filter({ hasText: /your turn/i }).waitFor();
}

async function sure(one: Player, name: string) {
  await one.press(button(one, name));
  await one.press(button(one, 'Yes'));
}

test('two people: talk, a mark, away and back, a draw, once more', { timeout: LIMIT }, async () => {
  const { all, id } = await gather({ variant: 'dark', free: 1 }, [{}, { size: PHONE, touch: true }]);
  const [anna, ben] = all as [Player, Player];
  const watcher = await site.visit({}, `/t/${id}`);
  await watcher.news.filter({ hasText: 'Watching' }).waitFor();

  // Who is missing is said; the rules are fixed once somebody is ready.
  await ben.press(button(ben, 'Ready'));
  await anna.news.filter({ hasText: 'they wait for you' }).waitFor();
  await anna.press(anna.page.getByRole('tab', { name: 'Table' }));
  await anna.page.getByText('so the rules are fixed').waitFor();

  // Talk reaches everybody; on a phone it waits under a badge.
  await anna.page.getByLabel('Say something').fill('Good luck');
  await anna.page.keyboard.press('Enter');
  await ben.page.getByRole('button', { name: 'Talk 1' }).waitFor();
  await ben.press(ben.page.getByRole('button', { name: 'Talk 1' }));
  await ben.page.getByRole('log').getByText('Good luck').waitFor();
  await watcher.page.getByRole('log').getByText('Good luck').waitFor();
  await ben.press(ben.page.getByRole('button', { name: 'Close' }));

  await anna.press(button(anna, 'Ready'));
  await anna.myTurn();
  await watcher.page.locator('[aria-label*="unknown piece"]').first().waitFor();
  expect((await watcher.points('unknown piece')).length).toBe(50);
  await watcher.press(button(watcher, 'Turn the board'));

  // A guess stays on its piece over a reload; only its owner sees it.
  await anna.point('b61').click({ button: 'right' });
  await anna.page.getByRole('dialog').getByRole('button', { name: 'mine' }).click();
  const marked = anna.page.locator('[data-point="b61"][aria-label*="M?"]');
  await marked.waitFor();
  await anna.page.reload();
  await marked.waitFor();
  expect((await ben.points('M?')).length).toBe(0);

  expect(await anna.move()).not.toBeNull();
  await ben.myTurn();

  // Away: everybody sees how long; and back.
  const address = ben.page.url();
  await ben.page.goto('about:blank');
  await anna.page.getByText(/reconnecting/).first().waitFor();
  await watcher.page.getByText(/reconnecting/).first().waitFor();
  await ben.page.goto(address);
  await ben.myTurn();
  await anna.page.getByText(/reconnecting/).first().waitFor({ state: 'hidden' });

  // A draw: offered, seen, accepted.
  await sure(anna, 'Draw');
  await ben.press(button(ben, 'Accept'));
  for (const one of [anna, ben, watcher]) await one.page.locator('.result').filter({ hasText: 'Drawn' }).waitFor();

  // Once more: both wish it, both come to the same new table.
  await anna.press(button(anna, 'Play again'));
  await ben.page.getByText(/would like to play again/).waitFor();
  await ben.press(button(ben, 'Play again'));
  await ben.page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(id));
  await anna.page.waitForURL((url) => url.pathname === new URL(ben.page.url()).pathname);
  for (const one of [anna, ben]) await button(one, 'Ready').waitFor();
  await watcher.page.getByRole('button', { name: 'Follow the next game' }).waitFor();
  for (const one of [anna, ben, watcher]) await one.close();
});

test('a button pressed twice is pressed once', { timeout: LIMIT }, async () => {
  const { all } = await gather({ variant: 'dark', free: 1 }, [{}, { size: PHONE }]);
  const [anna, ben] = all as [Player, Player];
  await button(anna, 'Ready').dblclick();
  await button(anna, 'Undo ready').waitFor();
  expect(await anna.news.innerText()).toContain('Still to come');
  await button(ben, 'Ready').dblclick({ delay: 150 }); // there is an answer between the two
  await anna.myTurn();
  await Promise.all(all.map((one) => one.close()));
});

test('three people: refused offers, resigning one after the other', { timeout: LIMIT }, async () => {
  const { all } = await gather({ variant: 'three', free: 2, options: { resign: 'yes' } });
  const [anna, ben, carl] = all as [Player, Player, Player];
  await allReady(all);
  await sure(anna, 'Draw');
  await ben.press(button(ben, 'Accept'));
  await carl.news.or(carl.page.getByRole('alertdialog')).filter({ hasText: 'accepted' }).first().waitFor();
  await carl.press(button(carl, 'Refuse'));
  await anna.page.locator('.actions').getByRole('button', { name: 'Draw' }).waitFor();

  await sure(ben, 'Resign');
  for (const one of [anna, carl]) await one.page.locator('.corner.out').filter({ hasText: 'Blue' }).waitFor();
  await sure(carl, 'Resign');
  await anna.page.locator('.result').filter({ hasText: 'You won' }).waitFor();
  for (const one of [ben, carl]) await one.page.locator('.result').filter({ hasText: 'Red won' }).waitFor();
  // Why the score changed is told in words, without a rule's number.
  await ben.page.goto(`${site.server.url}/me`);
  const why = ben.page.locator('.change .why').filter({ hasText: /first out/i });
  expect(await why.textContent()).not.toMatch(/R-\d|rule/);
  for (const one of all) await one.close();
});

test('four people: a computer player takes over, and a draw of all', { timeout: LIMIT }, async () => {
  const settings = { friendly: 'yes', substitutes: '1' };
  const { all } = await gather({ variant: 'four', free: 3, settings });
  const [anna, ben, carl, dora] = all as [Player, Player, Player, Player];
  await allReady(all);
  await sure(ben, 'Hand over');
  await anna.page.locator('.corner').filter({ hasText: 'computer acts' }).waitFor();
  await anna.move();
  // The computer player moved for Blue: it is Green's turn.
  await carl.news.filter({ hasText: /your turn/i }).waitFor();
  await ben.press(button(ben, 'Play on myself'));
  await anna.page.locator('.corner').filter({ hasText: 'computer acts' }).waitFor({ state: 'hidden' });

  await sure(carl, 'Draw');
  for (const one of [anna, ben, dora]) await one.press(button(one, 'Accept'));
  for (const one of all) await one.page.locator('.result').filter({ hasText: 'Everybody agreed' }).waitFor();
  for (const one of all) await one.close();
});
