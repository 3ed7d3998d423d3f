/** Describes a User-Agent for people. */
import { sessionTexts } from '#contract/core/accounts/sessions.ts';

// The order matters: most browsers also name those that they imitate.
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

function named(list: [RegExp, string][], text: string): string | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1];
}

/** A description such as 'Firefox on Windows'; a program by its name; 'Unknown device' otherwise. */
export function describeUserAgent(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = named(browsers, text);
  const system = named(systems, text);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  // Programs such as curl begin with their name; browsers with Mozilla.
  const program = /^(?!Mozilla\b)([A-Za-z][\w .-]{0,30})(?:\/|$)/.exec(text)?.[1];
  return browser ?? system ?? program ?? sessionTexts.unknownDevice;
}
