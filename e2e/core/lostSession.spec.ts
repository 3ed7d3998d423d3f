import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { countOf } from '../support/api.ts';
import { office } from '../support/office.ts';
import { pdfBill } from '../support/bills.ts';
import type { Godown } from '../support/godown.ts';
import { administrator, manager, type Person, signIn, storekeeper } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { answer, choose, done, field, openMenu, rowOf, select, untilLogin } from '../support/screen.ts';
import { keptOn, offer } from '../support/kept.ts';
import { expect, test } from '../support/test.ts';
import type { Locator, Page } from '@playwright/test';

const note = 'Your session ended before this was saved. What you typed is here again.';
const leaveQuestion = 'Leave without saving what you typed?';
const call = office(manager, storekeeper);

test.beforeAll(async () => {
  const supplierId = await addSupplier(call, { name: 'Hill Farms' });
  const lines: [number, number][] = [];
  for (const name of ['Turmeric', 'Amla']) lines.push([await addMaterial(call, { name }), 10]);
  await addInward(call, supplierId, lines, { invoiceNumber: 'HF/1' });
  await call('POST', '/Categories', { name: 'Powders', status: 1 });
});

test.beforeEach(({ browserErrors }) => {
  browserErrors.expect(/status of (401|409)|^Failed to (save|update|create)/);
});

/** Ends the session on the server only, as a change of role or password does. */
async function endOnServer(page: Page, godown: Godown): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('auth_token'));
  await fetch(`${godown.address}/api/Auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
}

async function signInByHand(page: Page, person: Person): Promise<void> {
  await expect(page).toHaveURL(/\/login$/);
  const login = page.getByRole('button', { name: 'Login', exact: true });
  // The URL changes first; until the login form is rendered, the previous screen's form has an Email too.
  await expect(login).toBeVisible();
  await field(page, 'Email').fill(person.email);
  await page.getByLabel(/^Password/).fill(person.password);
  await login.click();
  await expect(page).not.toHaveURL(/\/login$/);
}

/** The values of a form's fields. */
async function typedIn(form: Locator): Promise<string[]> {
  await expect(form).toBeVisible();
  return form
    .locator('input:not([type=file], [type=hidden], [type=checkbox]), textarea')
    .evaluateAll((inputs) =>
      inputs.map((input) =>
        input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input.value : '',
      ),
    );
}

interface Trial {
  what: string;
  path: string;
  /** Opens and returns the form. */
  open: (page: Page) => Promise<Locator>;
  type: (form: Locator) => Promise<void>;
  save: string;
  /** Further text of the note. */
  also?: string;
  /** One whose fields stand for themselves, one with lines, one that stands on its screen. */
  isLookedAt?: boolean;
}

const byButton = (button: string, form: string) => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click();
  return page.getByRole('form', { name: form });
};
const standing = (page: Page) => Promise.resolve(page.getByRole('form', { name: 'Add production' }));

const trials: Trial[] = [
  {
    what: 'a new supplier',
    isLookedAt: true,
    path: '/suppliers?search=hill',
    open: byButton('Add New Supplier', 'Add Supplier'),
    save: 'Add',
    type: async (form) => {
      await field(form, 'Name').fill('नीम Traders');
      await field(form, 'Phone').fill('98765');
      await field(form, 'Address').fill('12 Market Road\nCoorg');
      await select(form, 'Status', 'Inactive');
    },
  },
  {
    what: 'a new inward with two lines',
    isLookedAt: true,
    path: '/inward',
    open: byButton('Add New Inward', 'Add Inward'),
    save: 'Add',
    also: 'Please choose the bill again.',
    type: async (form) => {
      await choose(form, 'Supplier', 'Hill Farms');
      await field(form, 'Invoice number').fill('HF/2');
      await form.getByLabel('Bill', { exact: true }).setInputFiles(pdfBill);
      const first = form.getByRole('group', { name: 'Line 1' });
      await choose(first, 'Raw material', 'Turmeric');
      await field(first, 'Quantity').fill('1.5');
      await field(first, 'Price per unit (₹)').fill('120.25');
      await form.getByRole('button', { name: 'Add line' }).click();
      const second = form.getByRole('group', { name: 'Line 2' });
      await choose(second, 'Raw material', 'Amla');
      await field(second, 'Quantity').fill('2');
      await expect(field(second, 'Price per unit (₹)')).toHaveValue('10.00');
      await field(form, 'GST (₹)').fill('5');
    },
  },
  {
    what: 'a changed inward',
    path: '/inward',
    open: byButton('Edit inward HF/1', 'Update Inward'),
    save: 'Update',
    type: (form) => field(form.getByRole('group', { name: 'Line 2' }), 'Quantity').fill('12'),
  },
  {
    what: 'a new production',
    isLookedAt: true,
    path: '/production',
    open: standing,
    save: 'Save production',
    type: async (form) => {
      await choose(form, 'Raw material', 'Turmeric');
      await field(form, 'Quantity').fill('1.25');
      await form.getByRole('button', { name: 'Add another material' }).click();
    },
  },
  {
    what: 'a new user, without the password',
    path: '/register',
    open: byButton('Add User', 'Add New User'),
    save: 'Register',
    also: 'Please type the password again.',
    type: async (form) => {
      await field(form, 'Full Name').fill('Leela Das');
      await field(form, 'Email').fill('leela@example.com');
      await select(form, 'User Role', 'Manager');
    },
  },
];

test('a form is restored after a lost session', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/dashboard');
  for (const { what, path, open, type, save, also, isLookedAt } of trials) {
    await test.step(what, async () => {
      await goOn(page, path);
      const form = await open(page);
      await type(form);
      const typed = await typedIn(form);
      if (path === '/register') await form.getByLabel(/^Password/).fill('never to be kept');
      await endOnServer(page, godown);
      // The last search is cached for a moment, without a request.
      await untilLogin(page, page.getByRole('searchbox').first().fill(what));
      await expect(page).toHaveURL(/\/login$/);
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('never to be kept');

      await signInByHand(page, administrator);
      await expect(page.getByRole('searchbox').first()).toBeVisible();
      expect(await typedIn(form)).toEqual(typed);
      await expect(form.getByRole('status').first()).toHaveText(also ? `${note} ${also}` : note);
      // Rows of before the search are dimmed until those of the search are there.
      await expect(page.locator('[data-stale]')).toHaveCount(0);
      if (isLookedAt) await expectAccessible(page, { rows: 'first', withoutFrame: true });
      await expect(form.getByRole('button', { name: save, exact: true })).toBeEnabled();
      const menu = await openMenu(page);
      await menu.getByRole('link', { name: 'Dashboard' }).click();
      await answer(page, leaveQuestion, 'Keep editing');
      expect(await typedIn(form)).toEqual(typed);
      await menu.getByRole('link', { name: 'Dashboard' }).click();
      await answer(page, leaveQuestion, 'Discard');
      await expect(form).toBeHidden();
    });
  }
});

test('a restored form is saved once, overwrites nothing, and is shown to no other user', async ({ page, godown }) => {
  const id = await addMaterial(call, { name: 'Contested' });
  const { userData } = await signIn(page, godown);
  await page.goto('/rawmaterials');

  await test.step('a restored form creates one record, even when the first save had succeeded', async () => {
    const form = await byButton('Add New Material', 'Add Material')(page);
    await field(form, 'Name').fill('Only once');
    // The server saves, but its answer is lost; then the session ends.
    await page.route('**/api/materials', async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.fulfill({ status: 401, json: { code: 'unauthenticated', message: 'Your session has ended.' } });
    });
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.unroute('**/api/materials');
    await signInByHand(page, administrator);
    await field(form, 'Name').press('Enter');
    // It was stored: the form finds it, and the same request creates no second one.
    await page.getByRole('button', { name: 'Add as new' }).click();
    await expect(done(page, 'Material added successfully!')).toBeVisible();
    await expect(form).toBeHidden();
    expect(await countOf(call, '/materials', 'Only once')).toBe(1);
    // The draft from before the session was lost is saved by now.
    await page.getByRole('button', { name: 'Add New Material' }).click();
    await expect(form).toBeVisible();
    await expect.poll(() => keptOn(page)).not.toContain('Only once');
    await expect(offer(page)).toHaveCount(0);
  });

  await test.step('a change that somebody else saved meanwhile is compared, not overwritten', async () => {
    await goOn(page, '/rawmaterials?search=Contested');
    const form = await byButton('Edit Contested', 'Update Material')(page);
    await field(form, 'Description').fill('Mine');
    await endOnServer(page, godown);
    await untilLogin(page, form.getByRole('button', { name: 'Update' }).click());
    await expect(page).toHaveURL(/\/login$/);
    await call('PUT', `/materials/${id}`, { name: 'Contested', description: 'Theirs', unit: 'kg' });
    // The draft wins over another address that is opened meanwhile.
    await page.goto('/suppliers');
    await signInByHand(page, administrator);
    await expect(page).toHaveURL(/\/rawmaterials\?search=Contested$/);
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(form.getByText(/You both changed Description:/)).toBeVisible();
    await expect(form.getByRole('radio', { name: 'Description, mine: Mine' })).toBeVisible();
    await expect(rowOf(page, 'Raw Materials', 'Theirs')).toBeVisible();
  });

  await test.step('another user does not see the draft, which is then deleted', async () => {
    await goOn(page, '/production');
    const form = await standing(page);
    await choose(form, 'Raw material', 'Turmeric');
    await field(form, 'Quantity').fill('1.25');
    await endOnServer(page, godown);
    await untilLogin(page, form.getByRole('button', { name: 'Save production' }).click());
    await signInByHand(page, storekeeper);
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('1.25');
    await page.getByRole('button', { name: 'Logout' }).click();
    await answer(page, 'Are you sure you want to logout?', 'Logout');
    await signInByHand(page, administrator);
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    const menu = await openMenu(page);
    await menu.getByRole('link', { name: 'Production' }).first().click();
    await expect(field(form, 'Quantity')).toHaveValue('');
    await expect(page.getByText(note)).toHaveCount(0);
  });

  await test.step('a stored place of another program is ignored', async () => {
    const writings = [
      'not even JSON',
      JSON.stringify({ userId: userData.userId, address: 'https://example.com/' }),
      JSON.stringify({ userId: userData.userId, address: '/suppliers', draft: { form: 'suppliers', values: 7 } }),
    ];
    for (const writing of writings) {
      await goOn(page, '/login');
      await page.evaluate((text) => sessionStorage.setItem('place', text), writing);
      await signInByHand(page, administrator);
      await expect(page).toHaveURL(/\/dashboard$/);
    }
    const odd = { form: 'suppliers', idempotencyKey: 'k', values: { name: 7 } };
    await goOn(page, '/login');
    await page.evaluate(
      (text) => sessionStorage.setItem('place', text),
      JSON.stringify({ userId: userData.userId, address: '/suppliers', draft: odd }),
    );
    await signInByHand(page, administrator);
    await expect(rowOf(page, 'Suppliers', 'Hill Farms')).toBeVisible();
    await expect(page.getByRole('form', { name: 'Add Supplier' })).toBeHidden();
  });
});

test('a person who has lost the permission finds the screen without the form', async ({ page, godown }) => {
  const { userId } = (await signIn(page, godown, manager)).userData;
  await page.goto('/categories');
  const form = await byButton('Edit Powders', 'Update Category')(page);
  await field(form, 'Description').fill('Ground finely');
  const { fullName, email, phone } = manager;
  await call('PUT', `/Auth/edit-user/${userId}`, { fullName, email, phone, userRole: 'user', status: 1, password: '' });
  await untilLogin(page, form.getByRole('button', { name: 'Update' }).click());
  await signInByHand(page, manager);
  await expect(page).toHaveURL(/\/categories$/);
  await expect(rowOf(page, 'Categories', 'Powders')).toBeVisible();
  await expect(form).toBeHidden();
});
