// What goes to the server, as JSON. A field with a length cuts off what is too long even within an emoji:
// half a character is no Unicode text, and the server would refuse the whole message for it.

/** Text without halves of characters. */
const wholeText = (text: string): string => text.replace(/\p{Surrogate}/gu, '');

export function toJson(message: unknown): string {
  return JSON.stringify(message, (_, value: unknown) => (typeof value === 'string' ? wholeText(value) : value));
}
