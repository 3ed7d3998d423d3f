/** The stops of dispatches, and the pages of buyers, suppliers, items and users. */
import type { Page } from '@playwright/test';
import { errorTexts } from '#contract/core/errors.ts';
import { choose, chooseFromMenu, field } from '../screen.ts';
import type { Stop } from '../tour.ts';

const dispatch = { screen: 'dispatches', office: 'sample', path: '/dispatches', goesOn: true } as const;
const shipping = (page: Page) => page.getByRole('form', { name: 'New dispatch' });

/** They continue from the list with its rows. */
export const dispatchStops: Stop[] = [
  {
    ...dispatch,
    state: 'form',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add dispatch' }).click();
      await shipping(page).waitFor();
    },
  },
  {
    ...dispatch,
    state: 'form-errors',
    reach: async (page) => {
      await shipping(page).getByRole('button', { name: 'Add dispatch' }).click();
      await page.locator('form [aria-invalid=true]').first().waitFor();
    },
  },
  {
    ...dispatch,
    state: 'form-filled',
    reach: async (page) => {
      const form = shipping(page);
      const [first, second] = [1, 2].map((number) => form.getByRole('group', { name: `Line ${number}` }));
      if (!first || !second) return;
      await form.getByLabel('Buyer').and(form.locator('input')).click();
      await form.getByRole('option').first().click();
      await choose(first, 'Product', 'Turmeric powder 200 g');
      await field(first, 'Quantity').fill('400');
      await first
        .getByRole('textbox', { name: /^Send from / })
        .first()
        .fill('120');
      await form.getByRole('button', { name: 'Add line' }).click();
      await choose(second, 'Product', 'Amla murabba 400 g');
      await field(second, 'Quantity').fill('20000');
      await form.getByText(/^Only /).waitFor();
    },
  },
  {
    ...dispatch,
    state: 'edit',
    reach: async (page) => {
      await chooseFromMenu(page, /^More for /, 'Edit');
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('form', { name: 'Update dispatch' }).waitFor();
    },
  },
  {
    ...dispatch,
    state: 'dispatch',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Dispatch |\// })
        .first()
        .click();
      await page.getByRole('button', { name: 'Print delivery note' }).waitFor();
    },
  },
];

export const buyerStops: Stop[] = [
  {
    screen: 'buyer',
    state: 'full',
    office: 'sample',
    path: '/buyers',
    reach: async (page) => {
      await page.getByRole('main').locator('a[href^="/buyers/"]').first().click();
      await page.getByRole('heading', { name: 'What they hold' }).waitFor();
      await page.getByText(/^Showing /).waitFor();
    },
  },
];

/** Pages of items and of a user. */
const recordStops: Stop[] = [
  {
    screen: 'rawmaterial',
    state: 'full',
    office: 'sample',
    path: '/rawmaterials?search=Turmeric',
    reach: async (page) => {
      await page.getByRole('main').locator('a[href^="/rawmaterials/"]').first().click();
      await page.getByRole('table', { name: 'In and out by month' }).waitFor();
    },
  },
  {
    screen: 'product',
    state: 'full',
    office: 'sample',
    path: '/products?search=Turmeric',
    reach: async (page) => {
      await page.getByRole('main').locator('a[href^="/products/"]').first().click();
      await page.getByRole('table', { name: 'In and out by month' }).waitFor();
    },
  },
  {
    screen: 'user',
    state: 'full',
    office: 'sample',
    path: '/register',
    reach: async (page) => {
      await page.getByRole('main').locator('a[href^="/register/"]').first().click();
      await page.getByRole('heading', { name: 'Recent changes' }).waitFor();
      await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor({ state: 'detached' });
    },
  },
];
/** Somebody else has saved the supplier when it is saved here. */
async function savedMeanwhile(page: Page): Promise<void> {
  await page.route('**/api/suppliers/*', async (route) => {
    if (route.request().method() === 'PUT') {
      await route.fulfill({ status: 409, json: { code: 'conflict', message: errorTexts.changedMeanwhile } });
      return;
    }
    const response = await route.fetch();
    const changed = { phone: '9003011060', email: 'new@example.in', updatedAt: new Date().toISOString() };
    await route.fulfill({ response, json: { ...(await response.json()), ...changed } });
  });
}

export const supplierStops: Stop[] = [
  {
    screen: 'supplier',
    state: 'full',
    office: 'sample',
    path: '/suppliers?search=Malwa',
    reach: async (page) => {
      await page.getByRole('main').locator('a[href^="/suppliers/"]').first().click();
      await page.getByRole('heading', { name: 'Inwards' }).waitFor();
      await page
        .getByText(/^Showing /)
        .nth(2)
        .waitFor();
    },
  },
  ...recordStops,
  {
    screen: 'supplier',
    state: 'conflict',
    office: 'sample',
    path: '/suppliers?search=Malwa',
    arrange: savedMeanwhile,
    reach: async (page) => {
      await chooseFromMenu(page, /^More for /, 'Edit');
      const form = page.getByRole('form', { name: 'Update Supplier' });
      await field(form, 'Phone').fill('9443033061');
      await form.getByRole('button', { name: 'Update' }).click();
      await form.getByRole('radio').first().waitFor();
    },
  },
];
