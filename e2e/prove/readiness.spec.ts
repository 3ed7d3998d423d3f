/** Texts of Readiness without gaps, and actions by role. */
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { begin } from '../support/desk.ts';
import { storekeeper } from '../support/people.ts';
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
