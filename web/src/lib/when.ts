// Dates as short as they can be understood: the time today, the day this year, else the date.
import { settings } from './settings.svelte';

const TODAY = { hour: 'numeric', minute: '2-digit' } as const;
const DAY = { month: 'short', day: 'numeric', ...TODAY } as const;
const DATE = { year: 'numeric', month: 'short', day: 'numeric' } as const;

/** A moment in milliseconds since 1970, in the reader's language and zone. */
export function when(moment: number, now = Date.now()): string {
  const [then, today] = [new Date(moment), new Date(now)];
  const day = (date: Date) => date.toDateString();
  const style = day(then) === day(today) ? TODAY : then.getFullYear() === today.getFullYear() ? DAY : DATE;
  return new Intl.DateTimeFormat(settings.language, style).format(then);
}

/** A text in which the server wrote a moment as it does for everybody, "2026-05-01 12:00 UTC". */
export function localTimes(text: string): string {
  return text.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (_, day: string, time: string) => when(Date.parse(`${day}T${time}Z`)));
}
