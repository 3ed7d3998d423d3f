/** Single keys: they act where nothing is typed, and can be switched off. */
import { addSupplier } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { begin } from '../support/desk.ts';
import { done, field } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const call = office();

test.use({ goesOn: true });

test.beforeAll(async () => {
  for (const name of ['Amla Growers', 'Brahmi Farm', 'Clove Estate']) await addSupplier(call, { name });
});

/** As a person types: a scanner is faster. */
async function strike(page: Page, keys: string): Promise<void> {
  await page.keyboard.type(keys, { delay: 80 });
}

const focusedRow = (page: Page) => page.locator('[data-row]:focus');

test('keys search, move through the rows, edit, save and open', async ({ page, godown }) => {
  await begin(page, godown, '/suppliers');
  await expect(page.getByText('Clove Estate')).toBeVisible();
  // They are heard once the screen is idle.
  await expect(async () => {
    await strike(page, 'j');
    await expect(focusedRow(page)).toContainText('Clove Estate', { timeout: 500 });
  }).toPass();
  await strike(page, 'j');
  await expect(focusedRow(page)).toContainText('Brahmi Farm');
  await page.keyboard.press('ArrowDown');
  await expect(focusedRow(page)).toContainText('Amla Growers');
  await strike(page, 'k');
  await strike(page, 'e');
  const form = page.getByRole('form', { name: 'Update Supplier' });
  await expect(field(form, 'Name')).toBeFocused();
  await strike(page, 'n');
  await expect(field(form, 'Name')).toHaveValue('Brahmi Farmn');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(done(page, 'Supplier updated successfully!')).toBeVisible();

  await page.locator('h1').click();
  await strike(page, '/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('clove');
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  await page.locator('h1').click();
  await strike(page, 'jh');
  await expect(page.getByRole('dialog')).toContainText('Clove Estate');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.locator('h1').click();
  await strike(page, 'j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/suppliers\/\d+/);
});

test('n begins a record, g opens a screen, ? lists the keys, and the input of a scanner does none of these', async ({
  page,
  godown,
}) => {
  await begin(page, godown, '/suppliers');
  await expect(page.getByText('Clove Estate')).toBeVisible();
  await expect(async () => {
    await strike(page, '?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible({ timeout: 500 });
  }).toPass();
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await expect(dialog).toContainText('Go to Suppliers');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await strike(page, 'n');
  await expect(page.getByRole('form', { name: 'Add Supplier' })).toBeVisible();
  await page.keyboard.press('Escape');
  await strike(page, 'gb');
  await expect(page).toHaveURL(/\/buyers$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Buyers');

  // Where the form of a new record is always open, it begins there.
  await strike(page, 'gp');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Production');
  await strike(page, 'n');
  const production = page.getByRole('form', { name: 'Add production' });
  await expect(production.getByLabel('Raw material').and(production.locator('input'))).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('main').focus();
  await strike(page, 'gb');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Buyers');

  // No pause between the keys, and no Enter: nothing happens.
  await page.keyboard.type('nnnn');
  await strike(page, '?');
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('form')).toBeHidden();

  await dialog.getByLabel('Single keys work on this device').uncheck();
  await page.keyboard.press('Escape');
  await strike(page, 'gs');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Find' })).toBeVisible();
  await expect(page).toHaveURL(/\/buyers$/);
});

test('keys that a busy page receives late are distinguished from a scanner by their own times', async ({
  page,
  godown,
}) => {
  await begin(page, godown, '/suppliers');
  await expect(page.getByText('Clove Estate')).toBeVisible();
  await expect(async () => {
    await strike(page, 'j');
    await expect(focusedRow(page)).toContainText('Clove Estate', { timeout: 500 });
  }).toPass();
  // No timer fires between the two: the page is busy all the time.
  const strikeWhileBusy = (apartMs: number) =>
    page.evaluate((apart) => {
      const key = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
      key();
      const end = performance.now() + apart;
      while (performance.now() < end);
      key();
    }, apartMs);
  await strikeWhileBusy(100);
  await expect(focusedRow(page)).toContainText('Amla Growers');
  await strike(page, 'k');
  await expect(focusedRow(page)).toContainText('Brahmi Farm');
  await strikeWhileBusy(5);
  await strike(page, 'j');
  await expect(focusedRow(page)).toContainText('Amla Growers');
});

test('Space shows the record of a row at a glance, and closing returns to the row', async ({ page, godown }) => {
  await begin(page, godown, '/suppliers');
  await expect(page.getByText('Clove Estate')).toBeVisible();
  await expect(async () => {
    await strike(page, 'j');
    await expect(focusedRow(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  const name = await focusedRow(page).getByRole('link').first().textContent();
  await page.keyboard.press('Space');
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('heading', { name: name ?? '' })).toBeVisible();
  await expect(panel).toContainText('nothing is owed');
  await expectAccessible(page, { part: panel });
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(focusedRow(page)).toContainText(name ?? '');
  // Opened from there, the way back leads to the row too.
  await page.keyboard.press('Space');
  await panel.getByRole('link', { name: 'Open' }).press('Enter');
  await expect(page).toHaveURL(/\/suppliers\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name ?? '');
  await page.goBack();
  await expect(focusedRow(page)).toContainText(name ?? '');
});
