/** The focus after each action: where work continues, never lost. */
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { pdfBill, pngBill } from '../support/bills.ts';
import { signIn } from '../support/people.ts';
import { refuse, unavailable, wordless } from '../support/refusals.ts';
import { goOn } from '../support/desk.ts';
import {
  alert,
  answer,
  choose,
  chooseFromMenu,
  dismiss,
  done,
  expectQuestion,
  field,
  rowOf,
} from '../support/screen.ts';
import { expect, test, withMotion } from '../support/test.ts';
import type { Locator, Page } from '@playwright/test';

const leave = 'Leave without saving what you typed?';
const call = office();
let supplierId: number;
let turmeric: number;

test.use(withMotion);

test.beforeAll(async () => {
  supplierId = await addSupplier(call, { name: 'Hill Farms' });
  turmeric = await addMaterial(call, { name: 'Turmeric' });
  await addMaterial(call, { name: 'Amla' });
  await addInward(call, supplierId, [[turmeric, 100]], { invoiceNumber: 'HF/1' });
});

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const input = (within: Locator, label: string) => within.getByLabel(label).and(within.locator('input'));

const inwardForm = (page: Page) => page.getByRole('form', { name: 'Add Inward' });
const productionForm = (page: Page) => page.getByRole('form', { name: 'Add production' });

/** Opens a screen and waits for its idle-time preloading. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  // Earlier requests for an idle moment have been served by now.
  await page.evaluate(async () => new Promise((begun) => requestIdleCallback(() => setTimeout(begun))));
}

/** Expects that the target gets and keeps the focus. */
async function expectFocus(target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  // A closing dialog or a refetch may take the focus away later.
  await target.page().waitForLoadState('networkidle');
  await target.page().waitForTimeout(300);
  await expect(target).toBeFocused();
}

test('in the form of an inward the focus goes to missing fields, moves with Enter, and returns from dialogs', async ({
  page,
  godown,
}) => {
  await addInward(call, supplierId, [[turmeric, 1]], {
    invoiceNumber: 'SEEN/1',
    billAttachment: `data:image/png;base64,${pngBill.buffer.toString('base64')}`,
  });
  await signIn(page, godown);
  await arrive(page, '/inward');
  const form = inwardForm(page);
  const line = form.getByRole('group', { name: 'Line 1' });

  await test.step('a missing bill is reported at its field, which gets the focus', async () => {
    await button(page, 'Add New Inward').press('Enter');
    await choose(form, 'Supplier', 'Hill Farms');
    await field(form, 'Invoice number').fill('HF/2');
    await button(form, 'Add').click();
    await expect(alert(page, 'Add at least one valid raw material with quantity.')).toBeVisible();
    await expect(button(form, 'choose a file')).toBeFocused();
    await expect(input(line, 'Raw material')).toHaveAccessibleDescription(
      'Add at least one valid raw material with quantity.',
    );
    await choose(line, 'Raw material', 'Turmeric');
    await field(line, 'Quantity').fill('1');
    await field(line, 'Price per unit (₹)').fill('2');
    await dismiss(page);
    await button(form, 'Add').click();
    await expect(alert(page, 'Please upload the bill before saving.')).toBeVisible();
    await expectFocus(button(form, 'choose a file'));
    await expect(button(form, 'choose a file')).toHaveAccessibleDescription('Please upload the bill before saving.');
    await expect(button(form, 'choose a file')).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('the next field has the focus after a bill is chosen, and the same field after one is pasted', async () => {
    const chooser = page.waitForEvent('filechooser');
    await button(form, 'choose a file').press('Enter');
    await (await chooser).setFiles(pdfBill);
    await expect(form.getByText('bill.pdf')).toBeVisible();
    await expectFocus(input(line, 'Raw material'));

    const again = page.waitForEvent('filechooser');
    await button(form, 'Replace').press('Enter');
    await (await again).setFiles(pngBill);
    await expect(form.getByText('bill.png')).toBeVisible();
    await expectFocus(input(line, 'Raw material'));

    await field(form, 'Invoice number').focus();
    await field(form, 'Invoice number').evaluate((element) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['%PDF-1.4'], 'pasted.pdf', { type: 'application/pdf' }));
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: transfer }));
    });
    await expect(form.getByText('pasted.pdf')).toBeVisible();
    await expectFocus(field(form, 'Invoice number'));
  });

  await test.step('after an inward is saved, the focus returns to the button that opened the form', async () => {
    await field(line, 'Price per unit (₹)').press('Control+Enter');
    await expect(done(page, 'Added successfully!')).toBeVisible();
    await expectFocus(button(page, 'Add New Inward'));

    await button(page, 'Edit inward HF/2').press('Enter');
    const edit = page.getByRole('form', { name: 'Update Inward' });
    await field(edit.getByRole('group', { name: 'Line 1' }), 'Quantity').fill('2');
    await page.keyboard.press('Control+Enter');
    await expect(done(page, 'Updated successfully!')).toBeVisible();
    await expectFocus(button(page, 'Edit inward HF/2'));
  });

  await test.step('Enter goes to the next field, and behind the last to the next line', async () => {
    await button(page, 'Add New Inward').press('Enter');
    const way = [
      input(form, 'Supplier'),
      field(form, 'Invoice number'),
      field(form, 'Invoice date'),
      input(form, 'Status'),
      button(form, 'choose a file'),
    ];
    for (const each of way) {
      await expect(each).toBeFocused();
      if (each !== way.at(-1)) await page.keyboard.press('Enter');
    }
    await form.getByLabel('Bill', { exact: true }).setInputFiles(pdfBill);
    const lines = [input(line, 'Raw material'), field(line, 'Quantity'), field(line, 'Price per unit (₹)')];
    for (const each of lines) {
      await expect(each).toBeFocused();
      await page.keyboard.press('Enter');
    }
    const next = input(form.getByRole('group', { name: 'Line 2' }), 'Raw material');
    await expect(next).toBeFocused();
    // Nothing more is entered: the GST is what is left.
    await page.keyboard.press('Enter');
    await expect(field(form, 'GST (₹)')).toBeFocused();
    await next.click();
    await page.keyboard.press('Enter');
    await expect(field(form, 'GST (₹)')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(button(form, 'Add')).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('a removed line leaves the focus in the line beside it', async () => {
    await expect(form.getByRole('group')).toHaveCount(2);
    await button(form, 'Add line').click();
    await expect(form.getByRole('group')).toHaveCount(3);
    await button(form, 'Remove line 2').press('Enter');
    await expect(form.getByRole('group')).toHaveCount(2);
    await expectFocus(button(form, 'Remove line 2'));
    await button(form, 'Remove line 2').press('Enter');
    await expectFocus(button(form, 'Remove line 1'));
  });

  await test.step('a dialog returns the focus to its button when it is closed', async () => {
    await page.keyboard.press('Escape');
    await answer(page, leave, 'Discard');
    const more = 'More for inward SEEN/1';
    for (const [opener, entry] of [['Bill of SEEN/1'], [more, 'History'], [more, 'Delete …'], ['Logout']] as const) {
      await button(page, opener).press('Enter');
      if (entry) {
        // The menu gives its first entry the focus once it is open.
        await expect(page.getByRole('menuitem').first()).toBeFocused();
        await page.getByRole('menuitem', { name: entry }).press('Enter');
      }
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expectFocus(button(page, opener));
    }
  });
});

test('in the form of a production the focus returns to the start after saving, and Enter goes from line to line', async ({
  page,
  godown,
}) => {
  await signIn(page, godown);
  await arrive(page, '/production');
  const form = productionForm(page);

  await test.step('after a production is saved, the next one begins in the form', async () => {
    await choose(form, 'Raw material', 'Turmeric');
    await field(form, 'Quantity').fill('1');
    await field(form, 'Quantity').press('Control+Enter');
    await expect(done(page, 'Production added successfully!')).toBeVisible();
    await expectFocus(input(form, 'Raw material'));
    await expect(input(form, 'Raw material')).toHaveValue('');

    const row = rowOf(page, 'Recorded productions', 'Turmeric').first();
    await row.getByRole('button', { name: /^Edit / }).press('Enter');
    // It has a single line: after it comes the save button.
    const edit = page.getByRole('form', { name: 'Update production' });
    await expect(field(edit, 'Quantity')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(input(edit, 'Status')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(button(edit, 'Update production')).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(done(page, 'Production updated successfully!')).toBeVisible();
    await expectFocus(row.getByRole('button', { name: /^Edit / }));
  });

  await test.step('Enter goes to the next field, and behind the last to the next line', async () => {
    const first = form.getByRole('group', { name: 'Material 1' });
    await field(form, 'Production date').focus();
    const made = form.getByRole('group', { name: 'Output 1' });
    const lineByLine = [input(made, 'Product'), input(first, 'Raw material'), field(first, 'Quantity')];
    for (const each of [field(form, 'Production date'), ...lineByLine]) {
      await expect(each).toBeFocused();
      await page.keyboard.press('Enter');
    }
    const second = form.getByRole('group', { name: 'Material 2' });
    await expect(input(second, 'Raw material')).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Control+Enter');
    await expect(alert(page, 'Please fill all required fields for each raw material.')).toBeVisible();
  });
});

test('in lists and a profile, deleted rows, left forms, refused saves and closed alerts leave the focus where work goes on', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 50[03]|^Failed to save buyer\./);
  for (const name of ['Three', 'Two', 'One']) await call('POST', '/Categories', { name: `Gone ${name}`, status: 1 });
  for (let number = 1; number <= 17; number += 1) await call('POST', '/buyers', { name: `Shop ${number}`, status: 1 });
  await addSupplier(call, { name: 'River Bank' });
  // One of them is ended as another session.
  await signIn(page, godown);
  await signIn(page, godown);
  await arrive(page, '/categories?search=Gone');

  await test.step('a deleted row leaves the focus in the row beside it, and the last one on the button of the screen', async () => {
    const question = 'Are you sure you want to delete this category?';
    await chooseFromMenu(page, 'Gone Two', 'Delete …');
    await expectQuestion(page, question);
    await page.keyboard.press('Escape');
    await expectFocus(button(page, 'More for Gone Two'));
    for (const [name, next] of [
      ['Gone Two', button(page, 'More for Gone Three')],
      ['Gone Three', button(page, 'More for Gone One')],
      ['Gone One', button(page, 'Add New Category')],
    ] as const) {
      await chooseFromMenu(page, name, 'Delete …');
      await answer(page, question, 'Delete');
      await expect(rowOf(page, 'Categories', name)).toHaveCount(0);
      await expectFocus(next);
    }
  });

  await test.step('a row deleted from a full page leaves the focus at the next row', async () => {
    await goOn(page, '/buyers');
    await chooseFromMenu(page, 'Shop 10', 'Delete …');
    await answer(page, 'Are you sure you want to delete this buyer?', 'Delete');
    await expect(rowOf(page, 'Buyers', 'Shop 10')).toHaveCount(0);
    await expectFocus(button(page, 'More for Shop 9'));
    // On the last page, Next is disabled.
    await button(page, 'Next').press('Enter');
    await expect(button(page, 'Next')).toBeDisabled();
    await expectFocus(button(page, 'Page 2'));
  });

  await test.step('a failed save leaves the focus on the button, and so does closing the alert', async () => {
    await button(page, 'Add New Buyer').press('Enter');
    const form = page.getByRole('form', { name: 'Add Buyer' });
    await field(form, 'Name').fill('Organic Corner');
    await refuse(page, 'POST', '/buyers', unavailable, wordless(500));
    await button(form, 'Add').press('Enter');
    await expect(alert(page, 'Failed to save buyer.')).toBeVisible();
    await expectFocus(button(form, 'Add'));
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).press('Enter');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectFocus(button(form, 'Add'));
  });

  await test.step('a closed form returns the focus, and a form that opens instead gets it', async () => {
    await goOn(page, '/suppliers');
    await button(page, 'Edit Hill Farms').press('Enter');
    const form = page.getByRole('form', { name: 'Update Supplier' });
    await expect(field(form, 'Name')).toBeFocused();
    await field(form, 'Name').fill('Hill Farms and Sons');
    await page.keyboard.press('Escape');
    await answer(page, leave, 'Keep editing');
    await expectFocus(field(form, 'Name'));
    await page.keyboard.press('Escape');
    await answer(page, leave, 'Discard');
    await expect(form).toBeHidden();
    await expectFocus(button(page, 'Edit Hill Farms'));

    await page.keyboard.press('Enter');
    await field(form, 'Name').fill('Hill Farms and Sons');
    await button(page, 'Edit River Bank').press('Enter');
    await answer(page, leave, 'Discard');
    await expect(field(form, 'Name')).toHaveValue('River Bank');
    await expectFocus(field(form, 'Name'));
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  });

  await test.step('a cleared search and a left screen move the focus to the screen', async () => {
    await goOn(page, '/dashboard');
    await goOn(page, '/suppliers?search=no such supplier');
    await page.getByRole('main').getByRole('button', { name: 'Clear the search' }).last().press('Enter');
    await expect(rowOf(page, 'Suppliers', 'Hill Farms')).toBeVisible();
    await expectFocus(button(page, 'Add New Supplier'));
    await goOn(page, '/dashboard');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Suppliers/ })
      .press('Enter');
    await expect(rowOf(page, 'Suppliers', 'Hill Farms')).toBeVisible();
    await expectFocus(page.getByRole('main'));
  });

  await test.step('a button that disappears, or is disabled while it works, does not lose the focus', async () => {
    await goOn(page, '/profile');
    const form = page.getByRole('form', { name: 'Change password' });
    await input(form, 'Current password').fill('not it');
    await input(form, 'New password').fill('a new secret');
    await refuse(page, 'POST', '/Auth/change-password', unavailable);
    await button(form, 'Change password').press('Enter');
    await expect(page.getByRole('alert')).toContainText('Please wait.');
    await expectFocus(input(form, 'New password'));

    await button(page, 'End all others').press('Enter');
    await answer(page, 'Are you sure you want to end all your other sessions?', 'End');
    await expect(button(page, 'End all others')).toHaveCount(0);
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });
});
