/** Rows open their records, going back finds them, and keys act on both. */
import { addCategory, addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { begin, goOn } from '../support/desk.ts';
import { chooseFromMenu, done, entries, rowOf } from '../support/screen.ts';
import { expect, test, withMotion } from '../support/test.ts';
import type { Page } from '@playwright/test';

const call = office();

test.use({ ...withMotion, goesOn: true });

test.beforeAll(async () => {
  for (let at = 1; at <= 32; at += 1) await addSupplier(call, { name: `Grower ${String(at).padStart(2, '0')}` });
  await addCategory(call, 'Spices');
  const supplierId = await addSupplier(call, { name: 'Wayanad Spices' });
  const rawMaterialId = await addMaterial(call, { name: 'Turmeric' });
  await addInward(call, supplierId, [[rawMaterialId, 10]]);
});

const focusedRow = (page: Page) => page.locator('[data-row]:focus');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** As a person types, once keys are heard: a scanner is faster. */
async function strike(page: Page, keys: string): Promise<void> {
  await page.keyboard.type(keys, { delay: 80 });
}

test('a click on a row opens its record, and Back returns to the page of the list and the row', async ({
  page,
  godown,
}) => {
  await begin(page, godown, '/suppliers?search=Grower&page=2');
  await rowOf(page, 'Suppliers', 'Grower 10').getByText('Active').click();
  await expect(heading(page)).toContainText('Grower 10');

  await page.goBack();
  await expect(entries(page, '16 to 30 of 32')).toBeVisible();
  await expect(focusedRow(page)).toContainText('Grower 10');

  // By its link too, and by the page's own way back.
  await rowOf(page, 'Suppliers', 'Grower 09').getByRole('link').click();
  await expect(heading(page)).toContainText('Grower 09');
  await page.getByRole('main').getByRole('link', { name: 'Suppliers', exact: true }).click();
  await expect(page).toHaveURL(/search=Grower&page=2/);
  await expect(focusedRow(page)).toContainText('Grower 09');
});

test('a record has links to the next one of the list that it was opened from, past the end of its page', async ({
  page,
  godown,
}) => {
  await begin(page, godown, '/suppliers?search=Grower&page=2');
  await expect(heading(page)).toHaveText('Suppliers 32 of 33');
  await rowOf(page, 'Suppliers', 'Grower 03').getByRole('link').click();
  const pager = page.getByRole('group', { name: 'Suppliers' });
  const next = pager.getByRole('button', { name: 'The next one' });
  await expect(pager).toHaveText('30 of 32');
  await next.click();
  await expect(heading(page)).toHaveText('Grower 02');
  await expect(pager).toHaveText('31 of 32');
  await expect(next).toBeFocused();

  // Typed work is asked for first; the position stays that of the record that is shown.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page
    .getByRole('form', { name: 'Update Supplier' })
    .getByRole('textbox', { name: 'Address' })
    .fill('Near the mill');
  await next.click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(pager).toHaveText('31 of 32');
  await next.click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(heading(page)).toHaveText('Grower 01');
  await expect(pager).toHaveText('32 of 32');
  await expect(next).toBeDisabled();

  await strike(page, '[');
  await expect(heading(page)).toHaveText('Grower 02');
  await page.getByRole('main').getByRole('link', { name: 'Suppliers', exact: true }).click();
  await expect(page).toHaveURL(/search=Grower&page=3/);
  await expect(focusedRow(page)).toContainText('Grower 02');

  // A page that was opened in another way belongs to no list.
  await page.goto(
    new URL((await focusedRow(page).getByRole('link').first().getAttribute('href')) ?? '', page.url()).pathname,
  );
  await expect(heading(page)).toHaveText('Grower 02');
  await expect(pager).toBeHidden();
});

test('a row opens the inward, not its supplier; a record without a page opens its form', async ({ page, godown }) => {
  await begin(page, godown, '/inward');
  await rowOf(page, 'Inward', 'Wayanad Spices').getByText('Turmeric').click();
  await expect(page).toHaveURL(/\/inward\/\d+$/);
  await goOn(page, '/categories');
  await rowOf(page, 'Categories', 'Spices').getByText('Active').click();
  await expect(page.getByRole('form', { name: 'Update Category' })).toBeVisible();
});

test('f filters, and e, h and Esc act on a record page', async ({ page, godown }) => {
  await begin(page, godown, '/inward');
  await expect(rowOf(page, 'Inward', 'Wayanad Spices')).toBeVisible();
  await expect(async () => {
    await strike(page, 'f');
    await expect(page.getByRole('search').locator(':focus')).toBeVisible({ timeout: 500 });
  }).toPass();
  await heading(page).click();
  await strike(page, 'j');
  await page.keyboard.press('Enter');
  // The address changes first: until the page is drawn, the History that is seen is the row's.
  await expect(heading(page)).toHaveText(/^Inward INV/);
  await strike(page, 'h');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await strike(page, 'e');
  await expect(page.getByRole('form')).toBeVisible();
  // Esc closes what is open, and then leads back to the row.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('form')).toBeHidden();
  await expect(heading(page)).toHaveText(/^Inward INV/);
  await page.keyboard.press('Escape');
  await expect(heading(page)).toHaveText(/^Inward \d/);
  await expect(rowOf(page, 'Inward', 'Wayanad Spices')).toBeFocused();
});

test('a row’s menu opens and previews its record, and the focus returns to its button', async ({ page, godown }) => {
  await begin(page, godown, '/inward');
  const more = page.getByRole('button', { name: /^More for inward INV/ });
  await chooseFromMenu(page, /^More for inward/, 'Preview');
  await expect(page.getByRole('dialog', { name: /^Inward INV/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: /^More for inward INV/ })).toBeVisible();
  // A letter is searched in the menu, and no single key.
  await page.keyboard.press('n');
  // Longer than it takes until a single key acts.
  await page.waitForTimeout(300);
  await expect(page.getByRole('form')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(more).toBeFocused();
  await chooseFromMenu(page, /^More for inward/, 'Open');
  await expect(heading(page)).toHaveText(/^Inward INV/);
  await page.goBack();
  await expect(focusedRow(page)).toContainText('Wayanad Spices');
});

test('a row’s menu deactivates its record, and activates it again', async ({ page, godown }) => {
  await begin(page, godown, '/suppliers?search=Grower 07');
  const row = rowOf(page, 'Suppliers', 'Grower 07');
  await chooseFromMenu(row, 'Grower 07', 'Deactivate');
  await expect(done(page, '1 deactivated.')).toBeVisible();
  await expect(row).toContainText('Inactive');
  await chooseFromMenu(row, 'Grower 07', 'Activate');
  await expect(row).not.toContainText('Inactive');
});
