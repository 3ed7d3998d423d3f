import { TIME_ZONE_COOKIE } from '#contract/core/endpoint.ts';

/** The server's time zone, from the cookie that comes with the page; undefined, for that of the device, without a page. */
function serverTimeZone(): string | undefined {
  if (!('document' in globalThis)) return undefined;
  const [, zone] = new RegExp(`(?:^|; )${TIME_ZONE_COOKIE}=([^;]+)`).exec(document.cookie) ?? [];
  return zone && decodeURIComponent(zone);
}

function calendarOf(timeZone: string | undefined): Intl.DateTimeFormat {
  try {
    // Swedish dates are yyyy-mm-dd.
    return new Intl.DateTimeFormat('sv-SE', { timeZone });
  } catch {
    // A browser older than the zone, or the cookie of another program.
    return new Intl.DateTimeFormat('sv-SE');
  }
}

let calendar: Intl.DateTimeFormat | undefined;

/** Today as yyyy-mm-dd in the server's time zone, so that a day is the same on every device (docs/domain.md, Dates). */
export function today(): string {
  calendar ??= calendarOf(serverTimeZone());
  return calendar.format(new Date());
}
