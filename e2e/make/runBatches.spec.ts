/** Batches that were recorded by themselves get their run; what the form of a run says of lots, losses and notes. */
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { begin, goOn } from '../support/desk.ts';
import { storekeeper } from '../support/people.ts';
import { choose, chooseFromMenu, done, field, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const recorded = 'Recorded productions';
const call = office(storekeeper);
let powder: number;
let buyerId: number;

test.use({ goesOn: true });

test.beforeAll(async () => {
  const supplierId = await addSupplier(call, { name: 'Wayanad Hills Spices' });
  const turmeric = await addMaterial(call, { name: 'Turmeric, Lakadong' });
  await addInward(call, supplierId, [[turmeric, 300]], { invoiceNumber: 'WH/1', inwardDate: '2026-11-01' });
  const late = { invoiceNumber: 'WH/2', inwardDate: '2026-11-20' };
  await addInward(call, supplierId, [[turmeric, 100]], late);
  const jar = await addMaterial(call, { name: 'Glass jar 300 ml', unit: 'piece' });
  await addInward(call, supplierId, [[jar, 500]]);
  powder = await addProduct(call, { name: 'Turmeric powder 200 g', unit: 'jar' });
  const buyer = { name: 'Prakriti Organics', phone: '9811111113', email: '', gstinNumber: '', address: '', status: 1 };
  buyerId = (await call('POST', '/buyers', buyer)).json.buyerId;
});

/** A batch without a run. */
async function addBatch(batchNumber: string, quantity: number): Promise<{ finishedGoodId: number; lotId: number }> {
  const dates = { manufactureDate: '2026-11-12', expiryDate: '2027-08-09' };
  const made = await call('POST', '/goods', { productId: powder, batchNumber, quantity, ...dates });
  expect(made.status).toBe(201);
  return made.json;
}

function recording(page: Page) {
  const form = page.getByRole('form', { name: 'Add production' });
  const group = (name: string) => form.getByRole('group', { name, exact: true });
  return { form, group, save: form.getByRole('button', { name: 'Save production' }) };
}

async function expectGiven(page: Page, batch: string, finishedGoodId: number): Promise<void> {
  const { form, group, save } = recording(page);
  await expect(field(group('Output 1'), 'Batch number')).toHaveValue(batch);
  await expect(field(group('Output 1'), 'Quantity')).toHaveValue('30');
  await expect(group('Output 1')).toContainText('saving links it to this run');
  await choose(group('Material 1'), 'Raw material', 'Turmeric, Lakadong');
  await field(group('Material 1'), 'Quantity').fill('6');
  await form.getByRole('button', { name: 'Add note' }).click();
  await expect(field(form, 'Note')).toBeFocused();
  await field(form, 'Note').fill('From the sheet of the 12th');
  await save.click();
  await expect(done(page, 'Production added successfully!')).toBeVisible();
  await expect(rowOf(page, recorded, batch)).toContainText('12-11-2026');
  const { runId } = (await call('GET', `/goods/${finishedGoodId}`)).json;
  expect((await call('GET', `/production-runs/${runId}`)).json).toMatchObject({ note: 'From the sheet of the 12th' });
}

test('a batch recorded without a run is linked to a run from its page, and from Readiness', async ({
  page,
  godown,
}) => {
  const one = await addBatch('TP-1', 30);
  const two = await addBatch('TP-2', 30);
  await begin(page, godown, `/finishedgoods/${one.finishedGoodId}`);
  await page.getByRole('link', { name: 'Link to a run' }).click();
  await expect(recording(page).group('Output 1')).toContainText('saving links it to this run');
  await expectAccessible(page, { part: recording(page).group('Output 1') });
  await expectGiven(page, 'TP-1', one.finishedGoodId);
  await expect(page).toHaveURL(/\/production$/);
  await expect(field(recording(page).form, 'Production date')).not.toHaveValue('12-11-2026');
  await goOn(page, `/finishedgoods/${one.finishedGoodId}`);
  await expect(rowOf(page, 'What went in', 'TUR-2611-01')).toContainText('6 kg');
  await expect(page.getByRole('link', { name: 'Link to a run' })).toHaveCount(0);
  await goOn(page, '/readiness');
  await page.getByRole('link', { name: 'Link to a run: TP-2' }).click();
  await expectGiven(page, 'TP-2', two.finishedGoodId);
});

test('the form of a run offers to link a batch that has the typed number', async ({ page, godown }) => {
  const alone = await addBatch('TP-3', 30);
  await begin(page, godown, '/production', storekeeper);
  const { group } = recording(page);
  await choose(group('Output 1'), 'Product', 'Turmeric powder 200 g');
  await expect(field(group('Output 1'), 'Batch number')).not.toHaveValue('');
  await field(group('Output 1'), 'Batch number').fill('tp-3');
  await expect(group('Output 1')).toContainText('Batch number already used!');
  await group('Output 1').getByRole('button', { name: 'Link it' }).click();
  await group('Output 1').getByRole('button', { name: 'Make another batch' }).click();
  await expect(field(group('Output 1'), 'Batch number')).not.toHaveValue('TP-3');
  await field(group('Output 1'), 'Batch number').fill('TP-3');
  await group('Output 1').getByRole('button', { name: 'Link it' }).click();
  await field(recording(page).form, 'Production date').fill('12-11-2026');
  await expectGiven(page, 'TP-3', alone.finishedGoodId);
  await choose(group('Output 1'), 'Product', 'Turmeric powder 200 g');
  await field(group('Output 1'), 'Batch number').fill('TP-3');
  await expect(group('Output 1')).toContainText('Batch number already used!');
  await expect(group('Output 1').getByRole('button', { name: 'Link it' })).toHaveCount(0);
});

test('a loss can be of an input with two lines, and chosen lots cause warnings, too', async ({ page, godown }) => {
  await begin(page, godown, '/production');
  const { form, group } = recording(page);
  await choose(group('Material 1'), 'Raw material', 'Glass jar 300 ml');
  await form.getByRole('button', { name: 'Add another material' }).click();
  await choose(group('Material 2'), 'Raw material', 'Glass jar 300 ml');
  await form.getByRole('button', { name: 'Add loss' }).click();
  await group('Loss 1').getByLabel('Of').and(form.locator('input')).click();
  await expect(page.getByRole('option', { name: 'Glass jar 300 ml' })).toHaveCount(1);
  await page.getByRole('option', { name: 'Glass jar 300 ml' }).click();
  await expect(group('Loss 1')).toContainText('piece');
  // They never become kilograms by themselves: not without the input that they are of.
  await field(group('Loss 1'), 'Quantity').fill('5');
  await choose(group('Material 1'), 'Raw material', 'Turmeric, Lakadong');
  await expect(group('Loss 1')).toContainText('piece');
  await form.getByRole('button', { name: 'Remove material 2' }).click();
  await expect(field(group('Loss 1'), 'Quantity')).toHaveAccessibleDescription(
    'Its material is no longer in this production.',
  );
  await expect(group('Loss 1')).not.toContainText('piece');
  await expect(group('Loss 1').getByLabel('Of').and(form.locator('input'))).toHaveValue('');
  await group('Loss 1').getByLabel('Loss').and(form.locator('input')).fill('Broken');
  await field(group('Material 1'), 'Quantity').fill('1');
  await form.getByRole('button', { name: 'Save production' }).click();
  await expect(field(group('Loss 1'), 'Quantity')).toBeFocused();
  await choose(group('Material 1'), 'Raw material', 'Glass jar 300 ml');
  await expect(group('Loss 1')).toContainText('piece');
  await expect(field(group('Loss 1'), 'Quantity')).not.toHaveAttribute('aria-invalid', 'true');
  await form.getByRole('button', { name: 'Add another material' }).click();
  await form.getByRole('button', { name: 'Add another material' }).click();
  await field(form, 'Production date').fill('15-11-2026');
  await choose(group('Material 3'), 'Raw material', 'Turmeric, Lakadong');
  await field(group('Material 3'), 'Quantity').fill('5');
  await expect(group('Material 3').getByRole('button', { name: /^From TUR-2611-01/ })).toBeVisible();
  await field(group('Material 3'), 'Quantity').press('Alt+l');
  await field(group('Material 3'), 'Take from TUR-2611-01').fill('');
  await field(group('Material 3'), 'Take from TUR-2611-02').fill('5');
  await expect(group('Material 3')).toContainText('TUR-2611-02 was received on 20-11-2026, after this production.');
});

test('the alert links the dispatch that keeps a batch from being reduced or deleted', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 409/);
  // The alerts of the specification are logged as well.
  browserErrors.expect(/already taken/);
  const { lotId } = await addBatch('TP-9', 30);
  const sent = { buyerId, dispatchDate: '2026-11-15', invoiceNumber: 'GD/9', lines: [{ lotId, quantity: 20 }] };
  expect((await call('POST', '/dispatches', sent)).status).toBe(201);
  await begin(page, godown, '/finishedgoods?search=TP-9');
  await page.getByRole('button', { name: /^Edit .*TP-9/ }).click();
  const edit = page.getByRole('form', { name: 'Update Finished Good' });
  await field(edit, 'Quantity').fill('19');
  await edit.getByRole('button', { name: 'Update', exact: true }).click();
  const blocking = page.getByRole('alert').getByRole('link', { name: 'Dispatch GD/9 to Prakriti Organics' });
  await expect(blocking).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await chooseFromMenu(page, /^More for .*TP-9/, 'Delete …');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await blocking.click();
  await expect(page).toHaveURL(/\/dispatches\/\d+$/);
});
