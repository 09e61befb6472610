// Somebody who plays through the page: sees what the page shows and does what a person could do.
import { existsSync } from 'node:fs';
import { expect, onTestFailed } from 'vitest';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 800 };

export interface Looks {
  size?: { width: number; height: number };
  language?: string;
  touch?: boolean;
  theme?: 'light' | 'dark';
}

/** The words of the page that a test looks for, by language. */
export const WORDS = {
  'en-US': {
    start: 'Play the computer',
    ready: 'Ready',
    yourTurn: /your turn/i,
    own: ', own ',
    reach: 'in reach',
  },
  'zh-CN': {
    start: '与电脑下棋',
    ready: '准备好了',
    yourTurn: /轮到你走/,
    own: '己方',
    reach: '可到',
  },
} as const;

/** Debian's Chromium without a window, which draws at half the cost, or the whole one. */
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.JUNQI_CHROMIUM ?? browsers.find(existsSync),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}

export class Player {
  readonly errors: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly url: string,
    readonly words: (typeof WORDS)[keyof typeof WORDS],
    readonly touch: boolean,
  ) {
    page.setDefaultTimeout(60_000); // a busy machine is not what is tested
    page.on('pageerror', (error) => this.errors.push(String(error)));
  }

  static async open(browser: Browser, url: string, looks: Looks = {}): Promise<Player> {
    const { size = DESK, language = 'en-US', touch = false, theme = 'light' } = looks;
    const context = await browser.newContext({
      viewport: size,
      locale: language,
      colorScheme: theme,
      hasTouch: touch,
      isMobile: touch,
      acceptDownloads: true,
    });
    const page = await context.newPage();
    const words = WORDS[language as keyof typeof WORDS] ?? WORDS['en-US'];
    const player = new Player(context, page, url, words, touch);
    onTestFailed(async ({ task }) => {
      const name = task.name.replace(/[^\w]+/g, '-');
      await page.screenshot({ path: `test-results/${name}.png` }).catch(() => {});
      await context.close();
    });
    await page.goto(url);
    return player;
  }

  async press(what: Locator) {
    await (this.touch ? what.tap() : what.click());
  }

  point(name: string): Locator {
    return this.page.locator(`[data-point="${name}"]`);
  }

  get news(): Locator {
    return this.page.locator('.news');
  }

  /** Points whose label says something, in the order of the board. */
  async points(says: string): Promise<string[]> {
    return this.page
      .locator('[data-point]')
      .evaluateAll(
        (all, text) =>
          all
            .filter((one) => one.getAttribute('aria-label')?.includes(text))
            .map((one) => (one as HTMLElement).dataset.point!),
        says,
      );
  }

  /** Which game, by its name in the page. */
  async choose(variant: string) {
    await this.page.getByRole('radio', { name: variant, exact: true }).check();
  }

  async start(rules: Record<string, string> = {}) {
    if (Object.keys(rules).length > 0) await this.setRules(rules);
    await this.press(this.page.getByRole('button', { name: this.words.start }));
    await this.page.locator('.board [data-point="a11"]').waitFor();
  }

  /** Sets options in the folded part, by their label. */
  async setRules(rules: Record<string, string>) {
    await this.press(this.page.locator('summary'));
    for (const [label, value] of Object.entries(rules)) {
      const field = this.page.getByLabel(label, { exact: true });
      if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption(value);
      else {
        await field.fill(value);
        await field.blur();
      }
    }
  }

  /** Pieces that are not one's own: "enemy platoon", "Blue’s unknown piece". */
  async enemies(): Promise<string[]> {
    const named = ['enemy', '敌方', '’s ', '方的'].map((word) => this.points(word));
    return (await Promise.all(named)).flat();
  }

  async ready() {
    await this.press(this.page.getByRole('button', { name: this.words.ready, exact: true }));
    await this.myTurn();
  }

  /** Waits for the own turn, or for the end: true when there is a turn. */
  async myTurn(): Promise<boolean> {
    const turn = this.news.filter({ hasText: this.words.yourTurn });
    const end = this.page.locator('.ways').first();
    await turn.or(end).first().waitFor();
    return (await end.count()) === 0;
  }

  /** Plays any legal move, an attack if there is one; false when there is none. */
  async move(attack = true): Promise<string | null> {
    const own = await this.points(this.words.own);
    for (const from of own.sort()) {
      await this.press(this.point(from));
      const reach = await this.points(this.words.reach);
      const enemies = new Set(await this.enemies());
      const hit = reach.find((point) => enemies.has(point));
      const to = attack ? (hit ?? reach.findLast((p) => p !== from)) : reach.find((p) => !enemies.has(p));
      if (to) {
        await this.press(this.point(to));
        await this.point(from).and(this.page.locator(`[aria-label*="${this.words.own}"]`)).waitFor({ state: 'detached' });
        return from + to;
      }
    }
    return null;
  }

  /** The page never scrolls sideways, and with a board on it not at all. */
  async fits() {
    const size = await this.page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      const board = document.querySelector('.board') !== null;
      return { scrollWidth, scrollHeight, board, width: innerWidth, height: innerHeight };
    });
    expect(size.scrollWidth).toBeLessThanOrEqual(size.width);
    if (size.board) expect(size.scrollHeight).toBeLessThanOrEqual(size.height);
  }

  async close() {
    await this.context.close();
    expect(this.errors).toEqual([]);
  }
}
