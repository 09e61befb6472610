// Which screen the address names: #/ home, #/table/<id>, #/layouts, #/record (a file, in memory).
export type Route = { screen: 'home' | 'layouts' | 'record' } | { screen: 'table'; table: string };

export function readRoute(hash: string): Route {
  const table = /^#\/table\/([0-9A-Za-z]{1,32})$/.exec(hash)?.[1];
  if (table) return { screen: 'table', table };
  if (hash === '#/layouts') return { screen: 'layouts' };
  if (hash === '#/record') return { screen: 'record' };
  return { screen: 'home' };
}

/** A plain address of a table (/table/<id>), as somebody may type it, becomes the page's own. */
export function straighten(location: { pathname: string; hash: string }): string | null {
  const table = /^\/table\/([0-9A-Za-z]{1,32})\/?$/.exec(location.pathname)?.[1];
  return table ? `/#/table/${table}` : null;
}

let current = $state.raw<Route>({ screen: 'home' });

export const route = {
  get current(): Route {
    return current;
  },
};

export function go(hash: string) {
  if (location.hash === hash) return;
  location.hash = hash;
}

export function followAddress() {
  const straight = straighten(location);
  if (straight) history.replaceState(null, '', straight);
  current = readRoute(location.hash);
  addEventListener('hashchange', () => (current = readRoute(location.hash)));
}
