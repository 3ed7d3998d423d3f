/** Selected rows: by mouse, by keys and by long press, and one action on all of them. */
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { begin } from '../support/desk.ts';
import { storekeeper } from '../support/people.ts';
import { done, isPhone, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const call = office(storekeeper);

test.use({ goesOn: true });

test.beforeAll(async () => {
  for (const name of ['Amla', 'Brahmi', 'Clove', 'Dill', 'Elaichi']) await addSupplier(call, { name });
  const supplierId = await addSupplier(call, { name: 'Wayanad' });
  const rawMaterialId = await addMaterial(call, { name: 'Turmeric' });
  for (const [invoiceNumber, price] of [
    ['W/1', 10.1],
    ['W/2', 20.2],
    ['W/3', 30.3],
  ] as const) {
    await addInward(call, supplierId, [], {
      invoiceNumber,
      status: invoiceNumber === 'W/2' ? 'pending' : 'notpaid',
      rawMaterials: [{ rawMaterialId, quantity: 1, pricePerUnit: price }],
    });
  }
});

const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });

test('a selected range is deactivated, and records in use stay when the others are deleted', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/409/);
  await begin(page, godown, '/suppliers');
  await rowOf(page, 'Suppliers', 'Elaichi').hover();
  await box(page, 'Elaichi').click();
  await box(page, 'Clove').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('3 selected');
  await bar(page).getByRole('button', { name: 'Deactivate' }).click();
  await expect(done(page, '3 deactivated.')).toBeVisible();
  await expect(rowOf(page, 'Suppliers', 'Dill')).toContainText('Inactive');
  await expect(bar(page)).toBeHidden();

  await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
  await expect(bar(page)).toContainText('6 selected');
  await box(page, 'Amla').uncheck();
  await bar(page).getByRole('button', { name: 'Delete …' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 5 suppliers?' });
  await expect(question).toContainText('Brahmi');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alert')).toContainText('4 deleted, 1 kept.');
  await expect(page.getByRole('alert')).toContainText('Wayanad:');
  // Refused rows stay selected.
  await expect(bar(page)).toContainText('1 selected');
  await expect(question).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await expect(rowOf(page, 'Suppliers', 'Amla')).toBeVisible();
  await expect(rowOf(page, 'Suppliers', 'Brahmi')).toHaveCount(0);

  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(done(page, '4 restored.')).toBeVisible();
  await expect(rowOf(page, 'Suppliers', 'Brahmi')).toBeVisible();
});

test('inwards are selected by keys with their sum, marked paid, and back', async ({ page, godown, browserErrors }) => {
  browserErrors.expect(/status of 409/);
  await begin(page, godown, '/inward');
  await expect(rowOf(page, 'Inward', 'W/1')).toBeVisible();
  await expect(async () => {
    await page.keyboard.type('j', { delay: 80 });
    await expect(page.locator('[data-row]:focus')).toContainText('W/3', { timeout: 500 });
  }).toPass();
  await page.keyboard.type('x', { delay: 80 });
  await expect(bar(page)).toContainText('1 selected');
  await page.keyboard.type('j', { delay: 80 });
  await expect(page.locator('[data-row]:focus')).toContainText('W/2');
  await page.keyboard.press('Shift+X', { delay: 80 });
  await expect(bar(page)).toContainText('2 selected');
  await expect(bar(page)).toContainText('₹ 50.50');
  await bar(page).getByRole('button', { name: 'Mark Paid' }).click();
  await expect(done(page, '2 marked paid.')).toBeVisible();
  await expect(rowOf(page, 'Inward', 'W/2')).toContainText('Paid');
  await expect(rowOf(page, 'Inward', 'W/1')).toContainText('Not Paid');
  const { json } = await call('GET', '/inward/get-all-with-rawmaterials');
  expect(json.map(({ status }: { status: string }) => status).toSorted()).toEqual(['notpaid', 'paid', 'paid']);

  // Each gets back the status that it had; what somebody changed meanwhile stays.
  const [changed] = json.filter(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber === 'W/3');
  await call('PUT', `/inward/${changed.inwardId}`, { ...changed, totalGst: 1, updatedAt: undefined });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('alert')).toContainText('1 changed back, 1 still paid.');
  const after = (await call('GET', '/inward/get-all-with-rawmaterials')).json;
  const statuses = after.map((each: Record<string, string>) => [each['invoiceNumber'], each['status']]);
  expect(Object.fromEntries(statuses)).toEqual({ 'W/1': 'notpaid', 'W/2': 'pending', 'W/3': 'paid' });
});

test('selected lots are put on hold with a reason', async ({ page, godown }) => {
  await begin(page, godown, '/lots');
  await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
  await bar(page).getByRole('button', { name: 'Put on hold' }).click();
  const question = page.getByRole('dialog', { name: 'Put on hold: 3' });
  await question.getByRole('button', { name: 'Put on hold' }).click();
  await expect(question).toContainText('Say why.');
  await question.getByLabel('Reason').fill('Damp sacks');
  await question.getByRole('button', { name: 'Put on hold' }).click();
  await expect(done(page, '3 put on hold.')).toBeVisible();
  const { json } = await call('GET', '/lots');
  expect(
    json.every(({ state, stateReason }: Record<string, string>) => state === 'onHold' && stateReason === 'Damp sacks'),
  ).toBe(true);
});

test('after a whole page, all rows of the list can be selected', async ({ page, godown }) => {
  for (let count = 1; count <= 30; count += 1) await addSupplier(call, { name: `Grower ${count}` });
  await begin(page, godown, '/suppliers?search=Grower');
  await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
  await bar(page).getByRole('button', { name: 'Select all 30' }).click();
  await expect(bar(page)).toContainText('30 selected');
  await bar(page).getByRole('button', { name: 'Delete …' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 30 suppliers?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(done(page, '30 deleted.')).toBeVisible();
});

test('a storekeeper exports selected suppliers, and nothing else', async ({ page, godown }) => {
  await begin(page, godown, '/suppliers', storekeeper);
  await expect(rowOf(page, 'Suppliers', 'Amla')).toBeVisible();
  await rowOf(page, 'Suppliers', 'Amla').hover();
  await box(page, 'Amla').click();
  await expect(bar(page).getByRole('button')).toHaveText(['Export', /^Clear/]);
  const download = page.waitForEvent('download');
  await bar(page).getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^suppliers_.*\.xlsx$/);
});

test('on a phone a long press selects, and so does Select', async ({ page, godown }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await begin(page, godown, '/suppliers');
  const card = rowOf(page, 'Suppliers', 'Amla');
  await expect(card).toBeVisible();
  expect(isPhone(page)).toBe(true);
  // The listener for long presses loads when the browser is idle.
  await expect(async () => {
    await card.dispatchEvent('pointerdown', { pointerType: 'touch' });
    await expect(bar(page)).toContainText('1 selected', { timeout: 2000 });
  }).toPass();
  await bar(page).getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await box(page, 'Amla').check();
  await expect(bar(page)).toContainText('1 selected');
});
