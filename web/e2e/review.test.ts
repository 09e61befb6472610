// A finished game gone through for better moves: one's own just played, and a record of others.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { clean } from './support/axe';
import { PHONE, type Player } from './support/player';
import { useSite } from './support/site';

const site = useSite();

const FREE = { 'Moves before a seat may resign': '0', 'Seconds before a seat may resign': '0' };
const study = (me: Player) => me.page.getByRole('group', { name: 'Look for better moves' });
const marks = (me: Player) => me.page.getByRole('img', { name: /^(as good|a little worse|worse|much worse)$/ });

test('one’s own game, on a phone', async () => {
  const me = await site.visit({ size: PHONE, touch: true });
  const { page } = me;
  await me.start(FREE);
  await me.ready();
  let plies = 0;
  while (plies < 5 && (await me.myTurn())) {
    expect(await me.move()).not.toBeNull();
    plies++;
  }
  if (await me.myTurn()) {
    await me.press(page.getByRole('button', { name: 'Resign' }));
    await me.press(page.getByRole('button', { name: 'Yes' }));
  }
  const look = page.getByRole('button', { name: 'Look for better moves' });
  await look.waitFor();
  await me.press(look);
  // Each of one's own moves gets its mark, and nobody else's.
  await expect.poll(() => marks(me).count()).toBe(plies);
  await page.locator('progress').waitFor({ state: 'detached' });
  expect(page.workers()).toEqual([]);
  await clean(page, 'moves with marks');

  const slip = page.getByRole('button', { name: 'First slip' });
  if ((await page.getByRole('img', { name: /worse$/ }).count()) > 0) {
    await me.press(slip);
    await me.news.filter({ hasText: /better: /i }).waitFor();
    await me.press(page.getByRole('button', { name: 'Moves' }));
  } else expect(await slip.count()).toBe(0);

  const own = page.locator('li').filter({ has: marks(me).first() });
  await me.press(own.nth(1).getByRole('button'));
  await me.news.filter({ hasText: /\. (The computer would do the same|Just as good: |A little better: |Better: |Much better: )/ }).waitFor();
  expect(await page.locator('.board .better').count()).toBe(1);
  await me.fits();
  // The enemy is as hidden as it was, with guesses on it; what is behind one is told.
  const hidden = await me.points('enemy unknown piece');
  expect(hidden.length).toBeGreaterThan(20);
  expect((await me.points('?')).length).toBeGreaterThan(5);
  await me.press(me.point(hidden[0]!));
  await me.news.filter({ hasText: new RegExp(`${hidden[0]} then: .+%`) }).waitFor();
  await me.press(page.getByRole('button', { name: 'Guesses' }));
  expect(await me.points('?')).toEqual([]);
  await clean(page, 'a move looked into');

  await me.press(page.getByRole('button', { name: 'Next', exact: true }));
  await me.press(me.point((await me.points('enemy unknown piece'))[0]!));
  const belief = me.news.filter({ hasText: / then: / });
  await belief.waitFor();
  await me.press(page.getByRole('button', { name: 'Done' }));
  expect(await page.locator('.board .better').count()).toBe(0);
  await belief.waitFor({ state: 'detached' }); // it was another's eyes that saw that
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await me.close();
});

test('a game of others, for any seat and with the keyboard', async () => {
  const text = execFileSync(process.env.JUNQI_PROGRAM!, ['random', 'four', '--seed', '2', '--option', 'quiet_limit=0']);
  const me = await site.visit();
  const { page } = me;
  await page.locator('summary').waitFor();
  await page.locator('input[accept^=".jg"]').setInputFiles({ name: 'r.jg', mimeType: 'text/plain', buffer: text });
  await study(me).getByRole('radio', { name: 'Blue' }).check();
  await expect.poll(() => marks(me).count()).toBeGreaterThan(2);
  expect(page.workers()).toHaveLength(1);

  const first = page.locator('li').filter({ has: marks(me).first() }).first();
  await first.getByRole('button').press('Enter');
  const said = await me.news.textContent();
  expect(said).toMatch(/better|good|same/i);
  expect((await me.points('unknown piece')).length).toBe(75);
  await page.keyboard.press('ArrowDown'); // along the list …
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('li')?.textContent)).not.toContain(said!.split('.')[0]!);
  await page.keyboard.press('ArrowRight'); // … and to the seat's next move
  await expect.poll(() => me.news.textContent()).not.toBe(said);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();

  // Another seat: the first one is not thought about any more; nobody: none is.
  await study(me).getByRole('radio', { name: 'Plum' }).check();
  await expect.poll(() => page.workers().length).toBe(1);
  await study(me).getByRole('radio', { name: 'off' }).check();
  await expect.poll(() => page.workers().length).toBe(0);
  expect(await marks(me).count()).toBe(0);

  await study(me).getByRole('radio', { name: 'Red' }).check();
  await expect.poll(() => page.workers().length).toBe(1);
  await page.getByRole('button', { name: 'Home' }).click();
  await expect.poll(() => page.workers().length).toBe(0); // who leaves is not thought for
  await me.close();
});

test('flip on a phone: badges and tiles leave the names whole', async () => {
  const text = execFileSync(process.env.JUNQI_PROGRAM!, ['random', 'flip', '--seed', '3', '--option', 'quiet_limit=0'], { encoding: 'utf8' });
  const named = text.replace('seat a', 'seat a name "Blackbird"').replace('seat b', 'seat b name "Goldfinch"');
  const me = await site.visit({ size: PHONE, touch: true });
  const { page } = me;
  await page.locator('summary').waitFor();
  await page.locator('input[accept^=".jg"]').setInputFiles({ name: 'r.jg', mimeType: 'text/plain', buffer: Buffer.from(named) });
  await page.locator('.bar bdi').filter({ hasText: 'Blackbird' }).first().waitFor();
  await page.locator('.bar small').first().waitFor(); // mines are gone
  const cut = () => page.locator('.bar bdi').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
  expect(await page.locator('.bar bdi').count()).toBe(2);
  expect(await cut()).toEqual([]);
  await clean(page, 'bars with badges');
  await me.fits();
  await me.close();
});
