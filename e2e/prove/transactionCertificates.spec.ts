/** Cover by transaction certificates, and quantities without cover. */
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { pdfBill } from '../support/bills.ts';
import { begin, goOn } from '../support/desk.ts';
import { storekeeper } from '../support/people.ts';
import { choose, chooseFromMenu, done, field, rowOf, select } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office(storekeeper);

test.use({ goesOn: true });

const PURCHASES = 'Still to be covered: purchases';

test('a certificate added for a purchase removes it from the lines to be covered, and is shown on the lot', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 400/);
  const supplier = 'Jaintia Growers';
  const supplierId = await addSupplier(call, { name: supplier });
  const materials = [await addMaterial(call, { name: 'Turmeric' }), await addMaterial(call, { name: 'Ginger' })];
  const period = { validFrom: '2026-04-01', validTo: '2027-03-31', allItems: true };
  const holder = { holder: 'supplier', supplierId, scheme: 'NPOP', number: 'ORG/1' };
  expect((await call('POST', '/certificates', { ...holder, ...period })).status).toBe(201);
  const rawMaterials = materials.map((rawMaterialId, index) => ({
    rawMaterialId,
    quantity: 100 + index,
    pricePerUnit: 300,
    claim: 'organic',
    transactionCertificate: index === 0 ? 'TC/9' : '',
  }));
  const invoiceNumber = 'JG/1';
  const inward = await addInward(call, supplierId, [], { inwardDate: '2026-10-12', invoiceNumber, rawMaterials });

  await begin(page, godown, '/transaction-certificates');
  const shipment = rowOf(page, PURCHASES, invoiceNumber);
  await expect(shipment).toContainText('101 kg');
  await shipment.getByRole('button', { name: `Add certificate for ${invoiceNumber}` }).click();
  const form = page.getByRole('form', { name: 'Add transaction certificate' });
  await expect(field(form, 'Number')).toHaveValue('TC/9');
  const line = (number: number) => form.getByRole('group', { name: `Line ${number}`, exact: true });
  await expect(field(line(1), 'Quantity')).toHaveValue('100');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByText('Choose the day on which it was issued.')).toBeVisible();
  await field(form, 'Issued on').fill('01-11-2026');
  await field(line(1), 'Quantity').fill('100.5');
  await form.locator('input[type=file]').setInputFiles(pdfBill);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByText('Only 100 kg left to cover.')).toBeVisible();
  await field(line(1), 'Quantity').fill('100');
  // The other line is applied for by itself.
  await line(2).getByRole('button', { name: 'Remove line 2' }).click();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(done(page, 'Transaction certificate added successfully!')).toBeVisible();
  await expect(shipment).toContainText('101 kg');
  await expect(shipment.getByText('100 kg', { exact: true })).toHaveCount(0);

  await shipment.getByRole('button', { name: `Add certificate for ${invoiceNumber}` }).click();
  await select(form, 'Status', 'Applied for');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(done(page, 'Transaction certificate added successfully!')).toBeVisible();
  await expect(shipment).toHaveCount(0);
  const recorded = rowOf(page, 'Transaction certificates', 'TC/9');
  await expect(recorded).toContainText('Issued');

  await goOn(page, `/lots/${inward.rawMaterials[0].lotId}`);
  await page.getByRole('link', { name: 'TC/9', exact: true }).click();
  await expect(recorded).toContainText(supplier);
  await chooseFromMenu(recorded, /^More for /, 'Delete …');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(done(page, 'Transaction certificate deleted successfully!')).toBeVisible();
  await goOn(page, '/transaction-certificates');
  await expect(shipment.getByText('100 kg', { exact: true })).toBeVisible();
});

test('goods returned to the supplier need no certificate, and the certificate of their whole shipment can be recorded', async ({
  page,
  godown,
}) => {
  const supplierId = await addSupplier(call, { name: 'Returning Growers' });
  const rawMaterialId = await addMaterial(call, { name: 'Fennel' });
  const period = { validFrom: '2026-04-01', validTo: '2027-03-31', allItems: true };
  const holder = { holder: 'supplier', supplierId, scheme: 'NPOP', number: 'ORG/7' };
  expect((await call('POST', '/certificates', { ...holder, ...period })).status).toBe(201);
  const rawMaterials = [{ rawMaterialId, quantity: 60, pricePerUnit: 90, claim: 'organic' }];
  const inward = await addInward(call, supplierId, [], {
    inwardDate: '2026-10-12',
    invoiceNumber: 'RG/1',
    rawMaterials,
  });
  const [{ lotId, lotCode }] = inward.rawMaterials;
  const lines = [{ lotId, quantity: 60 }];
  const back = { kind: 'supplierReturn', date: '2026-11-04', reason: 'Damp', supplierId, lines };
  expect((await call('POST', '/adjustments', back)).status).toBe(201);

  await begin(page, godown, '/transaction-certificates');
  await page.getByRole('button', { name: 'Add transaction certificate' }).click();
  const form = page.getByRole('form', { name: 'Add transaction certificate' });
  await choose(form, 'Supplier', 'Returning Growers');
  await expect(rowOf(page, PURCHASES, 'RG/1')).toHaveCount(0);
  await select(form, 'Covers', `${lotCode}, Fennel · RG/1`);
  await expect(form.getByText('all of it went back and needs no certificate')).toBeVisible();
  await expect(field(form, 'Quantity')).toHaveValue('60');
  await field(form, 'Number').fill('TC/77');
  await field(form, 'Issued on').fill('01-11-2026');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(done(page, 'Transaction certificate added successfully!')).toBeVisible();
});

test('the form offers what was bought under the scheme of the certificate, and says of another why it may not', async ({
  page,
  godown,
}) => {
  const supplier = 'Two schemes';
  const supplierId = await addSupplier(call, { name: supplier });
  const scope = { holder: 'supplier', supplierId, validFrom: '2026-04-01', validTo: '2027-03-31', allItems: true };
  const codes: string[] = [];
  for (const scheme of ['NPOP', 'EU']) {
    const day = scheme === 'NPOP' ? '2026-05-01' : '2026-06-01';
    const of = { ...scope, scheme, number: `${scheme}/1`, validFrom: day, validTo: day };
    expect((await call('POST', '/certificates', of)).status).toBe(201);
    const rawMaterialId = await addMaterial(call, { name: `Herb under ${scheme}` });
    const rawMaterials = [{ rawMaterialId, quantity: 30, pricePerUnit: 1, claim: 'organic' }];
    const inward = await addInward(call, supplierId, [], { inwardDate: day, rawMaterials });
    codes.push(inward.rawMaterials[0].lotCode);
  }
  const [npop = '', eu = ''] = codes;
  await begin(page, godown, '/transaction-certificates');
  await page.getByRole('button', { name: 'Add transaction certificate' }).click();
  const form = page.getByRole('form', { name: 'Add transaction certificate' });
  await choose(form, 'Supplier', supplier);
  const covers = form.getByRole('group', { name: 'Line 1' }).getByLabel('Covers').and(form.locator('input'));
  await covers.click();
  await expect(page.getByRole('option', { name: npop })).toBeVisible();
  await expect(page.getByRole('option', { name: eu })).toHaveCount(0);
  await page.getByRole('option', { name: npop }).click();
  await select(form, 'Scheme', 'EU');
  await expect(form.getByText('This is under NPOP, not under EU.')).toBeVisible();
  await covers.click();
  await page.getByRole('option', { name: eu }).click();
  await expect(form.getByText('This is under NPOP, not under EU.')).toHaveCount(0);
});
