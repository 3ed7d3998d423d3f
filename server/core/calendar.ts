/** Calendar dates and times of day in the time zone of the installation. */
import { financialYearOf } from '#contract/core/values/dates.ts';
import { formatDate } from '#contract/core/values/format.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Before and after every day that can be recorded. */
export const ALWAYS = { from: '1900-01-01', to: '9999-12-31' } as const;

/** Cached by time zone: constructing one is slow. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...numeric });
  clocks.set(timeZone, clock);
  return clock;
}

/** The local time of an instant, as the milliseconds of the same time in UTC. */
function wallClock(instant: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

/** The calendar date, yyyy-mm-dd, so many days before today. */
export function dayBefore(now: Date, days: number, timeZone: string): string {
  return new Date(wallClock(now.getTime(), timeZone) - days * DAY_MS).toISOString().slice(0, 10);
}

/** The local time of day of a timestamp: '14:05'. */
export function timeOfDay(timestamp: string, timeZone: string): string {
  return new Date(wallClock(Date.parse(timestamp), timeZone)).toISOString().slice(11, 16);
}

/** A timestamp as the screens show it, in the time zone: '20-11-2026 02:05 PM'. */
export function localTimestamp(timestamp: string, timeZone: string): string {
  const local = new Date(wallClock(Date.parse(timestamp), timeZone)).toISOString();
  const hours = Number(local.slice(11, 13));
  const time = `${String(hours % 12 || 12).padStart(2, '0')}:${local.slice(14, 16)} ${hours < 12 ? 'AM' : 'PM'}`;
  return `${formatDate(local)} ${time}`;
}

/** The Monday, yyyy-mm-dd, of the week of a calendar date. */
export function mondayOf(date: string): string {
  const day = Date.parse(date);
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return new Date(day - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

/** The UTC timestamp of a calendar date and minutes after midnight; up to an hour off on days with a clock change. */
export function timestampAt(date: string, minutes: number, timeZone: string): string {
  const asIfUtc = Date.parse(date) + minutes * MINUTE_MS;
  return new Date(2 * asIfUtc - wallClock(asIfUtc, timeZone)).toISOString();
}

/** The financial year of a calendar date as invoice numbers write it: '26-27'. */
export function financialYear(date: string): string {
  return financialYearOf(date).label.slice(2);
}
