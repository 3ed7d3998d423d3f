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
