/** The tour's stops at inward and production. */
import type { Page } from '@playwright/test';
import { pngBill } from '../bills.ts';
import { choose, chooseFromMenu, dismiss, field } from '../screen.ts';
import type { Stop } from '../tour.ts';

const inward = { screen: 'inward', path: '/inward', office: 'sample' } as const;

async function openInwardForm(page: Page) {
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  return page.getByRole('form', { name: 'Add Inward' });
}

export const inwardStops: Stop[] = [
  {
    ...inward,
    state: 'bill',
    // An image; a PDF would open a tab.
    path: '/inward?search=nilgiri',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Bill of NHC 31' }).click();
      await page.getByRole('img', { name: 'Bill of NHC 31' }).waitFor();
    },
  },
  {
    ...inward,
    screen: 'files',
    state: 'bill',
    path: '/files/inward/1',
    reach: async (page) => {
      await page
        .getByRole('region', { name: /^Pages of / })
        .locator('canvas')
        .waitFor();
    },
  },
  {
    ...inward,
    state: 'inward-record',
    path: '/inward?search=nilgiri',
    reach: async (page) => {
      await page.getByRole('main').getByRole('link', { name: 'NHC 31' }).click();
      await page.getByRole('heading', { name: 'Inward NHC 31' }).waitFor();
      await page.getByRole('heading', { name: 'What became of it' }).waitFor();
    },
  },
  {
    ...inward,
    state: 'lookup',
    reach: async (page) => {
      const form = await openInwardForm(page);
      await form.getByRole('group', { name: 'Line 1' }).getByLabel('Raw material').first().click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    ...inward,
    state: 'calendar',
    goesOn: true,
    reach: async (page) => {
      const form = page.getByRole('form', { name: 'Add Inward' });
      await form.getByLabel('Invoice date').click();
      await page.getByRole('button', { name: 'Next month' }).waitFor();
    },
  },
  {
    ...inward,
    state: 'form-filled',
    goesOn: true,
    reach: async (page) => {
      const form = page.getByRole('form', { name: 'Add Inward' });
      await form.getByRole('heading').click();
      await form.getByLabel('Bill', { exact: true }).setInputFiles(pngBill);
      for (const number of [1, 2, 3]) {
        if (number > 1) await form.getByRole('button', { name: 'Add line' }).click();
        const line = form.getByRole('group', { name: `Line ${number}` });
        await line.getByLabel('Raw material').first().click();
        await line.getByRole('option').nth(number).click();
        await field(line, 'Quantity').fill('12.5');
        await field(line, 'Price per unit (₹)').fill('1480.5');
      }
      await form.getByText('Preview').waitFor();
      const first = form.getByRole('group', { name: 'Line 1' });
      await first.getByRole('button', { name: /^Lot/ }).click();
      await first.getByLabel('Claim').and(first.locator('input')).waitFor();
    },
  },
];

const production = { screen: 'production', path: '/production', office: 'sample' } as const;
const recording = (page: Page) => page.getByRole('form', { name: 'Add production' });

export const productionStops: Stop[] = [
  {
    ...production,
    state: 'form-errors',
    goesOn: true,
    reach: async (page) => {
      await recording(page).getByRole('button', { name: 'Save production' }).click();
      await page.locator('form [aria-invalid=true]').first().waitFor();
    },
  },
  {
    ...production,
    state: 'form-filled',
    goesOn: true,
    reach: async (page) => {
      const form = recording(page);
      await dismiss(page);
      await form.getByRole('button', { name: 'Add another material' }).click();
      const [first, second] = [1, 2].map((number) => form.getByRole('group', { name: `Material ${number}` }));
      if (!first || !second) return;
      await choose(first, 'Raw material', 'Turmeric, Lakadong');
      await field(first, 'Quantity').fill('1.25');
      await choose(second, 'Raw material', 'Kokum rind');
      await field(second, 'Quantity').fill('99999');
      await form.getByText(/^Quantity exceeds/).waitFor();
    },
  },
  {
    ...production,
    state: 'edit',
    goesOn: true,
    reach: async (page) => {
      await chooseFromMenu(page, /^More for /, 'Edit');
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('button', { name: 'Update production' }).waitFor();
    },
  },
  {
    ...production,
    state: 'lots',
    goesOn: true,
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Lots of / })
        .first()
        .click();
      await page
        .getByText(/from lot/)
        .first()
        .waitFor();
    },
  },
  {
    ...production,
    state: 'deletion',
    goesOn: true,
    reach: async (page) => {
      await chooseFromMenu(page, /^More for /, 'Delete …');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor();
    },
  },
];

const lot = { screen: 'lots', office: 'sample', path: '/lots', goesOn: true } as const;

/** They continue from the list with its rows. */
export const lotStops: Stop[] = [
  {
    ...lot,
    state: 'lot',
    reach: async (page) => {
      const links = page.getByRole('main').getByRole('link', { name: /-\d{4}-\d\d$/ });
      await links.first().click();
      await page.getByRole('heading', { name: 'Movements' }).waitFor();
    },
  },
  {
    ...lot,
    state: 'edit',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await field(page, 'Supplier lot number').waitFor();
    },
  },
  {
    ...lot,
    state: 'hold',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Put on hold' }).click();
      await field(page, 'Reason').waitFor();
    },
  },
];

export const recipeStops: Stop[] = [
  {
    screen: 'recipes',
    state: 'copy',
    office: 'sample',
    path: '/recipes?search=garam',
    reach: async (page) => {
      await chooseFromMenu(page, 'recipe of Garam masala 100 g', 'Copy');
      await page
        .getByLabel('Cost of ingredient 3')
        .filter({ hasText: /\d\.\d\d/ })
        .waitFor();
    },
  },
];

export const stockSettingsStops: Stop[] = ['products', 'rawmaterials'].map((screen) => ({
  screen,
  state: 'stock-settings',
  office: 'sample',
  path: `/${screen}`,
  reach: async (page) => {
    await chooseFromMenu(page, /^More for /, 'Stock settings');
    await field(page, 'Reorder level').waitFor();
  },
}));
