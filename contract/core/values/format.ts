/** Formats of dates, amounts and quantities in screens, messages and exports. */
import { fromGrams, QUANTITY_DECIMALS } from './numbers.ts';

type Decimals = 0 | 2 | typeof QUANTITY_DECIMALS;

/**
 * With Indian grouping, of values that have no more decimals than are shown. Without Intl.NumberFormat, which on a phone
 * takes longer to construct than a list to draw. Below zero with a minus sign, as wide as a plus, unlike a hyphen.
 */
function formatNumber(value: number, decimals: Decimals): string {
  const [whole = '', fraction] = value.toFixed(decimals).replace('-', '−').split('.');
  const grouped = whole.replace(/\B(?=(?:\d\d)+\d$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** A whole number with Indian grouping: 100000 → '1,00,000'. */
export function formatCount(count: number): string {
  return formatNumber(count, 0);
}

/** Rupees with 2 decimals and Indian grouping: 1281.13 → '1,281.13' (specification §9). */
export function formatAmount(rupees: number): string {
  return formatNumber(rupees, 2);
}

/** An amount behind its sign, in one line everywhere: '₹ 1,23,456.50' with a no-break space. */
export function formatRupees(rupees: number): string {
  return `₹\u{A0}${formatAmount(rupees)}`;
}

/** Whole numbers bare, others with 3 decimals: 25 → '25', 42.75 → '42.750'. */
export function formatQuantity(quantity: number): string {
  return formatNumber(quantity, Number.isInteger(quantity) ? 0 : QUANTITY_DECIMALS);
}

/** A quantity followed by its unit, where it has one: '42.750 kg'. */
export function formatQuantityWithUnit(quantity: number, unit: string): string {
  return unit ? `${formatQuantity(quantity)} ${unit}` : formatQuantity(quantity);
}

/** A calendar date: '2026-11-20' → '20-11-2026' (specification §9). */
export function formatDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-');
  return `${day}-${month}-${year}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** The day of a UTC timestamp in the reader's time zone: 'dd-MM-yyyy'. */
export function formatDay(timestamp: string): string {
  // Not by Intl: it would take longer than the rest of a list.
  const at = new Date(timestamp);
  return `${twoDigits(at.getDate())}-${twoDigits(at.getMonth() + 1)}-${at.getFullYear()}`;
}

/** The time of a UTC timestamp in the reader's time zone: 'hh:mm a'. */
export function formatTime(timestamp: string): string {
  const at = new Date(timestamp);
  const hours = at.getHours();
  return `${twoDigits(hours % 12 || 12)}:${twoDigits(at.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** A UTC timestamp in the reader's time zone: 'dd-MM-yyyy hh:mm a' (specification §9). */
export function formatTimestamp(timestamp: string): string {
  return `${formatDay(timestamp)} ${formatTime(timestamp)}`;
}

const sizeUnits = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** A file size, in steps of 1000: 512 → '512 bytes', 1234567 → '1.2 MB'. */
export function formatSize(bytes: number): string {
  const step = Math.min(sizeUnits.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const size = bytes / 1000 ** step;
  return `${step === 0 ? size : size.toFixed(1)} ${sizeUnits[step]}`;
}

/** A mass in grams, in kg: '54.500 kg'. */
export function formatKilograms(grams: number): string {
  return formatQuantityWithUnit(fromGrams(Math.round(grams)), 'kg');
}

/** A percentage with at most two decimals, below zero with a minus sign: '99.08 %', '−0.15 %'. */
export function formatPercent(percent: number): string {
  return `${String(Math.round(percent * 100) / 100).replace('-', '−')} %`;
}

/** How far ahead a day is: 'today', 'tomorrow', 'in 5 days'. */
export function formatDaysAhead(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}
