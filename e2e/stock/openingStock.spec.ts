/** Opening stock on its page: corrected, with its suppliers, from a lot whose supplier is missing. */
import { addMaterial, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { begin } from '../support/desk.ts';
import { storekeeper } from '../support/people.ts';
import { choose, done, field, rowOf, select } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office(storekeeper);
let ginger: number;

test.use({ goesOn: true });

test.beforeAll(async () => {
  ginger = await addMaterial(call, { name: 'Ginger' });
});

test('opening stock is corrected on its page', async ({ page, godown }) => {
  const jars = await addMaterial(call, { name: 'Jars, 200 ml', unit: 'cartons of 24 glass jars' });
  const { json } = await call('POST', '/adjustments', {
    kind: 'opening',
    date: '2026-11-02',
    lines: [
      { rawMaterialId: ginger, quantity: 7, code: 'OLD-7', expiresOn: '2027-05-01' },
      { rawMaterialId: jars, quantity: 12345.678 },
    ],
  });
  await begin(page, godown, `/adjustments/${json.adjustmentId}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('form', { name: 'Opening stock' });
  const line = form.getByRole('group', { name: 'Line 1' });
  await expect(field(line, 'Expires on')).toHaveValue('01-05-2027');
  // A number has all its digits, however long the unit is.
  const ofJars = field(form.getByRole('group', { name: 'Line 2' }), 'Quantity');
  await expect(ofJars).toHaveValue('12345.678');
  expect(await ofJars.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await field(line, 'Quantity').fill('6.5');
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(done(page, 'Adjustment updated successfully!')).toBeVisible();
  const [{ lotCode: code }] = json.lines;
  await expect(rowOf(page, 'Lines', code)).toContainText('6.500 kg');
  expect((await call('GET', `/lots/${json.lines[0].lotId}`)).json).toMatchObject({ expiresOn: '2027-05-01' });
});

test('a line of opening stock that gets another item keeps what is shown, and has its own lot again with the item it had', async ({
  page,
  godown,
}) => {
  await addMaterial(call, { name: 'Long pepper' });
  const lines = [{ rawMaterialId: ginger, quantity: 7, code: 'KEPT-1', claim: 'organic' }];
  const { json } = await call('POST', '/adjustments', { kind: 'opening', date: '2026-11-02', lines });
  await begin(page, godown, `/adjustments/${json.adjustmentId}`);
  const form = page.getByRole('form', { name: 'Opening stock' });
  const line = form.getByRole('group', { name: 'Line 1' });
  const edit = async () => {
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(line.getByLabel('Claim').and(line.locator('input'))).toHaveValue('Organic');
  };
  const update = async () => {
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Adjustment updated successfully!')).toBeVisible();
  };
  const read = async () => (await call('GET', `/adjustments/${json.adjustmentId}`)).json.lines;

  await edit();
  await choose(line, 'Raw material or product', 'Long pepper');
  await expect(field(line, 'Code')).toHaveValue('');
  await choose(line, 'Raw material or product', 'Ginger');
  await expect(field(line, 'Code')).toHaveValue('KEPT-1');
  // Without a code the lot keeps the one that it has.
  await field(line, 'Code').fill('');
  await expect(field(line, 'Code')).toHaveAttribute('placeholder', 'KEPT-1 stays');
  await field(line, 'Quantity').fill('8');
  await update();
  const [{ lotId }] = json.lines;
  expect(await read()).toMatchObject([{ lotId, lotCode: 'KEPT-1', claim: 'organic', quantity: 8 }]);

  await edit();
  await choose(line, 'Raw material or product', 'Long pepper');
  await expect(field(line, 'Code')).toHaveAttribute('placeholder', 'proposed');
  await expect(line.getByLabel('Claim').and(line.locator('input'))).toHaveValue('Organic');
  await update();
  expect(await read()).toMatchObject([{ itemName: 'Long pepper', lotCode: 'LON-2611-01', claim: 'organic' }]);
});

test('a lot without a certificate links to the supplier of its own line, on a phone too', async ({ page, godown }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const line = { rawMaterialId: ginger, quantity: 7, claim: 'organic' };
  const { json } = await call('POST', '/adjustments', {
    kind: 'opening',
    date: '2026-11-02',
    lines: [1, 2, 3].map((each) => ({ ...line, code: `NAME-${each}` })),
  });
  await begin(page, godown, `/lots/${json.lines[1].lotId}`);
  await page.getByRole('link', { name: 'Name the supplier' }).click();
  const form = page.getByRole('form', { name: 'Opening stock' });
  const supplier = form.getByRole('group', { name: 'Line 2' }).getByLabel('Supplier').and(form.locator('input'));
  await expect(supplier).toBeFocused();
  await expect(supplier).toBeInViewport();
  await page.reload();
  await expect(rowOf(page, 'Lines', 'NAME-2')).toContainText('Organic');
  await expect(form).toBeHidden();
});

test('opening stock names its supplier, whose certificate proves it', async ({ page, godown }) => {
  const name = 'Malwa Herb Growers';
  const supplierId = await addSupplier(call, { name });
  const days = { validFrom: '2026-04-01', validTo: '2027-03-31' };
  const scope = { scheme: 'NPOP', number: `ORG/${supplierId}`, allItems: true, ...days };
  await call('POST', '/certificates', { holder: 'supplier', supplierId, ...scope });
  await begin(page, godown, '/adjustments/new/opening');
  const form = page.getByRole('form', { name: 'Opening stock' });
  const line = form.getByRole('group', { name: 'Line 1' });
  await choose(line, 'Raw material or product', 'Ginger');
  await field(line, 'Quantity').fill('12');
  await field(line, 'Code').fill(`G-${supplierId}`);
  await select(line, 'Claim', 'Organic');
  await choose(line, 'Supplier', name);
  await form.getByRole('button', { name: 'Record' }).click();
  await expect(done(page, 'Adjustment added successfully!')).toBeVisible();
  await expect(rowOf(page, 'Lines', `G-${supplierId}`)).toContainText(name);
  await page.getByRole('button', { name: 'Edit' }).click();
  const supplier = line.getByLabel('Supplier').and(line.locator('input'));
  await expect(supplier).toHaveValue(name);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await rowOf(page, 'Lines', `G-${supplierId}`)
    .getByRole('link', { name: `G-${supplierId}` })
    .click();
  const facts = page.getByRole('main').locator('dl').first();
  await expect(facts.getByRole('link', { name })).toBeVisible();
  await expect(facts.getByRole('link', { name: `ORG/${supplierId}` })).toBeVisible();
  await facts.getByRole('link', { name: /^\d\d-\d\d-\d{4}$/ }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await supplier.fill('');
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(done(page, 'Adjustment updated successfully!')).toBeVisible();
  await expect(rowOf(page, 'Lines', `G-${supplierId}`)).not.toContainText(name);
});
