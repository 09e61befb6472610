// A whole game of flip chess with the keyboard alone: from the lobby over a table of one's own to the result and the first
// step back from it. Nothing here points, and nothing puts the focus anywhere but keys.
import { expect, test } from 'vitest';
import { Keyboard } from './support/keyboard';
import type { Player } from './support/player';
import { useSite } from './support/site';

const site = useSite();

// A dozen pieces turned up are enough to attack and to step with; three steps without a capture end the game.
const TURNS = 12;
const QUIET = '3';

/** To a table of flip chess against a computer player, with rules that bring a game to its end soon. */
async function makeTable(me: Player, keys: Keyboard) {
  await keys.tabTo(/^Lobby$/);
  await keys.press('Enter');
  await me.page.getByRole('heading', { name: 'Lobby' }).waitFor();
  await keys.tabTo(/^Make a table$/);
  await keys.press('Enter');
  await me.page.getByRole('heading', { name: 'Make a table' }).waitFor();
  await keys.tabTo(/^(Dark|Flip|Four|Three)$/);
  while ((await keys.focused()) !== 'Flip') await keys.press('ArrowRight');
  await keys.tabTo(/^Opponent$/);
  await keys.select('1');
  await keys.tabTo(/^Rules of the game/);
  await keys.press('Enter');
  await keys.tabTo(/^Moves in a row without a capture/);
  await me.page.keyboard.type(QUIET);
  await keys.tabTo(/^Taking the flag/);
  await keys.select('any');
  await keys.tabTo(/^Make the table$/);
  await keys.press('Enter');
}

/** Where the pieces are that a point's label says something of, the nearest to the focus first. */
async function near(me: Player, says: string): Promise<string[]> {
  return me.page.evaluate((text) => {
    const middle = (one: Element) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x + width / 2, y + height / 2] as const;
    };
    const [x0, y0] = middle(document.activeElement!);
    const far = (one: Element) => Math.hypot(middle(one)[0] - x0, middle(one)[1] - y0);
    return [...document.querySelectorAll<HTMLElement>('[data-point]')]
      .filter((one) => one.ariaLabel!.includes(text))
      .sort((one, other) => far(one) - far(other))
      .map((one) => one.dataset.point!);
  }, says);
}

/** One ply: an attack where there is one near; else a piece turned up, as long as that is the plan, or any step. */
async function ply(me: Player, keys: Keyboard, turning: boolean) {
  const label = (point: string) => me.point(point).getAttribute('aria-label');
  const done = async (point: string, before: string | null) => expect.poll(() => label(point)).not.toBe(before);
  const down = await near(me, 'face-down');
  for (const from of (await near(me, ', own ')).slice(0, turning ? 2 : undefined)) {
    await keys.walk(from);
    const before = await label(from);
    await keys.press('Enter');
    const reach = await near(me, 'in reach');
    const enemies = await near(me, 'enemy ');
    const to = reach.find((point) => enemies.includes(point)) ?? (turning ? undefined : reach[0]);
    if (to) {
      await keys.walk(to);
      await keys.press('Enter');
      return done(from, before);
    }
    await keys.press('Escape');
  }
  const before = await label(down[0]!);
  await keys.walk(down[0]!);
  await keys.press('Enter');
  await done(down[0]!, before);
}

test('a whole game of flip', async () => {
  const me = await site.visit();
  const { page } = me;
  const keys = new Keyboard(me);
  await page.evaluate(() => addEventListener('pointerdown', () => (document.title = 'pointed at')));
  await makeTable(me, keys);
  await me.point('a11').waitFor();
  await me.myTurn(); // nobody sets up, and all are here
  await keys.tabTo(/^[ab]\d\d$/);
  let plies = 0;
  for (; await me.myTurn(); plies++) await ply(me, keys, plies < TURNS);
  console.log(`${plies} plies`);

  const result = page.locator('.result');
  await result.waitFor();
  expect(await result.textContent()).toMatch(/^(You won|You lost|Drawn)/);
  await page.locator('.result:focus').or(page.locator('[data-point]:focus')).waitFor();
  await keys.tabTo(/^Moves$|^Result$/);
  await keys.tabTo(/^Back$/);
  await keys.press('Enter');
  await me.news.filter({ hasText: / of \d+ · / }).waitFor();
  expect(await page.title()).not.toBe('pointed at');
  await me.close();
});
