// The connection's world in a browser.
import type { World } from './connection';

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
  session: () =>
    fetch('/api/session', { credentials: 'same-origin' }).then(
      () => {},
      () => {},
    ),
  now: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};
