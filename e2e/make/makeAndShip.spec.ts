/** From two purchases to the count, without a break: what each page tells of it, and how many keys recording it takes. */
import { addMaterial, addProduct, addRecipe, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { pdfBill } from '../support/bills.ts';
import { keysOf } from '../support/keys.ts';
import { begin, goOn } from '../support/desk.ts';
import { storekeeper } from '../support/people.ts';
import { choose, chooseFromMenu, done, field, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const turmeric = 'Turmeric, Lakadong';
const powder = 'Turmeric powder 200 g';
/** Typed of names: enough to find them. */
const typedMaterial = 'turm';
const typedProduct = 'turm';
const call = office(storekeeper);

test.beforeAll(async () => {
  await addSupplier(call, { name: 'Wayanad Hills Spices' });
  const rawMaterialId = await addMaterial(call, { name: turmeric });
  const productId = await addProduct(call, { name: powder, unit: 'jar' });
  const [item] = (await call('GET', `/items?search=${encodeURIComponent(powder)}`)).json;
  const more = { gramsPerUnit: 200, batchPattern: 'TP-{n}', shelfLifeDays: 270 };
  expect((await call('PUT', `/items/${item.itemId}`, { ...item, ...more })).status).toBe(200);
  // The batch before, so that TP-12 is proposed next.
  expect((await call('POST', '/goods', { productId, batchNumber: 'TP-11', quantity: 1, status: 'sold' })).status).toBe(
    201,
  );
  await addRecipe(call, productId, [[rawMaterialId, 54.5]], { outputQuantity: 270, expectedYieldPercent: 99 });
  for (const name of ['Green Basket', 'Prakriti Organics']) {
    const fields = { name, phone: '9811111112', gstinNumber: '27AAACG4410Q1ZH', address: 'Hill Road', status: 1 };
    expect((await call('POST', '/buyers', fields)).status).toBe(201);
  }
});

async function receive(page: Page, invoice: string, day: string, quantity: string, theirLot: string) {
  await goOn(page, '/inward');
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  const form = page.getByRole('form', { name: 'Add Inward' });
  await choose(form, 'Supplier', 'Wayanad Hills Spices');
  await field(form, 'Invoice number').fill(invoice);
  await field(form, 'Invoice date').fill(day);
  const line = form.getByRole('group', { name: 'Line 1', exact: true });
  await choose(line, 'Raw material', turmeric);
  await field(line, 'Quantity').fill(quantity);
  await field(line, 'Price per unit (₹)').fill('300');
  await field(line, 'Quantity').press('Alt+l');
  await field(line, 'Supplier lot number').fill(theirLot);
  await form.getByLabel('Bill', { exact: true }).setInputFiles(pdfBill);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(done(page, 'Added successfully!')).toBeVisible();
  await expect(rowOf(page, 'Inward', invoice)).toBeVisible();
}

const recording = (page: Page) => page.getByRole('form', { name: 'Add production' });

/** Two lines of the form as the specification has it, typed by keys; they are not saved. How many keys that takes. */
async function keysOfTwoLines(page: Page): Promise<number> {
  const form = recording(page);
  const input = (number: number) => {
    const group = form.getByRole('group', { name: `Material ${number}`, exact: true });
    return group.getByLabel('Raw material').and(group.locator('input'));
  };
  await input(1).focus();
  const keys = keysOf(page);
  for (const [number, quantity] of [
    [1, '40'],
    [2, '14.5'],
  ] as const) {
    await keys.type(typedMaterial);
    await expect(page.getByRole('option', { name: new RegExp(turmeric) })).toBeVisible();
    await keys.press('Enter');
    await expect(input(number)).toHaveValue(turmeric);
    await keys.type(quantity);
    if (number === 1) await keys.press('Enter');
  }
  // Ctrl+Enter would save it.
  return keys.count() + 1;
}

/** The run, by keys from the product on. How many it takes. */
async function makeByKeys(page: Page): Promise<number> {
  const form = recording(page);
  const output = form.getByRole('group', { name: 'Output 1', exact: true });
  await output.getByLabel('Product').and(output.locator('input')).focus();
  const keys = keysOf(page);
  await keys.type(typedProduct);
  await expect(page.getByRole('option', { name: new RegExp(powder) })).toBeVisible();
  await keys.press('Enter');
  await expect(field(output, 'Batch number')).toHaveValue('TP-12');
  await keys.press('Enter');
  await expect(field(output, 'Quantity')).toBeFocused();
  await keys.type('270');
  const line = form.getByRole('group', { name: 'Material 1', exact: true });
  // The recipe fills in what goes in, by earliest received.
  await expect(field(line, 'Quantity')).toHaveValue('54.5');
  await expect(line).toContainText('From 2 lots, earliest expiry first');
  await expect(form.getByRole('region', { name: 'Balance' })).toContainText('The recipe expects 1 % to be lost.');
  await keys.press('Enter', 'Enter');
  await expect(field(line, 'Quantity')).toBeFocused();
  await keys.press('Tab', 'Tab', 'Tab', 'Enter');
  const loss = form.getByRole('group', { name: 'Loss 1', exact: true });
  await expect(loss.locator(':focus')).toBeVisible();
  await keys.type('g');
  await keys.press('ArrowDown', 'Enter', 'Enter');
  await expect(loss.locator('input').first()).toHaveValue('Grinding dust');
  await expect(field(loss, 'Quantity')).toBeFocused();
  await keys.type('.5');
  await expect(form.getByRole('region', { name: 'Balance' })).toContainText('99.08 %');
  await keys.press('Control+Enter');
  await expect(done(page, 'Production added successfully!')).toBeVisible();
  return keys.count();
}

async function send(page: Page, buyer: string, invoice: string, quantity: string): Promise<void> {
  await goOn(page, '/dispatches');
  await page.getByRole('button', { name: 'Add dispatch', exact: true }).first().click();
  const form = page.getByRole('form', { name: 'New dispatch' });
  await choose(form, 'Buyer', buyer);
  await field(form, 'Invoice number').fill(invoice);
  const line = form.getByRole('group', { name: 'Line 1', exact: true });
  await choose(line, 'Product', powder);
  await field(line, 'Quantity').fill(quantity);
  await expect(form.getByRole('list', { name: 'Batches of line 1' })).toContainText('TP-12');
  await form.getByRole('button', { name: 'Add dispatch', exact: true }).click();
  await expect(done(page, 'Dispatch added successfully!')).toBeVisible();
  await expect(rowOf(page, 'Dispatches', invoice)).toContainText(`TP-12 ${quantity} jar`);
}

test('two lots of turmeric become jars, go to two buyers and are counted, and the pages show each step', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 409/);
  await begin(page, godown, '/inward');
  await receive(page, 'WH/1', '02-11-2026', '40', 'W-117');
  await receive(page, 'WH/2', '05-11-2026', '60', 'W-118');

  await goOn(page, '/production');
  const allowed = (await keysOfTwoLines(page)) + 'TP-12'.length + '270'.length;
  await page.reload();
  const taken = await makeByKeys(page);
  expect(taken).toBeLessThanOrEqual(allowed);

  await send(page, 'Green Basket', 'GD/1', '100');
  await send(page, 'Prakriti Organics', 'GD/2', '20');

  await goOn(page, '/adjustments/count');
  const sheet = page.getByRole('form', { name: 'Stock count' });
  await sheet.getByRole('textbox', { name: `Counted, ${powder}, TP-12` }).fill('149');
  await expect(sheet).toContainText('1 differs: 1 jar lost');
  await sheet.getByRole('button', { name: 'Post 1 counted lot' }).click();
  await expect(done(page, 'Adjustment added successfully!')).toBeVisible();

  // The batch: from the lots, to the buyers, and one lost.
  await goOn(page, '/finishedgoods?search=TP-12');
  await page.getByRole('link', { name: 'TP-12' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'TP-12' })).toBeVisible();
  await expect(rowOf(page, 'What went in', 'TUR-2611-01')).toContainText('40 kg');
  await expect(rowOf(page, 'What went in', 'TUR-2611-02')).toContainText('14.500 kg');
  const part = (text: string) => rowOf(page, 'Where it is', text);
  const moved = (text: string) => rowOf(page, 'Movements', text);
  await expect(part('Dispatched')).toContainText('120 jar');
  await expect(part('Lost')).toContainText('1 jar');
  await expect(part('In the store')).toContainText('149 jar');
  await expect(moved('Dispatch GD/1 to Green Basket')).toContainText('100 jar');
  await expect(moved('Dispatch GD/2 to Prakriti Organics')).toContainText('20 jar');
  await expect(moved('Produced')).toContainText('270 jar');
  await expect(moved('Lost')).toContainText('1 jar');

  // The first lot: from whom, and into which batch.
  await page.getByRole('link', { name: 'TUR-2611-01' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'TUR-2611-01' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('their lot W-117');
  await expect(moved('Production of TP-12')).toContainText('40 kg');
  await expect(part('In the store')).toContainText('0 kg');
  await expect(rowOf(page, 'Movements', 'Received')).toContainText('40 kg');
  await moved('Production of TP-12').getByRole('link', { name: powder }).click();
  await expect(page).toHaveURL(/\/finishedgoods\/\d+$/);
  await page.getByRole('link', { name: 'TUR-2611-02' }).click();
  await expect(page.getByRole('main')).toContainText('their lot W-118');
  await expect(part('In the store')).toContainText('45.500 kg');

  // A consumed lot blocks its invoice.
  await goOn(page, '/inward?search=WH/1');
  await chooseFromMenu(page, 'inward WH/1', 'Edit');
  const edit = page.getByRole('form', { name: /^(Edit|Update) Inward/ });
  await field(edit, 'Quantity').fill('39.999');
  await edit.getByRole('button', { name: 'Update', exact: true }).click();
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^Production of/ })
    .click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/production\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'TP-12' })).toBeVisible();
});
