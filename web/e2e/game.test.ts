// A whole game from the first screen to the record, and one that ends by the quiet limit.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useSite } from './support/site';

const site = useSite();

const MOVES = 'Moves before a seat may resign';
const SECONDS = 'Seconds before a seat may resign';
const QUIET = 'Moves in a row without a capture that end the game (0: never)';

test('set up, play, resign, look back, download', async () => {
  const me = await site.visit();
  const { page } = me;
  await me.fits();
  await me.start({ [MOVES]: '12', [SECONDS]: '0' });

  // The editor: an illegal swap is marked and named, a legal layout is saved and loaded.
  await me.point('a61').click(); // a mine of the first ready-made layout …
  await me.point('a11').click(); // … in the front row
  await me.news.filter({ hasText: /mine stands on a11/i }).waitFor();
  expect(await page.locator('.fault').count()).toBe(1);
  await page.getByRole('button', { name: 'Ready', exact: true }).click();
  await me.news.filter({ hasText: /mine stands on a11/i }).waitFor();
  await me.point('a61').click();
  await me.point('a11').click();
  expect(await page.locator('.fault').count()).toBe(0);
  await me.point('a12').click();
  await me.point('a33').click(); // a camp
  await me.news.filter({ hasText: /camps stay empty/i }).waitFor();
  await page.getByRole('button', { name: 'Random' }).click();
  const label = await me.point('a11').getAttribute('aria-label');
  await page.getByLabel('Name of the layout').fill('mine & "yours"');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await me.news.filter({ hasText: 'Saved as' }).waitFor();
  await page.getByRole('button', { name: 'Iron triangle' }).click();
  await page.getByRole('button', { name: 'mine & "yours"', exact: true }).click();
  expect(await me.point('a11').getAttribute('aria-label')).toBe(label);

  // .jql out and in again.
  const [jql] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export .jql' }).click(),
  ]);
  const path = await jql.path();
  expect(readFileSync(path)).toHaveLength(50);
  await page.getByRole('button', { name: 'Iron triangle' }).click();
  await page.locator('input[accept=".jql"]').setInputFiles({ name: 'x.jql', mimeType: '', buffer: readFileSync(path) });
  await me.news.filter({ hasText: 'Loaded x.jql' }).waitFor();
  expect(await me.point('a11').getAttribute('aria-label')).toBe(label);
  await page.locator('input[accept=".jql"]').setInputFiles({ name: 'y.jql', mimeType: '', buffer: Buffer.from('no') });
  await me.news.locator('.bad').waitFor();

  await page.getByRole('button', { name: 'Iron triangle' }).click();
  await me.ready();
  // Refused with a reason: the enemy's headquarters is far away.
  await page.getByLabel('Type a move: a11a21').fill('a11b62');
  await page.keyboard.press('Enter');
  await me.news.locator('.bad').waitFor();
  const resign = page.getByRole('button', { name: 'Resign' });
  await resign.click({ force: true });
  await me.news.filter({ hasText: 'Too early to resign: 12 more moves first' }).waitFor();

  let plies = 0;
  while (plies < 7 && (await me.myTurn())) {
    expect(await me.move()).not.toBeNull();
    plies++;
  }
  // It may be over sooner: the computer goes for the flag.
  const resigned = await me.myTurn();
  if (resigned) {
    await resign.click();
    await page.getByRole('button', { name: 'Yes' }).click();
  }

  // The end, in one sentence; everything revealed.
  const pane = page.locator('.result');
  await pane.waitFor();
  const result = (await pane.textContent())!;
  expect(result).toMatch(resigned ? /^You lost\. You resigned\.$/ : /^You (lost|won)\. .+\.$/);
  await me.news.filter({ hasText: result }).waitFor();
  // Where the button that ended it had the focus, keys go on from here.
  if (resigned) await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('result');
  expect(await me.points('unknown piece')).toEqual([]);
  await me.fits();

  // Step through it.
  await page.getByRole('button', { name: 'To the start' }).click();
  await me.news.filter({ hasText: 'The start' }).waitFor();
  expect((await me.points(', own ')).length).toBe(25);
  await page.getByRole('tab', { name: 'Moves' }).click();
  const eyes = page.getByRole('group', { name: 'Seen by' });
  await eyes.getByRole('radio', { name: 'You', exact: true }).check();
  expect((await me.points('unknown piece')).length).toBe(25);
  await eyes.getByRole('radio', { name: 'all open' }).check();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await me.news.filter({ hasText: '1 of' }).waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('ArrowRight');
  await me.news.filter({ hasText: '2 of' }).waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await me.news.filter({ hasText: result }).waitFor();
  await page.locator('ol button').first().click();
  await me.news.filter({ hasText: 'The start' }).waitFor();
  await page.locator('ol button').nth(1).click();
  await me.news.filter({ hasText: '1 of' }).waitFor();

  await page.getByRole('tab', { name: 'Result' }).click();

  // The record, from the page and read back by it.
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the record' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^junqi-\w+\.jg$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toMatch(/^junqi 1\nvariant dark\n/);
  expect(text).toMatch(resigned ? /\nresign a\nout a resign\nend win b reason resign\n$/ : /\nend win [ab] reason \w+\n$/);

  // At home the game is listed, and can be opened again; the record opens too.
  await page.getByRole('button', { name: 'Home' }).click();
  await page.getByText('Finished games').waitFor();
  await page.locator('input[accept^=".jg"]').setInputFiles({ name: 'mine.jg', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await me.news.filter({ hasText: 'won.' }).waitFor();
  await page.getByRole('button', { name: 'Home' }).click();
  await page.locator('input[accept^=".jg"]').setInputFiles({ name: 'bad.jg', mimeType: 'text/plain', buffer: Buffer.from('junqi 1\nnonsense\n') });
  await page.getByRole('alert').filter({ hasText: 'bad.jg' }).waitFor();
  await page.locator('.done .line').first().click();
  await me.news.filter({ hasText: result }).waitFor();

  // Again: a new table with the same rules.
  const before = page.url();
  await page.getByRole('tab', { name: 'Result' }).click();
  await page.getByRole('button', { name: 'Again' }).click();
  await page.getByRole('button', { name: 'Ready', exact: true }).waitFor();
  expect(page.url()).not.toBe(before);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Play the computer' }).waitFor();
  await me.close();
});

test('the quiet limit ends a game, a spectator sees it with nobody’s eyes', async () => {
  const me = await site.visit();
  await me.start({ [QUIET]: '2' });
  await me.ready();
  const watcher = await site.visit({}, me.page.url());
  await watcher.points('unknown piece');
  await watcher.page.locator('[aria-label*="unknown piece"]').first().waitFor();
  expect((await watcher.points('unknown piece')).length).toBe(50);
  expect(await watcher.page.getByRole('button', { name: 'Resign' }).count()).toBe(0);

  for (let plies = 0; plies < 30 && (await me.myTurn()); plies++) await me.move(false);
  const result = me.page.locator('.result');
  await result.waitFor();
  expect(await result.textContent()).toMatch(/^(Drawn\. Too long without a capture|You (won|lost)\.)/);
  await watcher.page.locator('.ways').first().waitFor();
  await watcher.close();
  await me.close();
});
