/** The tour's stops at the history drawer and at an activity whose filters match nothing. */
import type { Page } from '@playwright/test';
import { chooseFromMenu } from './screen.ts';
import type { Stop } from './tour.ts';

async function openHistory(page: Page): Promise<void> {
  await chooseFromMenu(page, /^More for /, 'History');
  await page.getByRole('dialog').getByRole('list', { name: 'History' }).getByRole('time').first().waitFor();
}

const activity = { screen: 'activity', office: 'sample' } as const;

/** They continue from the activity with its rows. */
export const historyStops: Stop[] = [
  { ...activity, state: 'history', path: '/activity', goesOn: true, reach: openHistory },
  {
    ...activity,
    state: 'nothing-found',
    path: '/activity?from=2001-01-01&to=2001-01-02',
    reach: async (page) => page.getByText('Nothing matches the filters.').waitFor(),
  },
  { ...activity, state: 'history-of-production', path: '/production', reach: openHistory },
  { ...activity, state: 'history-of-inward', path: '/inward', reach: openHistory },
];
