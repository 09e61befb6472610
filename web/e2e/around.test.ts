// Around the tables: names and sessions that change somewhere else, who is sent away, and every screen
// while the server is away.
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { clean, large } from './support/axe';
import { PHONE, type Looks, type Player } from './support/player';
import { useSite } from './support/site';

const site = useSite();
const PASSWORD = 'correct horse';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

async function fill(page: Page, name: string, how: 'Register' | 'Sign in') {
  await page.getByRole('radio', { name: how, exact: true, checked: true }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, how).click();
  await page.locator('header .name').filter({ hasText: name }).waitFor();
}

async function register(name: string, looks: Looks = {}): Promise<Player> {
  const who = await site.visit(looks, '/account/register');
  await fill(who.page, name, 'Register');
  return who;
}

async function signIn(name: string, looks: Looks = {}): Promise<Player> {
  const who = await site.visit(looks);
  await who.page.getByText('Sign in', { exact: true }).click();
  await fill(who.page, name, 'Sign in');
  return who;
}

test('a former name leads to who has given it up', async () => {
  const me = await register('Zhukov');
  const other = await site.visit({ size: PHONE, theme: 'dark' }, '/people/zhukov');
  await other.page.getByRole('heading', { name: 'Record of Zhukov' }).waitFor(); // as its owner writes it
  await link(me.page, 'Zhukov').click();
  await me.page.getByLabel('New name').fill('Konev');
  await button(me.page, 'Change it').first().click();
  await me.page.locator('header .name').filter({ hasText: 'Konev' }).waitFor();

  await other.page.reload();
  await other.page.getByText('zhukov is now called Konev.').waitFor();
  await clean(other.page, 'a former name');
  await link(other.page, 'To Konev’s page').click();
  await other.page.waitForURL('**/people/Konev');
  await other.page.getByText('is now called').waitFor({ state: 'detached' });

  await button(me.page, 'Delete the account').click();
  await me.page.getByLabel('Enter your password to confirm', { exact: true }).fill(PASSWORD);
  await button(me.page, 'Delete for good').click();
  await me.page.locator('header .guest').waitFor();
  await other.page.goto(`${site.server.url}/people/Zhukov`);
  await other.page.getByText('There is nobody with the name “Zhukov”').waitFor();
  expect(await other.page.getByText('Konev').count()).toBe(0);
  await clean(other.page, 'nobody');
  await other.close();
  await me.close();
});

test('a session that ends somewhere else is said, once', async () => {
  const me = await register('Vatutin');
  const window = await me.context.newPage();
  await window.goto(`${site.server.url}/me`);
  await window.locator('header .name').filter({ hasText: 'Vatutin' }).waitFor();
  const elsewhere = await signIn('Vatutin', { size: PHONE, theme: 'dark' });

  await me.page.goto(`${site.server.url}/account`);
  await button(me.page, 'Sign out').click();
  await me.page.locator('header .guest').waitFor();
  const said = (page: Page) => page.getByText('Vatutin is signed out here.');
  await said(window).waitFor();
  await clean(window, 'signed out in another window');
  expect(await said(me.page).count()).toBe(0); // it was this window's doing
  await window.locator('.banner').getByRole('link', { name: 'Sign in' }).click();
  await fill(window, 'Vatutin', 'Sign in');
  expect(await said(window).count()).toBe(0);

  // On another device the account is deleted.
  await window.goto(`${site.server.url}/account`);
  await button(window, 'Delete the account').click();
  await window.getByLabel('Enter your password to confirm', { exact: true }).fill(PASSWORD);
  await button(window, 'Delete for good').click();
  await said(elsewhere.page).waitFor();
  await elsewhere.page.locator('header .guest').waitFor();
  await clean(elsewhere.page, 'the account is gone');
  await button(elsewhere.page, 'Close').click();
  await said(elsewhere.page).waitFor({ state: 'detached' });
  await elsewhere.page.reload();
  await elsewhere.page.locator('header .guest').waitFor();
  expect(await said(elsewhere.page).count()).toBe(0);
  await elsewhere.close();
  await me.close();
});

test('who is banned is told until when and why, and is let in again', async () => {
  const me = await register('Sokolov', { theme: 'dark' });
  site.server.admin('ban', 'Sokolov', '2d', 'unkind words');
  const banner = me.page.locator('.banner');
  await banner.filter({ hasText: /banned until \w+ \d+.*: unkind words/ }).waitFor();
  await clean(me.page, 'banned');
  site.server.admin('unban', 'Sokolov');
  await button(me.page, 'Try now').click();
  await banner.waitFor({ state: 'detached' });
  await me.close();
});

test('while the server is away every screen says so, and comes back by itself', async () => {
  const me = await site.visit({ size: PHONE }, '/lobby');
  const { page } = me;
  await page.getByText('Nobody waits for others').waitFor();
  await site.server.kill();
  const banner = page.locator('.banner').filter({ hasText: 'Connection lost' });
  await banner.waitFor();
  await clean(page, 'the lobby, offline');
  await link(page, 'Play').click();
  await button(page, 'Play the computer').click();
  await page.getByRole('alert').filter({ hasText: 'Not possible without a connection' }).waitFor();
  await clean(page, 'home, offline');
  await link(page, 'Leaders').click(); // a part of the page that has not been loaded yet
  await page.getByText('comes when the connection is back').waitFor();
  await clean(page, 'a part that is not to be had');
  await button(page, 'Try again').click();
  await me.fits();
  await site.server.up();
  await page.getByText('Nobody is here yet').waitFor();
  await banner.waitFor({ state: 'detached' });
  await link(page, 'Play').click();
  expect(await page.getByRole('alert').count()).toBe(0); // what was said then is true no more
  await me.close();
});

test('making a table: plain words first, everything within reach, what is not usual is said', async () => {
  const looks = [{ theme: 'light' }, { theme: 'dark', size: PHONE }] as const;
  for (const look of looks) {
    const me = await site.visit(look, '/new');
    const { page } = me;
    await me.choose('Four');
    await me.choose('relaxed');
    await page.getByText('2 min for each move.').waitFor();
    for (const summary of await page.locator('summary').all()) await summary.click();
    await page.getByLabel('Time for a move').selectOption('60');
    await page.getByRole('radio', { name: '1 min', exact: true, checked: true }).waitFor();
    await page.getByLabel('Bombs may be set up in the front row').selectOption('yes');
    await me.choose('nobody watches');
    await clean(page, 'making a table, all of it');
    await me.fits();
    for (const summary of await page.locator('summary').all()) await summary.click();
    await page.getByRole('listitem').filter({ hasText: 'Bombs may be set up in the front row: yes' }).waitFor();
    await page.locator('summary').filter({ hasText: 'not to be watched' }).waitFor();
    await clean(page, 'making a table with rules of its own');
    await button(page, 'Make the table').click();
    await page.locator('dialog').getByText('Ask your friends in').waitFor();
    await clean(page, 'asking friends in');
    await me.close();
  }
});

test('an invitation is copied without the browser’s clipboard, too', async () => {
  const me = await site.visit();
  const { page } = me;
  // As where the page comes without TLS.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto(`${site.server.url}/new/friends`);
  await button(page, 'Make it and invite').click();
  const dialog = page.locator('dialog');
  await button(page, 'Copy link').click();
  await dialog.getByRole('button', { name: 'Copied' }).waitFor();
  const code = (await dialog.locator('output').textContent())!;
  await button(page, 'Copy code').click();
  const field = dialog.getByLabel('Link', { exact: true });
  await field.evaluate((one: HTMLInputElement) => {
    one.readOnly = false;
    one.select();
  });
  await page.keyboard.press('Control+V');
  expect(await field.inputValue()).toBe(code);

  // And where nothing can be copied at all it is said.
  await page.evaluate(() => (document.execCommand = () => false));
  await button(page, 'Copy link').click();
  await dialog.getByText('mark it and copy it by hand').waitFor();
  await clean(page, 'to be copied by hand');
  await me.close();
});

test('every address can be opened by somebody new, and has a title of its own', async () => {
  const me = await site.visit({}, '/join/ABCDEF');
  const { page } = me;
  await page.getByText('No table has the code ABCDEF').waitFor();
  await clean(page, 'a code of no table');
  await link(page, 'See the lobby').click();
  const titles = new Set([await page.title()]);
  for (const path of ['/', '/lobby', '/new', '/games', '/leaders/four', '/me', '/account', '/people/Nobody', '/layouts']) {
    await page.goto(site.server.url + path);
    await page.locator('h1, .title').first().waitFor();
    await expect.poll(() => page.title()).toContain('Junqi');
    titles.add(await page.title());
    await clean(page, path);
  }
  expect(titles.size).toBe(9); // home, the lobby once, and seven more
  await page.goto(`${site.server.url}/t/nosuchtable`);
  await page.getByRole('alert').filter({ hasText: 'There is no such table' }).waitFor();
  await clean(page, 'no such table');
  await button(page, 'Home').click();
  await button(page, 'Play the computer').waitFor();
  await page.goBack();
  await page.getByRole('alert').filter({ hasText: 'There is no such table' }).waitFor();
  await page.goto(`${site.server.url}/leaders/nosuchgame`);
  await page.getByText('Nobody is here yet').waitFor();
  await page.goto(`${site.server.url}/people/%E5`);
  await button(page, 'Play the computer').waitFor();
  await me.close();
});

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`on a phone at night every screen fits, and every target a finger, ${language}`, async () => {
    const me = await site.visit({ size: PHONE, touch: true, theme: 'dark', language });
    const { page } = me;
    for (const path of ['/', '/lobby', '/new', '/new/friends', '/games', '/leaders', '/me', '/account', '/account/register', '/people/Nobody']) {
      await page.goto(site.server.url + path);
      await page.locator('main h1').waitFor();
      // Until the lists have come, or it was said why not.
      await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
      for (const summary of await page.locator('summary').all()) await summary.click();
      await me.fits();
      await large(page, path);
      await clean(page, path);
    }
    await page.goto(site.server.url);
    await page.locator('.gear').click();
    await page.locator('dialog[open]').waitFor();
    await large(page, 'settings');
    await clean(page, 'settings');
    await me.close();
  });
}

test('while the first connection is being made nobody is told that there is none', async () => {
  const me = await site.visit({ size: PHONE }, '/icon.svg');
  const { page } = me;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/session', async (route) => {
    await answered;
    await route.continue();
  });
  for (const path of ['/lobby', '/leaders', '/me']) {
    await page.goto(site.server.url + path);
    await page.getByText('Loading…').first().waitFor();
    await page.locator('main h1').waitFor();
    expect(await page.getByText('No connection').count()).toBe(0);
    await clean(page, `${path}, on its way`);
  }
  answer();
  await page.getByText('No scored games yet.').waitFor();
  await me.close();
});

test('what goes wrong is said where it was done', async () => {
  const me = await site.visit({ size: PHONE, touch: true });
  const { page } = me;
  const inView = async (text: string) => {
    const alert = page.getByRole('alert').filter({ hasText: text });
    await alert.waitFor();
    const box = (await alert.boundingBox())!;
    const bar = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
  };
  const code = page.getByLabel('Have a code?');
  await code.fill('ABCDEF');
  await button(page, 'Enter').tap();
  await inView('No table has the code ABCDEF');
  await clean(page, 'a code of no table, typed');
  await code.fill('AB');
  await button(page, 'Enter').tap();
  await inView('A code has 6 characters');
  expect(await page.getByText('No table has the code').count()).toBe(0);

  await page.goto(`${site.server.url}/people/${'x'.repeat(70)}`);
  await page.getByText('There is nobody with the name').waitFor();
  await page.goto(`${site.server.url}/games`);
  await page.getByLabel('Opponent’s name').fill('Nobody');
  await button(page, 'Find').tap();
  await page.getByText('No games like that.').waitFor();
  await button(page, 'Show all').tap();
  await page.getByText('No finished games yet.').waitFor();
  await me.close();
});
