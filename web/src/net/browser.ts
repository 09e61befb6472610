// The connection's world in a browser.
import { recall, remember } from '../lib/storage';
import { get } from './api';
import type { Asked, World } from './connection';

const KEY = 'junqi.session'; // that there is one: the cookie is hidden from scripts
const PATIENCE = 10_000;
let asked: Promise<Asked> | null = null;

async function ask(): Promise<Asked> {
  const answer = await get('/api/session', PATIENCE);
  if (!answer.ok) return answer.fault ?? 'away';
  remember(KEY, true);
  return 'given';
}

/** Who asks meanwhile gets the same answer: two at once would make two guests. */
function session(): Promise<Asked> {
  asked ??= ask().finally(() => (asked = null));
  return asked;
}

export const browserWorld: World = {
  open(events) {
    const url = new URL('/ws', location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    socket.onopen = () => events.open();
    socket.onmessage = ({ data }) => events.message(String(data));
    socket.onclose = ({ code }) => events.close(code);
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(),
    };
  },
  known: () => recall(KEY) === true,
  session,
  now: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};
