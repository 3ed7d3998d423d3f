/** Texts of Readiness without gaps, and actions by role. */
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { begin } from '../support/desk.ts';
import { storekeeper } from '../support/people.ts';
import { chooseFirst, done, field } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office(storekeeper);

test.use({ goesOn: true });

test.beforeAll(async () => {
  const supplierId = await addSupplier(call, { name: 'Malwa Farmers' });
  const material = await addMaterial(call, { name: 'Coriander' });
  const { rawMaterials } = await addInward(call, supplierId, [[material, 50]], { invoiceNumber: 'MF/1' });
  const certificate = { holder: 'supplier', supplierId, scheme: 'NPOP', number: 'ORG/1', validFrom: '2025-01-01' };
  const lapsed = await call('POST', '/certificates', { ...certificate, validTo: '2026-10-31', allItems: true });
  expect(lapsed.status).toBe(201);
  const lines = [{ lotId: rawMaterials[0].lotId, quantity: 49 }];
  const count = { kind: 'count', date: '2026-11-20', reason: 'Count', lines };
  expect((await call('POST', '/adjustments', count)).status).toBe(201);
});

test('counts without a tolerance are not reported as within one', async ({ page, godown }) => {
  await begin(page, godown, '/readiness');
  await expect(page.getByText('No tolerance is set for 1 item that was counted')).toBeVisible();
  await expect(page.getByText('All counts are within tolerance')).toHaveCount(0);
});

test('a person without permission to correct an entry sees who may, and can open it', async ({ page, godown }) => {
  await begin(page, godown, '/readiness', storekeeper);
  const certificates = page.getByRole('region', { name: 'Certificates that lapsed' });
  await expect(certificates).toContainText('“Add the next one” is for admins and managers.');
  await expect(certificates.getByRole('link', { name: /^Add/ })).toHaveCount(0);
  await expectAccessible(page, { part: certificates });
  await certificates.getByRole('link', { name: 'Look at it: Malwa Farmers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Certificate ORG/1' })).toBeVisible();
});

test('a person with permission to correct an entry gets a link to the form', async ({ page, godown }) => {
  await begin(page, godown, '/readiness');
  const certificates = page.getByRole('region', { name: 'Certificates that lapsed' });
  await expect(certificates.getByRole('link', { name: 'Add the next one: Malwa Farmers' })).toBeVisible();
  await expect(certificates).not.toContainText('is for');
});

test('the sentence on a gap is in the singular for one, in the plural for two', async ({ page, godown }) => {
  const add = async (batchNumber: string) => {
    const productId = await addProduct(call, { name: `Product of ${batchNumber}` });
    expect((await call('POST', '/goods', { productId, batchNumber, quantity: 5 })).status).toBe(201);
  };
  await add('ALONE-1');
  await begin(page, godown, '/readiness');
  await expect(page.getByText('1 of them breaks the chain from farm to buyer.')).toBeVisible();
  await add('ALONE-2');
  await page.reload();
  await expect(page.getByText('2 of them break the chain from farm to buyer.')).toBeVisible();
});

test('lots past their date are written off together, in one form', async ({ page, godown }) => {
  const supplierId = await addSupplier(call, { name: 'Hill Farms' });
  const material = await addMaterial(call, { name: 'Amla' });
  const line = { rawMaterialId: material, pricePerUnit: 1, expiresOn: '2026-11-02' };
  const rawMaterials = [2, 3.5].map((quantity) => ({ ...line, quantity, code: `AML-${quantity}` }));
  await addInward(call, supplierId, [], { rawMaterials });
  await begin(page, godown, '/readiness');
  const expired = page.getByRole('region', { name: 'Expired with stock' });
  await expired.getByRole('checkbox', { name: 'Choose all' }).check();
  await expect(expired.getByText('2 chosen')).toBeVisible();
  await expectAccessible(page, { part: expired });
  await expired.getByRole('button', { name: 'Write off' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Write-off' })).toBeVisible();
  await expect(page.getByLabel('Quantity').and(page.locator('input'))).toHaveCount(2);
  await expect(field(page.getByRole('group', { name: 'Line 2' }), 'Quantity')).toHaveValue('3.5');
});

test('several sales by hand get one buyer', async ({ page, godown }) => {
  await call('POST', '/buyers', { name: 'Green Basket', phone: '9811111113', status: 1 });
  const productId = await addProduct(call, { name: 'Tulsi tea' });
  for (const batchNumber of ['TT-1', 'TT-2', 'TT-3']) {
    const good = { productId, batchNumber, quantity: 5, status: 'sold' };
    expect((await call('POST', '/goods', good)).status).toBe(201);
  }
  await begin(page, godown, '/readiness');
  const sold = page.getByRole('region', { name: 'Sold without a buyer' });
  await sold.getByRole('checkbox', { name: 'Choose TT-1' }).check();
  await sold.getByRole('checkbox', { name: 'Choose TT-3' }).check();
  await sold.getByRole('button', { name: 'Name the buyer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Buyer of 2 dispatches' });
  await dialog.getByRole('button', { name: 'Name the buyer' }).click();
  await expect(field(dialog, 'Invoice number')).toHaveAccessibleDescription(/Enter the invoice number/);
  await chooseFirst(page.locator('body'), 'Buyer', 'Green Basket');
  await field(dialog, 'Invoice number').fill('GB/26-27/7');
  await dialog.getByRole('button', { name: 'Name the buyer' }).click();
  await expect(done(page, '2 now have their buyer.')).toBeVisible();
  await expect(sold.getByText('TT-2')).toBeVisible();
  await expect(sold.getByText('TT-1')).toHaveCount(0);
  const dispatches = (await call('GET', '/dispatches')).json;
  expect(dispatches.map(({ buyerName }: { buyerName: string | null }) => buyerName).toSorted()).toEqual([
    'Green Basket',
    'Green Basket',
    null,
  ]);
});
