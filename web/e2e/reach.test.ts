// The page for every hand and eye: a phone and a finger, a keyboard alone, three languages, and the
// checks of axe in every state, by day and by night.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { clean, large } from './support/axe';
import { Keyboard } from './support/keyboard';
import { PHONE, type Player } from './support/player';
import { useSite } from './support/site';

const site = useSite();

test('a phone and a finger', async () => {
  const me = await site.visit({ size: PHONE, touch: true, language: 'zh-CN' });
  const { page } = me;
  await me.fits();
  await me.start();
  await me.fits();
  await me.press(me.point('a61'));
  await me.press(me.point('a65'));
  await me.press(page.getByRole('button', { name: '布阵', exact: true }));
  await me.press(page.getByRole('button', { name: '空城计' }));
  await me.ready();
  await me.fits();

  const tile = await page.locator('.board .tile').first().boundingBox();
  const target = await me.point('a11').boundingBox();
  expect(tile!.width).toBeGreaterThanOrEqual(44);
  expect(target!.width).toBeGreaterThanOrEqual(40);
  expect(target!.height).toBeGreaterThanOrEqual(40);

  // A refused tap says why and points at the point; the board does not move.
  const board = await page.locator('.board').boundingBox();
  const movable = (await me.points(me.words.own)).find((point) => point.startsWith('a1'))!;
  await me.press(me.point(movable));
  await me.press(me.point('b62'));
  await me.news.locator('.bad').waitFor();
  expect(await page.locator('.pointed').count()).toBe(1);
  for (let i = 0; i < 3; i++) {
    expect(await me.move()).not.toBeNull();
    if (!(await me.myTurn())) break;
  }
  expect(await page.locator('.board').boundingBox()).toEqual(board);
  await me.press(page.getByRole('button', { name: '着法' }));
  await page.locator('ol li').first().waitFor();
  await me.fits();
  await me.close();
});

/** All of the height is the board's, and nothing lies or runs out of the window. */
async function wholeOnItsSide({ page }: Player, where: string) {
  const { height } = (await page.locator('.stage .board').boundingBox())!;
  expect(height, where).toBeGreaterThan(page.viewportSize()!.height - 16);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.stage .bar, .stage .board, .stage .news p, .stage .actions *')]
      .filter((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        const out = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
        return out || (one.matches('button, p') && one.scrollWidth > one.clientWidth);
      })
      .map((one) => one.textContent.trim()),
  );
  expect(cut, where).toEqual([]);
}

test('a phone on its side', async () => {
  for (const { variant, language, width, height } of [
    { variant: '二人暗棋', language: 'zh-CN', width: 844, height: 390 },
    { variant: 'Flip', language: 'en-US', width: 740, height: 360 },
    { variant: 'Four', language: 'en-US', width: 667, height: 375 },
    { variant: 'Three', language: 'en-US', width: 740, height: 360 },
  ]) {
    const me = await site.visit({ size: { width, height }, touch: true, language });
    const check = async (state: string) => {
      await wholeOnItsSide(me, `${variant}, ${state}`);
      await me.fits();
      await large(me.page, `${variant}, ${state}`);
    };
    await me.choose(variant);
    await me.start();
    await check('at first');
    if (variant !== 'Flip') await me.ready();
    await me.myTurn();
    await check('own turn');
    // The panel slides in over what is right of a narrow board, which stays in sight.
    await me.press(me.page.getByRole('button', { name: language === 'zh-CN' ? '着法' : 'Moves' }));
    const edge = () => me.page.locator('.side').evaluate((one) => one.getBoundingClientRect().right);
    await expect.poll(edge).toBeLessThanOrEqual(width);
    await check('a pane');
    const side = (await me.page.locator('.side').boundingBox())!;
    const board = (await me.page.locator('.stage > .board').boundingBox())!;
    if (/Flip|暗/.test(variant)) expect(side.x).toBeGreaterThanOrEqual(board.x + board.width);
    await me.close();
  }
  const record = execFileSync(process.env.JUNQI_PROGRAM!, ['random', 'three', '--seed', '2']);
  const me = await site.visit({ size: { width: 667, height: 375 }, touch: true });
  await me.page.locator('summary').waitFor();
  await me.page.locator('input[accept^=".jg"]').setInputFiles({ name: 'r.jg', mimeType: 'text/plain', buffer: record });
  await me.page.getByRole('button', { name: 'To the end' }).waitFor();
  await wholeOnItsSide(me, 'review');
  await me.fits();
  await large(me.page, 'review');
  await me.close();
});

test('a keyboard alone', async () => {
  const me = await site.visit();
  const { page } = me;
  const { keyboard } = page;
  const keys = new Keyboard(me);
  await keys.tabTo(/^Play the computer$/);
  await keyboard.press('Enter');
  await page.locator('[data-point="a11"]').waitFor();

  // Swap two pieces on the board with arrows and Enter.
  await keys.tabTo(/^a\d\d$/);
  const from = await keys.focused();
  const before = await me.point(from).getAttribute('aria-label');
  await keyboard.press('Enter');
  await keyboard.press('ArrowDown');
  const to = await keys.focused();
  expect(to).not.toBe(from);
  await keyboard.press('Enter');
  const after = await me.point(to).getAttribute('aria-label');
  expect(after!.split(', ')[2]).toBe(before!.split(', ')[2]);
  await keyboard.press('Enter');
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await keys.tabTo(/^Ready$/);
  await keyboard.press('Enter');
  await me.myTurn();

  // Pick, walk, drop: the first piece with somewhere to go.
  await keys.tabTo(/^a\d\d$/);
  for (const point of await me.points(', own ')) {
    await me.point(point).focus();
    await keyboard.press('Enter');
    const reach = await me.points('in reach');
    if (reach.length > 0) {
      await me.point(reach[0]!).focus();
      await keyboard.press('Enter');
      break;
    }
  }
  await page.locator('ol li').first().waitFor();
  await me.myTurn();

  // A typed move; what happens is in a live region.
  await me.point('a11').focus();
  await page.getByLabel('Type a move: a11a21').focus();
  await keyboard.type('zz9');
  await keyboard.press('Enter');
  const live = me.news.locator('[aria-live="polite"]');
  await live.locator('xpath=self::*[contains(@class,"bad")]').waitFor();
  await me.close();
});

test('a review with talk, on phones of three widths and on its side: every button is as large as a finger', async () => {
  const sizes = [...[390, 360, 320].map((width) => ({ width, height: 740 })), { width: 740, height: 360 }];
  const host = await site.visit({ size: PHONE, touch: true });
  await host.start({ 'Moves before a seat may resign': '0', 'Seconds before a seat may resign': '0' });
  await host.ready();
  const watcher = await site.visit({ size: PHONE, touch: true }, host.page.url());
  await watcher.news.filter({ hasText: 'Watching' }).waitFor();
  expect(await host.move()).not.toBeNull();
  if (await host.myTurn()) {
    await host.press(host.page.getByRole('button', { name: 'Resign' }));
    await host.press(host.page.getByRole('button', { name: 'Yes' }));
  }
  for (const me of [host, watcher]) {
    const { page } = me;
    const check = async (where: string) => {
      for (const size of sizes) {
        await page.setViewportSize(size);
        await large(page, `${where}, ${size.width}`);
        await me.fits();
        if (size.width > size.height) await wholeOnItsSide(me, where);
      }
      await page.setViewportSize(PHONE);
    };
    const row = page.locator('.actions');
    await page.locator('.result').waitFor();
    await check('the result');
    await page.keyboard.press('Escape');
    for (const name of ['Moves', 'Talk']) await row.getByRole('button', { name }).waitFor();
    await check('review');
    // The start, which is not in the row where there is no room for it.
    await me.press(row.getByRole('button', { name: 'Moves' }));
    await check('moves');
    await me.press(page.getByRole('listitem').getByRole('button', { name: 'The start' }));
    await me.news.filter({ hasText: 'The start' }).waitFor();
    await me.press(row.getByRole('button', { name: 'Result' }));
    await me.press(page.getByRole('button', { name: 'Look for better moves' }));
    const mark = page.getByRole('img', { name: /^(as good|a little worse|worse|much worse)$/ }).first();
    await mark.waitFor();
    await check('marks');
    await me.press(page.locator('li').filter({ has: mark }).getByRole('button').first());
    await page.getByRole('button', { name: 'Done' }).waitFor();
    await check('a move looked into');
  }
  await watcher.close();
  await host.close();
});

test('names in a choice stay whole words: a long one is cut before a short one is broken', async () => {
  const long = 'Maximilian Featherstonehaugh';
  const record = execFileSync(process.env.JUNQI_PROGRAM!, ['random', 'dark', '--seed', '1'], { encoding: 'utf8' })
    .replace('seat a layout', 'seat a name "Wolfgang" layout')
    .replace('seat b layout', `seat b name "${long.replace(' ', '')}" layout`);
  for (const size of [PHONE, { width: 320, height: 640 }]) {
    const me = await site.visit({ size, touch: true });
    const { page } = me;
    await page.locator('summary').waitFor();
    await page.locator('input[accept^=".jg"]').setInputFiles({ name: 'r.jg', mimeType: 'text/plain', buffer: Buffer.from(record) });
    await me.press(page.locator('.actions').getByRole('button', { name: 'Moves' }));
    const eyes = page.getByRole('group', { name: 'Seen by' });
    const name = eyes.getByText('Wolfgang', { exact: true });
    expect(await name.evaluate((one) => one.getClientRects().length && one.scrollWidth <= one.clientWidth)).toBe(true);
    expect((await name.boundingBox())!.height).toBeLessThan(25);
    await eyes.getByTitle(long.replace(' ', '')).getByRole('radio').check();
    expect((await me.points('unknown piece')).length).toBeGreaterThan(0);
    await me.fits();
    await me.close();
  }
});

test('three languages, chosen by the browser and switched by hand', async () => {
  const expected = { 'zh-CN': '与电脑下棋', 'zh-TW': '與電腦下棋', 'de-DE': 'Play the computer' };
  for (const [language, start] of Object.entries(expected)) {
    const me = await site.visit({ language });
    await me.page.getByRole('button', { name: start }).waitFor();
    await me.close();
  }
  const me = await site.visit({ language: 'zh-CN' });
  await me.start();
  await me.ready();
  await me.press(me.page.getByRole('button', { name: '设置' }));
  await me.page.getByRole('radio', { name: 'English' }).check();
  await me.page.getByRole('dialog').getByText('Sound', { exact: true }).waitFor();
  await me.page.keyboard.press('Escape');
  await me.news.filter({ hasText: /your turn/i }).waitFor();
  expect(await me.page.evaluate(() => document.documentElement.lang)).toBe('en');
  await me.page.reload();
  await me.news.filter({ hasText: /your turn/i }).waitFor();
  await me.close();
});

test('axe finds nothing on the larger boards and in flip; keys walk there too', async () => {
  const looks = [
    { variant: 'Three', theme: 'light', size: undefined },
    { variant: 'Four', theme: 'dark', size: PHONE },
    { variant: 'Flip', theme: 'light', size: PHONE },
  ] as const;
  for (const { variant, theme, size } of looks) {
    const me = await site.visit({ theme, size });
    const { page } = me;
    await me.choose(variant);
    await clean(page, `${variant}: home`);
    await me.start();
    if (variant !== 'Flip') {
      await clean(page, `${variant}: editor`);
      await me.ready();
    }
    await me.myTurn();
    await clean(page, `${variant}: play`);
    if (variant === 'Four') await page.getByRole('button', { name: 'Enlarge your side' }).click();
    await me.point('a11').focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
    const here = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.point);
    expect(here).toBe('a12');
    await clean(page, `${variant}: a point has the focus`);
    await me.close();
  }
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing, ${theme}`, async () => {
    const me = await site.visit({ theme, size: theme === 'light' ? undefined : PHONE });
    const { page } = me;
    await page.locator('summary').waitFor();
    await clean(page, 'home');
    await me.setRules({ 'Moves before a seat may resign': '0', 'Seconds before a seat may resign': '0' });
    await clean(page, 'rules');
    await me.start();
    await clean(page, 'editor');
    await me.ready();
    await me.move();
    await me.myTurn();
    await clean(page, 'play');
    await me.press(me.point('a11'));
    await me.press(me.point('b62'));
    await clean(page, 'a refusal or a word about a piece');
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.locator('.result').waitFor();
    await clean(page, 'end');
    await page.keyboard.press('Escape');
    await clean(page, 'review');
    await me.close();
  });
}
