// The server is killed in the middle of a game and started again: the page says so, comes back by
// itself, and the game goes on with its clock.
import { expect, test } from 'vitest';
import { useSite } from './support/site';

const site = useSite();

/** The seconds on a clock's face. */
const seconds = (face: string | null) => {
  const [minutes = 0, rest = 0] = (face ?? '').split(':').map(Number);
  return minutes * 60 + rest;
};

test('kill -9 in mid-game', async () => {
  const me = await site.visit();
  const { page } = me;
  await me.start();
  await me.ready();
  for (let i = 0; i < 2; i++) {
    expect(await me.move()).not.toBeNull();
    expect(await me.myTurn()).toBe(true);
  }
  const clock = page.locator('.below .clock');
  const pieces = await me.points('enemy');
  const seen = Date.now();
  const left = seconds(await clock.textContent());

  await site.server.kill();
  const down = Date.now();
  const banner = page.getByTestId('lost');
  await banner.filter({ hasText: 'Connection lost' }).filter({ hasText: 'unless the server is down' }).waitFor();
  expect(await me.points('enemy')).toEqual(pieces); // the board stays readable
  await page.waitForTimeout(5_000);
  const up = Date.now();
  await site.server.up();
  await banner.waitFor({ state: 'detached' });

  // What the server was down is not charged: only the moments before and after count.
  await expect
    .poll(async () => {
      const charged = left - seconds(await clock.textContent());
      return charged <= (down - seen + Date.now() - up) / 1000 + 2;
    })
    .toBe(true);
  expect(await me.points('enemy')).toEqual(pieces);
  expect(await me.move()).not.toBeNull();
  expect(await me.myTurn()).toBe(true);

  // A reload, and another tab, come to the same game.
  await page.reload();
  expect(await me.myTurn()).toBe(true);
  const tab = await me.context.newPage();
  await tab.goto(site.server.url);
  await tab.getByRole('button', { name: /Go on/ }).click();
  await tab.locator('.news').filter({ hasText: /your turn/i }).waitFor();
  const move = await me.move();
  const moved = new RegExp(move!.slice(0, 3) + '–' + move!.slice(3));
  await tab.locator('ol li').filter({ hasText: moved }).waitFor();
  await me.close();
});
