/** Periods that inspectors use. */
import { formatDate } from '#contract/core/values/format.ts';
import { daysAfter, financialYearOf } from '#contract/core/values/dates.ts';
import { today } from '#web/core/ui/today.ts';

export interface Days {
  from: string | undefined;
  to: string | undefined;
}

const SEASON_BEGINS = '-10-01';

/** The period between two counts: the first count is its opening, the second its closing. */
export function betweenCounts(first: string, second: string): Days {
  return { from: daysAfter(first, 1), to: second };
}

/** The two counts that days lie between, of those of an item, the newest first; undefined if they don't. */
export function countsAround(countDays: readonly string[], { from, to }: Days): [string, string] | undefined {
  const first = countDays.find((day) => daysAfter(day, 1) === from);
  return first !== undefined && to !== undefined && countDays.includes(to) ? [first, to] : undefined;
}

/** A day moved back by a year, yyyy-mm-dd; 29 February becomes 28 February. */
function aYearBefore(day: string): string {
  const rest = day.slice(4);
  return `${Number(day.slice(0, 4)) - 1}${rest === '-02-29' ? '-02-28' : rest}`;
}

/** Periods by their names, as of a day: the season begins with the harvest in October. */
export function periodsOf(day = today()): Record<string, Days> {
  const year = Number(day.slice(0, 4));
  const { label: _, ...lastYear } = financialYearOf(day, 1);
  const season = day.slice(4) >= SEASON_BEGINS ? year : year - 1;
  return {
    'This season': { from: `${season}${SEASON_BEGINS}`, to: day },
    'Financial year': { from: financialYearOf(day).from, to: day },
    'Last financial year': lastYear,
    'Last 12 months': { from: daysAfter(aYearBefore(day), 1), to: day },
    'All time': { from: undefined, to: undefined },
  };
}

/** On paper, the values of the screen's fields. */
export function balancedOver(name: string, from: string | undefined, to: string | undefined): string {
  if (from === undefined && to === undefined) return `${name}, all time`;
  return `${name}${from === undefined ? '' : `, from ${formatDate(from)}`}${to === undefined ? '' : `, to ${formatDate(to)}`}`;
}
