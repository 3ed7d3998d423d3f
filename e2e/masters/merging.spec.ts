/** Two suppliers that are one are merged, and apart again (decision 128). */
import { addInward, addMaterial, addSupplier, stockOf } from '#test/factories.ts';
import { begin, goOn } from '../support/desk.ts';
import { office } from '../support/office.ts';
import { manager } from '../support/people.ts';
import { chooseFirst, chooseFromMenu, done } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office(manager);

test('two suppliers are merged with the chosen values, and the merge is undone on the page of the kept one', async ({
  page,
  godown,
}) => {
  const kept = await addSupplier(call, { name: 'Wayanad Hills Spices', phone: '9447032040', email: '' });
  const fields = { name: 'Wayanad Hills Spices Prod.', phone: '9447032041', email: 'despatch@hills.example' };
  const merged = await addSupplier(call, fields);
  const { inwardId, invoiceNumber } = await addInward(call, merged, [[await addMaterial(call), 5]]);
  await addInward(call, kept, [[await addMaterial(call), 2]], { invoiceNumber });
  const supplierOf = async () => (await call('GET', `/inward/${inwardId}`)).json.supplierId;

  await begin(page, godown, `/suppliers/${merged}`);
  await page.getByRole('link', { name: 'Merge…' }).click();
  await chooseFirst(page.getByRole('main'), 'The same supplier once more', 'Wayanad Hills Spices');
  await expect(page.getByText(`ID ${merged} goes into ID ${kept}`)).toBeVisible();
  await expect(page.getByText(`Both have invoice ${invoiceNumber} of`)).toBeVisible();
  // Where the kept one has nothing, the other value is proposed.
  await expect(page.getByLabel('Will be saved: Email')).toHaveValue('despatch@hills.example');
  const phone = page.getByLabel('Will be saved: Phone');
  await expect(phone).toHaveValue('9447032040');
  await page.getByRole('radio', { name: 'Phone, mine: 9447032041' }).check();
  await expect(phone).toHaveValue('9447032041');
  await phone.fill('1');
  await page.getByRole('button', { name: `Merge into ID ${kept}` }).click();
  await expect(phone).toHaveAccessibleDescription('Enter a valid 10-digit number starting with 6–9.');
  await phone.fill('9447032049');
  await page.getByRole('button', { name: `Merge into ID ${kept}` }).click();
  await expect(done(page, 'Supplier Wayanad Hills Spices Prod. merged into Wayanad Hills Spices.')).toBeVisible();
  expect((await call('GET', `/suppliers/${kept}`)).json).toMatchObject({
    name: 'Wayanad Hills Spices',
    phone: '9447032049',
    email: 'despatch@hills.example',
  });
  expect(await supplierOf()).toBe(kept);

  await page.getByRole('button', { name: 'Undo the merge' }).click();
  await expect(done(page, 'Wayanad Hills Spices Prod. is a record of its own again.')).toBeVisible();
  await expect(page.getByText('was merged into this')).toHaveCount(0);
  expect(await supplierOf()).toBe(merged);
  await goOn(page, `/suppliers/${merged}`);
  await expect(page.getByRole('heading', { name: 'Wayanad Hills Spices Prod.' })).toBeVisible();
});

test('two raw materials are merged, and the lot whose code is used is named', async ({ page, godown }) => {
  const supplier = await addSupplier(call);
  const kept = await addMaterial(call, { name: 'Turmeric Lakadong' });
  const merged = await addMaterial(call, { name: 'Turmaric Lakadong' });
  const line = (rawMaterialId: number, quantity: number) => ({
    rawMaterials: [{ rawMaterialId, quantity, pricePerUnit: 90, code: 'TUR-1' }],
  });
  await addInward(call, supplier, [], line(kept, 10));
  await addInward(call, supplier, [], line(merged, 4.5));
  await begin(page, godown, `/rawmaterials/${kept}`);
  await page.getByRole('link', { name: 'Merge…' }).click();
  await chooseFirst(page.getByRole('main'), 'The same raw material once more', 'Turmaric');
  await expect(page.getByText('Both have a lot TUR-1: the one that moves is called TUR-1-')).toBeVisible();
  await page.getByRole('button', { name: `Merge into ID ${kept}` }).click();
  await expect(done(page, 'Raw material Turmaric Lakadong merged into Turmeric Lakadong.')).toBeVisible();
  expect(await stockOf(call, kept)).toEqual([14.5, 0, 14.5]);
});

test('merging is not offered to a manager', async ({ page, godown }) => {
  const kept = await addSupplier(call, { name: 'Kumaon Growers' });
  await begin(page, godown, `/suppliers/${kept}`, manager);
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Merge…' })).toHaveCount(0);
});

test('two selected rows of a list are merged from its bar, the older one kept, and one from its menu', async ({
  page,
  godown,
}) => {
  const kept = await addSupplier(call, { name: 'Kaveri Farms' });
  const merged = await addSupplier(call, { name: 'Kaveri farms of Mysuru' });
  await begin(page, godown, '/suppliers?search=kaveri');
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await page.getByRole('checkbox', { name: 'Select Kaveri farms of Mysuru', exact: true }).check();
  await expect(bar).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Merge…' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select Kaveri Farms', exact: true }).check();
  await bar.getByRole('link', { name: 'Merge…' }).click();
  await expect(page.getByText(`ID ${merged} goes into ID ${kept}`)).toBeVisible();
  await goOn(page, '/suppliers?search=kaveri');
  await chooseFromMenu(page, 'Kaveri Farms', 'Merge…');
  await expect(page).toHaveURL(new RegExp(`/merge/suppliers/${kept}$`));
  await begin(page, godown, '/suppliers?search=kaveri', manager);
  for (const name of ['Kaveri farms of Mysuru', 'Kaveri Farms']) {
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  }
  await expect(bar).toContainText('2 selected');
  await expect(bar.getByRole('link', { name: 'Merge…' })).toHaveCount(0);
});
