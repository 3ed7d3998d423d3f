/** The tour's stops at the command menu, and at imports. */
import type { Page } from '@playwright/test';
import { importStops } from './importStops.ts';
import type { Stop } from '../tour.ts';

async function find(page: Page, term: string): Promise<void> {
  // The tour changes the width: the button's words are the same at both.
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('combobox', { name: 'Find' }).fill(term);
  await page.getByRole('option').first().waitFor();
}

const menu = { screen: 'find', office: 'sample', path: '/dashboard' } as const;

export const findStops: Stop[] = [
  { ...menu, state: 'opened', reach: async (page) => find(page, '') },
  {
    ...menu,
    state: 'full',
    reach: async (page) => {
      await find(page, 'turmeric');
      await page.getByRole('group', { name: 'Records' }).getByRole('option').first().waitFor();
    },
  },
  ...importStops,
];
