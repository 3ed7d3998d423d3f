/** The tour's stops at adjustments. */
import { field } from '../screen.ts';
import type { Stop } from '../tour.ts';

const sheet = { screen: 'adjustments-count', office: 'sample', path: '/adjustments/count' } as const;
const form = { screen: 'adjustments-new', office: 'sample' } as const;

export const adjustmentStops: Stop[] = [
  {
    screen: 'adjustments',
    office: 'sample',
    state: 'adjustment',
    path: '/adjustments/new/opening',
    reach: async (page) => {
      const line = page.getByRole('group', { name: 'Line 1' });
      await line.getByLabel('Raw material or product').first().click();
      await line.getByRole('option').first().click();
      await field(line, 'Quantity').fill('12.5');
      await field(line, 'Price per unit (₹)').fill('118.5');
      await page.getByRole('button', { name: 'Record' }).click();
      await page.getByRole('heading', { level: 1, name: /^Opening stock of/ }).waitFor();
    },
  },
  {
    screen: 'adjustments',
    office: 'sample',
    state: 'edit',
    path: '/adjustments',
    goesOn: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('button', { name: 'Update' }).waitFor();
    },
  },
  {
    screen: 'adjustments',
    office: 'sample',
    state: 'full',
    path: '/adjustments',
    goesOn: true,
    reach: async (page) => {
      await page.getByRole('main').getByRole('link', { name: 'Adjustments' }).click();
      await page.getByText('Showing 1 to').waitFor();
    },
  },
  {
    ...sheet,
    state: 'full',
    reach: async (page) =>
      page
        .getByRole('textbox', { name: /^Counted/ })
        .first()
        .waitFor(),
  },
  {
    ...sheet,
    state: 'counted',
    goesOn: true,
    reach: async (page) => {
      const fields = page.getByRole('textbox', { name: /^Counted/ });
      await fields.nth(0).press('=');
      await fields.nth(1).fill('1');
      await fields.nth(2).fill('not a number');
      await page
        .getByRole('combobox', { name: /^Reason/ })
        .first()
        .fill('Moisture');
      await page.getByRole('button', { name: 'Add a lot that is not listed' }).click();
      await page.getByRole('button', { name: /^Post/ }).click();
      await page.locator('form [aria-invalid=true]').first().waitFor();
    },
  },
  {
    ...sheet,
    state: 'empty',
    office: 'empty',
    reach: async (page) => page.getByText('Nothing in stock to count.').waitFor(),
  },
  {
    ...form,
    state: 'opening',
    path: '/adjustments/new/opening',
    reach: async (page) => {
      const line = page.getByRole('group', { name: 'Line 1' });
      await field(line, 'Quantity').fill('12.5');
      await page.getByRole('button', { name: 'Record' }).click();
      await page.locator('form [aria-invalid=true]').first().waitFor();
    },
  },
  {
    ...form,
    state: 'write-off',
    path: '/adjustments/new/writeOff',
    reach: async (page) => {
      const line = page.getByRole('group', { name: 'Line 1' });
      await line.getByLabel('Lot').first().click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    ...form,
    state: 'buyer-return',
    path: '/adjustments/new/buyerReturn',
    reach: async (page) => field(page, 'Quantity').waitFor(),
  },
];
