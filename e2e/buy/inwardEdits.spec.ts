/** A changed inward is saved as its form shows it, and shown as it was saved. */
import { addInward, addMaterial, addProduct, addRun, addSupplier, batchFields } from '#test/factories.ts';
import { begin, goOn } from '../support/desk.ts';
import { office } from '../support/office.ts';
import { pdfBill } from '../support/bills.ts';
import { answer, choose, done, field, holdBack, rowOf, select } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const call = office();
let supplierId: number;
const materials = new Map<string, number>();

test.use({ goesOn: true });

test.beforeAll(async () => {
  supplierId = await addSupplier(call, { name: 'Hill Farms' });
  for (const name of ['Ashwagandha', 'Shatavari']) materials.set(name, await addMaterial(call, { name }));
});

async function receive(name: string, line: object, over: object = {}) {
  const rawMaterials = [{ rawMaterialId: materials.get(name), quantity: 5, pricePerUnit: 90, ...line }];
  return await addInward(call, supplierId, [], { rawMaterials, ...over });
}

const savedLines = async (inwardId: number) => (await call('GET', `/inward/${inwardId}`)).json.rawMaterials;

/** The form of the open page's inward, and the first line in it with its lot. */
async function edit(page: Page) {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('form', { name: 'Update Inward' });
  const line = form.getByRole('group', { name: 'Line 1', exact: true });
  const update = async () => {
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Updated successfully!')).toBeVisible();
  };
  return { form, line, lot: line.getByRole('button', { name: /^Lot/ }), update };
}

test('another material keeps what the line says of its lot, but a code that was proposed for the first one', async ({
  page,
  godown,
}) => {
  const typed = { code: 'ZZ-01', supplierLotNumber: 'SUP-77', expiresOn: '2028-03-05', claim: 'inConversion' };
  const cases = [
    [typed, 'ZZ-01'],
    [{ ...typed, code: '' }, 'proposed'],
  ] as const;
  await begin(page, godown, '/inward');
  for (const [given, shown] of cases) {
    const { inwardId } = await receive('Ashwagandha', given);
    await goOn(page, `/inward/${inwardId}`);
    const { line, lot, update } = await edit(page);
    await choose(line, 'Raw material', 'Shatavari');
    await expect(lot).toContainText(`${shown} · SUP-77 · expires 05-03-2028 · In conversion`);
    await update();
    const lotCode = shown === 'proposed' ? expect.stringMatching(/^SHA-2611-/) : shown;
    const { code: _, ...others } = given;
    expect(await savedLines(inwardId)).toMatchObject([{ rawMaterialName: 'Shatavari', lotCode, ...others }]);
  }
});

test('a new line of the material of a removed one has a lot of its own', async ({ page, godown }) => {
  const { inwardId, rawMaterials } = await receive('Shatavari', { code: 'OLD-1', supplierLotNumber: 'SL-OLD' });
  await begin(page, godown, `/inward/${inwardId}`);
  const { line, lot, update } = await edit(page);
  await line.getByRole('button', { name: 'Remove line 1' }).click();
  await choose(line, 'Raw material', 'Shatavari');
  await field(line, 'Quantity').fill('7');
  await field(line, 'Price per unit (₹)').fill('90');
  await expect(lot).toContainText('Lot proposed · Conventional');
  await update();
  const [saved] = await savedLines(inwardId);
  expect(saved.id).not.toBe(rawMaterials[0].id);
  expect(saved).toMatchObject({ lotCode: expect.stringMatching(/^SHA-2611-/), supplierLotNumber: '' });
});

test('received on hold takes the place of a reason, and a cleared code stays the one of the lot', async ({
  page,
  godown,
}) => {
  const { inwardId } = await receive('Ashwagandha', { code: 'KEPT-1', claim: 'organic', overrideReason: 'Promised' });
  await begin(page, godown, `/inward/${inwardId}`);
  const { line, lot, update } = await edit(page);
  await lot.click();
  const reason = field(line, 'Reason for the override');
  await expect(reason).toHaveValue('Promised');
  await line.getByLabel('Receive on hold').check();
  await expect(reason).toBeHidden();
  const code = field(line, 'Code');
  await code.fill('');
  await expect(code).toHaveAttribute('placeholder', 'KEPT-1');
  await lot.click();
  await expect(lot).toContainText('KEPT-1 · Organic');
  await update();
  const [saved] = await savedLines(inwardId);
  expect(saved).toMatchObject({ lotCode: 'KEPT-1', claim: 'organic', overrideReason: '' });
  expect((await call('GET', `/lots/${saved.lotId}`)).json.state).toBe('onHold');
});

test('its page and its row show what was saved before they are read again', async ({ page, godown }) => {
  const { inwardId } = await receive('Ashwagandha', {}, { invoiceNumber: 'SLOW/1' });
  await begin(page, godown, `/inward/${inwardId}`);
  const onPage = await edit(page);
  await field(onPage.line, 'Quantity').fill('6');
  const readPage = await holdBack(page, `**/api/inward/${inwardId}`, 'GET');
  await onPage.update();
  await expect(page.getByRole('main')).toContainText('₹ 540.00');
  readPage();
  await goOn(page, '/inward?search=SLOW/1');
  const row = rowOf(page, 'Inward', 'SLOW/1');
  await row.getByRole('button', { name: 'Edit inward SLOW/1' }).click();
  const form = page.getByRole('form', { name: 'Update Inward' });
  await field(form, 'Quantity').fill('7');
  await select(form, 'Status', 'Paid');
  const readList = await holdBack(page, '**/api/inward/get-all-with-rawmaterials?*');
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(done(page, 'Updated successfully!')).toBeVisible();
  await expect(row).toContainText('₹ 630.00');
  await expect(row).toContainText('Paid');
  readList();
});

test('lines without a quantity are left out, and a missing price counts as zero, once the question is answered', async ({
  page,
  godown,
}) => {
  await begin(page, godown, '/inward');
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  const form = page.getByRole('form', { name: 'Add Inward' });
  const lineAt = (number: number) => form.getByRole('group', { name: `Line ${number}`, exact: true });
  await choose(form, 'Supplier', 'Hill Farms');
  await field(form, 'Invoice number').fill('HF/ASK');
  await form.getByLabel('Bill', { exact: true }).setInputFiles(pdfBill);
  await choose(lineAt(1), 'Raw material', 'Ashwagandha');
  await field(lineAt(1), 'Quantity').fill('4');
  await field(lineAt(1), 'Price per unit (₹)').fill('90');
  for (const number of [2, 3]) {
    await form.getByRole('button', { name: 'Add line' }).click();
    await choose(lineAt(number), 'Raw material', 'Shatavari');
  }
  await field(lineAt(3), 'Quantity').fill('2.5');
  await field(lineAt(3), 'Price per unit (₹)').fill('');
  const add = form.getByRole('button', { name: 'Add', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Save it like this?' });
  await add.click();
  await expect(dialog).toContainText('Line 2 has no quantity and is left out.');
  await expect(dialog).toContainText('Line 3 has no price, which counts as ₹ 0.00.');
  await answer(page, 'Save it like this?', 'Go back');
  await expect(field(lineAt(2), 'Quantity')).toBeFocused();
  await add.click();
  await answer(page, 'Save it like this?', 'Save');
  await expect(done(page, 'Added successfully!')).toBeVisible();
  const [saved] = (await call('GET', '/inward?search=HF%2FASK')).json;
  expect(await savedLines(saved.inwardId)).toMatchObject([
    { rawMaterialName: 'Ashwagandha', quantity: 4, pricePerUnit: 90 },
    { rawMaterialName: 'Shatavari', quantity: 2.5, pricePerUnit: 0 },
  ]);
});

test('a refusal after that question stands at its field, whatever line was left out before it', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 409|^Failed to save/);
  const code = 'SHA-USED';
  await receive('Shatavari', { code });
  await begin(page, godown, '/inward');
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  const form = page.getByRole('form', { name: 'Add Inward' });
  const lineAt = (number: number) => form.getByRole('group', { name: `Line ${number}`, exact: true });
  await choose(form, 'Supplier', 'Hill Farms');
  await field(form, 'Invoice number').fill('HF/REFUSED');
  await form.getByLabel('Bill', { exact: true }).setInputFiles(pdfBill);
  await choose(lineAt(1), 'Raw material', 'Ashwagandha');
  await form.getByRole('button', { name: 'Add line' }).click();
  await choose(lineAt(2), 'Raw material', 'Shatavari');
  await field(lineAt(2), 'Quantity').fill('2');
  await field(lineAt(2), 'Price per unit (₹)').fill('');
  await lineAt(2)
    .getByRole('button', { name: /^Lot proposed/ })
    .click();
  await field(lineAt(2), 'Code').fill(code);
  const add = form.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await answer(page, 'Save it like this?', 'Save');
  const refused = field(lineAt(1), 'Code');
  await expect(refused).toBeFocused();
  await expect(refused).toHaveAccessibleDescription(new RegExp(`has the code "${code}"`));
  await refused.fill('HF-REFUSED-1');
  await add.click();
  await expect(done(page, 'Added successfully!')).toBeVisible();
});

test('another price of a lot that production has used names its batches and the change of their cost', async ({
  page,
  godown,
}) => {
  const rawMaterialId = await addMaterial(call, { name: 'Brahmi' });
  const { inwardId } = await addInward(call, supplierId, [[rawMaterialId, 10]], { status: 'paid' });
  const outputs = [batchFields(await addProduct(call), 3, { batchNumber: 'BR-1' })];
  await addRun(call, [{ rawMaterialId, quantity: 4 }], { outputs });
  await begin(page, godown, `/inward/${inwardId}`);
  const { form, line: edited, update } = await edit(page);
  const price = field(edited, 'Price per unit (₹)');
  const before = Number(await price.inputValue());
  await price.fill(String(before + 2.5));
  await form.getByRole('button', { name: 'Update' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save it like this?' });
  await expect(dialog).toContainText('Production has used 4 kg of Brahmi: the cost of BR-1 rises by ₹ 10.00.');
  await expect(dialog).toContainText('It is marked as paid: its grand total changes from');
  await answer(page, 'Save it like this?', 'Go back');
  await price.fill(String(before));
  await field(form, 'Invoice number').fill('BR/NEW');
  await update();
});
