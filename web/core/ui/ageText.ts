import { overviewTexts } from '#contract/core/overviewParts.ts';
import { daysUntil } from '#contract/core/values/dates.ts';
import { today } from './today.ts';

/** How long ago a calendar date is, in whole days; 'today' for that and for later. */
export function ageText(day: string): string {
  const days = daysUntil(day, today());
  return days <= 0 ? 'today' : overviewTexts.days(days);
}

/** How long something has been open: 'for 17 days', or 'since today'. */
export function openFor(day: string): string {
  const days = daysUntil(day, today());
  return days <= 0 ? 'since today' : `for ${overviewTexts.days(days)}`;
}
