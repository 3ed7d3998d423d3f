/** What Readiness says of what is in order, and to whom it offers what. */
import { addInward, addMaterial, addSupplier } from '../test/factories.ts';
import type { Caller } from '../test/buildTestApp.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openOffice } from './support/api.ts';
import { signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

let call: Caller;

test.beforeAll(async ({ serverOf }, { file }) => {
  call = await openOffice(await serverOf(file));
  const supplierId = await addSupplier(call, { name: 'Malwa Farmers' });
  const material = await addMaterial(call, { name: 'Coriander' });
  const { rawMaterials } = await addInward(call, supplierId, [[material, 50]], { invoiceNumber: 'MF/1' });
  const lines = [{ lotId: rawMaterials[0].lotId, quantity: 49 }];
  const count = { kind: 'count', date: '2026-11-20', reason: 'Count', lines };
  expect((await call('POST', '/adjustments', count)).status).toBe(201);
});

test('counts without a tolerance are not said to be within one', { tag: '@phone' }, async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/readiness');
  await expect(page.getByText('No tolerance is set for 1 item that was counted')).toBeVisible();
  await expect(page.getByText('All counts are within tolerance')).toHaveCount(0);
  await expectAccessible(page);
});
