// Texts of the rules and the server as the reader is told them: what somebody typed stays as it was.
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());

const media = { matches: false, addEventListener() {} };
vi.stubGlobal('matchMedia', () => media);

async function told(language: string, text: { en: string; zh: string }) {
  vi.stubGlobal('navigator', { languages: [language], language });
  const { bilingual } = await import('../src/lib/bilingual');
  return bilingual(text);
}

const NAME = { en: 'the name “张 xY” has it', zh: '名字“张 xY”里有这个' };

test('a sentence begins large, a point and a quotation stay as they are', async () => {
  expect(await told('en', NAME)).toBe('The name “张 xY” has it');
  expect(await told('en', { en: 'a32 is empty', zh: '' })).toBe('a32 is empty');
  expect(await told('zh-TW', NAME)).toBe('名字“张 xY”裡有這個');
});

test('a moment of the server is told in the reader’s zone', async () => {
  const until = { en: 'until 2031-05-01 12:00 UTC: why', zh: '2031-05-01 12:00 UTC 之前：原因' };
  expect(await told('en', until)).toMatch(/^Until \D+ \d+, 2031: why$/);
  expect(await told('zh-CN', until)).toMatch(/^2031年\S+ 之前：原因$/);
});

test('a long wait is told in minutes or hours', async () => {
  const wait = (n: number) => ({ en: `try again in ${n} seconds`, zh: `请过 ${n} 秒再试` });
  expect(await told('en', wait(5))).toBe('Try again in 5 seconds');
  expect(await told('en', wait(601))).toBe('Try again in 11 minutes');
  expect(await told('en', wait(28_700))).toBe('Try again in 8 hours');
  expect(await told('zh-CN', wait(28_700))).toBe('请过 8 小时再试');
});

test('a name from right to left turns nothing around it', async () => {
  const { fill } = await import('../src/i18n/text.svelte');
  expect(fill('{name} · {n}', { name: 'علي', n: 3 })).toBe('\u2068علي\u2069 · 3');
  expect(fill('{name} · {n}', { name: 'Li', n: 3 })).toBe('Li · 3');
});

test('words that are put together are joined as their language does', async () => {
  for (const [language, named, two] of [['en', 'Go on: x', 'x, y'], ['zh-CN', 'Go on：x', 'x，y'], ['zh-TW', 'Go on：x', 'x，y']] as const) {
    vi.resetModules();
    vi.stubGlobal('navigator', { languages: [language], language });
    const { labelled, listed } = await import('../src/i18n/joints');
    expect([labelled('Go on', 'x'), listed(['x', 'y'])]).toEqual([named, two]);
  }
});
