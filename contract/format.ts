/** How dates, amounts and quantities are written for people, on every screen, in every message and in every export. */
import { QUANTITY_DECIMALS } from './numbers.ts';

const amountFormat = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const wholeFormat = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const partFormat = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: QUANTITY_DECIMALS,
  maximumFractionDigits: QUANTITY_DECIMALS,
});

/** Rupees with 2 decimals and Indian grouping: 1281.13 → '1,281.13' (specification §9). */
export function formatAmount(rupees: number): string {
  return amountFormat.format(rupees);
}

/** A quantity as people read it: whole numbers bare, others with 3 decimals: 25 → '25', 42.75 → '42.750'. */
export function formatQuantity(quantity: number): string {
  return Number.isInteger(quantity) ? wholeFormat.format(quantity) : partFormat.format(quantity);
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

/**
 * A UTC timestamp in the zone of whoever reads it: 'dd-MM-yyyy hh:mm a' (specification §9), the browser's own zone
 * unless `timeZone` names another.
 */
export function formatTimestamp(timestamp: string, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h12',
    timeZone,
  }).formatToParts(new Date(timestamp));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('day')}-${part('month')}-${part('year')} ${part('hour')}:${part('minute')} ${part('dayPeriod').toUpperCase()}`;
}
