/** What a browser says of itself, in words that its owner would use. */
import { sessionTexts } from '#contract/sessions.ts';

// In this order: nearly every browser also names the ones that it wants to be taken for.
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

/** A User-Agent in words, such as 'Firefox on Windows'; a program by its own name; 'Unknown device' where nothing is known. */
export function describeUserAgent(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = named(browsers, text);
  const system = named(systems, text);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  // A program such as curl says its name first; every browser says Mozilla there.
  const program = /^(?!Mozilla\b)([A-Za-z][\w .-]{0,30})(?:\/|$)/.exec(text)?.[1];
  return browser ?? system ?? program ?? sessionTexts.unknownDevice;
}
