import { overviewTexts } from '#contract/overviews.ts';
import { daysUntil } from '#contract/dates.ts';
import { today } from '#web/ui/today.ts';

/** How long ago a calendar date is, in whole days; 'today' for that and for later. */
export function ageText(day: string): string {
  const days = daysUntil(day, today());
  return days <= 0 ? 'today' : overviewTexts.days(days);
}
