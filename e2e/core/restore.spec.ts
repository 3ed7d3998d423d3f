/** A deletion is taken back: from its toast, by Ctrl Z, and later from the history. */
import { addInward, addMaterial, addProduct, addSupplier, stockOf } from '#test/factories.ts';
import type { Caller } from '#test/buildTestApp.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { openOffice } from '../support/api.ts';
import { begin, goOn } from '../support/desk.ts';
import { answer, chooseFromMenu, done, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

let call: Caller;

test.use({ goesOn: true });

test.beforeAll(async ({ serverOf }, { file }) => {
  call = await openOffice(await serverOf(file));
});

const question = 'Are you sure you want to delete this supplier?';

test('a supplier is back from the toast, by Ctrl Z and from the history', async ({ page, godown }, { project }) => {
  const name = `Undone Farms ${project.name}`;
  await addSupplier(call, { name, phone: '9811111112' });
  await begin(page, godown, `/suppliers?search=${encodeURIComponent(name)}`);
  const row = rowOf(page, 'Suppliers', name);
  const remove = async () => {
    await chooseFromMenu(page, name, 'Delete …');
    await expect(page.getByText('You can undo this for 10 seconds, and later from its history.')).toBeVisible();
    await answer(page, question, 'Delete');
    await expect(done(page, 'Supplier deleted successfully!')).toBeVisible();
    await expect(row).toHaveCount(0);
  };
  await remove();
  await expectAccessible(page, { part: page.getByRole('status').filter({ hasText: 'Undo' }) });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(done(page, 'Supplier restored.')).toBeVisible();
  await expect(row).toBeVisible();

  await remove();
  await page.getByRole('button', { name: 'Undo', exact: true }).focus();
  await page.keyboard.press('Control+z');
  await expect(row).toBeVisible();

  await remove();
  await goOn(page, '/activity');
  await page
    .getByRole('button', { name: `History of ${name}` })
    .first()
    .click();
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  await expect(done(page, 'Supplier restored.')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Restored')).not.toHaveCount(0);
});

test('an inward brings its stock back', async ({ page, godown }, { project }) => {
  const supplierId = await addSupplier(call, { name: `Inward Farms ${project.name}` });
  const material = await addMaterial(call, { name: `Undone ${project.name}` });
  const invoiceNumber = `UNDO/${project.name}`;
  const { inwardId } = await addInward(call, supplierId, [[material, 5]], { invoiceNumber });
  await begin(page, godown, '/inward');
  await chooseFromMenu(page, `inward ${invoiceNumber}`, 'Delete …');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(done(page, 'Inward restored.')).toBeVisible();
  await expect(rowOf(page, 'Inward', invoiceNumber)).toBeVisible();
  expect((await call('GET', `/inward/${inwardId}`)).status).toBe(200);
});

test('a production brings its batch back and takes its material again', async ({ page, godown }, { project }) => {
  const supplierId = await addSupplier(call, { name: `Run Farms ${project.name}` });
  const material = await addMaterial(call, { name: `Ground ${project.name}` });
  await addInward(call, supplierId, [[material, 5]]);
  const productId = await addProduct(call, { name: `Powder ${project.name}` });
  const batchNumber = `UNDO-${project.name}`;
  const { runId } = (
    await call('POST', '/production-runs', {
      productionDate: '2026-11-10',
      status: 'completed',
      inputs: [{ rawMaterialId: material, quantity: 4 }],
      outputs: [{ productId, batchNumber, quantity: 3 }],
    })
  ).json;
  await begin(page, godown, '/production');
  await chooseFromMenu(page, `production ${runId}`, 'Delete …');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rowOf(page, 'Recorded productions', batchNumber)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(done(page, 'Production run restored.')).toBeVisible();
  await expect(rowOf(page, 'Recorded productions', batchNumber)).toBeVisible();
  expect((await stockOf(call, material)).at(-1)).toBe(1);
});

test('the page of a deleted record says who deleted it, and restores it', async ({ page, godown, browserErrors }) => {
  const supplierId = await addSupplier(call, { name: 'Gone for now' });
  expect((await call('DELETE', `/suppliers/${supplierId}`)).status).toBe(200);
  browserErrors.expect(/status of 404/);
  await begin(page, godown, `/suppliers/${supplierId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Gone for now');
  await expect(page.getByText(/^Deleted by .+ on \d\d-\d\d-\d{4} /)).toBeVisible();
  await expectAccessible(page, { part: page.getByRole('main') });
  await page.getByRole('button', { name: 'Restore Gone for now' }).click();
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  await goOn(page, '/suppliers/999999');
  await expect(page.getByText('The supplier could not be loaded.')).toBeVisible();
});
