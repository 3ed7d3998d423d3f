/** Pages of records: what one owes, has and must watch, what belongs to it, and the document once more. */
import { addInward, addMaterial, addProduct, addProduction, addSupplier, dataUrl, png } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { begin, goOn } from '../support/desk.ts';
import { manager, storekeeper } from '../support/people.ts';
import { colourOf, done, field, rowOf, rowsOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const call = office(manager, storekeeper);
let supplier: number;
let turmeric: number;
let powder: number;

const line = (rawMaterialId: number, quantity: number, pricePerUnit: number) => ({
  rawMaterialId,
  quantity,
  pricePerUnit,
});

test.use({ goesOn: true });

test.beforeAll(async () => {
  supplier = await addSupplier(call, { name: 'Wayanad Hills Spices' });
  turmeric = await addMaterial(call, { name: 'Turmeric, Lakadong' });
  powder = await addProduct(call, { name: 'Turmeric powder 200 g' });
  const add = async (invoiceNumber: string, inwardDate: string, rawMaterials: object[], over: object = {}) =>
    await addInward(call, supplier, [], { invoiceNumber, inwardDate, rawMaterials, ...over });
  await add('WHS/1', '2026-09-01', [line(turmeric, 50, 698.5)], { status: 'paid' });
  await add('WHS/2', '2026-10-27', [line(turmeric, 20, 712)], { totalGst: 712 });
  await addProduction(call, turmeric, 60, { productionDate: '2026-11-10' });
});

const facts = (page: Page) => page.getByRole('main').locator('dl').first();

test('the page of a supplier has the unpaid sum first, inwards with their age, first and last price, and begins an inward', async ({
  page,
  godown,
}) => {
  await begin(page, godown, '/suppliers');
  await rowOf(page, 'Suppliers', 'Wayanad Hills Spices').getByRole('link').first().click();
  await expect(facts(page)).toContainText('Not paid₹ 14,952.00');
  await expect(facts(page)).toContainText(/1 inward, the oldest for \d+ days/);
  await expect(rowOf(page, 'Inwards', 'WHS/2')).toContainText(/Not Paid\s*\d+ days/);
  const bought = rowOf(page, 'Raw materials bought here', 'Turmeric, Lakadong');
  await expect(bought).toContainText('+1.93 %');
  await expect(bought).toContainText('712.00');
  // An empty lot is no fault.
  const usedUp = rowOf(page, 'Lots', 'TUR-2609-01');
  await expect(usedUp).toContainText('0 kg');
  expect(await colourOf(usedUp.locator('td').first(), 'backgroundColor')).not.toBe('red');

  await page.getByRole('link', { name: '1 not paid, ₹ 14,952.00' }).click();
  await expect(page).toHaveURL(/\/inward\?supplierId=\d+&status=notpaid/);
  await expect(rowsOf(page, 'Inward')).toHaveCount(1);
  await page.goBack();
  await page.getByRole('link', { name: 'Add New Inward' }).click();
  const form = page.getByRole('form', { name: 'Add Inward' });
  await expect(form.getByRole('combobox', { name: 'Supplier' })).toHaveValue('Wayanad Hills Spices');
});

test('the page of a raw material has stock by lot, in red below its reorder level, months and prices', async ({
  page,
  godown,
}) => {
  const { json: item } = await call('GET', `/materials/${turmeric}`);
  const { json: settings } = await call('GET', `/items/${item.itemId}`);
  await call('PUT', `/items/${item.itemId}`, { ...settings, updatedAt: undefined, reorderLevel: 30 });
  await begin(page, godown, '/rawmaterials', storekeeper);
  await rowOf(page, 'Raw Materials', 'Turmeric, Lakadong').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Turmeric, Lakadong' })).toBeVisible();
  await expect(facts(page)).toContainText('10 kg free');
  // Users without permission are not offered to set it.
  await expect(facts(page).getByRole('button')).toHaveCount(0);
  await expect(facts(page)).toContainText('20 kg below');
  await expect(facts(page)).toContainText('₹ 7,120.00');
  await expect(rowsOf(page, 'Stock by lot')).toHaveCount(1);
  const months = page.getByRole('table', { name: 'In and out by month' });
  await expect(months.getByRole('columnheader', { name: 'Nov' })).toBeVisible();
  await expect(months.getByRole('row', { name: /^Out/ })).toContainText('60');
  await expect(rowOf(page, 'Price history', 'WHS/2')).toContainText('+1.93 %');
  // Below its reorder level, in red.
  await expectAccessible(page, { part: facts(page) });
  await rowOf(page, 'Price history', 'WHS/2').getByRole('link', { name: 'WHS/2' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Turmeric, Lakadong' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/rawmaterials/${turmeric}$`));

  await goOn(page, `/products/${powder}`);
  await expect(facts(page)).toContainText('not used');
  await expect(page.getByText('Nothing is in stock.')).toBeVisible();
  await expect(page.getByText('Nothing came in or went out in these months.')).toBeVisible();
  const recipe = page.getByRole('region', { name: 'Recipe', exact: true });
  await expect(recipe).toContainText('It has no recipe yet.');
  const lines = [{ rawMaterialId: turmeric, quantity: 21.5, plannedLossPercent: 2 }];
  await call('POST', '/recipes', { productId: powder, outputQuantity: 20, expectedYieldPercent: 93, lines });
  await page.reload();
  await expect(recipe).toContainText('for 20 jar, yield 93 %, version 1');
  await expect(recipe.getByRole('listitem')).toHaveText(/Turmeric, Lakadong.*planned loss 2 %.*21.500 kg/);
  await recipe.getByRole('link', { name: 'Open' }).click();
  await expect(rowsOf(page, 'Recipes')).toHaveCount(1);
  await goOn(page, `/products/${powder}`);
  await page.getByRole('link', { name: 'Record production' }).click();
  const output = page.getByRole('group', { name: 'Output 1' });
  await expect(field(output, 'Batch number')).not.toHaveValue('');
  await expect(page).toHaveURL(/\/production$/);

  // Not all twelve months fit a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await goOn(page, `/rawmaterials/${turmeric}`);
  await months.scrollIntoViewIfNeeded();
  await expect(months.getByRole('columnheader', { name: 'Nov' })).toBeInViewport();
  // No month is cut by the labels that stand.
  const cut = await months.evaluate((table) => {
    const edge = table.querySelector('thead td')?.getBoundingClientRect().right ?? 0;
    const names = [...table.querySelectorAll('thead th')].map((each) => each.getBoundingClientRect());
    return names.filter(({ left, right }) => left < edge - 1 && right > edge + 8).length;
  });
  expect(cut).toBe(0);
});

test('the page of an inward has its bill, the price before, and the use of its lots; it is marked paid, then copied', async ({
  page,
  godown,
}) => {
  const pepper = await addMaterial(call, { name: 'Long pepper' });
  const name = 'Nilgiri Hills';
  const nilgiri = await addSupplier(call, { name });
  const bill = { billAttachment: dataUrl(png, 'image/png') };
  await addInward(call, nilgiri, [[pepper, 4]], { invoiceNumber: 'OLD/1', inwardDate: '2026-10-01' });
  const { inwardId } = await addInward(call, nilgiri, [[pepper, 5]], { invoiceNumber: 'PAY/1', ...bill });
  await begin(page, godown, `/inward/${inwardId}`, manager);
  await expect(page.getByText('last time 10.00 on 01-10-2026')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Bill of PAY/1' })).toBeVisible();
  await expect(rowsOf(page, 'What became of it')).toHaveCount(1);
  await page.getByRole('button', { name: 'Mark Paid' }).click();
  await expect(done(page, 'Updated successfully!')).toBeVisible();
  await expect(facts(page).getByText('Paid', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark Paid' })).toBeHidden();
  const { json } = await call('GET', `/inward/${inwardId}`);
  expect([json.status, json.hasBill, json.rawMaterials[0].quantity]).toEqual(['paid', true, 5]);

  await page.getByRole('button', { name: 'Copy' }).click();
  const form = page.getByRole('form', { name: 'Add Inward' });
  await expect(form.getByRole('combobox', { name: 'Supplier' })).toHaveValue(name);
  await expect(field(form, 'Invoice number')).toHaveValue('');
  await field(form, 'Invoice number').fill('COPY/1');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('alert').getByText('Please upload the bill before saving.')).toBeVisible();
  await form.getByRole('checkbox', { name: 'The bill follows' }).check();
  await form.getByRole('textbox', { name: 'Why there is no bill yet' }).fill('Comes by post');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page).toHaveURL(/\/inward$/);
  const { json: found } = await call('GET', '/inward?search=COPY/1');
  expect(found).toMatchObject([{ status: 'notpaid', hasBill: false, billFollows: 'Comes by post' }]);
  await goOn(page, `/inward/${found[0].inwardId}`);
  await expect(page.getByText('No bill yet: Comes by post')).toBeVisible();
});

test('the page of a user has their role, sessions and last changes', async ({ page, godown }) => {
  await begin(page, godown, '/register');
  await rowOf(page, 'Registered Users', manager.email).getByRole('link').first().click();
  await expect(facts(page)).toContainText('Manager');
  await expect(page.getByRole('heading', { name: 'Recent changes' })).toBeVisible();
  await page.getByRole('link', { name: /^All/ }).click();
  await expect(page).toHaveURL(/\/activity\?userId=\d+/);
});

test('a supplier, buyer, material, product and user are edited on their own pages', async ({ page, godown }) => {
  const { json: buyer } = await call('POST', '/buyers', { name: 'Organic Corner', status: 1 });
  await begin(page, godown, '/buyers');
  const edited = async (path: string, title: string, name = 'Name') => {
    await goOn(page, path);
    const heading = page.getByRole('heading', { level: 1 });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const before = (await heading.textContent()) ?? '';
    const form = page.getByRole('form', { name: title });
    await expect(field(form, name)).toBeFocused();
    await expect(field(form, name)).toHaveValue(before);
    await field(form, name).fill(`${before} of Kodagu`);
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(form).toBeHidden();
    await expect(heading).toHaveText(`${before} of Kodagu`);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    if (name !== 'Name') return;
    const history = page.getByRole('region', { name: 'History', exact: true });
    await expect(history).toContainText(`Name: ${before} → ${before} of Kodagu`);
  };
  await edited(`/suppliers/${supplier}`, 'Update Supplier');
  await edited(`/buyers/${buyer.buyerId}`, 'Update Buyer');
  await edited(`/rawmaterials/${turmeric}`, 'Update Material');
  await edited(`/products/${powder}`, 'Update Product');
  await page.getByRole('button', { name: 'Set it in the stock settings' }).click();
  const settings = page.getByRole('form', { name: /^Stock settings: / });
  await field(settings, 'Reorder level').fill('12');
  await settings.getByRole('button', { name: 'Update' }).click();
  await expect(settings).toBeHidden();
  await expect(facts(page)).toContainText('12 jar');
  await edited('/register/1', 'Edit User', 'Full Name');
  await expect(page.getByRole('banner').getByRole('link', { name: /^Asha Rao of Kodagu/ })).toBeVisible();
});

test('a record shows its last changes, and all of them on request', async ({ page, godown }) => {
  const { json: added } = await call('POST', '/suppliers', { name: 'Konkan Growers', phone: '9811111113', status: 1 });
  for (const phone of ['9811111114', '9811111115', '9811111116']) {
    const { status } = await call('PUT', `/suppliers/${added.supplierId}`, { ...added, phone, updatedAt: undefined });
    expect(status).toBe(200);
  }
  await begin(page, godown, `/suppliers/${added.supplierId}`);
  const history = page.getByRole('region', { name: 'History', exact: true });
  await expect(history).toContainText('Phone: 9811111115 → 9811111116');
  await expect(history).not.toContainText('Added');
  await history.getByRole('button', { name: 'All 4' }).click();
  const drawer = page.getByRole('dialog', { name: 'History of Konkan Growers' });
  await expect(drawer.getByRole('list', { name: 'History' }).locator(':scope > li')).toHaveCount(4);
});

test('a new record is begun in the list, not on the page that is left', async ({ page, godown }) => {
  await begin(page, godown, '/register/1');
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('combobox', { name: 'Find' }).fill('new user');
  await expect(page.getByRole('option', { name: /New user/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/register$/);
  await expect(field(page.getByRole('form', { name: 'Add New User' }), 'Full Name')).toBeFocused();
});

test('the form of a record does not stay on the page of another', async ({ page, godown }) => {
  const pepper = await addMaterial(call, { name: 'Pepper, Wayanad' });
  await begin(page, godown, `/rawmaterials/${turmeric}`);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('combobox', { name: 'Find' }).fill('Pepper, Wayanad');
  await page.getByRole('option', { name: /^Raw material Pepper, Wayanad/ }).click();
  await expect(page).toHaveURL(new RegExp(`/rawmaterials/${pepper}$`));
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('form', { name: 'Update Material' });
  await expect(field(form, 'Name')).toHaveValue('Pepper, Wayanad');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Turmeric');
  await expect(form).toBeHidden();
});
