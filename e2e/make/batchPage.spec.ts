/** Actions on the page of a batch, and the costs and older versions of a recipe. */
import { addInward, addMaterial, addProduct, addRecipe, addSupplier } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { signIn, storekeeper } from '../support/people.ts';
import { begin, goOn } from '../support/desk.ts';
import { choose, done, field, rowOf, select } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office(storekeeper);
let powder: number;
let turmeric: number;

test.beforeAll(async () => {
  turmeric = await addMaterial(call, { name: 'Turmeric' });
  await addInward(call, await addSupplier(call), [[turmeric, 300]], { inwardDate: '2026-11-01' });
  powder = await addProduct(call, { name: 'Turmeric powder 200 g', unit: 'jar' });
});

test('the page of a batch has its actions, and the page of a recipe its cost', async ({ page, godown }) => {
  await signIn(page, godown);

  await test.step('a batch is put on hold, released and changed on its page', async () => {
    const made = await call('POST', '/goods', { productId: powder, batchNumber: 'TP-1', quantity: 30 });
    await page.goto(`/finishedgoods/${made.json.finishedGoodId}`);
    await page.getByRole('button', { name: 'Put on hold' }).click();
    const hold = page.getByRole('form', { name: 'Put on hold' });
    await field(hold, 'Reason').fill('Moisture 13 %');
    await page.keyboard.press('Enter');
    await expect(done(page, 'Lot put on hold.')).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/On hold since \d\d-\d\d-\d{4} by Asha Rao: Moisture 13 %/);
    await expectAccessible(page, { rows: 'first', withoutFrame: true });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const edit = page.getByRole('form', { name: 'Update Finished Good' });
    await field(edit, 'Quantity').fill('28');
    await page.getByRole('button', { name: 'Release' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await edit.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(done(page, 'Finished good updated successfully!')).toBeVisible();
    await expect(page.getByRole('main').locator('dl').first()).toContainText('of 28 jar');
    await page.getByRole('button', { name: 'Release' }).click();
    const release = page.getByRole('form', { name: 'Release' });
    await field(release, 'Reason').fill('Dried');
    await release.getByRole('button', { name: 'Release' }).click();
    await expect(done(page, 'Lot released.')).toBeVisible();
    await expect(page.getByText(/On hold since/)).toHaveCount(0);
  });

  await test.step('a batch that was recorded before its run names the run at its movement', async () => {
    const productId = await addProduct(call, { name: 'Turmeric cubes', unit: 'jar' });
    const batch = { productId, batchNumber: 'TC-1', quantity: 6 };
    const { finishedGoodId } = (await call('POST', '/goods', batch)).json;
    const { json: run } = await call('POST', '/production-runs', {
      productionDate: '2026-11-20',
      inputs: [{ rawMaterialId: turmeric, quantity: 2 }],
      outputs: [{ ...batch, finishedGoodId }],
    });
    await goOn(page, `/finishedgoods/${finishedGoodId}`);
    const moved = rowOf(page, 'Movements', 'Produced').getByRole('link', { name: `Production ${run.runId}` });
    await expect(moved).toHaveAttribute('href', `/production/${run.runId}`);
  });

  await test.step('a batch lists the other outputs of its run', async () => {
    const productId = await addProduct(call, { name: 'Turmeric sachet', unit: 'piece' });
    const { json: run } = await call('POST', '/production-runs', {
      productionDate: '2026-11-20',
      inputs: [{ rawMaterialId: turmeric, quantity: 3 }],
      outputs: ['TS-1', 'TS-2'].map((batchNumber) => ({ productId, batchNumber, quantity: 20 })),
    });
    await goOn(page, `/finishedgoods/${run.outputs[0].finishedGoodId}`);
    await expect(page.getByRole('main')).toContainText('Into the whole production, which also made TS-2 (20 piece)');
    await page.getByRole('link', { name: 'TS-2' }).click();
    await expect(page.getByRole('main')).toContainText('which also made TS-1 (20 piece)');
  });

  await test.step('a recipe lists the ingredients without a cost, and its older versions', async () => {
    const box = await addProduct(call, { name: 'Gift box', unit: 'box' });
    const lines = [{ rawMaterialId: turmeric, quantity: 5, plannedLossPercent: 2 }];
    const recipeId = await addRecipe(call, box, [], { lines, expectedYieldPercent: 98 });
    const run = {
      productionDate: '2026-11-20',
      recipeId,
      inputs: [{ rawMaterialId: turmeric, quantity: 5 }],
      outputs: [{ productId: box, batchNumber: 'GB-1', quantity: 100 }],
    };
    expect((await call('POST', '/production-runs', run)).status).toBe(201);
    await goOn(page, '/recipes');
    await page.getByRole('button', { name: 'Edit recipe of Gift box' }).click();
    const form = page.getByRole('form', { name: 'Update recipe' });
    await expect(form.getByText('Older versions')).toHaveCount(0);
    await form.getByRole('button', { name: 'Add ingredient' }).click();
    const second = form.getByRole('group', { name: 'Ingredient 2' });
    await choose(second, 'Ingredient', 'Turmeric powder 200 g');
    await field(second, 'Quantity').fill('2');
    await expect(form).toContainText('without Turmeric powder 200 g');
    await form.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(done(page, 'Recipe updated successfully!')).toBeVisible();
    await expect(page.getByRole('row', { name: /^Gift box/ })).toContainText('Turmeric powder 200 g');
    await page.getByRole('button', { name: 'Edit recipe of Gift box' }).click();
    await form.getByText('Older versions').click();
    const older = form.getByRole('list', { name: 'Older versions' }).getByRole('listitem');
    await expect(older).toHaveText([
      /^Version 1: 100 box of 5 kg Turmeric \(planned loss 2 %\), expected yield 98 %, ₹\s51\.00 now, used by 1 run/,
    ]);
    await expectAccessible(page, { rows: 'first', withoutFrame: true });
  });

  await test.step('an expired batch offers a write-off and no dispatch', async () => {
    const productId = await addProduct(call, { name: 'Old latte', unit: 'jar' });
    const batch = {
      productId,
      batchNumber: 'OL-1',
      quantity: 3,
      manufactureDate: '2025-01-01',
      expiryDate: '2026-01-01',
    };
    const { finishedGoodId } = (await call('POST', '/goods', batch)).json;
    await goOn(page, `/finishedgoods/${finishedGoodId}`);
    await expect(page.getByRole('link', { name: 'Dispatch', exact: true })).toHaveCount(0);
    await page.getByRole('link', { name: 'Write off' }).first().click();
    await expect(page).toHaveURL(/\/adjustments\/new\/writeOff$/);
    await expect(page.getByLabel('Lot').first()).toHaveValue(/OL-1/);
  });
});

test('a batch has one page, at its own address and at that of its lot', async ({ page, godown }) => {
  const supplierId = await addSupplier(call, { name: 'Jaintia Growers' });
  const scope = { scheme: 'NPOP', validFrom: '2026-04-01', validTo: '2027-03-31', allItems: true };
  const certificate = { holder: 'supplier', supplierId, number: 'ORG/8', ...scope };
  expect((await call('POST', '/certificates', certificate)).status).toBe(201);
  const { json: items } = await call('GET', '/items');
  const item = items.find(({ productId }: { productId: number | null }) => productId === powder);
  expect((await call('PUT', `/items/${item.itemId}`, { ...item, gramsPerUnit: 200 })).status).toBe(200);
  const root = await addMaterial(call, { name: 'Ashwagandha root', unit: 'kg' });
  const rawMaterials = [{ rawMaterialId: root, quantity: 20, pricePerUnit: 400, claim: 'organic' }];
  const bought = await addInward(call, supplierId, [], { inwardDate: '2026-11-01', rawMaterials });
  const { json: run } = await call('POST', '/production-runs', {
    productionDate: '2026-11-20',
    inputs: [{ rawMaterialId: root, quantity: 18 }],
    outputs: [{ productId: powder, batchNumber: 'AP-10', quantity: 90 }],
  });
  const [{ finishedGoodId, lotId }] = run.outputs;
  const { json: buyer } = await call('POST', '/buyers', { name: 'Green Basket', phone: '9811111113', status: 1 });
  const lines = [{ lotId, quantity: 40 }];
  const dispatch = { buyerId: buyer.buyerId, dispatchDate: '2026-11-21', invoiceNumber: 'GD/40', lines };
  expect((await call('POST', '/dispatches', dispatch)).status).toBe(201);

  const main = page.getByRole('main');
  const pageAt = async (path: string) => {
    await goOn(page, path);
    await expect(main.getByRole('table', { name: 'What went in' })).toContainText('18 kg');
    return await main.locator(':scope > :not([data-way-back])').allInnerTexts();
  };
  await begin(page, godown, '/dashboard');
  const ofBatch = await pageAt(`/finishedgoods/${finishedGoodId}`);
  expect(await pageAt(`/lots/${lotId}`)).toEqual(ofBatch);
  await expect(main.getByRole('link', { name: 'Lots', exact: true })).toBeVisible();
  await expect(main.getByText('to Green Basket')).toHaveCount(1);
  await expect(rowOf(page, 'Where it is', 'Dispatched')).toContainText('40 jar');

  // There, too, it is changed as a batch, and its claim as that of its lot.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(field(page.getByRole('form', { name: 'Update Finished Good' }), 'Batch number')).toHaveValue('AP-10');
  await main.getByRole('button', { name: 'Change the claim' }).click();
  const claim = page.getByRole('form', { name: 'Change the claim' });
  await expect(page.getByRole('form', { name: 'Update Finished Good' })).toBeHidden();
  await expect(field(claim, 'Code')).toHaveCount(0);
  await select(claim, 'Claim', 'Conventional');
  await page.getByRole('button', { name: 'Put on hold' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await claim.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(done(page, 'Lot updated successfully!')).toBeVisible();
  await expect(main.locator('dl').first()).toContainText('Conventional');
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog', { name: 'History of AP-10' })).toContainText('Conventional');
  await page.keyboard.press('Escape');

  // A bought lot has its origin there.
  await page.getByRole('link', { name: bought.rawMaterials[0].lotCode }).click();
  await expect(main.locator('dl').first()).toContainText('Jaintia Growers');
  await expect(main.getByRole('link', { name: 'ORG/8' })).toBeVisible();
  await expect(rowOf(page, 'Movements', 'Consumed').getByRole('link', { name: 'Turmeric powder 200 g' })).toBeVisible();
});
