/** A production that makes more than went in: said while it is typed, and saved by the office with a reason. */
import { addMaterial, addProduct, addSupplier, addInward, certificateFields } from '#test/factories.ts';
import { begin } from '../support/desk.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { choose, done, field } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office();

test.beforeAll(async () => {
  const supplierId = await addSupplier(call, { name: 'Sprout Growers' });
  await call('POST', '/certificates', certificateFields(supplierId));
  const moong = await addMaterial(call, { name: 'Moong, whole' });
  await addInward(call, supplierId, [[moong, 100]]);
  await addProduct(call, { name: 'Moong sprouts', unit: 'kg' });
});

test(
  'more than went in is said while typed, and saved with a reason',
  { tag: '@phone' },
  async ({ page, godown, browserErrors }) => {
    browserErrors.expect(/status of 409/);
    await begin(page, godown, '/production');
    const form = page.getByRole('form', { name: 'Add production' });
    const group = (name: string) => form.getByRole('group', { name, exact: true });
    await choose(group('Output 1'), 'Product', 'Moong sprouts');
    await field(group('Output 1'), 'Batch number').fill('SPROUT-1');
    await field(group('Output 1'), 'Quantity').fill('11');
    await choose(group('Material 1'), 'Raw material', 'Moong, whole');
    await field(group('Material 1'), 'Quantity').fill('11');
    const reason = field(form, 'Why more came out than went in');
    await expect(reason).toHaveCount(0);
    await field(group('Material 1'), 'Quantity').fill('10');
    const said = form.getByText('Outputs and losses are 11 kg together, more than the 10 kg that go in.');
    await expect(said).toBeVisible();
    await expect(form).toContainText(
      'Check the quantities, or say why. SPROUT-1 is beyond what goes in, without a claim.',
    );
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save production' }).click();
    await expect(group('Output 1')).toContainText('but only 10 kg went in.');
    await reason.fill('Water taken up');
    await form.getByRole('button', { name: 'Save production' }).click();
    await expect(done(page, 'Production added successfully!')).toBeVisible();
    const [run] = (await call('GET', '/production-runs?search=SPROUT-1')).json;
    expect(run).toMatchObject({ gainReason: 'Water taken up' });
    await page.goto('/readiness');
    await expect(page.getByRole('main')).toContainText('11 kg came out of 10 kg');
    await call('DELETE', `/production-runs/${run.runId}`);
  },
);

test('the batch without a claim is the one that is beyond once the production is saved', async ({ page, godown }) => {
  const [recorded] = (await call('GET', '/products?search=Moong sprouts')).json;
  const batch = { productId: recorded.productId, batchNumber: 'OLD-1', quantity: 6, status: 'available' };
  expect((await call('POST', '/goods', batch)).status).toBe(201);
  await begin(page, godown, '/production');
  const form = page.getByRole('form', { name: 'Add production' });
  const group = (name: string) => form.getByRole('group', { name, exact: true });
  for (const [index, batchNumber] of ['NEW-1', 'OLD-1'].entries()) {
    const output = group(`Output ${index + 1}`);
    if (index > 0) await form.getByRole('button', { name: 'Add another output' }).click();
    await choose(output, 'Product', 'Moong sprouts');
    await field(output, 'Batch number').fill(batchNumber);
    if (index === 0) await field(output, 'Quantity').fill('6');
    else await output.getByRole('button', { name: 'Link it' }).click();
  }
  await choose(group('Material 1'), 'Raw material', 'Moong, whole');
  await field(group('Material 1'), 'Quantity').fill('10');
  await field(form, 'Why more came out than went in').fill('Water taken up');
  await expect(form).toContainText('NEW-1 is beyond what goes in, without a claim.');
  await form.getByRole('button', { name: 'Save production' }).click();
  await expect(done(page, 'Production added successfully!')).toBeVisible();
  const [run] = (await call('GET', '/production-runs?search=NEW-1')).json;
  const claimOf = async ({ batchNumber, lotId }: { batchNumber: string; lotId: number }) => {
    return [batchNumber, (await call('GET', `/lots/${lotId}`)).json.claim];
  };
  expect(await Promise.all(run.outputs.map(claimOf))).toEqual([
    ['OLD-1', 'organic'],
    ['NEW-1', 'conventional'],
  ]);
});
