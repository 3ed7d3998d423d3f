import { addInward, addMaterial, addProduction, addSupplier, stockOf } from '#test/factories.ts';
import { countOf } from '../support/api.ts';
import { office } from '../support/office.ts';
import { begin, goOn } from '../support/desk.ts';
import { storekeeper } from '../support/people.ts';
import {
  alert,
  answer,
  choose,
  chooseFromMenu,
  colourOf,
  dismiss,
  done,
  expectQuestion,
  field,
  headingsOf,
  isPhone,
  rowOf,
  select,
} from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Locator, Page } from '@playwright/test';

const stock = 'Raw material stock';
const recorded = 'Recorded productions';
const question = 'Are you sure you want to delete this production?';
const call = office(storekeeper);
let supplierId: number;

test.use({ goesOn: true });

/** Adds a material with this quantity in stock. */
async function bring(name: string, quantity: number, over: object = {}): Promise<number> {
  supplierId ??= await addSupplier(call, { name: 'Hill Farms' });
  const id = await addMaterial(call, { name, ...over });
  await addInward(call, supplierId, [[id, quantity]], { invoiceNumber: `OF ${name}` });
  return id;
}

function recording(page: Page) {
  const form = page.getByRole('form', { name: 'Add production' });
  return { form, save: form.getByRole('button', { name: 'Save production' }) };
}

function line(form: Locator, number: number) {
  const group = form.getByRole('group', { name: `Material ${number}`, exact: true });
  return { group, quantity: field(group, 'Quantity'), left: group.getByText(/left after this$/) };
}

/** The background colour of a row's first cell, or of a card. */
const ground = (row: Locator) => colourOf(isPhone(row.page()) ? row : row.locator('td').first(), 'backgroundColor');

test('production shows the remaining balance before saving, and never consumes more than the stock', async ({
  page,
  godown,
}) => {
  await begin(page, godown, '/production');
  const { form, save } = recording(page);
  await expect(page.getByText('No stock data available')).toBeVisible();
  await expect(page.getByText('No productions found.')).toBeVisible();
  await save.click();
  await expect(alert(page, 'Please fill all required fields for each raw material.')).toBeVisible();
  await expect(line(form, 1).group.getByLabel('Raw material').and(form.locator('input'))).toBeFocused();

  const turmeric = await bring('Turmeric', 10.5);
  await bring('Amla', 3);
  await page.reload();
  const row = rowOf(page, stock, 'Turmeric');
  await expect(row).toContainText('10.500 kg');
  await expect(headingsOf(page, stock)).toHaveText(['Raw material', 'Inward', 'Used', 'Balance']);
  const { group, quantity, left } = line(form, 1);
  await choose(group, 'Raw material', 'Turmeric');
  await expect(left).toHaveText('10.500 kg left after this');
  await quantity.fill('4');
  await expect(left).toHaveText('6.500 kg left after this');
  await save.click();
  await expect(done(page, 'Production added successfully!')).toBeVisible();
  await expect(row).toContainText('6.500 kg');
  await expect(quantity).toHaveValue('');

  await choose(group, 'Raw material', 'Turmeric');
  await quantity.fill('6.501');
  await expect(quantity).toHaveAccessibleDescription('Quantity exceeds available balance! Max: 6.5');
  await expect(left).toHaveCount(0);
  await save.click();
  await expect(alert(page, 'Quantity for Turmeric exceeds available balance!')).toBeVisible();
  await expect(quantity).toBeFocused();
  expect(await stockOf(call, turmeric)).toEqual([10.5, 4, 6.5]);

  await dismiss(page);
  await quantity.fill('6.5');
  await expect(left).toHaveText('0 kg left after this');
  await save.dblclick();
  await expect(row.getByText('0 kg', { exact: true })).toBeVisible();
  expect(await stockOf(call, turmeric)).toEqual([10.5, 10.5, 0]);
  expect([await ground(row), await ground(rowOf(page, stock, 'Amla'))]).toEqual(['red', 'grey']);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('list', { name: stock })).toBeVisible();
  expect([await ground(row), await ground(rowOf(page, stock, 'Amla'))]).toEqual(['red', 'grey']);
});

test('less than the smallest quantity of a material is refused, until that quantity is lowered', async ({
  page,
  godown,
}) => {
  const cloves = await bring('Cloves', 3, { minProductionQuantity: 1 });
  await begin(page, godown, '/production');
  const { form, save } = recording(page);
  const { group, quantity } = line(form, 1);
  await choose(group, 'Raw material', 'Cloves');
  await quantity.fill('0.999');
  await expect(quantity).toHaveAccessibleDescription('2.001 kg left after this');
  await quantity.press('Tab');
  await expect(quantity).toHaveAccessibleDescription('Quantity must be at least 1 kg. 2.001 kg left after this');
  await save.click();
  const sentence = 'Quantity for Cloves is below 1 kg, its smallest quantity for production.';
  await expect(alert(page, sentence)).toBeVisible();
  await expect(quantity).toBeFocused();
  expect(await stockOf(call, cloves)).toEqual([3, 0, 3]);
  await dismiss(page);
  await quantity.fill('1');
  await save.click();
  await expect(done(page, 'Production added successfully!')).toBeVisible();

  await goOn(page, '/rawmaterials?search=Cloves');
  await chooseFromMenu(page, 'Cloves', 'Edit');
  const material = page.getByRole('form', { name: 'Update Material' });
  const smallest = field(material, 'Smallest quantity for production');
  await expect(smallest).toHaveValue('1');
  await smallest.fill('0');
  await smallest.press('Tab');
  await expect(smallest).toHaveAccessibleDescription('Enter a quantity above 0 with at most 3 decimals.');
  await smallest.fill('0.25');
  await material.getByRole('button', { name: 'Update' }).click();
  await expect(done(page, 'Material updated successfully!')).toBeVisible();

  await goOn(page, '/production');
  await choose(group, 'Raw material', 'Cloves');
  await quantity.fill('0.4');
  await save.click();
  await expect(done(page, 'Production added successfully!')).toBeVisible();
  expect(await stockOf(call, cloves)).toEqual([3, 1.4, 1.6]);
  // A recorded quantity may stay below a new minimum.
  await call('PUT', `/materials/${cloves}`, { name: 'Cloves', unit: 'kg', minProductionQuantity: 1 });
  await page.reload();
  const row = rowOf(page, recorded, '0.400 kg');
  await chooseFromMenu(row, /^More for /, 'Edit');
  const edit = page.getByRole('form', { name: 'Update production' });
  await select(edit, 'Status', 'Completed');
  await edit.getByRole('button', { name: 'Update production' }).click();
  await page.getByRole('button', { name: 'Complete anyway' }).click();
  await expect(done(page, 'Production updated successfully!')).toBeVisible();
  await expect(row).toContainText('Completed');
});

test('lines of one material count together, and all are recorded or none', async ({ page, godown, browserErrors }) => {
  browserErrors.expect(/status of 409/);
  const ashwagandha = await bring('Ashwagandha', 6.5);
  const brahmi = await bring('Brahmi', 2);
  await begin(page, godown, '/production');
  const { form, save } = recording(page);
  const [first, second, third] = [line(form, 1), line(form, 2), line(form, 3)];
  await choose(first.group, 'Raw material', 'Ashwagandha');
  await first.quantity.fill('4');
  await form.getByRole('button', { name: 'Add another material' }).click();
  await expect(second.group.getByLabel('Raw material').and(form.locator('input'))).toBeFocused();
  await choose(second.group, 'Raw material', 'Ashwagandha');
  await second.quantity.fill('3');
  await expect(second.quantity).toHaveAccessibleDescription('Quantity exceeds available balance! Max: 2.5');
  await second.quantity.fill('2.5');
  await expect(second.left).toHaveText('0 kg left after this');
  await form.getByRole('button', { name: 'Add another material' }).click();
  await choose(third.group, 'Raw material', 'Brahmi');
  await save.click();
  await expect(alert(page, 'Please fill all required fields for each raw material.')).toBeVisible();
  await third.quantity.fill('2');
  await dismiss(page);

  // Another user consumes one of the materials: none of the lines may be saved.
  const elsewhere = await addProduction(call, brahmi, 0.5);
  await save.click();
  await expect(alert(page, 'Error adding productions. Please try again.')).toBeVisible();
  await expect(alert(page, 'Quantity for Brahmi exceeds available balance!')).toBeVisible();
  await expect(third.quantity).toHaveAccessibleDescription('Quantity exceeds available balance! Max: 1.5');
  await expect(third.quantity).toHaveValue('2');
  expect(await stockOf(call, ashwagandha)).toEqual([6.5, 0, 6.5]);
  await call('DELETE', `/Production/${elsewhere}`);
  await third.quantity.fill('1.5');
  await dismiss(page);
  await save.click();
  await expect(done(page, 'Production added successfully!')).toBeVisible();
  expect(await stockOf(call, ashwagandha)).toEqual([6.5, 6.5, 0]);
  expect(await stockOf(call, brahmi)).toEqual([2, 1.5, 0.5]);
  await expect(second.group).toHaveCount(0);
});

test('when two people consume the last stock, the second one sees why it is refused', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 409/);
  const id = await bring('Shatavari', 5);
  await begin(page, godown, '/production', storekeeper);
  const { form, save } = recording(page);
  const { group, quantity, left } = line(form, 1);
  await choose(group, 'Raw material', 'Shatavari');
  await quantity.fill('5');
  await expect(left).toHaveText('0 kg left after this');
  await addProduction(call, id, 5);
  await save.click();
  await expect(alert(page, 'Quantity for Shatavari exceeds available balance!')).toBeVisible();
  await expect(alert(page, 'Error adding production. Please try again.')).toBeVisible();
  await expect(quantity).toHaveAccessibleDescription('Quantity exceeds available balance! Max: 0');
  await expect(quantity).toHaveValue('5');
  expect(await stockOf(call, id)).toEqual([5, 5, 0]);
});

test('a person of the role user records, but neither changes nor deletes', async ({ page, godown }) => {
  await bring('Tulsi', 5);
  await begin(page, godown, '/production?search=Tulsi', storekeeper);
  const { form, save } = recording(page);
  await choose(line(form, 1).group, 'Raw material', 'Tulsi');
  await line(form, 1).quantity.fill('1.25');
  await save.click();
  await expect(done(page, 'Production added successfully!')).toBeVisible();
  const row = rowOf(page, recorded, 'Tulsi');
  await expect(row).toContainText('1.250 kg');
  await expect(row.getByRole('button', { name: /^Lots of production/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Edit|More for) production/ })).toHaveCount(0);
});

test('an edited production may consume its earlier quantity and the whole balance, unless that was consumed meanwhile', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 409/);
  // As floating-point numbers the two come to 3.3000000000000003.
  const id = await bring('Saffron', 3.3);
  await addProduction(call, id, 2.2);
  await begin(page, godown, '/production?search=Saffron');
  await chooseFromMenu(rowOf(page, recorded, 'Saffron'), /^More for production/, 'Edit');
  const edit = page.getByRole('form', { name: 'Update production' });
  const quantity = field(edit, 'Quantity');
  await quantity.fill('3.301');
  await expect(quantity).toHaveAccessibleDescription('Quantity exceeds available balance! Max: 3.3');
  await quantity.fill('3.3');
  await expect(edit.getByText('0 kg left after this')).toBeVisible();
  await addProduction(call, id, 1);
  await edit.getByRole('button', { name: 'Update production' }).click();
  // No "try again": that would not help.
  await expect(alert(page, 'Production was not saved.')).toBeVisible();
  await expect(alert(page, 'Quantity for Saffron exceeds available balance!')).toBeVisible();
  await dismiss(page);
  await quantity.fill('2.3');
  await edit.getByRole('button', { name: 'Update production' }).click();
  await expect(done(page, 'Production updated successfully!')).toBeVisible();
  expect(await stockOf(call, id)).toEqual([3.3, 3.3, 0]);
});

test('a recorded production shows its lots, and is corrected and deleted', async ({ page, godown, browserErrors }) => {
  browserErrors.expect(/status of 503/);
  const id = await bring('Moringa', 4);
  await addInward(call, supplierId, [[id, 6]], { invoiceNumber: 'LATER', inwardDate: '2026-11-05' });
  await addProduction(call, id, 5, { productionDate: '2026-11-10' });
  await begin(page, godown, '/production?search=Moringa');
  const row = rowOf(page, recorded, 'Moringa').first();
  await expect(row).toContainText('10-11-2026');
  await expect(row).toContainText('In progress');
  await row.getByRole('button', { name: /^Lots of/ }).click();
  const lots = page.getByRole('listitem').filter({ hasText: 'from lot' }).filter({ hasNotText: 'In progress' });
  await expect(lots).toHaveText([
    /^4 kg of Moringa from lot MOR-2611-01: Hill Farms$/,
    /^1 kg of Moringa from lot MOR-2611-02: Hill Farms$/,
  ]);

  await chooseFromMenu(row, /^More for production/, 'Edit');
  const edit = page.getByRole('form', { name: 'Update production' });
  const quantity = field(edit, 'Quantity');
  await expect(quantity).toBeFocused();
  await quantity.fill('10.001');
  await expect(quantity).toHaveAccessibleDescription('Quantity exceeds available balance! Max: 10');
  await quantity.fill('2.5');
  await expect(edit.getByText('7.500 kg left after this')).toBeVisible();
  await page.route('**/api/production-runs/*', async (route) => {
    const refusal = { status: 503, json: { code: 'unavailable', message: 'Please wait.' } };
    await (route.request().method() === 'PUT' ? route.fulfill(refusal) : route.continue());
  });
  await edit.getByRole('button', { name: 'Update production' }).click();
  await expect(alert(page, 'Please wait.')).toBeVisible();
  await expect(quantity).toHaveValue('2.5');
  await dismiss(page);
  await page.unroute('**/api/production-runs/*');
  await edit.getByRole('button', { name: 'Update production' }).click();
  await expect(done(page, 'Production updated successfully!')).toBeVisible();
  await expect(row).toContainText('2.500 kg');
  expect(await stockOf(call, id)).toEqual([10, 2.5, 7.5]);

  await chooseFromMenu(row, /^More for production/, 'Delete …');
  await expectQuestion(page, question);
  await answer(page, question, 'Delete');
  await expect(done(page, 'Production deleted successfully!')).toBeVisible();
  expect(await stockOf(call, id)).toEqual([10, 0, 10]);
  expect(await countOf(call, '/Production', 'Moringa')).toBe(0);
});

test('a typed day is accepted or refused, and never read in part', async ({ page, godown }) => {
  await begin(page, godown, '/production');
  const { form } = recording(page);
  const date = field(form, 'Production date');
  const type = async (text: string) => {
    await date.fill('');
    await date.pressSequentially(text);
    await date.press('Tab');
  };
  // How days are read: contract/core/values/parseDay.test.ts, typedDay.test.ts.
  for (const text of ['15-', '31-02-2026', 'soon']) {
    await type(text);
    await expect(date).toHaveValue(text);
    await expect(date).toHaveAccessibleDescription('Choose a valid production date.');
  }
  const { format } = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' });
  const today = format(new Date());
  const last = today < `${today.slice(0, 4)}-03-05` ? Number(today.slice(0, 4)) - 1 : today.slice(0, 4);
  for (const [text, day] of [
    ['5-3-26', '2026-03-05'],
    ['2026-03-05', '2026-03-05'],
    ['5/3', `${last}-03-05`],
    ['yesterday', format(Date.now() - 24 * 60 * 60 * 1000)],
  ] as const) {
    await type(text);
    await expect(date).toHaveValue(day.split('-').toReversed().join('-'));
    await expect(date).toHaveAccessibleDescription('');
  }
  // Sent without leaving the field.
  await date.fill('');
  await date.pressSequentially('5/3');
  await date.press('Control+Enter');
  await expect(date).toHaveValue(`05-03-${last}`);
});
