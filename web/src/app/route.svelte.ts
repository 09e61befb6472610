// Which screen the address names. Every screen has a plain address, which a reload, a link and the
// browser's way back lead to; the server gives the page at all of them (server/http.c).
export type Route =
  | { screen: 'home' | 'lobby' | 'games' | 'me' | 'layouts' | 'record' }
  | { screen: 'account'; register: boolean }
  | { screen: 'table'; table: string }
  | { screen: 'new'; friends: boolean }
  | { screen: 'join'; code: string }
  | { screen: 'person'; name: string }
  | { screen: 'leaders'; variant: string };

const PLAIN = { lobby: 'lobby', games: 'games', me: 'me', layouts: 'layouts', view: 'record' } as const;

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/**
 * Where a person is shown, whatever the name. A browser takes `..` for the way up, encoded or not; no
 * name ends with a space, so one behind it says that it is a name.
 */
export function personAddress(name: string): string {
  return `/people/${encodeURIComponent(name)}${/^\.+$/.test(name) ? '%20' : ''}`;
}

/** The screen of a path; anything that is none is home. */
export function readRoute(path: string): Route {
  const [first = '', rest, ...more] = path.split('/').slice(1);
  if (more.some(Boolean)) return { screen: 'home' };
  if (rest) {
    const word = decoded(rest);
    if ((first === 't' || first === 'table') && /^[0-9A-Za-z]{1,32}$/.test(rest)) return { screen: 'table', table: rest };
    if (first === 'join' && /^[0-9A-Za-z]{6}$/.test(rest)) return { screen: 'join', code: rest };
    if (first === 'people' && word?.trim()) return { screen: 'person', name: word.trim() };
    if (first === 'account' && rest === 'register') return { screen: 'account', register: true };
    if (first === 'new' && rest === 'friends') return { screen: 'new', friends: true };
    if (first === 'leaders' && /^[a-z]+$/.test(rest)) return { screen: 'leaders', variant: rest };
    return { screen: 'home' };
  }
  if (first === 'new') return { screen: 'new', friends: false };
  if (first === 'leaders') return { screen: 'leaders', variant: '' };
  if (first === 'account') return { screen: 'account', register: false };
  return Object.hasOwn(PLAIN, first) ? { screen: PLAIN[first as keyof typeof PLAIN] } : { screen: 'home' };
}

/** Addresses of former versions: `/#/table/<id>` and `/table/<id>` are `/t/<id>` now. */
export function straighten(address: string): string {
  return address.replace(/^\/?#(?=\/)/, '').replace(/^\/table\//, '/t/').replace(/^\/record$/, '/view');
}

let current = $state.raw<Route>({ screen: 'home' });

export const route = {
  get current(): Route {
    return current;
  },
};

/** Goes to a screen; with `replace` the present one is not gone back to. */
export function go(address: string, replace = false) {
  const path = straighten(address);
  if (path !== location.pathname) {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    scrollTo(0, 0);
  }
  current = readRoute(path);
}

/** A plain click on a link into the page changes the screen without loading the page anew. */
export function followed(event: MouseEvent) {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
  if (link.origin !== location.origin || link.dataset.file !== undefined) return;
  event.preventDefault();
  go(link.pathname);
}

export function followAddress() {
  const straight = straighten(location.hash.startsWith('#/') ? location.hash : location.pathname);
  if (straight !== location.pathname || location.hash) history.replaceState(null, '', straight);
  current = readRoute(straight);
  // What is no address of ours shows home, and says so in the address.
  if (current.screen === 'home' && straight !== '/') history.replaceState(null, '', '/');
  addEventListener('popstate', () => (current = readRoute(location.pathname)));
  addEventListener('hashchange', () => location.hash.startsWith('#/') && go(location.hash, true));
  document.addEventListener('click', followed);
}
