/** The stops of the tour: each screen of specification §2 in each of its states. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { masterRows } from '#contract/kinds.ts';
import { backupStops } from './backupStops.ts';
import { companyStops } from './companyStops.ts';
import { buyerStops, dispatchStops, supplierStops } from './dispatchStops.ts';
import { findStops } from './findStops.ts';
import { listPartStops } from './listStops.ts';
import { historyStops } from './historyStops.ts';
import { chooseFromMenu, dismiss, field, openMenu } from '../screen.ts';
import { adjustmentStops } from './adjustmentStops.ts';
import { inwardStops, lotStops, productionStops, recipeStops, stockSettingsStops } from './stockStops.ts';
import { morningStops } from './morningStops.ts';
import { proofStops } from './proofStops.ts';
import { profileStops } from './profileStops.ts';
import { runStops } from './runStops.ts';
import { signInStops } from './signInStops.ts';
import { answering, failure, silence, type Stop } from '../tour.ts';

const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first();

/** A screen that is a list with a form above it. */
interface ListScreen {
  screen: string;
  /** The button that opens the form. */
  add: string;
}

const lists: ListScreen[] = [
  ...masterRows.map(({ screenPath, noun }) => ({
    screen: screenPath.slice(1),
    add: `Add New ${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
  })),
  { screen: 'finishedgoods', add: 'Add Finished Good' },
  { screen: 'inward', add: 'Add New Inward' },
  { screen: 'recipes', add: 'Add Recipe' },
  { screen: 'register', add: 'Add User' },
];

async function openForm(page: Page, add: string): Promise<void> {
  await page.getByRole('button', { name: add }).click();
  await page.locator('form [type=submit]').waitFor();
}

/** Submits an invalid form. */
async function saveBadly(page: Page): Promise<void> {
  await page.locator('form [type=submit]').click();
  await page.locator('form [aria-invalid=true]').first().waitFor();
}

/** Closes the form and its alerts. */
async function cancel(page: Page): Promise<void> {
  await dismiss(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
}

const RETRY_LIMIT_MS = 30_000;
const RETRY_PAUSE_MS = 50;

/** Retries everything that failed to load, also what fails a moment later than the rest. */
async function tryAgain(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: 'Try again' });
  const end = Date.now() + RETRY_LIMIT_MS;
  while ((await again.count()) > 0 && Date.now() < end) {
    await again.evaluateAll((buttons) => buttons.forEach((button) => button instanceof HTMLElement && button.click()));
    await delay(RETRY_PAUSE_MS);
  }
}

/** The states of any list: loading, failed, full and empty. */
function listStates(screen: string, path = `/${screen}`): Stop[] {
  const at = { screen, path, office: 'sample' } as const;
  return [
    {
      ...at,
      state: 'empty',
      ofEveryList: true,
      office: 'empty',
      reach: async (page) => status(page, /Showing [01] to/).waitFor(),
    },
    {
      ...at,
      state: 'loading',
      ofEveryList: true,
      arrange: silence,
      reach: async (page) =>
        page.locator('[aria-busy=true]').or(status(page, 'Loading')).first().waitFor({ state: 'attached' }),
    },
    {
      ...at,
      state: 'error',
      ofEveryList: true,
      goesOn: true,
      arrange: failure,
      reach: async (page) => page.getByRole('button', { name: 'Try again' }).first().waitFor(),
    },
    {
      ...at,
      state: 'full',
      goesOn: true,
      arrange: answering,
      reach: async (page) => {
        await tryAgain(page);
        await status(page, 'Showing 1 to').waitFor();
      },
    },
  ];
}

/** The states of a list's form: adding, invalid, editing, deleting. */
function formStates({ screen, add }: ListScreen): Stop[] {
  const at = { screen, path: `/${screen}`, office: 'sample', goesOn: true } as const;
  return [
    { ...at, state: 'form', reach: async (page) => openForm(page, add) },
    { ...at, state: 'form-errors', reach: saveBadly },
    {
      ...at,
      state: 'edit',
      reach: async (page) => {
        await cancel(page);
        await chooseFromMenu(page, /^More for /, 'Edit');
        await page.getByRole('button', { name: 'Update', exact: true }).waitFor();
      },
    },
    {
      ...at,
      state: 'deletion',
      ofEveryList: true,
      reach: async (page) => {
        await cancel(page);
        await chooseFromMenu(page, /^More for /, 'Delete …');
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor();
      },
    },
  ];
}

/** States of any screen, shown on the suppliers'. */
const anywhere = { screen: 'suppliers', path: '/suppliers', office: 'sample' } as const;

const anywhereStops: Stop[] = [
  {
    ...anywhere,
    state: 'row-menu',
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^More for / })
        .first()
        .click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    ...anywhere,
    state: 'nothing-found',
    path: '/suppliers?search=nothing like it',
    reach: async (page) => page.getByRole('main').getByText('Clear the search').waitFor(),
  },
  {
    ...anywhere,
    state: 'unreachable',
    arrange: async (page) => page.route('**/api/**', async (route) => route.abort()),
    reach: async (page) => {
      await status(page, 'Godown cannot be reached.').waitFor();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  {
    ...anywhere,
    state: 'refused',
    arrange: async (page) => page.route('**/api/suppliers', async (route) => route.fulfill({ status: 503, json: {} })),
    reach: async (page) => {
      await openForm(page, 'Add New Supplier');
      await field(page, 'Name').fill('Hill Farms');
      await field(page, 'Phone').fill('9811111112');
      await page.locator('form [type=submit]').click();
      await page.getByRole('alert').getByRole('button', { name: 'Close' }).waitFor();
    },
  },
  {
    ...anywhere,
    state: 'leaving',
    goesOn: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).waitFor();
    },
  },
  {
    ...anywhere,
    state: 'logout',
    goesOn: true,
    reach: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
      await dismiss(page);
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).waitFor();
    },
  },
  {
    ...anywhere,
    state: 'drawer',
    phoneOnly: true,
    goesOn: true,
    reach: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await openMenu(page);
      await page.getByRole('button', { name: 'Close the menu' }).waitFor();
    },
  },
];

const dashboard = { screen: 'dashboard', path: '/dashboard', office: 'sample' } as const;
const recent = (page: Page) => page.getByRole('region', { name: 'Recent Buyers' });

const dashboardStops: Stop[] = [
  {
    ...dashboard,
    state: 'empty',
    office: 'empty',
    reach: async (page) => page.getByText('No buyers found.').waitFor(),
  },
  {
    ...dashboard,
    state: 'full',
    reach: async (page) =>
      recent(page)
        .getByText(/\d (AM|PM)/)
        .first()
        .waitFor(),
  },
  {
    ...dashboard,
    state: 'loading',
    arrange: silence,
    reach: async (page) => page.locator('[aria-busy=true]').waitFor({ state: 'attached' }),
  },
  {
    ...dashboard,
    state: 'error',
    goesOn: true,
    arrange: failure,
    reach: async (page) => page.getByRole('button', { name: 'Try again' }).first().waitFor(),
  },
];

const reports: Stop = {
  screen: 'reports',
  state: 'full',
  path: '/reports',
  office: 'sample',
  reach: async (page) => page.getByRole('main').getByText('Product Stock').waitFor(),
};

export const stops: Stop[] = [
  ...signInStops,
  ...dashboardStops,
  ...lists.flatMap((list) => [...listStates(list.screen), ...formStates(list)]),
  ...profileStops,
  ...anywhereStops,
  ...inwardStops,
  ...listStates('production'),
  ...productionStops,
  ...runStops,
  ...listStates('activity'),
  ...historyStops,
  reports,
  ...recipeStops,
  ...stockSettingsStops,
  ...listStates('lots'),
  ...lotStops,
  ...listStates('dispatches'),
  ...dispatchStops,
  ...buyerStops,
  ...supplierStops,
  ...listStates('adjustments'),
  ...adjustmentStops,
  ...listStates('reports-products', '/reports/products'),
  ...listStates('reports-rawmaterialreports', '/reports/rawmaterialreports'),
  ...listStates('reports-productionreports', '/reports/productionreports'),
  ...listStates('certificates'),
  ...formStates({ screen: 'certificates', add: 'Add certificate' }),
  ...proofStops,
  ...listStates('certification-bodies'),
  ...formStates({ screen: 'certification-bodies', add: 'Add certification body' }),
  ...morningStops,
  ...companyStops,
  ...backupStops,
  ...findStops,
  ...listPartStops,
];
