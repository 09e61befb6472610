// What the account's forms make of the server's answers, and of what browsers call themselves.
import { afterEach, expect, test, vi } from 'vitest';
import { deviceName } from '../src/account/device';
import { faultOf } from '../src/account/fault';
import { get, post } from '../src/net/api';
import { signed } from '../src/lib/signed';

// What the settings ask a browser for.
vi.hoisted(() => {
  const media = { matches: false, addEventListener() {} };
  Object.assign(globalThis, { matchMedia: () => media });
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
});

test('devices are called as people know them', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 Edg/124.0.0.0';
  expect(deviceName(firefox)).toBe('Firefox · Linux');
  expect(deviceName(iphone)).toBe('Safari · iPhone');
  expect(deviceName(edge)).toBe('Edge · Windows');
  expect(deviceName('curl/8.5')).toBe('curl/8.5');
  expect(deviceName('x'.repeat(99))).toHaveLength(40);
  expect(deviceName(' ')).toBeNull();
});

test('a fault belongs to the field it names, else to the one it must mean, else to the form', () => {
  const fault = { code: 'name_length', where: 'name', en: 'no name', zh: '不是名字' };
  expect(faultOf(fault, ['name', 'password'])).toEqual({ field: 'name', text: 'No name' });
  expect(faultOf({ ...fault, where: undefined, code: 'name_taken' }, ['name']).field).toBe('name');
  expect(faultOf({ ...fault, where: undefined, code: 'password_wrong' }, ['old', 'new']).field).toBe('old');
  expect(faultOf({ ...fault, where: undefined, code: 'password_wrong' }, ['password']).field).toBe('password');
  expect(faultOf({ ...fault, where: 'elsewhere', code: 'too_many' }, ['name']).field).toBeNull();
  expect(faultOf(null, ['name']).field).toBeNull();
});

test('what has a wrong length is told in characters, not in bytes of a field', () => {
  const fault = { code: 'message_length', where: 'password', en: 'the field password is 5 bytes long', zh: '5 字节' };
  expect(faultOf(fault, ['name', 'password'])).toEqual({ field: 'password', text: 'A password has 8 to 200 characters.' });
  expect(faultOf({ ...fault, where: 'label' }, ['label']).text).toMatch(/1 to 64 letters/);
});

afterEach(() => vi.unstubAllGlobals());

function answering(status: number, body: string) {
  const fetched = vi.fn(async () => new Response(status === 204 ? null : body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

test('answers over HTTP: good, refused, and nothing that can be understood', async () => {
  const fetched = answering(200, '{"name":"a"}');
  expect(await post('/api/rename', { name: 'a' })).toEqual({ ok: true, value: { name: 'a' } });
  expect(fetched).toHaveBeenCalledWith('/api/rename', expect.objectContaining({ method: 'POST', body: '{"name":"a"}' }));
  answering(204, '');
  expect(await get('/api/x')).toEqual({ ok: true, value: null });
  const fault = { code: 'name_taken', en: 'taken', zh: '有了' };
  answering(409, JSON.stringify(fault));
  expect(await post('/api/rename', {})).toEqual({ ok: false, fault });
  answering(502, '<h1>Bad gateway</h1>');
  expect(await get('/api/x')).toEqual({ ok: false, fault: null });
  answering(500, '{"code":1}');
  expect(await get('/api/x')).toEqual({ ok: false, fault: null });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  expect(await get('/api/x')).toEqual({ ok: false, fault: null });
});

test('points are written with their sign', () => {
  expect([2, 0, -1].map(signed)).toEqual(['+2', '±0', '−1']);
});
