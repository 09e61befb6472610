// The checks of axe on what a page shows now.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { target: string[] }[];
}

/** Fails with what a finger would miss: what can be pressed and is less than 44 px high or wide. */
export async function large(page: Page, where: string) {
  const small = await page.evaluate(() => {
    const pressed = [...document.querySelectorAll<HTMLElement>('a, button, select, summary, label:has(input), input')];
    return pressed.flatMap((one) => {
      const { width, height } = one.getBoundingClientRect();
      const hidden = width === 0 || one.closest('.unseen, [data-point], label input') !== null;
      const name = one.getAttribute('aria-label') ?? one.textContent.trim();
      return hidden || Math.min(width, height) > 43.5 ? [] : [`${name} (${Math.round(width)} by ${Math.round(height)})`];
    });
  });
  expect(small.map((one) => `${where}: ${one}`)).toEqual([]);
}

/** Fails with what axe says against it; `where` names the state. */
export async function clean(page: Page, where: string) {
  // Not as a script element: the page's own policy forbids those.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  await page.waitForTimeout(350); // what slides or fades has begun …
  await page.evaluate(async () => {
    const ends = (one: Animation) => one.effect?.getComputedTiming().iterations !== Infinity;
    await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
  }); // … and come to rest
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  const said = violations.map(({ id, help, nodes }) => `${where}: ${id}: ${help}: ${nodes[0]?.target.join(' ')}`);
  expect(said).toEqual([]);
}
