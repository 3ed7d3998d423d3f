/** Lots past their expiry date: said while they are chosen, refused, or saved with a reason, by a run and a dispatch. */
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { begin } from '../support/desk.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { choose, dismiss, done, field } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office();
let materialItem: number;

async function setRule(itemId: number, afterExpiry: string): Promise<void> {
  const { json } = await call('GET', `/items/${itemId}`);
  await call('PUT', `/items/${itemId}`, { ...json, afterExpiry, updatedAt: undefined });
}

async function itemOf(name: string): Promise<number> {
  return (await call('GET', `/items?search=${encodeURIComponent(name)}`)).json[0].itemId;
}

test.beforeAll(async () => {
  const supplierId = await addSupplier(call, { name: 'Neem Growers' });
  const rawMaterialId = await addMaterial(call, { name: 'Neem leaf' });
  await addInward(call, supplierId, [], {
    rawMaterials: [{ rawMaterialId, quantity: 40, pricePerUnit: 10, expiresOn: '2026-11-05' }],
  });
  materialItem = await itemOf('Neem leaf');
  const productId = await addProduct(call, { name: 'Neem powder', unit: 'jar' });
  const batch = { productId, batchNumber: 'NP-1', quantity: 20, status: 'available' };
  await call('POST', '/goods', { ...batch, manufactureDate: '2026-10-01', expiryDate: '2026-11-05' });
  await call('POST', '/buyers', { name: 'Samruddhi Store', status: 1 });
  await setRule(await itemOf('Neem powder'), 'reason');
});

test(
  'an expired ingredient is said while it is chosen, refused, or used with a reason',
  { tag: '@phone' },
  async ({ page, godown, browserErrors }) => {
    browserErrors.expect(/status of 409/);
    await setRule(materialItem, 'refuse');
    await begin(page, godown, '/production');
    const form = page.getByRole('form', { name: 'Add production' });
    const line = form.getByRole('group', { name: 'Material 1', exact: true });
    const reason = field(form, 'Why it is taken after its date');
    const take = async () => {
      await choose(line, 'Raw material', 'Neem leaf');
      await field(line, 'Quantity').fill('2');
    };
    await take();
    const refused = 'Neem leaf: NEE-2611-01 expired on 05-11-2026. It is not taken after that: choose another lot.';
    await expect(line.getByRole('status').filter({ hasText: refused })).toBeVisible();
    await expect(reason).toHaveCount(0);
    await form.getByRole('button', { name: 'Save production' }).click();
    await expect(line.getByText(refused)).toHaveCount(2);
    await dismiss(page);

    await setRule(materialItem, 'reason');
    await page.goto('/readiness');
    await page.goto('/production');
    await take();
    await expect(line.getByText('Choose another lot, or say why it is taken after that.')).toBeVisible();
    await expectAccessible(page);
    await reason.fill('Laboratory report 12');
    await expect(line.getByRole('status').filter({ hasText: 'expired on' })).toHaveText(
      'Neem leaf: NEE-2611-01 expired on 05-11-2026.',
    );
    await form.getByRole('button', { name: 'Save production' }).click();
    await expect(done(page, 'Production added successfully!')).toBeVisible();
    const [run] = (await call('GET', '/production-runs')).json;
    expect(run).toMatchObject({ afterExpiryReason: 'Laboratory report 12' });
    await page.goto(`/production/${run.runId}`);
    await expect(page.getByRole('main')).toContainText('Why it is taken after its date: Laboratory report 12');
    await page.goto('/readiness');
    await expect(page.getByRole('main')).toContainText(/2 kg of Neem leaf: used .*: Laboratory report 12/);
    await call('DELETE', `/production-runs/${run.runId}`);
  },
);

test(
  'a dispatch asks why its batch is sent after its date',
  { tag: '@phone' },
  async ({ page, godown, browserErrors }) => {
    browserErrors.expect(/status of 409/);
    await begin(page, godown, '/dispatches');
    await page.getByRole('button', { name: 'Add dispatch' }).first().click();
    const form = page.getByRole('form', { name: 'New dispatch' });
    const line = form.getByRole('group', { name: 'Line 1' });
    await choose(form, 'Buyer', 'Samruddhi Store');
    await field(form, 'Invoice number').fill('GD/77');
    await choose(line, 'Product', 'Neem powder');
    await field(line, 'Quantity').fill('3');
    const asked = 'Neem powder: NP-1 expired on 05-11-2026. Choose another lot, or say why it is taken after that.';
    await expect(line.getByRole('status')).toHaveText(asked);
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Add dispatch' }).click();
    await expect(line.getByText(asked)).toHaveCount(2);
    await dismiss(page);
    await field(form, 'Why it is taken after its date').fill('Sold as cattle feed');
    await form.getByRole('button', { name: 'Add dispatch' }).click();
    await expect(done(page, 'Dispatch added successfully!')).toBeVisible();
    const [sent] = (await call('GET', '/dispatches')).json;
    expect(sent).toMatchObject({ afterExpiryReason: 'Sold as cattle feed' });
    await page.goto(`/dispatches/${sent.dispatchId}`);
    await expect(page.getByRole('main')).toContainText('Sold as cattle feed');
    await expect(page.getByRole('main')).toContainText('NP-1');
    await call('DELETE', `/dispatches/${sent.dispatchId}`);
  },
);
