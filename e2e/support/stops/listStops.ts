/** The tour's stops at what every list has: selected rows, saved views, columns. */
import type { Stop } from '../tour.ts';

export const listPartStops: Stop[] = [
  {
    screen: 'inward',
    state: 'selected',
    office: 'sample',
    path: '/inward',
    reach: async (page) => {
      // Clicked, since the checkbox is seen under the pointer.
      await page
        .getByRole('checkbox', { name: /^Select inward/ })
        .nth(1)
        .click();
      await page
        .getByRole('checkbox', { name: /^Select inward/ })
        .nth(3)
        .click({ modifiers: ['Shift'] });
      await page.getByRole('region', { name: 'Selected rows' }).waitFor();
    },
  },
  {
    screen: 'suppliers',
    state: 'saving-view',
    office: 'sample',
    path: '/suppliers?status=1',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Save view' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    screen: 'lots',
    state: 'choosing-columns',
    office: 'sample',
    path: '/lots',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
