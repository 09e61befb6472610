// Names that are written from right to left, within sentences that are not.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Such a name between marks that keep it from turning around what stands beside it. */
export const isolate = (text: string) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);
