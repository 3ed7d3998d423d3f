/** An edited run: the form shows what will be saved, and a save shows at once what was. */
import { addInward, addMaterial, addProduct, addRecipe, addRun, addSupplier, batchFields } from '#test/factories.ts';
import { begin } from '../support/desk.ts';
import { office } from '../support/office.ts';
import { choose, done, field, holdBack, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const call = office();
let product: number;
let supplierId: number;

test.use({ goesOn: true });

test.beforeAll(async () => {
  supplierId = await addSupplier(call, { name: 'Malwa Growers' });
  product = await addProduct(call, { name: 'Amla powder', unit: 'kg' });
});

/** A material of which 30 came in on 01-11-2026 and 200 on 15-11-2026. */
async function bring(name: string): Promise<number> {
  const material = await addMaterial(call, { name });
  await addInward(call, supplierId, [[material, 30]], { inwardDate: '2026-11-01' });
  await addInward(call, supplierId, [[material, 200]], { inwardDate: '2026-11-15' });
  return material;
}

function editing(page: Page, title: string) {
  const form = page.getByRole('form', { name: title });
  return { form, group: (name: string) => form.getByRole('group', { name, exact: true }) };
}

async function runAt(path: string) {
  return (await call('GET', path)).json;
}

test('a raised quantity shows the lots that it will take, with their warnings, and those are saved', async ({
  page,
  godown,
}) => {
  const amla = await bring('Amla');
  const { runId } = await addRun(call, [{ rawMaterialId: amla, quantity: 5 }]);
  await begin(page, godown, `/production/${runId}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const { form, group } = editing(page, 'Update production');
  const input = group('Material 1');
  await expect(input).toContainText('From AML-2611-01, Malwa Growers');
  await field(input, 'Quantity').fill('60');
  await expect(input).toContainText('From 2 lots, those recorded first');
  await expect(input).toContainText('AML-2611-02 was received on 15-11-2026, after this production.');
  await field(input, 'Quantity').press('Alt+l');
  const lots = input.getByRole('table', { name: 'Lots of Amla' });
  await expect(field(lots, 'Take from AML-2611-01')).toHaveValue('30');
  await expect(field(lots, 'Take from AML-2611-02')).toHaveValue('30');
  await field(form, 'Reason').fill('The scale was read wrongly');
  const release = await holdBack(page, `**/api/production-runs/${runId}`, 'GET');
  await form.getByRole('button', { name: 'Update production' }).click();
  await expect(done(page, 'Production updated successfully!')).toBeVisible();
  // As it was saved, before it is read again.
  await expect(rowOf(page, 'What went in', 'AML-2611-01')).toContainText('30 kg');
  await expect(rowOf(page, 'What went in', 'AML-2611-02')).toContainText('which came in later');
  release();
  const [{ lots: stored }] = (await runAt(`/production-runs/${runId}`)).inputs;
  expect(stored.map((lot: { quantity: number }) => lot.quantity)).toEqual([30, 30]);
});

test('a lot that is taken by somebody else meanwhile is refused, not replaced', async ({
  page,
  godown,
  browserErrors,
}) => {
  const tulsi = await bring('Tulsi');
  browserErrors.expect(/status of 409/);
  await begin(page, godown, '/production');
  const { form, group } = editing(page, 'Add production');
  await field(form, 'Production date').fill('10-11-2026');
  await choose(group('Output 1'), 'Product', 'Amla powder');
  await field(group('Output 1'), 'Batch number').fill('SEEN-1');
  await field(group('Output 1'), 'Quantity').fill('20');
  await choose(group('Material 1'), 'Raw material', 'Tulsi');
  await field(group('Material 1'), 'Quantity').fill('20');
  await expect(group('Material 1')).toContainText('From TUL-2611-01, Malwa Growers');
  await addRun(call, [{ rawMaterialId: tulsi, quantity: 25 }]);
  const save = form.getByRole('button', { name: 'Save production' });
  await save.click();
  await expect(page.getByRole('alert').first()).toContainText('Only 5 kg left in TUL-2611-01.');
  await expect(group('Material 1')).toContainText('From 2 lots, earliest expiry first');
  await save.click();
  await expect(done(page, 'Production added successfully!')).toBeVisible();
});

test('a run in progress that somebody else changed can still be saved as in progress', async ({
  page,
  godown,
  browserErrors,
}) => {
  const neem = await bring('Neem');
  browserErrors.expect(/status of 409/);
  const run = await addRun(call, [{ rawMaterialId: neem, quantity: 4 }], { status: 'in_progress' });
  await begin(page, godown, `/production/${run.runId}`);
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  const { form, group } = editing(page, 'Complete production');
  await field(group('Material 1'), 'Quantity').fill('5');
  const [input] = run.inputs;
  const body = { productionDate: run.productionDate, status: 'in_progress', note: 'Second shift', inputs: [input] };
  expect(
    (await call('PUT', `/production-runs/${run.runId}`, { ...body, inputs: [{ ...input, lots: undefined }] })).status,
  ).toBe(200);
  await form.getByRole('button', { name: 'Save as in progress' }).click();
  await expect(form).toContainText('Nothing is lost.');
  await form.getByRole('button', { name: 'Save as in progress' }).click();
  await expect(done(page, 'Production updated successfully!')).toBeVisible();
  const { status, note, inputs } = await runAt(`/production-runs/${run.runId}`);
  expect([status, note, inputs[0].quantity]).toEqual(['in_progress', 'Second shift', 5]);
});

test('a change of which the answer was lost is saved once more without a comparison', async ({
  page,
  godown,
  browserErrors,
}) => {
  const brahmi = await bring('Brahmi');
  browserErrors.expect(/ERR_FAILED|status of 409|^Failed to save/);
  const { runId } = await addRun(call, [{ rawMaterialId: brahmi, quantity: 3 }]);
  await begin(page, godown, `/production/${runId}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const { form, group } = editing(page, 'Update production');
  await field(group('Material 1'), 'Quantity').fill('2');
  await choose(group('Output 1'), 'Product', 'Amla powder');
  await field(group('Output 1'), 'Batch number').fill('LOST-1');
  await field(group('Output 1'), 'Quantity').fill('2');
  await field(form, 'Reason').fill('Weighed again');
  let isLost = false;
  await page.route(`**/api/production-runs/${runId}`, async (route) => {
    if (route.request().method() !== 'PUT' || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await form.getByRole('button', { name: 'Update production' }).click();
  await expect(page.getByRole('alert').first()).toContainText('Godown cannot be reached.');
  await form.getByRole('button', { name: 'Update production' }).click();
  await expect(done(page, 'Production updated successfully!')).toBeVisible();
  await expect(form).toHaveCount(0);
  const { outputs } = await runAt(`/production-runs/${runId}`);
  expect(outputs.map(({ batchNumber }: { batchNumber: string }) => batchNumber)).toEqual(['LOST-1']);
});

test('the balance shows the recipe that the run is saved with', async ({ page, godown }) => {
  const giloy = await bring('Giloy');
  const recipeId = await addRecipe(call, product, [[giloy, 110]], { expectedYieldPercent: 96.5 });
  const inputs = [{ rawMaterialId: giloy, quantity: 11 }];
  const outputs = [batchFields(product, 10)];
  const byRecipe = await addRun(call, inputs, { recipeId, outputs });
  const without = await addRun(call, inputs, { outputs: [batchFields(product, 10)] });
  const { json: recipe } = await call('GET', `/recipes/${recipeId}`);
  expect((await call('PUT', `/recipes/${recipeId}`, { ...recipe, expectedYieldPercent: 50 })).status).toBe(200);
  await begin(page, godown, `/production/${byRecipe.runId}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const balance = page.getByRole('region', { name: 'Balance' });
  await expect(balance).toContainText('recipe 96.5 %');
  await begin(page, godown, `/production/${without.runId}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(balance).toContainText('90.91 %');
  await expect(balance).not.toContainText('recipe');
});

test('a cost and a note that are emptied stay where they are, so that another one is typed into them', async ({
  page,
  godown,
}) => {
  const kokum = await bring('Kokum');
  const run = await addRun(call, [{ rawMaterialId: kokum, quantity: 5 }], {
    charges: 500,
    note: 'Wet',
    outputs: [{ ...batchFields(product, 4), costShare: 60 }],
  });
  await begin(page, godown, `/production/${run.runId}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const { form } = editing(page, 'Update production');
  const type = async (label: string, text: string) => {
    await field(form, label).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type(text);
    await expect(field(form, label)).toHaveValue(text);
  };
  await type('Share of cost (%)', '70');
  await type('Note', 'Dry');
  for (const label of ['Share of cost (%)', 'Note']) await field(form, label).clear();
  // The last of the costs: the section stays.
  await type('Charges (₹)', '650');
  await field(form, 'Reason').fill('Paid later');
  await form.getByRole('button', { name: 'Update production' }).click();
  await expect(done(page, 'Production updated successfully!')).toBeVisible();
  const stored = await runAt(`/production-runs/${run.runId}`);
  expect([stored.charges, stored.note, stored.outputs[0].costShare]).toEqual([650, '', null]);
  expect(stored.inputs).toMatchObject([{ quantity: 5 }]);
});
