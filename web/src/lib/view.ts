/** What has just been said is brought into view, where a list below it was pressed. */
export function intoView(one: Element) {
  one.scrollIntoView({ block: 'nearest' });
}
