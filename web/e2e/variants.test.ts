// Flip, four and three seats: started in one click, played, reloaded in between, brought to an end,
// looked back at; the larger boards on a phone, enlarged by a finger.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { PHONE, type Player } from './support/player';
import { useSite } from './support/site';

const site = useSite();

const FREE = {
  'Moves before a seat may resign': '0',
  'Seconds before a seat may resign': '0',
};
const PLIES = 6;

/** So many own plies; the page is loaded anew after half of them. False when it ended before. */
async function play(me: Player, ply: () => Promise<unknown>): Promise<boolean> {
  for (let plies = 0; plies < PLIES; plies++) {
    if (!(await me.myTurn())) return false;
    await ply();
    if (plies === PLIES / 2) await me.page.reload();
  }
  return me.myTurn();
}

/** The first random game that somebody wins. */
function randomRecord(variant: string): string {
  for (let seed = 1; ; seed++) {
    const text = execFileSync(process.env.JUNQI_PROGRAM!, ['random', variant, '--seed', String(seed)], { encoding: 'utf8' });
    if (text.includes('\nend win ')) return text;
  }
}

async function resign(me: Player) {
  await me.press(me.page.getByRole('button', { name: 'Resign' }));
  await me.press(me.page.getByRole('button', { name: 'Yes' }));
}

test('flip', async () => {
  const me = await site.visit();
  await me.choose('Flip');
  await me.start(FREE);
  await me.fits();
  await me.myTurn();
  expect((await me.points('face-down')).length).toBeGreaterThanOrEqual(48);
  // Nothing is hidden of which something could be proved or guessed.
  await me.page.getByRole('tab', { name: 'Table' }).click();
  await me.page.getByText('Flip only on a second tap').waitFor();
  for (const text of ['Show what is proved', 'to pin a guess']) expect(await me.page.getByText(text).count()).toBe(0);
  const running = await play(me, async () => {
    const down = await me.points('face-down');
    const point = me.point(down[Math.floor(down.length / 2)]!);
    await me.press(point);
    await expect.poll(() => point.getAttribute('aria-label')).not.toContain('face-down');
  });
  if (running) await resign(me);
  const result = me.page.locator('.result');
  await result.waitFor();
  if (running) expect(await result.textContent()).toBe('You lost. You resigned.');
  await me.page.getByRole('tab', { name: 'Moves' }).click();
  await me.page.getByRole('button', { name: 'To the start' }).click();
  expect((await me.points('face-down')).length).toBe(0); // all open
  await me.page.getByRole('radio', { name: 'as played' }).check();
  expect((await me.points('face-down')).length).toBe(50);
  await me.page.getByRole('button', { name: 'Next', exact: true }).click();
  expect((await me.points('face-down')).length).toBe(49);
  await me.page.getByRole('button', { name: 'Home' }).click();
  await me.page.locator('.done .line').filter({ hasText: 'Flip' }).waitFor();
  await me.close();
});

for (const [variant, others] of [
  ['Four', ['Blue', 'Green', 'Plum']],
  ['Three', ['Blue', 'Green']],
] as const) {
  test(`${variant}: play, reload, resign and look on`, async () => {
    const me = await site.visit();
    await me.choose(variant);
    const rules = variant === 'Three' ? { ...FREE, 'Whether a seat may resign': 'yes' } : FREE;
    if (variant === 'Four') await me.page.getByRole('radio', { name: 'see each other' }).check();
    await me.start(rules);
    await me.ready();
    await me.fits();
    // Partners that see each other do, and nobody else.
    expect((await me.points('unknown piece')).length).toBe(50);
    for (const name of others) await me.page.getByRole('region', { name }).waitFor();
    const running = await play(me, () => me.move());
    if (running) {
      await resign(me);
      await me.page.locator('.corner.out').filter({ hasText: 'You' }).waitFor();
      await me.news.filter({ hasText: /You are out|^Drawn|won/ }).waitFor();
      expect((await me.points(', own ')).length).toBe(0);
    }
    await me.close();
  });
}

test('a large board on a phone is enlarged by a finger', async () => {
  const me = await site.visit({ size: PHONE, touch: true });
  const { page } = me;
  await me.choose('Four');
  await me.start();
  await me.fits();
  const reach = async (point: string) => (await me.point(point).boundingBox())!;
  // Setting up begins enlarged on the own arm.
  const zoomed = page.getByRole('button', { name: 'Whole board' });
  await zoomed.waitFor();
  await expect.poll(async () => (await reach('a33')).width).toBeGreaterThanOrEqual(40);
  await me.ready();
  await page.getByRole('button', { name: 'Enlarge your side' }).waitFor();
  expect((await reach('a33')).width).toBeLessThan(40);

  await me.point('d33').tap();
  await me.point('d33').tap(); // twice: their arm
  await zoomed.waitFor();
  await expect.poll(async () => (await reach('d33')).width).toBeGreaterThanOrEqual(40);
  const arm = await reach('d33');
  expect(arm.x).toBeGreaterThan(0);
  expect(arm.x + arm.width).toBeLessThan(PHONE.width);
  await me.fits();
  await me.press(zoomed);
  await me.press(page.getByRole('button', { name: 'Enlarge your side' }));
  await expect.poll(async () => (await reach('a33')).width).toBeGreaterThanOrEqual(40);
  if (await me.myTurn()) expect(await me.move()).not.toBeNull();
  await me.close();
});

test('on the smallest phones words stay whole and on the page, and no card covers the pieces of three', async () => {
  const me = await site.visit({ size: { width: 320, height: 640 }, touch: true });
  const { page } = me;
  const levels = page.getByRole('group', { name: 'Level' });
  for (const level of ['novice', 'easy', 'normal', 'hard', 'master']) {
    expect((await levels.getByText(level, { exact: true }).boundingBox())!.height, level).toBeLessThan(25);
  }
  const noRecord = { name: 'x.jg', mimeType: 'text/plain', buffer: Buffer.from('x'.repeat(500)) };
  await page.locator('input[accept^=".jg"]').setInputFiles(noRecord);
  await page.getByRole('alert').filter({ hasText: 'x.jg' }).waitFor();
  await me.fits(); // one long word, all the same
  await me.choose('Three');
  await me.start();
  await me.ready();
  await me.fits();
  await page.getByRole('button', { name: 'Enlarge your side' }).waitFor();
  const covered = () =>
    page.evaluate(() => {
      const cards = [...document.querySelectorAll('.bar.corner')].map((one) => one.getBoundingClientRect());
      if (cards.length !== 3) return ['the cards'];
      return [...document.querySelectorAll<HTMLElement>('[data-point]')]
        .filter((one) => {
          const { left, top, width, height } = one.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          return cards.some((card) => x > card.left && x < card.right && y > card.top && y < card.bottom);
        })
        .map((one) => one.dataset.point);
    });
  await expect.poll(covered).toEqual([]);
  await me.close();
});

for (const variant of ['four', 'three', 'flip']) {
  test(`a record of ${variant} is looked back at with every eye`, async () => {
    const text = randomRecord(variant);
    const me = await site.visit();
    const { page } = me;
    await page.locator('summary').waitFor();
    await page.locator('input[accept^=".jg"]').setInputFiles({ name: 'r.jg', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'To the start' }).click();
    const all = { four: 100, three: 75, flip: 50 }[variant]!;
    const pieces = async () => (await me.points('’s ')).length;
    expect(await pieces()).toBe(all);
    const eyes = variant === 'flip' ? 'as played' : 'Blue';
    await page.getByRole('group', { name: 'Seen by' }).getByRole('radio', { name: eyes, exact: true }).check();
    const hidden = variant === 'flip' ? 'face-down' : 'unknown piece';
    expect((await me.points(hidden)).length).toBe(variant === 'flip' ? 50 : all - 25);
    await page.getByRole('button', { name: 'To the end' }).click();
    const end = {
      four: /(Red and Green|Blue and Plum) won\. Out: .+\./,
      three: /\w+ won\. First out: .+Second: .+Last one standing: \w+\./,
      flip: /\w+ won\./,
    }[variant]!;
    await me.news.filter({ hasText: end }).waitFor();
    await me.fits();
    await me.close();
  });
}
