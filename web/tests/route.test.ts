// Addresses and the screens they name.
import { expect, test } from 'vitest';
import { personAddress, readRoute, straighten } from '../src/app/route.svelte';

test('addresses name screens', () => {
  expect(readRoute('/t/47h9fjhx5vdaqtck')).toEqual({ screen: 'table', table: '47h9fjhx5vdaqtck' });
  expect(readRoute('/join/AB3K7Q')).toEqual({ screen: 'join', code: 'AB3K7Q' });
  expect(readRoute('/people/%E5%BC%A0%E4%B8%89')).toEqual({ screen: 'person', name: '张三' });
  expect(readRoute('/leaders/four')).toEqual({ screen: 'leaders', variant: 'four' });
  for (const screen of ['lobby', 'games', 'me', 'layouts'] as const) {
    expect(readRoute(`/${screen}`)).toEqual({ screen });
    expect(readRoute(`/${screen}/`)).toEqual({ screen });
  }
  expect(readRoute('/new')).toEqual({ screen: 'new', friends: false });
  expect(readRoute('/new/friends')).toEqual({ screen: 'new', friends: true });
  expect(readRoute('/account')).toEqual({ screen: 'account', register: false });
  expect(readRoute('/account/register')).toEqual({ screen: 'account', register: true });
  expect(readRoute('/view')).toEqual({ screen: 'record' });
});

test('everybody has an address, whatever the name', () => {
  for (const name of ['张三', '..', '...', '. .', './', '../..', 'a/b', 'a?b', 'a#b', 'a%b', '%2e%2e', 'a\\b', 'a+b&c', 'a;b', '#1']) {
    const { pathname, search, hash } = new URL(personAddress(name), 'http://junqi.example/people/Zhukov');
    expect(readRoute(pathname), name).toEqual({ screen: 'person', name });
    expect(search + hash, name).toBe('');
  }
  expect(readRoute('/people/%20')).toEqual({ screen: 'home' });
});

test('anything else is home', () => {
  for (const path of ['', '/', '/t/', '/t/../x', '/t/a-b', '/join/short', '/people/%E5', '/toString', '/lobby/x/y']) {
    expect(readRoute(path), path).toEqual({ screen: 'home' });
  }
});

test('addresses of former versions lead on', () => {
  expect(straighten('#/table/ab3')).toBe('/t/ab3');
  expect(straighten('/#/table/ab3')).toBe('/t/ab3');
  expect(straighten('/table/ab3')).toBe('/t/ab3');
  expect(straighten('#/')).toBe('/');
  expect(straighten('/lobby')).toBe('/lobby');
});
