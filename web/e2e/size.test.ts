// What the server sends of the page itself: how much the first screen weighs on the wire, document,
// script, style and rules, compressed; and the icons that a home screen asks for.
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

test('what a table needs comes when somebody does something, not before the first screen is whole', async () => {
  const me = await site.visit({}, 'about:blank');
  const { page } = me;
  let asked = false;
  page.on('request', (request) => (asked ||= request.url().includes('/TableScreen')));
  let rules = () => {};
  const held = new Promise<void>((resolve) => (rules = resolve));
  await page.route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(site.server.url);
  await page.getByRole('button', { name: 'Play the computer' }).waitFor();
  await page.mouse.move(200, 200);
  await page.keyboard.press('Shift');
  await page.waitForTimeout(300);
  expect(asked).toBe(false);
  rules();
  await page.locator('summary').waitFor();
  await page.mouse.move(300, 300);
  await expect.poll(() => asked).toBe(true);
  await me.close();
});

/** Width and height as the head of a PNG file says. */
function measure(png: Uint8Array): string {
  const view = new DataView(png.buffer, png.byteOffset);
  expect(view.getUint32(0)).toBe(0x89504e47);
  return `${view.getUint32(16)}x${view.getUint32(20)}`;
}

test('home screens find icons of the sizes that are named', async () => {
  const me = await site.visit();
  const touch = await me.page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  await me.close();
  const fetched = (path: string) => fetch(new URL(path, site.server.url));
  const manifest = (await (await fetched('/site.webmanifest')).json()) as {
    icons: { src: string; type: string; sizes: string; purpose: string }[];
  };
  const pngs = manifest.icons.filter(({ type }) => type === 'image/png');
  expect(pngs.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
  for (const { src, sizes } of [...pngs, { src: touch!, sizes: '180x180' }]) {
    const answer = await fetched(src);
    expect(answer.headers.get('content-type'), src).toBe('image/png');
    expect(measure(await answer.bytes()), src).toBe(sizes);
  }
});
