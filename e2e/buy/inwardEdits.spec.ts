/** A changed inward is saved as its form shows it, and shown as it was saved. */
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { begin, goOn } from '../support/desk.ts';
import { office } from '../support/office.ts';
import { choose, done, field, holdBack, rowOf, select } from '../support/screen.ts';
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
