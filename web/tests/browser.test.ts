// The session of a browser: asked for once, however many want it.
import { afterEach, expect, test, vi } from 'vitest';
import { browserWorld } from '../src/net/browser';

afterEach(() => vi.unstubAllGlobals());

test('two that ask for a session at the same time are one guest', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  const ask = vi.fn(async () => new Response('{}'));
  vi.stubGlobal('fetch', ask);
  expect(browserWorld.known()).toBe(false);
  await Promise.all([browserWorld.session(), browserWorld.session()]);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(browserWorld.known()).toBe(true);

  ask.mockRejectedValueOnce(new Error('no network'));
  await browserWorld.session();
  expect(ask).toHaveBeenCalledTimes(2);
});
