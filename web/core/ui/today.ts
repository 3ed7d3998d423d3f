import { TIME_ZONE_COOKIE } from '#contract/core/endpoint.ts';

/** The server's time zone, from the cookie that comes with the page; undefined, for that of the device, without a page. */
function serverTimeZone(): string | undefined {
  if (!('document' in globalThis)) return undefined;
  const [, zone] = new RegExp(`(?:^|; )${TIME_ZONE_COOKIE}=([^;]+)`).exec(document.cookie) ?? [];
  return zone && decodeURIComponent(zone);
}

function formatOf(locale: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...parts, timeZone: serverTimeZone() });
  } catch {
    // A browser older than the zone, or the cookie of another program.
    return new Intl.DateTimeFormat(locale, parts);
  }
}

let calendar: Intl.DateTimeFormat | undefined;

/** Today as yyyy-mm-dd in the server's time zone, so that a day is the same on every device (docs/domain.md, Dates). */
export function today(): string {
  // Swedish dates are yyyy-mm-dd.
  calendar ??= formatOf('sv-SE', {});
  return calendar.format(new Date());
}

/** Day and time as 'dd-MM-yyyy hh:mm a' in the server's time zone, for what leaves the screen. */
export function now(): string {
  const parts = { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h12' } as const;
  const [day = '', time = ''] = formatOf('en-GB', parts).format(new Date()).split(', ');
  return `${day.replaceAll('/', '-')} ${time.toUpperCase()}`;
}
