// The line is cut, or the server stops answering, in the middle of a game: what was played meanwhile is kept, told, and
// played once; and a table whose events are slow to come is not shown half.
import { expect, test } from 'vitest';
import { clean, large } from './support/axe';
import { PHONE, type Player } from './support/player';
import { useSite } from './support/site';

const site = useSite();

/** Plies of the list that go from one point to the other. */
const plies = (me: Player, name: string) => me.page.locator('ol li').filter({ hasText: name });
const dashed = (move: string | null) => `${move!.slice(0, 3)}–${move!.slice(3)}`;
const banner = (me: Player) => me.page.getByTestId('lost');

/** With so much time that nobody is late on a busy machine. */
async function relaxed(me: Player) {
  await me.press(me.page.locator('summary'));
  await me.choose('relaxed');
  await me.start();
}

/** Taps a move that can't arrive; what it is called in the list. */
async function tapMove(me: Player): Promise<string> {
  for (const from of (await me.points(me.words.own)).sort()) {
    await me.press(me.point(from));
    const to = (await me.points(me.words.reach))[0];
    if (!to) continue;
    await me.press(me.point(to));
    return dashed(from + to);
  }
  throw new Error('nothing moves');
}

test('a cut cable: the move made meanwhile is kept and played once', async () => {
  const me = await site.visit({ size: PHONE, touch: true, theme: 'dark' });
  await relaxed(me);
  await me.ready();
  await me.context.setOffline(true);
  const move = await tapMove(me);
  await me.news.filter({ hasText: `Your move ${move} is kept` }).waitFor();
  await banner(me).filter({ hasText: 'Your device is offline: your clock runs on' }).waitFor();
  expect(await me.page.locator('.board .aim').count()).toBe(1);
  await me.fits();
  await clean(me.page, 'offline');
  // Another tap neither doubles it nor replaces it.
  await tapMove(me).catch(() => {});
  expect(await me.page.locator('.board .aim').count()).toBe(1);

  await me.context.setOffline(false);
  await banner(me).waitFor({ state: 'detached' });
  await expect.poll(() => plies(me, move).count()).toBe(1);
  expect(await me.myTurn()).toBe(true);
  expect(await me.move()).not.toBeNull();
  expect(await me.myTurn()).toBe(true);
  expect(await plies(me, move).count()).toBe(1);
  await me.close();
});

test('a move that comes after its turn is over is told to be late', async () => {
  const me = await site.visit();
  await me.start();
  await me.ready();
  const watcher = await site.visit({}, me.page.url());
  await me.context.setOffline(true);
  const move = await tapMove(me);
  await watcher.page.locator('ol li').filter({ hasText: 'out of time' }).first().waitFor();
  await me.context.setOffline(false);
  await me.news.filter({ hasText: `Your move ${move} came too late` }).waitFor();
  expect(await plies(me, move).count()).toBe(0);
  await watcher.close();
  await me.close();
});

test('a server that stands still: the move waits for it', async () => {
  const me = await site.visit();
  await relaxed(me);
  await me.ready();
  site.server.freeze();
  const move = await tapMove(me);
  await me.news.filter({ hasText: `No answer yet to your move ${move}` }).waitFor();
  await banner(me).filter({ hasText: 'Connection lost' }).waitFor();
  site.server.thaw();
  await banner(me).waitFor({ state: 'detached' });
  await expect.poll(() => plies(me, move).count()).toBe(1);
  expect(await me.myTurn()).toBe(true);
  expect(await me.move()).not.toBeNull();
  await me.close();
});

for (const [language, offline, lost] of [
  ['en-US', 'Your device is offline', 'unless the server is down'],
  ['zh-CN', '你的设备没有联网', '除非是服务器停了'],
] as const) {
  test(`on a phone the banner has two lines at most, ${language}`, async () => {
    const me = await site.visit({ size: PHONE, touch: true, language });
    const twoLines = async (text: string) => {
      const said = banner(me).locator('> span').filter({ hasText: text });
      await said.waitFor();
      expect((await said.boundingBox())!.height).toBeLessThan(50);
      await large(me.page, text);
      await me.fits();
    };
    await me.start();
    await me.ready();
    await me.context.setOffline(true);
    await twoLines(offline);
    await me.context.setOffline(false);
    await banner(me).waitFor({ state: 'detached' });
    site.server.freeze();
    await twoLines(lost).finally(() => site.server.thaw());
    await banner(me).waitFor({ state: 'detached' });
    await me.close();
  });
}

test('a table on its way is not shown with all its seats free', async () => {
  const me = await site.visit({ size: PHONE });
  await me.start();
  const { page } = me;
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage(async (message) => {
      if (/"type":"(event|live)"/.test(String(message))) await held;
      socket.send(message);
    });
  });
  await page.reload();
  await page.getByRole('status').filter({ hasText: 'Opening the table' }).waitFor();
  expect(await page.locator('.board').count()).toBe(0);
  await clean(page, 'a table on its way');
  go();
  await page.getByRole('button', { name: 'Ready', exact: true }).waitFor();
  await me.close();
});
