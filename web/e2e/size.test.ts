// What the first screen weighs on the wire: document, script, style and rules, compressed as the
// server sends them.
import { get } from 'node:http';
import { expect, test } from 'vitest';
import { useSite } from './support/site';

const MOST = 150 * 1024;

const site = useSite();

/** Bytes of a body as sent, and how it was packed. */
function weigh(url: string): Promise<{ bytes: number; encoding: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br, gzip' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => (bytes += part.length));
      answer.on('end', () =>
        resolve({ bytes, encoding: String(answer.headers['content-encoding'] ?? '') }),
      );
    }).on('error', reject);
  });
}

test('the first screen is at most 150 KB', async () => {
  const urls = new Set<string>();
  const me = await site.visit({}, 'about:blank');
  me.page.on('request', (request) => {
    if (request.url().startsWith('http')) urls.add(request.url());
  });
  await me.page.goto(site.server.url);
  await me.page.locator('summary').waitFor(); // the rules are there
  await me.close();

  const weights = await Promise.all([...urls].map(async (url) => ({ url, ...(await weigh(url)) })));
  const sum = weights.reduce((total, { bytes }) => total + bytes, 0);
  console.log(
    weights
      .map(({ url, bytes, encoding }) => `${bytes} ${encoding || 'plain'} ${new URL(url).pathname}`)
      .concat(`${sum} in all`)
      .join('\n'),
  );
  expect(weights.some(({ url }) => url.endsWith('.wasm'))).toBe(true);
  for (const { url, encoding } of weights) {
    if (/\.(js|css|wasm)$/.test(url)) expect(encoding, url).toBe('br');
  }
  expect(sum).toBeLessThan(MOST);
});
