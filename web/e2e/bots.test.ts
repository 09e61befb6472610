// The example of docs/bots.md plays a whole game against itself, as two processes that know the
// server's address, a token and a table.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Server } from './support/server';

const example = fileURLToPath(new URL('../../examples/bot.mjs', import.meta.url));
const run = promisify(execFile);
let server: Server;

beforeAll(async () => {
  server = await Server.start();
});
afterAll(async () => {
  await server?.end();
});

/** A new account's token. */
async function token(name: string): Promise<string> {
  const call = (path: string, body: object, cookie = '') =>
    fetch(new URL(path, server.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: new URL(server.url).origin, Cookie: cookie },
      body: JSON.stringify(body),
    });
  const made = await call('/api/register', { name, password: 'a secret of theirs' });
  expect(made.status).toBe(200);
  const cookie = made.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ');
  return (await (await call('/api/tokens', { label: 'test' }, cookie)).json()).token;
}

/** A table of the first bot with a free seat, made through its WebSocket. */
function makeTable(bearer: string): Promise<string> {
  const url = new URL('/ws', server.url);
  url.protocol = 'ws:';
  // Node's own WebSocket takes headers; the browsers' types don't know.
  const options = { headers: { Authorization: `Bearer ${bearer}` } } as unknown as string;
  const socket = new WebSocket(url, options);
  return new Promise((done, fail) => {
    socket.onerror = () => fail(new Error('no WebSocket'));
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: 'hello', version: 1 }));
      const opponents = [{ level: null }];
      const options = { quiet_limit: '20' };
      socket.send(JSON.stringify({ type: 'create', variant: 'dark', opponents, options }));
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data));
      if (message.type === 'error') fail(new Error(message.en));
      if (message.type === 'created') {
        done(message.table);
        socket.close();
      }
    };
  });
}

test('two bots play a game', async () => {
  const tokens = [await token('First Bot'), await token('Second Bot')];
  const table = await makeTable(tokens[0]!);
  const play = (one: string) => run(process.execPath, [example, server.url.replace(/\/$/, ''), one, table]);
  const said = (await Promise.all(tokens.map(play))).map(({ stdout }) => stdout.trim());
  expect(said.map((line) => line.slice(0, 3))).toEqual(['a: ', 'b: ']);
  const outcomes = said.map((line) => line.slice(3)).sort().join(' ');
  expect(['lost won', 'drawn drawn']).toContain(outcomes);
});
