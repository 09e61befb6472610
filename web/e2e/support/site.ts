// What the tests of a file share: a server and a browser, there before the first and gone after the
// last.
import { afterAll, beforeAll } from 'vitest';
import type { Browser } from 'playwright-core';
import { launch, Player, type Looks } from './player';
import { Server } from './server';

export interface Site {
  server: Server;
  /** Somebody new, in a browser context of their own, at a path or address of the site. */
  visit(looks?: Looks, to?: string): Promise<Player>;
}

export function useSite(): Site {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([Server.start(), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.end();
  });
  return {
    get server() {
      return server;
    },
    visit: (looks, to = '/') => Player.open(browser, new URL(to, server.url).href, looks),
  };
}
