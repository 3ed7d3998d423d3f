import { futureDateFaults } from '#contract/pastDates.ts';
import type { Endpoint } from '#contract/endpoints.ts';
import { today } from '#web/ui/today.ts';

/** What is wrong with dates that must have come by today, where the person sits; by field. */
export function dateFaults({ pastDates }: Pick<Endpoint, 'pastDates'>, body: unknown): Record<string, string> {
  const faults = Object.entries(futureDateFaults(body, pastDates, today()));
  return Object.fromEntries(faults.map(([field, texts]) => [field, texts.join('\n')]));
}
