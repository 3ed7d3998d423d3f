/** Production: a batch of chosen lots with its loss and yield, and links from it to its lots. */
import { addInward, addMaterial, addProduct, addRecipe, addRun, addSupplier } from '#test/factories.ts';
import { begin } from '../support/desk.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { storekeeper } from '../support/people.ts';
import { choose, chooseFromMenu, done, field, holdBack, isPhone, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const recorded = 'Recorded productions';
const call = office(storekeeper);
let turmeric: number;

/** Says something of the item of a product or raw material. */
async function describeItem(name: string, over: object): Promise<void> {
  const [item] = (await call('GET', `/items?search=${encodeURIComponent(name)}`)).json;
  expect((await call('PUT', `/items/${item.itemId}`, { ...item, ...over })).status).toBe(200);
}

test.use({ goesOn: true });

test.beforeAll(async () => {
  const supplierId = await addSupplier(call, { name: 'Wayanad Hills Spices' });
  turmeric = await addMaterial(call, { name: 'Turmeric, Lakadong' });
  await addInward(call, supplierId, [[turmeric, 300]], { invoiceNumber: 'WH/1', inwardDate: '2026-11-01' });
  await addInward(call, supplierId, [[turmeric, 700]], { invoiceNumber: 'WH/2', inwardDate: '2026-11-05' });
  const jar = await addMaterial(call, { name: 'Glass jar 300 ml', unit: 'piece' });
  await addInward(call, supplierId, [[jar, 2100]]);
  await describeItem('Glass jar', { part: 'packaging' });
  await addProduct(call, { name: 'Turmeric powder 200 g', unit: 'jar' });
  await describeItem('Turmeric powder', { gramsPerUnit: 200, batchPattern: 'TP-{n}', shelfLifeDays: 270 });
});

function recording(page: Page) {
  const form = page.getByRole('form', { name: 'Add production' });
  const group = (name: string) => form.getByRole('group', { name, exact: true });
  return { form, group, save: form.getByRole('button', { name: 'Save production' }) };
}

test('a batch is produced from chosen lots, with its loss and yield', { tag: '@phone' }, async ({ page, godown }) => {
  const batch = isPhone(page) ? 'TP-P1' : 'TP-12';
  await begin(page, godown, '/production', storekeeper);
  const { form, group, save } = recording(page);
  await choose(group('Output 1'), 'Product', 'Turmeric powder 200 g');
  const number = field(group('Output 1'), 'Batch number');
  await expect(number).toHaveValue(/^TP-/);
  await expect(group('Output 1')).toContainText(/expires \d\d-\d\d-2027/);
  await number.fill(batch);
  await field(group('Output 1'), 'Quantity').fill('270');
  // Nothing is unexplained before something went in and something came out.
  const balance = form.getByRole('region', { name: 'Balance' });
  await expect(form.getByRole('button', { name: 'Save as in progress' })).toBeVisible();
  await expect(balance).toHaveCount(0);
  await choose(group('Material 1'), 'Raw material', 'Turmeric, Lakadong');
  await expect(balance).toHaveCount(0);
  await field(group('Material 1'), 'Quantity').fill('54.5');
  await expect(balance).toContainText('99.08 %');
  await expect(group('Material 1').getByRole('button', { name: /^From TUR-2611-01, Wayanad/ })).toBeVisible();
  await field(group('Material 1'), 'Quantity').press('Alt+l');
  const lots = group('Material 1').getByRole('table', { name: 'Lots of Turmeric, Lakadong' });
  const [one, two] = [field(lots, 'Take from TUR-2611-01'), field(lots, 'Take from TUR-2611-02')];
  await expect(one).toHaveValue('54.5');
  await one.fill('40');
  await expect(group('Material 1').getByRole('alert')).toContainText('14.500 kg of 54.500 kg not taken from a lot yet');
  await two.fill('14.5');
  await expect(group('Material 1')).toContainText('Chosen by hand');
  await form.getByRole('button', { name: 'Add another material' }).click();
  await choose(group('Material 2'), 'Raw material', 'Glass jar 300 ml');
  await field(group('Material 2'), 'Quantity').fill('270');
  await expect(group('Material 2').getByRole('button', { name: /^From GLA-2611-01/ })).toBeVisible();
  await form.getByRole('button', { name: 'Add loss' }).click();
  await group('Loss 1').getByLabel('Loss').and(form.locator('input')).fill('Grinding dust');
  await expect(balance).toContainText('0.500 kg');
  await field(group('Loss 1'), 'Quantity').fill('0.5');
  await expect(balance).toContainText('99.08 %');
  await expect(balance).toContainText('54.500 kg');
  await save.click();
  await expect(done(page, 'Production added successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Print labels' }).click();
  const labels = page.getByRole('dialog', { name: 'Print labels' });
  await expect(field(labels, 'Labels of each')).toHaveValue('270');
  // The untouched form behind the dialog is not validated.
  await expect(form.locator('[aria-invalid=true]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(labels).toBeHidden();

  const row = rowOf(page, recorded, batch);
  await expect(row).toContainText('Completed');
  await row.getByRole('link', { name: batch }).click();
  await expect(page.getByRole('heading', { level: 1, name: batch })).toBeVisible();
  await expect(rowOf(page, 'What went in', 'TUR-2611-01')).toContainText('40 kg');
  await expect(rowOf(page, 'What went in', 'TUR-2611-02')).toContainText('14.500 kg');
  await page.getByRole('listitem').getByRole('link', { name: batch }).click();
  await expect(page).toHaveURL(/\/finishedgoods\/\d+$/);
  await expect(page.getByRole('main').locator('dl').first()).toContainText('of 270 jar');
  await expect(rowOf(page, 'Movements', 'Produced')).toContainText('270 jar');
  await page.getByRole('link', { name: 'TUR-2611-01' }).click();
  await expect(rowOf(page, 'Movements', 'Consumed').first()).toContainText('40 kg');
});

test('the proposed expiry date follows the production date until it is typed', async ({ page, godown }) => {
  await begin(page, godown, '/production', storekeeper);
  const { form, group } = recording(page);
  const output = group('Output 1');
  const made = field(form, 'Production date');
  await choose(output, 'Product', 'Turmeric powder 200 g');
  await expect(output).toContainText(/expires \d\d-\d\d-2027/);
  const number = await field(output, 'Batch number').inputValue();
  // Chosen once more, it keeps what is proposed for it.
  await output.getByLabel('Product').and(form.locator('input')).click();
  await output.getByRole('option', { name: 'Turmeric powder 200 g' }).click();
  await expect(field(output, 'Batch number')).toHaveValue(number);
  // An invalid date is not sent: a refusal would appear in the console.
  await made.fill('26-11-202626/11/26');
  await made.blur();
  await made.fill('01-11-2026');
  await expect(output).toContainText('Made 01-11-2026, expires 29-07-2027');
  await output.getByRole('button', { name: 'Change dates' }).click();
  await field(output, 'Manufacture date').fill('31-10-2026');
  await expect(field(output, 'Expiry date')).toHaveValue('28-07-2027');
  await expect(field(output, 'Batch number')).toHaveValue(number);
  await field(output, 'Batch number').fill('TP-OWN');
  await field(output, 'Expiry date').fill('01-05-2027');
  const asked = page.waitForResponse(/next-batch/);
  await field(output, 'Manufacture date').fill('30-10-2026');
  await asked;
  await field(output, 'Quantity').fill('1');
  await expect(field(output, 'Expiry date')).toHaveValue('01-05-2027');
  await expect(field(output, 'Batch number')).toHaveValue('TP-OWN');
});

test('a run is saved in progress, completed later, and changed with a reason', async ({ page, godown }) => {
  const batch = 'TP-20';
  await begin(page, godown, '/production');
  const { form, group } = recording(page);
  await choose(group('Output 1'), 'Product', 'Turmeric powder 200 g');
  await field(group('Output 1'), 'Batch number').fill(batch);
  await field(group('Output 1'), 'Quantity').fill('10');
  await choose(group('Material 1'), 'Raw material', 'Turmeric, Lakadong');
  await field(group('Material 1'), 'Quantity').fill('2');
  await form.getByRole('button', { name: 'Save as in progress' }).click();
  await expect(done(page, 'Production added successfully!')).toBeVisible();
  const row = rowOf(page, recorded, batch);
  await expect(row).toContainText('In progress');
  await row.getByRole('link', { name: batch }).click();
  await page.getByRole('button', { name: 'Complete' }).click();
  const completing = page.getByRole('form', { name: 'Complete production' });
  await field(completing, 'Production date').fill('19-11-2026');
  await completing.getByRole('button', { name: 'Save as in progress' }).click();
  await expect(completing).toBeHidden();
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(field(completing, 'Production date')).toHaveValue('19-11-2026');
  // Its batch was made on the day of the run, also where that is corrected.
  await field(completing, 'Production date').fill('20-11-2026');
  await field(completing, 'Production date').press('Tab');
  await expect(completing.getByRole('group', { name: 'Output 1' })).toContainText('Made 20-11-2026');
  await completing.getByRole('button', { name: 'Complete' }).click();
  await expect(completing).toBeHidden();
  await expect(page.getByRole('main')).toContainText('Completed');
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Production', exact: true }).first().click();
  await expect(row).toContainText('Completed');
  await chooseFromMenu(row, /^More for production/, 'Edit');
  const edit = page.getByRole('form', { name: 'Update production' });
  const output = edit.getByRole('group', { name: 'Output 1' });
  await field(output, 'Quantity').fill('9');
  await edit.getByRole('button', { name: 'Update production' }).click();
  await expect(edit.getByText('Say why a completed run is changed.')).toBeVisible();
  await field(edit, 'Reason').fill('One jar broke');
  await edit.getByRole('button', { name: 'Update production' }).click();
  await expect(done(page, 'Production updated successfully!')).toBeVisible();
  await expect(row).toContainText('9 jar');
  await row.getByRole('link', { name: batch }).click();
  await page.getByRole('listitem').getByRole('link', { name: batch }).click();
  await expect(page.getByRole('main').locator('dl').first()).toContainText('20-11-2026');
});

test('a run is saved after its product was changed to one without a recipe, and its loss in grams is edited in kg', async ({
  page,
  godown,
}) => {
  const paste = await addProduct(call, { name: 'Turmeric paste', unit: 'tin' });
  await addProduct(call, { name: 'Turmeric tablets', unit: 'strip' });
  await addRecipe(call, paste, [[turmeric, 5]]);
  await begin(page, godown, '/production');
  const { form, group, save } = recording(page);
  await save.click();
  const material = group('Material 1').getByLabel('Raw material').and(form.locator('input'));
  await expect(material).toHaveAccessibleDescription('Choose a raw material.');
  await choose(group('Output 1'), 'Product', 'Turmeric paste');
  await field(group('Output 1'), 'Quantity').fill('100');
  await expect(field(group('Material 1'), 'Quantity')).toHaveValue('5');
  // The recipe filled what was missing.
  await expect(material).not.toHaveAttribute('aria-invalid', 'true');
  // Another batch of the same product: the next number, and materials for both.
  await expect(field(group('Output 1'), 'Batch number')).toHaveValue(/-01$/);
  await form.getByRole('button', { name: 'Add another output' }).click();
  await choose(group('Output 2'), 'Product', 'Turmeric paste');
  await field(group('Output 2'), 'Quantity').fill('50');
  await expect(field(group('Material 1'), 'Quantity')).toHaveValue('7.5');
  await expect(field(group('Output 2'), 'Batch number')).toHaveValue(/-02$/);
  await group('Output 2').getByRole('button', { name: 'Remove output 2' }).click();
  await expect(field(group('Material 1'), 'Quantity')).toHaveValue('5');
  await choose(group('Output 1'), 'Product', 'Turmeric tablets');
  await field(group('Output 1'), 'Batch number').fill('TT-1');
  // Removing the product removes the inputs that its recipe filled in.
  await expect(material).toHaveValue('');
  await expect(field(group('Material 1'), 'Quantity')).toHaveValue('');
  await choose(group('Material 1'), 'Raw material', 'Turmeric, Lakadong');
  await field(group('Material 1'), 'Quantity').fill('5');
  await form.getByRole('button', { name: 'Add loss' }).click();
  // Enter does not save with a reason of one's own, though what is like it is proposed.
  const reason = group('Loss 1').getByLabel('Loss').and(form.locator('input'));
  await reason.fill('Dust');
  await expect(form.getByRole('option', { name: 'Grinding dust' })).toBeVisible();
  await reason.press('Enter');
  await expect(field(group('Loss 1'), 'Quantity')).toBeFocused();
  await field(group('Loss 1'), 'Quantity').fill('0.0125');
  await save.click();
  await expect(done(page, 'Production added successfully!')).toBeVisible();
  const [run] = (await call('GET', '/production-runs?search=TT-1')).json;
  expect(run).toMatchObject({ recipeId: null, losses: [{ reason: 'Dust', grams: 12.5 }] });
  await chooseFromMenu(rowOf(page, recorded, 'TT-1'), /^More for production/, 'Edit');
  const edit = page.getByRole('form', { name: 'Update production' });
  await field(edit.getByRole('group', { name: 'Output 1' }), 'Quantity').fill('99');
  await field(edit, 'Reason').fill('One strip torn');
  await edit.getByRole('button', { name: 'Update production' }).click();
  await expect(done(page, 'Production updated successfully!')).toBeVisible();
});

test('an edited run is compared with the other runs of its product', async ({ page, godown }) => {
  const name = 'Cumin powder';
  const productId = await addProduct(call, { name, unit: 'kg' });
  const made = async (batchNumber: string, quantity: number) => {
    const outputs = [{ productId, batchNumber, quantity }];
    return await addRun(call, [{ rawMaterialId: turmeric, quantity: 10 }], { outputs });
  };
  await made(`${name} 1`, 9);
  const { runId } = await made(`${name} 2`, 10);
  await begin(page, godown, `/production/${runId}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const balance = page.getByRole('region', { name: 'Balance' });
  await expect(balance).toContainText('last run 90 %');
});

test('a lot that is not organic causes a warning among organic ones, and can be consumed', async ({ page, godown }) => {
  const name = 'Ajwain';
  const rawMaterialId = await addMaterial(call, { name });
  await addProduct(call, { name: `${name} powder`, unit: 'kg' });
  const supplierId = await addSupplier(call, { name: `Growers of ${name}` });
  const scope = { scheme: 'NPOP', validFrom: '2026-04-01', validTo: '2027-03-31', allItems: true };
  const certificate = { holder: 'supplier', supplierId, number: `ORG/${name}`, ...scope };
  expect((await call('POST', '/certificates', certificate)).status).toBe(201);
  const receive = async (quantity: number, over: object) => {
    const rawMaterials = [{ rawMaterialId, quantity, pricePerUnit: 1, ...over }];
    const { rawMaterials: lines } = await addInward(call, supplierId, [], { rawMaterials });
    return lines[0].lotCode;
  };
  const organic = await receive(177.75, { claim: 'organic' });
  const plain = await receive(25.5, { claim: 'conventional' });
  await begin(page, godown, '/production');
  const { form, group, save } = recording(page);
  const material = group('Material 1');
  const balance = form.getByRole('region', { name: 'Balance' });
  await choose(group('Output 1'), 'Product', `${name} powder`);
  await field(group('Output 1'), 'Batch number').fill(`${name} 1`);
  await field(group('Output 1'), 'Quantity').fill('187');
  await choose(material, 'Raw material', name);
  await field(material, 'Quantity').fill('177.75');
  await expect(balance).toContainText('177.750 kg');
  await expect(balance).not.toContainText('NPOP:');
  await field(material, 'Quantity').fill('187.75');
  const sentence = material.getByRole('button', { name: 'From 2 lots, earliest expiry first, one conventional' });
  await expect(balance).toContainText(`NPOP: 177.750 of 187.750 kg ${plain} is conventional.`);
  await sentence.click();
  await expect(material.getByRole('row', { name: organic })).toContainText('NPOP organic');
  await expect(material.getByRole('row', { name: plain })).toContainText('Conventional');
  await expectAccessible(page, { part: balance });
  await expectAccessible(page, { part: material });
  await save.click();
  await expect(done(page, 'Production added successfully!')).toBeVisible();
  await rowOf(page, recorded, `${name} 1`)
    .getByRole('link', { name: `${name} 1` })
    .click();
  await expect(rowOf(page, 'What went in', organic)).toContainText('NPOP organic');
  await expect(rowOf(page, 'What went in', plain)).toContainText('Conventional');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText(`${plain} is conventional.`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('listitem')
    .getByRole('link', { name: `${name} 1` })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} 1` })).toBeVisible();
  await expect(rowOf(page, 'What went in', organic)).toContainText('NPOP organic');
  await expect(rowOf(page, 'What went in', plain)).toContainText('Conventional');
});

test('a run in progress lists its lots that were put on hold since', async ({ page, godown }) => {
  const name = 'Coriander';
  const rawMaterialId = await addMaterial(call, { name });
  const supplierId = await addSupplier(call, { name: `Growers of ${name}` });
  const { rawMaterials } = await addInward(call, supplierId, [[rawMaterialId, 20]], { inwardDate: '2026-11-01' });
  const [line] = rawMaterials;
  // All of the lot: it is not among those with stock.
  const { runId } = await addRun(call, [{ rawMaterialId, quantity: 20 }], { status: 'in_progress' });
  expect((await call('POST', `/lots/${line.lotId}/hold`, { reason: 'Stones' })).status).toBe(200);
  await begin(page, godown, `/production/${runId}`);
  await page.getByRole('button', { name: 'Complete' }).click();
  const material = page.getByRole('group', { name: 'Material 1' });
  await expect(material.getByText(`${line.lotCode} is on hold.`)).toBeVisible();
});

test('a run that somebody completes meanwhile requires a reason for its change', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 409/);
  const rawMaterialId = await addMaterial(call, { name: 'Fennel' });
  await addInward(call, await addSupplier(call), [[rawMaterialId, 20]], { inwardDate: '2026-11-01' });
  const run = await addRun(call, [{ rawMaterialId, quantity: 5 }], { status: 'in_progress' });
  await begin(page, godown, `/production/${run.runId}`);
  await page.getByRole('button', { name: 'Complete' }).click();
  const form = page.getByRole('form', { name: /^(Complete|Update) production$/ });
  await field(form, 'Quantity').fill('4');
  const body = { ...run, status: 'completed' };
  expect((await call('PUT', `/production-runs/${run.runId}`, body)).status).toBe(200);
  await form.getByRole('button', { name: 'Complete', exact: true }).click();
  await page.getByRole('button', { name: 'Complete anyway' }).click();
  await form.getByRole('button', { name: 'Back to the form' }).click();
  await field(form, 'Reason').fill('Weighed again');
  await form.getByRole('button', { name: 'Update production' }).click();
  await expect(done(page, 'Production updated successfully!')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('4 kg');
});

test('a run that was just saved is edited as it was saved, before its page is read again', async ({ page, godown }) => {
  const rawMaterialId = await addMaterial(call, { name: 'Nigella' });
  await addInward(call, await addSupplier(call), [[rawMaterialId, 20]], { inwardDate: '2026-11-01' });
  const { runId } = await addRun(call, [{ rawMaterialId, quantity: 5 }], { status: 'in_progress' });
  await begin(page, godown, `/production/${runId}`);
  await page.getByRole('button', { name: 'Complete' }).click();
  const form = page.getByRole('form', { name: 'Complete production' });
  await field(form, 'Quantity').fill('4');
  const release = await holdBack(page, `**/api/production-runs/${runId}`, 'GET');
  await form.getByRole('button', { name: 'Save as in progress' }).click();
  await expect(done(page, 'Production updated successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Complete' }).click();
  release();
  await expect(field(form, 'Quantity')).toHaveValue('4');
});
