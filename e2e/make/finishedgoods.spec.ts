import { countOf } from '../support/api.ts';
import { office } from '../support/office.ts';
import { signIn } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import {
  alert,
  answer,
  choose,
  chooseFromMenu,
  colourOf,
  dismiss,
  done,
  expectQuestion,
  field,
  headingsOf,
  rowOf,
  select,
} from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Locator, Page } from '@playwright/test';

const list = 'Finished Goods';
const question = 'Are you sure you want to delete this finished good?';
const call = office();
let productId: number;

test.beforeAll(async () => {
  const { categoryId } = (await call('POST', '/Categories', { name: 'Spices', status: 1 })).json;
  const product = { name: 'Turmeric powder', categoryId, price: 90, unit: 'jar' };
  productId = (await call('POST', '/products', product)).json.productId;
});

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Add Finished Good', exact: true }).click();
  const form = page.getByRole('form', { name: 'Add Finished Good' });
  return { form, add: form.getByRole('button', { name: 'Add', exact: true }) };
}

test('finished goods are added, changed, found and deleted', async ({ page, godown, browserErrors }) => {
  browserErrors.expect(/status of 409|^Batch number "once-1" is already used!/);
  await signIn(page, godown);
  await page.goto('/finishedgoods');

  await test.step('a finished good is added, changed and deleted', async () => {
    await expect(page.getByText('No finished goods found.')).toBeVisible();
    const { form, add } = await openForm(page);
    await add.click();
    await expect(alert(page, 'Please select a valid product.')).toBeVisible();
    await dismiss(page);
    await choose(form, 'Product', 'Turmeric powder');
    await add.click();
    await expect(alert(page, 'Please enter a batch number.')).toBeVisible();
    await dismiss(page);
    await field(form, 'Batch number').fill('B-9');
    await field(form, 'Quantity').fill('0.5');
    await add.click();
    await expect(alert(page, 'Please enter a valid quantity.')).toBeVisible();
    await dismiss(page);
    await field(form, 'Quantity').fill('40');
    await expect(form.getByLabel('Status').and(form.locator('input'))).toHaveValue('Available');
    await field(form, 'Manufacture date').fill('05-11-2026');
    await field(form, 'Expiry date').fill('04-11-2026');
    await add.click();
    const expiry = field(form, 'Expiry date');
    await expect(expiry).toHaveAccessibleDescription('The expiry date is before the manufacture date.');
    expect(await countOf(call, '/goods', 'B-9')).toBe(0);
    await expiry.fill('05-11-2027');
    await expiry.press('Tab');
    await add.dblclick();
    await expect(done(page, 'Finished good added successfully!')).toBeVisible();
    await expect(form).toBeHidden();
    expect(await countOf(call, '/goods', 'B-9')).toBe(1);
    const row = rowOf(page, list, 'B-9');
    for (const text of ['Turmeric powder', '40 jar', 'Available']) await expect(row).toContainText(text);
    expect(await colourOf(row.getByText('Available', { exact: true }))).toBe('green');
    const columns = ['ID', 'Batch number', 'Product', 'Quantity', 'Left', 'Manufacture date', 'Expiry date', 'Status'];
    await expect(headingsOf(page, list)).toHaveText([...columns, 'Actions']);
    for (const text of ['05-11-2026', '05-11-2027']) await expect(row).toContainText(text);

    await row.getByRole('button', { name: 'Edit B-9' }).click();
    const edit = page.getByRole('form', { name: 'Update Finished Good' });
    await expect(field(edit, 'Manufacture date')).toHaveValue('05-11-2026');
    await select(edit, 'Status', 'Sold');
    await edit.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Finished good updated successfully!')).toBeVisible();
    await expect(row).toContainText('Sold');
    expect(await colourOf(row.getByText('Sold', { exact: true }))).toBe('yellow');

    await chooseFromMenu(row, 'B-9', 'Delete …');
    await expectQuestion(page, question);
    await answer(page, question, 'Delete');
    await expect(done(page, 'Finished good deleted successfully!')).toBeVisible();
    await expect(page.getByText('No finished goods found.')).toBeVisible();
  });

  await test.step('a batch number is unique, in small or capital letters', async () => {
    await call('POST', '/goods', { productId, batchNumber: 'ONCE-1', quantity: 5 });
    await goOn(page, '/finishedgoods?search=once');
    const { form, add } = await openForm(page);
    await choose(form, 'Product', 'Turmeric powder');
    await field(form, 'Quantity').fill('1');
    const batch = field(form, 'Batch number');
    await batch.pressSequentially('once-1');
    await expect(batch).toHaveAccessibleDescription('Batch number already used!');
    await add.click();
    await expect(alert(page, 'Batch number "once-1" is already used!')).toBeVisible();
    await expect(batch).toHaveValue('once-1');
    await dismiss(page);
    // Looks the same: full-width letters, a zero-width space.
    await batch.fill('ＯＮＣＥ\u200B-1');
    await expect(batch).toHaveAccessibleDescription('Batch number already used!');
    await batch.fill('once-2');
    await expect(batch).toHaveAccessibleDescription('');
    await add.click();
    await expect(done(page, 'Finished good added successfully!')).toBeVisible();
    // A finished good's own batch number is not a duplicate.
    await page.getByRole('button', { name: 'Edit ONCE-1' }).click();
    const edit = page.getByRole('form', { name: 'Update Finished Good' });
    await field(edit, 'Quantity').fill('6');
    await edit.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Finished good updated successfully!')).toBeVisible();
  });

  await test.step('a batch past its expiry date reads as expired, in the list, the form and the sums', async () => {
    const old = { productId, batchNumber: 'OLD-1', quantity: 7, expiryDate: '2026-01-31' };
    await call('POST', '/goods', old);
    await call('POST', '/goods', { ...old, batchNumber: 'OLD-2', quantity: 5, status: 'sold' });
    await goOn(page, '/finishedgoods?search=OLD-');
    const row = rowOf(page, list, 'OLD-1');
    await expect(row).toContainText('Expired');
    await expect(rowOf(page, list, 'OLD-2')).toContainText('Sold');
    await goOn(page, '/reports/products');
    const sums = rowOf(page, 'Quantity per product', 'Turmeric powder');
    const before = await sums.innerText();

    await goOn(page, '/finishedgoods?search=OLD-');
    await row.getByRole('button', { name: 'Edit OLD-1' }).click();
    const edit = page.getByRole('form', { name: 'Update Finished Good' });
    const status = edit.getByLabel('Status').and(edit.locator('input'));
    await expect(status).toHaveValue('Expired');
    await select(edit, 'Status', 'Available');
    await expect(status).toHaveAccessibleDescription('Shown as expired: the expiry date is past.');
    await select(edit, 'Status', 'Expired');
    await expect(status).toHaveAccessibleDescription('');
    // A corrected expiry date makes it available again.
    await field(edit, 'Expiry date').fill('31-01-2036');
    await edit.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Finished good updated successfully!')).toBeVisible();
    await expect(row).toContainText('Available');
    await goOn(page, '/reports/products');
    await expect(sums).not.toHaveText(before);
  });

  await test.step('on a phone the button is at the bottom, until a form has its own there', async () => {
    const height = 600;
    await page.setViewportSize({ width: 390, height });
    await goOn(page, '/finishedgoods');
    const add = page.getByRole('button', { name: 'Add Finished Good' });
    const fromBelow = async (button: Locator) => {
      const { y = 0, height: own = 0 } = (await button.boundingBox()) ?? {};
      return height - y - own;
    };
    await expect(add).toBeVisible();
    expect(await fromBelow(add)).toBeLessThan(20);
    // The first turn of the wheel may come before the rows have their height.
    const scroll = async () => {
      await page.mouse.wheel(0, 2000);
      return await page.evaluate(() => window.scrollY);
    };
    await expect.poll(scroll).toBeGreaterThan(0);
    expect(await fromBelow(add)).toBeLessThan(20);
    await add.click();
    const form = page.getByRole('form', { name: 'Add Finished Good' });
    await expect(form).toBeVisible();
    await expect(form.getByRole('button', { name: 'Add', exact: true })).toBeInViewport();
    expect(await fromBelow(add)).toBeGreaterThan(height / 2);
  });
});
