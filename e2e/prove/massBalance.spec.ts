/** The mass balance: between two counts, each product beside its recipe, the drawing, the spreadsheet and the paper. */
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { begin } from '../support/desk.ts';
import { storekeeper } from '../support/people.ts';
import { choose, isPhone, rowOf, select } from '../support/screen.ts';
import { exported } from '../support/sheets.ts';
import { expect, test } from '../support/test.ts';

const call = office(storekeeper);

test.use({ goesOn: true });

async function made(path: string, body: object) {
  const { status, json, text } = await call('POST', path, body);
  expect(status, text).toBe(201);
  return json;
}

/** 200 kg of ginger: 100 made 43 kg of powder, of which 30 are sold, and 40 kg of flakes; counted on two days. */
async function addGinger() {
  const supplierId = await addSupplier(call, { name: 'Wayanad Spices' });
  const name = 'Ginger';
  const ginger = await addMaterial(call, { name, unit: 'kg' });
  const inward = await addInward(call, supplierId, [[ginger, 200]], { inwardDate: '2026-05-01' });
  const [{ lotId }] = inward.rawMaterials;
  const count = async (date: string, quantity: number) => {
    const lines = [{ lotId, quantity, reason: 'Moisture' }];
    await made('/adjustments', { kind: 'count', date, reason: 'Month', lines });
  };
  await count('2026-05-31', 199);
  const [powder, flakes] = ['Ginger powder', 'Ginger flakes'];
  const lots: number[] = [];
  for (const [productName, quantity] of [
    [powder, 43],
    [flakes, 40],
  ] as const) {
    const productId = await addProduct(call, { name: productName, unit: 'kg' });
    const recipe = { productId, outputQuantity: 90, lines: [{ rawMaterialId: ginger, quantity: 100 }] };
    const { recipeId } = await made('/recipes', { ...recipe, expectedYieldPercent: productName === powder ? 90 : 80 });
    const run = await made('/production-runs', {
      productionDate: '2026-06-10',
      status: 'completed',
      recipeId,
      inputs: [{ rawMaterialId: ginger, quantity: 50 }],
      outputs: [{ productId, batchNumber: `G-${quantity}`, quantity }],
      losses: [{ reason: 'Dust', grams: 5000 }],
    });
    lots.push(run.outputs[0].lotId);
  }
  const { buyerId } = await made('/buyers', { name: 'Terra', phone: '9811111112', status: 1 });
  const lines = [{ lotId: lots[0], quantity: 30 }];
  await made('/dispatches', { buyerId, dispatchDate: '2026-06-20', invoiceNumber: 'G/1', lines });
  await count('2026-06-30', 98);
  await count('2026-07-31', 98);
  return { name, powder, flakes };
}

test('the mass balance of a single lot, in kg, with a verdict on its counts, opens from the page of the lot', async ({
  page,
  godown,
}) => {
  const supplierId = await addSupplier(call, { name: 'Chalakudy Coconut' });
  const name = 'Coconut oil';
  const oil = await addMaterial(call, { name, unit: 'litre' });
  const { json } = await call('GET', `/materials?search=${encodeURIComponent(name)}`);
  const settings = { gramsPerUnit: 915, part: 'ingredient', balanceTolerancePercent: 1, reorderLevel: null };
  const body = { ...settings, batchPattern: '', shelfLifeDays: null };
  expect((await call('PUT', `/items/${json[0].itemId}`, body)).status).toBe(200);
  const inward = await addInward(call, supplierId, [[oil, 200]], { inwardDate: '2026-10-05' });
  const [{ lotId }] = inward.rawMaterials;
  const lines = [{ lotId, quantity: 196, reason: 'Spilt' }];
  await made('/adjustments', { kind: 'count', date: '2026-10-31', reason: 'Month', lines });

  await begin(page, godown, `/lots/${lotId}`);
  await page.getByRole('link', { name: 'Mass balance' }).last().click();
  await page.getByRole('button', { name: 'This season' }).click();
  await expect(page).toHaveURL(/lotId=\d+/);
  await expect(page).toHaveURL(/from=\d{4}-10-01/);
  const statement = page.getByRole('region', { name, exact: true });
  await expect(statement).toContainText('200 litre183 kg');
  await expect(statement.getByText('beyond the tolerance of 1 %')).toBeVisible();
  const variance = statement.locator('div').filter({ hasText: 'Variance of all counts' }).last();
  await variance.getByRole('button', { name: '1 entry' }).click();
  await expect(statement.getByRole('list', { name: 'Variance of all counts' })).toContainText('−4 litre');
  await page.getByRole('button', { name: 'All time' }).click();
  await choose(page.getByRole('search', { name: 'What is balanced' }), 'Item', name);
  await expect(page).not.toHaveURL(/lotId/);
  await expect(statement).toContainText('Closing, computed196 litre');
});

/** 40 kg, of which 10 are sold, all entered as organic. */
async function addOrganic(name: string, sold: number, line: object) {
  const supplierId = await addSupplier(call, { name: `Growers of ${name}`, phone: '9811111117' });
  const scope = { scheme: 'NPOP', validFrom: '2026-01-01', validTo: '2027-12-31', allItems: true };
  const isCertified = !('overrideReason' in line);
  if (isCertified) await made('/certificates', { holder: 'supplier', supplierId, number: `ORG/${name}`, ...scope });
  const rawMaterialId = await addMaterial(call, { name, unit: 'kg' });
  const rawMaterials = [{ rawMaterialId, quantity: 40, pricePerUnit: 1, claim: 'organic', ...line }];
  const inward = await addInward(call, supplierId, [], { inwardDate: '2026-05-02', rawMaterials });
  const { buyerId } = await made('/buyers', { name: `Buyer of ${name}`, phone: '9811111116', status: 1 });
  const lines = [{ lotId: inward.rawMaterials[0].lotId, quantity: sold }];
  await made('/dispatches', { buyerId, dispatchDate: '2026-05-20', invoiceNumber: `ALL/${name}`, lines });
}

test(
  'all organic items are balanced without choosing one, and a row leads to its statement and back',
  { tag: '@phone' },
  async ({ page, godown }) => {
    const own = isPhone(page) ? 'P' : 'D';
    const [cumin, clove] = [`Cumin ${own}`, `Clove ${own}`];
    await addOrganic(clove, 10, {});
    await addOrganic(cumin, 15, { overrideReason: 'Paper follows' });
    await begin(page, godown, '/mass-balance?from=2026-04-01&to=2026-11-20');
    await expect(page.locator('p').filter({ hasText: /^Short in \d of \d+ items\./ })).toContainText(
      `${cumin}: 15 kg more was sold as organic than certified purchases and stock cover.`,
    );
    const list = page.getByRole(isPhone(page) ? 'list' : 'table', { name: 'All organic items' });
    const rows = list.locator('[data-row]');
    await expect(rows.filter({ hasText: 'Short' }).first()).toContainText('Cumin');
    const row = rows.filter({ hasText: clove });
    await expect(row).toContainText('Covered');
    await expect(row).toContainText('not counted');
    await expect(row).toContainText('10 kg');
    await expect(row).toContainText('30 kg');
    await expectAccessible(page, { part: list });
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: clove, exact: true })).toContainText('Closing, computed30 kg');
    await expect(page).toHaveURL(/from=2026-04-01/);
    await page.goBack();
    await expect(row).toBeFocused();

    await page.getByRole('button', { name: 'Last financial year' }).click();
    await expect(page.getByText('No organic item was in stock or moved in this period.')).toBeVisible();
  },
);

test(
  'a shortage under one scheme is named, in its row and where that scheme is shown alone',
  { tag: '@phone' },
  async ({ page, godown }) => {
    const own = isPhone(page) ? 'P' : 'D';
    const name = `Mace ${own}`;
    const rawMaterialId = await addMaterial(call, { name, unit: 'kg' });
    const lots: number[] = [];
    for (const scheme of ['NPOP', 'EU']) {
      const supplierId = await addSupplier(call, { name: `${scheme} growers of ${name}`, phone: '9811111115' });
      const scope = { scheme, validFrom: '2026-01-01', validTo: '2027-12-31', allItems: true };
      await made('/certificates', { holder: 'supplier', supplierId, number: `${scheme}/${name}`, ...scope });
      const rawMaterials = [{ rawMaterialId, quantity: 100, pricePerUnit: 1, claim: 'organic' }];
      const inward = await addInward(call, supplierId, [], { inwardDate: '2026-05-02', rawMaterials });
      lots.push(inward.rawMaterials[0].lotId);
    }
    const { buyerId } = await made('/buyers', { name: `Buyer of ${name}`, phone: '9811111114', status: 1 });
    const soldAs = { scheme: 'NPOP', status: 'organic' };
    for (const [index, quantity] of [100, 50].entries()) {
      const lines = [{ lotId: lots[index], quantity }];
      const sale = { buyerId, dispatchDate: '2026-05-20', invoiceNumber: `${name}/${index}`, soldAs, lines };
      await made('/dispatches', index === 0 ? sale : { ...sale, soldAsReason: 'The buyer knows' });
    }
    await begin(page, godown, '/mass-balance?from=2026-04-01&to=2026-11-20');
    const answer = page.locator('p').filter({ hasText: /^Short in \d+ of \d+ items\./ });
    await expect(answer).toContainText(`${name}: 50 kg short under NPOP.`);
    const list = page.getByRole(isPhone(page) ? 'list' : 'table', { name: 'All organic items' });
    const row = list.locator('[data-row]').filter({ hasText: name });
    await expect(row).toContainText('Short');
    const schemes = page.getByRole('group', { name: 'Scheme' });
    await schemes.getByRole('button', { name: 'EU', exact: true }).click();
    await expect(page).toHaveURL(/scheme=EU/);
    await expect(row).toContainText('Covered');
    await expect(row).toContainText('50 kg');
    await schemes.getByRole('button', { name: 'NPOP', exact: true }).click();
    await expect(row).toContainText('150 kg');
    await row.getByRole('link', { name }).click();
    await expect(page.getByText('50 kg short under NPOP.')).toBeVisible();
    const table = page.getByRole('table', { name: 'Under each scheme' });
    await expect(table.getByRole('row', { name: /^NPOP/ })).toContainText('100 kg0 kg150 kg0 kg0 kg50 kg');
    await expect(table.getByRole('row', { name: /^EU/ })).toContainText('100 kg0 kg0 kg50 kg50 kg0 kg');
    await expectAccessible(page, { part: page.getByRole('region', { name: 'Under each scheme' }).first() });
  },
);

test('a negative balance on a day is explained', async ({ page, godown }) => {
  const name = 'Nutmeg';
  const supplierId = await addSupplier(call, { name: `Growers of ${name}`, phone: '9811111119' });
  const material = await addMaterial(call, { name });
  const inward = await addInward(call, supplierId, [[material, 10]], { inwardDate: '2026-10-20' });
  const { buyerId } = await made('/buyers', { name: `Buyer of ${name}`, phone: '9811111118', status: 1 });
  const lines = [{ lotId: inward.rawMaterials[0].lotId, quantity: 4 }];
  await made('/dispatches', { buyerId, dispatchDate: '2026-10-10', invoiceNumber: 'EARLY/9', lines });
  await begin(page, godown, '/mass-balance?to=2026-10-15&withProducts=true');
  await choose(page.getByRole('search', { name: 'What is balanced' }), 'Item', name);
  const statement = page.getByRole('region', { name, exact: true });
  const closing = statement.locator('div').filter({ hasText: 'Closing, computed' }).last();
  await expect(closing).toContainText('Below zero: what had not arrived yet was taken. Used before receipt');
  await expect(closing).toContainText('−4 kg');
  await closing.getByRole('link', { name: 'Used before receipt' }).click();
  await expect(page).toHaveURL(/\/readiness$/);
  await page.goBack();
  await page.getByRole('button', { name: 'All time' }).click();
  await expect(closing).toContainText('6 kg');
  await expect(closing).not.toContainText('Below zero');
});

test('a mass balance between two counts compares products with their recipes, and is drawn, exported and printed', async ({
  page,
  godown,
}) => {
  const { name, powder, flakes } = await addGinger();
  await begin(page, godown, '/mass-balance');
  await choose(page.getByRole('search', { name: 'What is balanced' }), 'Item', name);
  const main = page.getByRole('main');
  const periods = page.getByRole('group', { name: 'Period' });
  await periods.getByRole('button', { name: 'Between two counts' }).click();
  await expect(page).toHaveURL(/from=2026-07-01&to=2026-07-31/);
  await select(periods, 'After the count of', '31-05-2026');
  await select(periods, 'To the count of', '30-06-2026');
  await expect(page).toHaveURL(/from=2026-06-01&to=2026-06-30/);
  const statement = page.getByRole('region', { name, exact: true });
  await expect(statement).toContainText('Opening199 kg');
  const counted = statement.getByText('Last counted on 30-06-2026').locator('..');
  await expect(counted).toContainText('1 lot, in which the ledger had 99 kg on that day');
  await expect(counted).toContainText('98 kg');
  await expect(statement).toContainText('Variance of all counts');

  const yields = 'Yield of each product';
  await expect(rowOf(page, yields, powder)).toContainText('86 %below the recipe90 %');
  await expect(rowOf(page, yields, powder).getByRole('link', { name: powder, exact: true })).toHaveAttribute(
    'href',
    /itemId=\d+/,
  );
  await expect(rowOf(page, yields, flakes)).not.toContainText('below the recipe');

  const runs = rowOf(page, yields, powder).getByRole('link', { name: `runs that made ${powder}` });
  await expect(runs).toHaveAttribute(
    'href',
    /\?productId=\d+&status=completed&productionDateFrom=2026-06-01&productionDateTo=2026-06-30$/,
  );

  const drawing = main.getByRole('img', { name: `${name} from purchases to buyers, drawn` });
  await expect(drawing).toContainText('Sold30 kg');
  await expect(drawing).toContainText('Loss in runs10 kg');

  const { name: file, sheets, rows } = await exported(page);
  expect(file).toMatch(/^Mass balance_Ginger.*\.xlsx$/);
  expect(sheets).toEqual(['Mass balance', 'About']);
  expect(rows).toContainEqual(['Yield', 'Yield of the recipe', powder, null, null, null, null, null, 90]);
  expect(rows.filter(([part, line]) => part === 'Entries' && line === 'Consumed')).toHaveLength(2);

  // On a phone nothing is beside the screen.
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  const tables = main.locator('[role=region]:has(> table)');
  await expect(tables.first()).toBeVisible();
  const hidden = async () =>
    await tables.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
  await expect.poll(hidden).toBe(0);
  await page.setViewportSize(size);

  await page.emulateMedia({ media: 'print' });
  await expect(main.getByText(`${name}, from 01-06-2026, to 30-06-2026`)).toBeVisible();
  await expect(periods).toBeHidden();
  await expect(main.getByRole('button')).toHaveCount(0);
});
