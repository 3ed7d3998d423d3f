import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { pdfBill } from '../support/bills.ts';
import { signIn } from '../support/people.ts';
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
  headingsOf,
  holdBack,
  menuOf,
  rowOf,
  select,
} from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Locator, Page } from '@playwright/test';

const list = 'Inward';
const question = 'Are you sure do you want to delete?';
const call = office();
let supplierId: number;

test.beforeAll(async () => {
  supplierId = await addSupplier(call, { name: 'Hill Farms' });
});

async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  return page.getByRole('form', { name: 'Add Inward' });
}

function line(form: Locator, number: number) {
  const group = form.getByRole('group', { name: `Line ${number}`, exact: true });
  return {
    group,
    material: group.getByLabel('Raw material').and(group.locator('input')),
    quantity: field(group, 'Quantity'),
    price: field(group, 'Price per unit (₹)'),
    total: group.getByRole('status', { name: `Total of line ${number}` }),
  };
}

test('an inward is recorded, changed and deleted', async ({ page, godown, browserErrors }) => {
  browserErrors.expect(/status of 409/);
  await signIn(page, godown);
  await page.goto('/inward');

  await test.step('a purchase invoice is recorded with its bill, and its totals are right while they are typed', async () => {
    await addMaterial(call, { name: 'Turmeric' });
    await addMaterial(call, { name: 'Turmeric powder', unit: 'bag' });
    await addMaterial(call, { name: 'Neem leaf' });
    await expect(page.getByText('No inward found.')).toBeVisible();
    await page.getByRole('button', { name: 'Add the first inward' }).click();

    const form = page.getByRole('form', { name: 'Add Inward' });
    await choose(form, 'Supplier', 'Hill Farms');
    await field(form, 'Invoice number').fill('HF/1');
    await expect(form.getByLabel(/^Status/).and(form.locator('input'))).toHaveValue('Not Paid');
    await expect(field(form, 'Invoice date')).toHaveValue(/^\d\d-\d\d-\d{4}$/);
    await field(form, 'Invoice date').fill('20-11-2026');
    const first = line(form, 1);
    await choose(first.group, 'Raw material', 'Turmeric');
    await first.quantity.fill('10.5');
    await first.price.fill('120.25');
    await expect(first.total).toHaveText('1,262.63');
    await expect(form.getByText('₹ 1,262.63')).toBeVisible();
    await field(form, 'GST (₹)').fill('18.50');
    await expect(form.getByText('₹ 1,281.13')).toBeVisible();

    await form.getByRole('button', { name: 'Add line' }).click();
    const second = line(form, 2);
    await expect(second.material).toBeFocused();
    await choose(second.group, 'Raw material', 'Turmeric powder');
    await second.quantity.fill('2');
    await second.price.fill('9.99');
    await expect(form.getByText('₹ 1,301.11')).toBeVisible();
    await form.getByRole('button', { name: 'Remove line 2' }).click();
    await expect(second.group).toHaveCount(0);
    await expect(form.getByText('₹ 1,281.13')).toBeVisible();

    const add = form.getByRole('button', { name: 'Add', exact: true });
    await add.click();
    await expect(alert(page, 'Please upload the bill before saving.')).toBeVisible();
    await form.getByLabel('Bill', { exact: true }).setInputFiles(pdfBill);
    await expect(form.getByText('bill.pdf')).toBeVisible();
    await dismiss(page);
    await add.click();
    await expect(done(page, 'Added successfully!')).toBeVisible();
    // Labels are offered right after the receipt.
    const toPrint = page.getByRole('button', { name: 'Print labels' });
    await expect(toPrint).toBeVisible();

    const row = rowOf(page, list, 'HF/1');
    // Wherever the form was scrolled to, the new row is to be seen.
    await expect(row).toBeInViewport();
    for (const text of ['Hill Farms', '20-11-2026', 'Not Paid', '₹ 1,281.13']) await expect(row).toContainText(text);
    await expect(row).toContainText('Turmeric 10.500 kg');
    const headings = ['Supplier', 'Invoice number', 'Invoice date', 'Raw materials', 'Grand total', 'Status', 'Bill'];
    await expect(headingsOf(page, list)).toHaveText(['ID', ...headings, 'Actions']);
    await toPrint.click();
    const labels = page.getByRole('dialog', { name: 'Print labels' });
    await expect(labels.getByRole('img', { name: /^Label of TUR/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(labels).toBeHidden();
    // The last price is suggested.
    await openForm(page);
    await choose(first.group, 'Raw material', 'Turmeric');
    await expect(first.price).toHaveValue('120.25');
    await expect(first.group).toContainText('10.500 kg');
    // It is not that of another material: one that was never bought has none.
    await choose(first.group, 'Raw material', 'Neem leaf');
    await expect(first.price).toHaveValue('');
    await choose(first.group, 'Raw material', 'Turmeric');
    await expect(first.price).toHaveValue('120.25');
    await first.price.fill('99');
    await choose(first.group, 'Raw material', 'Neem leaf');
    await expect(first.price).toHaveValue('99');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await answer(page, 'Leave without saving what you typed?', 'Discard');
  });

  await test.step('names missing fields, keeps typed values and focuses the first faulty field', async () => {
    await addMaterial(call, { name: 'Amla' });
    const form = await openForm(page);
    const add = form.getByRole('button', { name: 'Add', exact: true });
    const first = line(form, 1);
    await add.click();
    await expect(alert(page, 'Add at least one valid raw material with quantity.')).toBeVisible();
    await expect(form.getByLabel('Supplier').and(form.locator('input'))).toBeFocused();
    await expect(field(form, 'Invoice number')).toHaveAccessibleDescription('Invoice number is required.');

    // A material without a quantity, or with 0, is no line either.
    await choose(first.group, 'Raw material', 'Amla');
    for (const missing of ['', '0']) {
      await dismiss(page);
      await first.quantity.fill(missing);
      await add.click();
      await expect(alert(page, 'Add at least one valid raw material with quantity.')).toBeVisible();
    }
    await dismiss(page);
    for (const faulty of ['0', '1.2345']) {
      await first.quantity.fill(faulty);
      await first.price.fill('1');
      await expect(first.quantity).toHaveAccessibleDescription('Enter a quantity above 0 with at most 3 decimals.');
    }
    await first.quantity.fill('1.5');
    await first.price.fill('1.234');
    // As copied from a cell that is indented.
    await field(form, 'GST (₹)').focus();
    await page.keyboard.insertText('            1,00,000.50');
    await expect(field(form, 'GST (₹)')).toHaveValue('1,00,000.50');
    await field(form, 'GST (₹)').fill('0.005');
    await field(form, 'Invoice number').fill('HF/X');
    await expect(first.price).toHaveAccessibleDescription('Enter a price from 0 with at most 2 decimals.');
    await expect(field(form, 'GST (₹)')).toHaveAccessibleDescription(
      'GST must be a number from 0 with at most 2 decimals.',
    );
    await add.click();
    await expect(first.quantity).toHaveValue('1.5');
    await page.keyboard.press('Escape');
    await expectQuestion(page, 'Leave without saving what you typed?', 'Keep editing');
    await answer(page, 'Leave without saving what you typed?', 'Discard');
    await expect(form).toBeHidden();
  });

  await test.step('an invoice is changed and deleted, unless production has consumed its material', async () => {
    const kokum = await addMaterial(call, { name: 'Kokum' });
    await addInward(call, supplierId, [[kokum, 10]], { invoiceNumber: 'KOKUM/1' });
    await goOn(page, '/inward?search=KOKUM/1');
    const row = rowOf(page, list, 'KOKUM/1');
    await chooseFromMenu(row, 'inward KOKUM/1', 'Edit');
    const edit = page.getByRole('form', { name: 'Update Inward' });
    await expect(line(edit, 1).price).toHaveValue('10.00');
    await expect(edit.getByText('The bill that is kept')).toBeVisible();
    await line(edit, 1).quantity.fill('12');
    await select(edit, 'Status', 'Paid');
    await edit.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Updated successfully!')).toBeVisible();
    await expect(row).toContainText('₹ 120.00');
    await expect(row).toContainText('Paid');
    await expect(row.getByRole('button', { name: 'Bill of KOKUM/1' })).toBeVisible();

    await addInward(call, supplierId, [[kokum, 1]], { invoiceNumber: 'KOKUM/2' });
    await goOn(page, '/inward?search=KOKUM/2');
    const unpaid = rowOf(page, list, 'KOKUM/2');
    await expect(unpaid).toContainText('Not Paid');
    await chooseFromMenu(unpaid, 'inward KOKUM/2', 'Mark Paid');
    await expect(done(page, 'Updated successfully!')).toBeVisible();
    await expect(unpaid).not.toContainText('Not Paid');
    expect(await menuOf(unpaid, 'inward KOKUM/2')).not.toContain('Mark Paid');
    await goOn(page, '/inward?search=KOKUM/1');

    const productionId = await addProduction(call, kokum, 4, { productionDate: '2026-11-12' });
    await chooseFromMenu(row, 'inward KOKUM/1', 'Delete …');
    await expectQuestion(page, question);
    await answer(page, question, 'Delete');
    await expect(
      alert(page, '4 kg of Kokum, lot KOK-2611-01, already taken by Production of 12-11-2026 (4 kg).'),
    ).toBeVisible();
    await expect(row).toBeVisible();
    await dismiss(page);
    await call('DELETE', `/Production/${productionId}`);
    await chooseFromMenu(row, 'inward KOKUM/1', 'Delete …');
    await answer(page, question, 'Delete');
    await expect(done(page, 'Deleted successfully!')).toBeVisible();
    await expect(row).toHaveCount(0);
  });
});

test('a slow answer, several materials and a missing bill', async ({ page, godown }) => {
  await signIn(page, godown);

  await test.step('a slow answer to Edit opens no form over one opened since', async () => {
    const mace = await addMaterial(call, { name: 'Mace' });
    const { inwardId } = await addInward(call, supplierId, [[mace, 1]], { invoiceNumber: 'MACE/1' });
    await addInward(call, supplierId, [[mace, 2]], { invoiceNumber: 'MACE/2' });
    await page.goto('/inward?search=MACE');
    const slow = `**/api/inward/${inwardId}`;
    const release = await holdBack(page, slow);
    const asked = page.waitForRequest(slow);
    await page.getByRole('button', { name: 'Edit inward MACE/1' }).click();
    await asked;
    await page.getByRole('button', { name: 'Edit inward MACE/2' }).click();
    const form = page.getByRole('form', { name: 'Update Inward' });
    await expect(field(form, 'Invoice number')).toHaveValue('MACE/2');
    const answered = page.waitForResponse(slow);
    release();
    await (await answered).finished();
    await page.waitForTimeout(300);
    await expect(field(form, 'Invoice number')).toHaveValue('MACE/2');
  });

  await test.step('a record is edited as it was just saved, before its page is read again', async () => {
    const rawMaterialId = await addMaterial(call, { name: 'Nigella' });
    const { inwardId } = await addInward(call, supplierId, [[rawMaterialId, 1]], { invoiceNumber: 'NIGELLA/1' });
    await goOn(page, `/inward/${inwardId}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('form', { name: 'Update Inward' });
    await field(form, 'Invoice number').fill('NIGELLA/2');
    const release = await holdBack(page, `**/api/inward/${inwardId}`, 'GET');
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Updated successfully!')).toBeVisible();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    release();
    await expect(field(form, 'Invoice number')).toHaveValue('NIGELLA/2');
    await form.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a row names the first of several materials, and says when the bill is missing', async () => {
    const amchur = await addMaterial(call, { name: 'Amchur', unit: 'packet' });
    const bay = await addMaterial(call, { name: 'Bay leaf' });
    const lines: [number, number][] = [
      [amchur, 100_000.5],
      [bay, 20],
    ];
    await addInward(call, supplierId, lines, { invoiceNumber: 'TWO/1' });
    await page.route('**/api/inward/get-all-with-rawmaterials?*', async (route) => {
      const response = await route.fetch();
      const rows: object[] = await response.json();
      await route.fulfill({ response, json: rows.map((row) => ({ ...row, hasBill: false })) });
    });
    await goOn(page, '/inward?search=TWO/1');
    const row = rowOf(page, list, 'TWO/1');
    await expect(row.getByText('Missing', { exact: true })).toBeVisible();
    const materials = row.getByText('Amchur');
    await expect(row).toContainText('Amchur 1,00,000.500 packet and 1 more');
    // Wrapped, it ends before the next column begins.
    const overhang = await materials
      .locator('xpath=ancestor::td')
      .evaluate((cell) => cell.scrollWidth - cell.clientWidth);
    expect(overhang).toBeLessThanOrEqual(0);
    await materials.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Amchur 1,00,000.500 packet\nBay leaf 20 kg');
    await page.unroute('**/api/inward/get-all-with-rawmaterials?*');
  });
});
