/** The tour's stops at the history drawer and at an activity whose filters match nothing. */
import type { Page } from '@playwright/test';
import { chooseFromMenu } from '../screen.ts';
import type { Stop } from '../tour.ts';

async function seen(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('list', { name: 'History' }).getByRole('time').first().waitFor();
}

async function openHistory(page: Page): Promise<void> {
  await chooseFromMenu(page, /^More for /, 'History');
  await seen(page);
}

const activity = { screen: 'activity', office: 'sample' } as const;

/** They continue from the activity with its rows. */
export const historyStops: Stop[] = [
  {
    ...activity,
    state: 'history',
    path: '/activity',
    goesOn: true,
    reach: async (page) => {
      const button = page.getByRole('button', { name: /^History of / });
      await button.first().click();
      await seen(page);
    },
  },
  {
    ...activity,
    state: 'nothing-found',
    path: '/activity?dayFrom=2001-01-01&dayTo=2001-01-02',
    reach: async (page) => page.getByText('Nothing matches the filters.').waitFor(),
  },
  { ...activity, state: 'history-of-production', path: '/production', reach: openHistory },
  { ...activity, state: 'history-of-inward', path: '/inward', reach: openHistory },
];
