// Somebody without a mouse: presses keys, and knows what has the focus as a screen reader would.
import { expect } from 'vitest';
import type { Player } from './player';

export class Keyboard {
  constructor(private readonly me: Player) {}

  /** What has the focus: a point by its name, anything else by what it is called. */
  async focused(): Promise<string> {
    return this.me.page.evaluate(() => {
      const one = document.activeElement as HTMLInputElement;
      const called = one.dataset.point ?? one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent ?? '';
      return called.trim();
    });
  }

  async press(...keys: string[]) {
    for (const key of keys) await this.me.page.keyboard.press(key);
  }

  async tabTo(want: RegExp) {
    for (let i = 0; i < 60; i++) {
      await this.press('Tab');
      if (want.test(await this.focused())) return;
    }
    throw new Error(`Tab does not lead to ${want}`);
  }

  /** On a field with few values: down to the one that is wanted. */
  async select(value: string) {
    const now = () => this.me.page.evaluate(() => (document.activeElement as HTMLSelectElement).value);
    await this.press('Home');
    for (let i = 0; i < 10 && (await now()) !== value; i++) await this.press('ArrowDown');
    expect(await now()).toBe(value);
  }

  /** From the point that has the focus to another: always along the longer way first. */
  async walk(to: string) {
    const spot = (name: string) =>
      this.me.point(name).evaluate((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      });
    const goal = await spot(to);
    for (let i = 0; i < 40; i++) {
      const at = await this.focused();
      if (at === to) return;
      const here = await spot(at);
      const [dx, dy] = [goal.x - here.x, goal.y - here.y];
      const sideways = Math.abs(dx) > Math.abs(dy);
      await this.press(sideways ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp');
    }
    throw new Error(`arrows do not lead to ${to}`);
  }
}
