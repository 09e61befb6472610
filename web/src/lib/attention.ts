// Calls a player back who looks at another tab: the page's icon bears a dot while it is their turn.
const PLAIN = '/icon.svg';
const DOT =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="2" y="6" width="28" height="21" rx="4" fill="#7f2415"/><rect x="2" y="4" width="28" height="20" rx="4" fill="#c4472f"/><circle cx="24" cy="8" r="8" fill="#ffd23f" stroke="#2b2722" stroke-width="2"/></svg>',
  );

export function signTurn(mine: boolean) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const href = mine ? DOT : PLAIN;
  if (link && link.getAttribute('href') !== href) link.setAttribute('href', href);
}
