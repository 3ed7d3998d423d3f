/** The tour's stops at the morning, at stock on a day and at the stock ledger. */
import { failure, type Stop } from '../tour.ts';

const sample = { office: 'sample' } as const;
const ledger = { ...sample, screen: 'stock-ledger', path: '/stock-ledger?itemId=1' } as const;

export const morningStops: Stop[] = [
  {
    ...sample,
    screen: 'dashboard',
    state: 'charts',
    path: '/dashboard',
    reach: async (page) => {
      await page.getByRole('region', { name: 'Used in production' }).scrollIntoViewIfNeeded();
      await page.locator('.recharts-bar-rectangle').first().waitFor({ state: 'attached' });
    },
  },
  {
    ...sample,
    screen: 'dashboard',
    state: 'choosing-blocks',
    path: '/dashboard',
    goesOn: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Choose blocks' }).click();
      await page.getByRole('checkbox', { name: 'Not paid' }).waitFor();
    },
  },
  {
    ...sample,
    screen: 'reports-rawmaterialreports',
    state: 'as-on',
    path: '/reports/rawmaterialreports?asOn=2026-10-31',
    reach: async (page) => page.getByText('Value at purchase price').waitFor(),
  },
  {
    ...sample,
    screen: 'lots',
    state: 'as-on',
    path: '/lots?asOn=2026-10-31',
    reach: async (page) => page.getByText('Value at purchase price').waitFor(),
  },
  {
    ...sample,
    screen: 'reports-products',
    state: 'as-on',
    path: '/reports/products?asOn=2026-10-31',
    reach: async (page) => page.getByText('Value at purchase price').waitFor(),
  },
  {
    ...ledger,
    state: 'empty',
    path: '/stock-ledger',
    reach: async (page) => page.getByText('Choose a raw material or a product').waitFor(),
  },
  { ...ledger, state: 'full', reach: async (page) => page.getByRole('table').waitFor() },
  {
    ...ledger,
    state: 'error',
    arrange: failure,
    reach: async (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
];
