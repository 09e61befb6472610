// People who find each other: by an invitation, in the lobby, by quick match, at tables of three and
// four; and accounts: taking a name, signing out and in, another name.
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clean } from './support/axe';
import { PHONE, type Player } from './support/player';
import { useSite } from './support/site';

/** A replay of another site, opened from a file. */
const REPLAY = fileURLToPath(new URL('../../tests/notation/seeds/jgs/small.jgs', import.meta.url));

const site = useSite();

const button = (who: Player, name: string | RegExp) => who.page.getByRole('button', { name, exact: typeof name === 'string' });
const link = (who: Player, name: string) => who.page.getByRole('link', { name, exact: true });
const atTable = (who: Player) => who.page.locator('[data-point="a11"]').waitFor();

/** Makes a table for people and closes the sheet that says how to ask them in, unless it is to stay; its link and code. */
async function make(who: Player, variant: string, friends: boolean, stay = false) {
  if (friends) await who.press(button(who, /^Play with friends/));
  else await who.press(link(who, 'Make a table'));
  await who.page.getByRole('heading', { name: friends ? 'Play with friends' : 'Make a table' }).waitFor();
  await who.choose(variant);
  await who.choose('relaxed'); // nobody is late on a busy machine
  await who.press(button(who, friends ? 'Make it and invite' : 'Make the table'));
  // In flip there is room for it beside the board.
  const sheet = who.page.locator(variant === 'Flip' ? '#app' : 'dialog');
  const shown = sheet.getByLabel('Link', { exact: true });
  await shown.waitFor();
  const url = await shown.inputValue();
  const code = friends ? ((await sheet.locator('output').textContent()) ?? '') : '';
  await clean(who.page, `a new table of ${variant}`);
  if (variant !== 'Flip' && !stay) await who.press(button(who, 'To the table'));
  return { url, code };
}

test('an invitation by link: two play', async () => {
  const host = await site.visit({ size: PHONE, touch: true });
  const { url, code } = await make(host, 'Dark', true, true);
  expect(code).toMatch(/^\w{6}$/);
  expect(url).toBe(`${site.server.url}/join/${code}`);
  await host.fits();
  const guest = await site.visit({}, url);
  await atTable(guest);
  expect(guest.page.url()).toContain('/t/');
  // All have come: the sheet goes by itself.
  await host.page.locator('dialog').waitFor({ state: 'detached' });
  for (const who of [host, guest]) await who.press(button(who, 'Ready'));
  // The owner moves first, then the one who came.
  for (const who of [host, guest, host]) {
    expect(await who.myTurn()).toBe(true);
    expect(await who.move(false)).not.toBeNull();
  }
  // A third one finds no seat, and no table in the lobby.
  const late = await site.visit();
  await late.page.getByLabel('Have a code?').fill(code.toLowerCase());
  await late.press(button(late, 'Enter'));
  await atTable(late);
  expect(await button(late, 'Resign').count()).toBe(0);
  await late.page.goto(`${site.server.url}/lobby`);
  await late.page.getByText('There is no public game to watch right now.').waitFor();
  await late.page.getByText('Besides, tables that are not listed, such as private ones: 1.').waitFor();
  await late.close();
  await guest.close();
  await host.close();
});

test('the lobby: a table is made, found and filled', async () => {
  const host = await site.visit();
  await make(host, 'Flip', false);
  const other = await site.visit({ size: PHONE, theme: 'dark', touch: true });
  await other.press(link(other, 'Lobby'));
  await other.choose('Three');
  await other.page.getByText('No table of Three waits for people right now.').waitFor();
  await other.choose('Flip');
  await other.page.getByRole('heading', { name: 'Flip' }).waitFor();
  await clean(other.page, 'lobby');
  await other.fits();
  await other.press(button(other, 'Sit down'));
  await atTable(other);
  for (const who of [host, other]) await who.press(button(who, 'Ready'));
  await host.news.filter({ hasText: /your turn/i }).waitFor();
  // It is watched from the lobby now, and gone from the tables that wait.
  const third = await site.visit({}, '/lobby');
  await link(third, 'Watch').waitFor();
  expect(await third.page.getByRole('button', { name: /^Sit down/ }).count()).toBe(0);
  // One's own table is in reach from everywhere; the browser's way back leads to where one was.
  await host.page.goto(`${site.server.url}/lobby`);
  await host.page.locator('.own a').click();
  await atTable(host);
  await host.page.goBack();
  await host.page.getByRole('heading', { name: 'Lobby' }).waitFor();
  for (const who of [third, other, host]) await who.close();
});

test('who sits down in one window sits in the other as well', async () => {
  const host = await site.visit();
  await make(host, 'Flip', false);
  const guest = await site.visit({}, host.page.url());
  await atTable(guest);
  const window = await guest.context.newPage();
  await window.goto(guest.page.url());
  const sit = (page: Page) => page.locator('.actions').getByRole('button', { name: 'Sit here' });
  await sit(window).waitFor();
  await guest.press(sit(guest.page));
  await button(guest, 'Ready').waitFor();
  await window.getByRole('button', { name: 'Ready', exact: true }).click();
  await button(guest, 'Undo ready').waitFor();
  await guest.close();
  await host.close();
});

test('quick match brings two together, one of them in a game with the computer', async () => {
  const first = await site.visit();
  await first.choose('Dark');
  await first.press(button(first, /^Quick match/));
  await first.page.getByText('Only you are looking right now').waitFor();
  await clean(first.page, 'looking for a game');
  await first.press(button(first, 'Play the computer meanwhile'));
  await first.start();
  await first.ready();
  await button(first, /^Looking/).waitFor();

  const second = await site.visit();
  await second.choose('Dark');
  await second.press(button(second, /^Quick match/));
  await atTable(second);
  // Nobody is torn away from a game that runs.
  await first.press(button(first, 'Go to the game'));
  await button(first, 'Ready').waitFor();
  expect(first.page.url()).toBe(second.page.url());
  for (const who of [first, second]) await who.press(button(who, 'Ready'));
  await first.news.filter({ hasText: /your turn|move/i }).waitFor();
  await second.close();
  await first.close();
});

test('looking for a game can be given up', async () => {
  const me = await site.visit();
  await me.choose('Four');
  await me.press(button(me, /^Quick match/));
  await me.page.getByRole('radio', { name: 'Anti-cheat' }).check();
  await me.page.getByText('Seats by lot').waitFor();
  await me.page.keyboard.press('Escape');
  await button(me, /^Looking/).waitFor();
  await me.press(button(me, 'Stop looking'));
  await button(me, /^Looking/).waitFor({ state: 'detached' });
  await me.close();
});

for (const [variant, seats] of [
  ['Three', 3],
  ['Four', 4],
] as const) {
  test(`a table of ${seats} fills from the lobby and begins`, async () => {
    const host = await site.visit();
    await make(host, variant, false);
    const all = [host];
    while (all.length < seats) {
      const next = await site.visit({}, '/lobby');
      await next.choose(variant);
      await next.page.getByRole('button', { name: /^Sit down: / }).first().click();
      await atTable(next);
      all.push(next);
    }
    for (const who of all) await who.press(button(who, 'Ready'));
    await host.news.filter({ hasText: /your turn/i }).waitFor();
    expect(await host.move(false)).not.toBeNull();
    await all[1]!.news.filter({ hasText: /your turn/i }).waitFor();
    for (const who of all.reverse()) await who.close();
  });
}

test('a long name is cut rather than broken, and whole in its title', async () => {
  const name = 'WolfgangAmadeus9';
  const host = await site.visit({}, '/account/register');
  await host.page.getByLabel('Name', { exact: true }).fill(name);
  await host.page.getByLabel('Password', { exact: true }).fill('correct horse');
  await host.press(button(host, 'Register'));
  await host.page.locator('header .name').filter({ hasText: name }).waitFor();
  await host.page.goto(site.server.url);
  await make(host, 'Dark', false);
  for (const width of [390, 320]) {
    const guest = await site.visit({ size: { width, height: 740 }, touch: true }, '/lobby');
    const oneLine = async () => {
      const there = guest.page.locator('.named').filter({ hasText: name });
      await there.waitFor();
      expect((await there.boundingBox())!.height).toBeLessThan(30);
      await guest.fits();
    };
    await oneLine();
    await guest.page.getByTitle(name).waitFor();
    await guest.page.goto(host.page.url());
    await guest.press(guest.page.locator('.actions').getByRole('button', { name: 'Table' }));
    await oneLine();
    await guest.close();
  }
  await host.close();
});

test('a name is taken, left, taken up again and changed', async () => {
  const me = await site.visit();
  const { page } = me;
  const password = 'correct horse';
  const sign = async (name: string, word: string, how: 'Register' | 'Sign in') => {
    await page.goto(`${site.server.url}/account`);
    await page.getByRole('radio', { name: how }).check();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Password', { exact: true }).fill(word);
    await me.press(button(me, how));
  };
  await page.goto(`${site.server.url}/account`);
  await clean(page, 'account of a guest');
  await sign('x', password, 'Register');
  await page.getByRole('alert').filter({ hasText: /2 to 16/ }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  await sign('Zhukov', password, 'Register');
  const who = page.locator('header .name');
  await who.filter({ hasText: 'Zhukov' }).waitFor();

  await page.goto(`${site.server.url}/account`);
  await page.getByText('this device').waitFor();
  await clean(page, 'account');
  await page.getByLabel('What it is for').fill('my bot');
  await me.press(button(me, 'New token'));
  expect((await page.locator('code').textContent())!.length).toBeGreaterThan(20);
  await button(me, 'Revoke: my bot').waitFor();
  await page.getByLabel('New name').fill('Konev');
  await me.press(button(me, 'Change it').first());
  await who.filter({ hasText: 'Konev' }).waitFor();
  await me.press(button(me, 'Sign out'));
  await page.locator('header .guest').waitFor();

  await sign('Konev', 'wrong horse', 'Sign in');
  await page.getByRole('alert').waitFor();
  await sign('Konev', password, 'Sign in');
  await who.filter({ hasText: 'Konev' }).waitFor();
  await page.goto(`${site.server.url}/people/Konev`);
  await page.getByText('No scored games yet.').first().waitFor();
  await clean(page, 'a person');
  const other = await site.visit({}, '/people/Konev');
  await other.page.getByText('Private games stay with those who played them.').waitFor();
  await clean(other.page, 'somebody else');
  await other.close();
  await page.goto(`${site.server.url}/leaders/dark`);
  await page.getByText('Play a scored game to be on the board.').waitFor();
  await clean(page, 'leaderboard');
  await page.goto(`${site.server.url}/games`);
  await page.getByText('No finished games yet.').waitFor();
  await clean(page, 'games');
  await page.locator('input[type=file]').setInputFiles(REPLAY);
  await button(me, 'To the start').waitFor();
  await page.goto(`${site.server.url}/new`);
  await page.getByText('Rules of the game').waitFor();
  await clean(page, 'making a table');

  await page.goto(`${site.server.url}/account`);
  await me.press(button(me, 'Delete the account'));
  await page.getByLabel('Enter your password to confirm', { exact: true }).fill(password);
  await me.press(button(me, 'Delete for good'));
  await page.locator('header .guest').waitFor();
  await me.close();
});
