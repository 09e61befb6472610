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

const MINUTE = 60;
const HOUR = 3600;

/** "28000 seconds" as people say it; short times stay as they are. */
function duration(seconds: number, english: boolean): string | null {
  if (seconds < 2 * MINUTE) return null;
  const [n, unit] = seconds < 2 * HOUR ? [seconds / MINUTE, english ? 'minutes' : '分钟'] : [seconds / HOUR, english ? 'hours' : '小时'];
  return `${Math.ceil(n)} ${unit}`;
}

/** A text with times as the server writes them for everybody: "2026-05-01 12:00 UTC", "28000 seconds". */
export function localTimes(text: string): string {
  return text
    .replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (_, day: string, time: string) => when(Date.parse(`${day}T${time}Z`)))
    .replace(/(\d+) (seconds|秒)/g, (whole, n: string, unit: string) => duration(Number(n), unit === 'seconds') ?? whole);
}
