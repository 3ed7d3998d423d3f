/** Whole tasks by keyboard, and announcements for screen readers. */
import { addMaterial, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { pdfBill } from '../support/bills.ts';
import { signIn } from '../support/people.ts';
import { alert, answer, done, expectQuestion, field, rowOf, rowsOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Locator, Page } from '@playwright/test';

/** The most presses of Tab that reach any control. */
const MAX_TABS = 60;
const call = office();

async function hasFocus(target: Locator): Promise<boolean> {
  return await target.evaluate((element) => element === document.activeElement);
}

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < MAX_TABS && !(await hasFocus(target)); tabs += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

async function press(page: Page, name: string, within: Page | Locator = page): Promise<void> {
  await tabTo(page, within.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

test('a supplier is added, changed and deleted by the keyboard alone', async ({ page, godown }) => {
  const question = 'Are you sure you want to delete this supplier?';
  await signIn(page, godown);
  await page.goto('/dashboard');
  await tabTo(page, page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Suppliers' }));
  await page.keyboard.press('Enter');
  await press(page, 'Add New Supplier');
  await expect(field(page, 'Name')).toBeFocused();
  await page.keyboard.type('Hill Farms');
  await tabTo(page, field(page, 'Phone'));
  await page.keyboard.type('9811111191');
  await tabTo(page, page.getByRole('form').getByLabel('Status').and(page.locator('input')));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await press(page, 'Add');
  await expect(done(page, 'Supplier added successfully!')).toBeVisible();
  const row = rowOf(page, 'Suppliers', 'Hill Farms');
  await expect(row).toContainText('Inactive');

  await press(page, 'Edit Hill Farms');
  await expect(field(page, 'Name')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Hilltop Farms');
  await page.keyboard.press('Enter');
  await expect(done(page, 'Supplier updated successfully!')).toBeVisible();

  // Cancelling the dialog returns the focus to its button.
  const remove = async () => {
    const menu = page.getByRole('menu', { name: 'More for Hilltop Farms' });
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    // The last entry.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
  };
  await press(page, 'More for Hilltop Farms');
  await remove();
  await expectQuestion(page, question);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More for Hilltop Farms' })).toBeFocused();
  await page.keyboard.press('Enter');
  await remove();
  await expectQuestion(page, question);
  await press(page, 'Delete', page.getByRole('dialog'));
  await expect(page.getByText('No suppliers found.')).toBeVisible();
});

test('an inward is recorded by the keyboard: Tab and Enter in lookups, and on a phone the focus is in sight', async ({
  page,
  godown,
}) => {
  await signIn(page, godown);
  await page.goto('/inward');
  const form = page.getByRole('form', { name: 'Add Inward' });

  await test.step('Tab leaves a lookup for the next field, while its choices are shown as well', async () => {
    for (let number = 1; number <= 12; number += 1) await addSupplier(call, { name: `Konkan Growers ${number}` });
    await page.getByRole('button', { name: 'Add New Inward' }).press('Enter');
    await expect(form.getByLabel('Supplier').and(form.locator('input'))).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(form.getByRole('option', { name: 'Konkan Growers 12' })).toBeAttached();
    await page.keyboard.press('Tab');
    await expect(field(form, 'Invoice number')).toBeFocused();
    await form.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('an inward of two lines is recorded by the keyboard alone', async () => {
    await addSupplier(call, { name: 'Malabar Spices' });
    for (const name of ['Turmeric', 'Amla']) await addMaterial(call, { name });
    await page.getByRole('button', { name: 'Add New Inward' }).press('Enter');
    // One Enter chooses and goes on; what is typed before the answer is there goes into the next field too.
    await page.keyboard.type('mala');
    await page.keyboard.press('Enter');
    await page.keyboard.type('MS/1');
    await expect(form.getByLabel('Supplier').and(form.locator('input'))).toHaveValue('Malabar Spices');
    await expect(field(form, 'Invoice number')).toHaveValue('MS/1');
    const chooser = page.waitForEvent('filechooser');
    await press(page, 'choose a file');
    await (await chooser).setFiles(pdfBill);

    const [first, second] = [1, 2].map((number) => form.getByRole('group', { name: `Line ${number}` }));
    if (!first || !second) throw new Error('there are two lines');
    await tabTo(page, first.getByLabel('Raw material').and(first.locator('input')));
    // Enter chooses, focuses the next field, and after the last one a new line.
    for (const [line, typed, material] of [
      [first, 'turm', 'Turmeric'],
      [second, 'aml', 'Amla'],
    ] as const) {
      const input = line.getByLabel('Raw material').and(line.locator('input'));
      await expect(input).toBeFocused();
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await expect(input).toHaveValue(material);
      await page.keyboard.type('2.5');
      await page.keyboard.press('Enter');
      await page.keyboard.type('100');
      if (line === first) await page.keyboard.press('Enter');
      if (line === first) await expect(field(line, 'Price per unit (₹)')).toHaveValue('100');
    }
    await page.keyboard.press('Control+Enter');
    await expect(done(page, 'Added successfully!')).toBeVisible();
    await expect(rowsOf(page, 'Inward')).toHaveCount(1);
    await expect(rowsOf(page, 'Inward')).toContainText('500.00');
  });

  await test.step('Enter chooses the entry named as typed, and in a filled lookup goes to the next field', async () => {
    for (const [name, phone] of [
      ['Agro by Wayan', '9811111120'],
      ['Wayan', '9811111121'],
      ['Wayanad Growers', '9811111122'],
    ]) {
      await addSupplier(call, { name, phone });
    }
    for (const name of ['Black mustard', 'Mustard', 'Aniseed']) await addMaterial(call, { name });
    await page.getByRole('button', { name: 'Add New Inward' }).press('Enter');
    const line = form.getByRole('group', { name: 'Line 1' });
    for (const [within, label, name, next] of [
      [form, 'Supplier', 'Wayan', 'Invoice number'],
      [line, 'Raw material', 'Mustard', 'Quantity'],
    ] as const) {
      const input = within.getByLabel(label).and(within.locator('input'));
      await input.focus();
      await page.keyboard.type(name.toLowerCase());
      await page.keyboard.press('Enter');
      await expect(input).toHaveValue(name);
      await expect(field(within, next)).toBeFocused();
      await input.click();
      await expect(within.getByRole('option').nth(2)).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(field(within, next)).toBeFocused();
      await expect(input).toHaveValue(name);
      // One that was highlighted when the list was closed isn't chosen either.
      await input.click();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await input.click();
      await expect(within.getByRole('option').nth(2)).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(field(within, next)).toBeFocused();
      await expect(input).toHaveValue(name);
    }
    await form.getByRole('button', { name: 'Cancel' }).click();
    await answer(page, 'Leave without saving what you typed?', 'Discard');
  });

  await test.step('on a phone the focused field is never covered by the bar above or the buttons below', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Add New Inward' }).press('Enter');
    for (let line = 2; line <= 3; line += 1) await form.getByRole('button', { name: 'Add line' }).click();
    const last = form.getByRole('button', { name: 'Add', exact: true });
    for (const [from, key, to] of [
      [field(form, 'Invoice number'), 'Tab', last],
      [last, 'Shift+Tab', field(form, 'Invoice number')],
    ] as const) {
      await from.focus();
      for (let presses = 0; presses < MAX_TABS && !(await hasFocus(to)); presses += 1) {
        await page.keyboard.press(key);
        expect(await page.evaluate(coverOfFocused), `${key}, pressed ${presses + 1} times`).toBe('');
      }
      await expect(to).toBeFocused();
    }
  });
});

test('results are announced to screen readers, and a field describes its fault', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 503|Failed to create category\./);
  await signIn(page, godown);
  await page.goto('/categories');
  // A live region must exist before its content.
  const region = page.locator('[aria-live=polite]');
  await expect(region).toBeAttached();
  await page.getByRole('button', { name: 'Add New Category' }).press('Enter');
  await expect(field(page, 'Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Name')).toHaveAccessibleDescription(/./);
  await expect(field(page, 'Name')).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('Oils');
  await page.keyboard.press('Enter');
  await expect(region.getByText('Category created successfully!')).toBeVisible();

  await page.route('**/api/Categories', async (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Add New Category' }).press('Enter');
  await page.keyboard.type('Powders');
  await page.keyboard.press('Enter');
  await expect(alert(page, 'Failed to create category.')).toBeVisible();
});

/** The text of the element that covers an edge of the focused element; empty if none does. */
function coverOfFocused(): string {
  const focused = document.activeElement;
  if (!focused) return 'nothing has the focus';
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const seen = [top + 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y));
  const cover = seen.find((each) => !each || !(focused.contains(each) || each.contains(focused)));
  return cover === undefined ? '' : (cover?.textContent ?? 'out of sight');
}
