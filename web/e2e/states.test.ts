// Every state of a table before the checks of axe, by day and by night: two people and one who looks on, from an empty
// table to looking back; and a seat that is out while the others play on.
import { expect, test } from 'vitest';
import { clean, large } from './support/axe';
import { DESK, PHONE, type Player } from './support/player';
import { useSite } from './support/site';

const site = useSite();

const button = (who: Player, name: string) => who.page.getByRole('button', { name, exact: true });

type Theme = 'light' | 'dark';

/** In each theme that is wanted; nothing scrolls, and on a phone every target is as large as a finger. */
async function look(who: Player, state: string, themes: readonly Theme[]) {
  for (const colorScheme of themes) {
    await who.page.emulateMedia({ colorScheme });
    await clean(who.page, `${state}, ${colorScheme}`);
  }
  if (who.touch) await large(who.page, state);
  await who.fits();
}

/** A pane of the side panel: a tab on a desk, a button that opens it on a phone. */
async function open(who: Player, pane: string) {
  const phone = who.page.locator('.actions').getByRole('button', { name: pane });
  if (await phone.isVisible()) await who.press(phone);
  else await who.press(who.page.getByRole('tab', { name: pane }));
}

async function makeTable(host: Player, variant: string): Promise<string> {
  await host.choose(variant);
  await host.press(host.page.getByRole('link', { name: 'Make a table', exact: true }));
  await host.page.getByRole('heading', { name: 'Make a table' }).waitFor();
  await host.choose(variant);
  await host.choose('relaxed');
  await host.press(button(host, 'Make the table'));
  const close = button(host, 'To the table');
  await close.or(host.page.locator('.actions').getByRole('button').first()).first().waitFor();
  if (await close.isVisible()) await host.press(close);
  await host.point('a11').waitFor();
  return host.page.url();
}

for (const { variant, size, seats, themes } of [
  { variant: 'Dark', size: PHONE, seats: 2, themes: ['light', 'dark'] },
  { variant: 'Flip', size: DESK, seats: 2, themes: ['light', 'dark'] },
  { variant: 'Four', size: PHONE, seats: 4, themes: ['dark'] },
  { variant: 'Three', size: DESK, seats: 3, themes: ['light'] },
] as const) {
  test(`axe finds nothing from an empty table of ${variant} on`, async () => {
    const check = (who: Player, state: string) => look(who, state, themes);
    const looks = { size, touch: size === PHONE };
    const host = await site.visit(looks);
    const url = await makeTable(host, variant);
    await check(host, 'waiting');
    if (variant !== 'Flip') await open(host, 'Table'); // there it is the only one
    for (let filled = 2; filled < seats; filled++) {
      await host.press(button(host, 'Computer').first());
      await expect.poll(() => button(host, 'Computer').count()).toBe(seats - filled);
    }
    await check(host, 'the table');
    await host.page.keyboard.press('Escape');

    const guest = await site.visit(looks, url);
    const sit = guest.page.locator('.actions').getByRole('button', { name: 'Sit here' });
    await sit.waitFor();
    await check(guest, 'a visitor');
    await guest.press(sit);
    const watcher = await site.visit({ size: DESK }, url);
    await host.press(button(host, 'Ready'));
    await button(host, 'Undo ready').waitFor();
    await check(host, 'ready');
    await guest.press(button(guest, 'Ready'));

    await host.myTurn();
    await check(host, 'own turn');
    await check(guest, 'the turn of another');
    await check(watcher, 'spectator');
    if (variant !== 'Flip') {
      const [own] = (await host.points(host.words.own)).filter((point) => /^a1/.test(point));
      await host.press(host.point(own!));
      await host.press(host.point('b62'));
      await host.news.locator('.bad').waitFor();
      await check(host, 'why not');
      const [hidden] = await host.points('unknown piece');
      await host.point(hidden!).focus();
      await host.page.keyboard.press('m');
      await host.page.getByRole('heading', { name: `Mark on ${hidden}` }).waitFor();
      await check(host, 'marking');
      await host.page.keyboard.press('Escape');
      // A move that waits to be confirmed.
      await open(host, 'Table');
      await host.page.getByRole('switch', { name: 'Confirm every move' }).check();
      await host.page.keyboard.press('Escape');
      if ((await host.points(host.words.reach)).length === 0) await host.press(host.point(own!));
      const [to] = await host.points(host.words.reach);
      await host.press(host.point(to!));
      await host.page.getByRole('alertdialog').waitFor();
      await check(host, 'to be confirmed');
      await host.press(button(host, 'Yes'));
    } else {
      await host.press(host.point('a33'));
      await host.press(host.point('a11'));
    }
    await host.page.locator('ol li').first().waitFor({ state: 'attached' });
    if (size === PHONE) await open(host, 'Talk');
    await host.page.getByLabel('Say something').fill('hello');
    await host.page.keyboard.press('Enter');
    await host.page.getByText('hello').waitFor();
    await check(host, 'talk');
    await host.page.keyboard.press('Escape');
    if (size === PHONE) await button(guest, 'Talk 1').waitFor();
    await check(guest, 'something said');

    if (seats === 2) {
      await host.press(button(host, 'Draw'));
      await check(host, 'asked whether');
      await host.press(button(host, 'Yes'));
      await button(guest, 'Accept').waitFor();
      await check(guest, 'a draw offered');
      await guest.press(button(guest, 'Accept'));
      await host.page.locator('.result').waitFor();
      await check(host, 'finished');
      await watcher.page.locator('.ways').first().waitFor();
      await check(watcher, 'finished, a spectator');
      await host.page.keyboard.press('Escape');
      await host.press(button(host, 'To the start'));
      await check(host, 'review');
    }
    for (const who of [watcher, guest, host]) await who.close();
  });
}

test('axe finds nothing while one is out', async () => {
  for (const [variant, size] of [['Four', PHONE], ['Three', DESK]] as const) {
    const me = await site.visit({ size, touch: size === PHONE });
    await me.choose(variant);
    await me.start({
      'Moves before a seat may resign': '0',
      'Seconds before a seat may resign': '0',
      ...(variant === 'Three' && { 'Whether a seat may resign': 'yes' }),
    });
    await me.ready();
    await me.press(button(me, 'Resign'));
    await me.press(button(me, 'Yes'));
    await me.page.locator('.corner.out').filter({ hasText: 'You' }).waitFor();
    await look(me, `${variant}: out`, ['light', 'dark']);
    await me.close();
  }
});
