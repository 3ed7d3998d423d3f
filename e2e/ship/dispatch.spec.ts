/** Dispatches: batches by earliest expiry, overtyped and proposed again, on paper and on the buyer's page. */
import { addProduct } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { company } from '../support/stops/companyStops.ts';
import { office } from '../support/office.ts';
import { signIn, storekeeper } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { answer, choose, chooseFromMenu, dismiss, done, field, isPhone, rowOf, rowsOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Locator, Page } from '@playwright/test';

const list = 'Dispatches';
const call = office(storekeeper);
let products = 0;

/** A product of its own for each test, with its batches. */
async function makeProduct(batches: [batchNumber: string, quantity: number, expiryDate: string][]) {
  const name = `Turmeric powder ${(products += 1)}00 g`;
  const productId = await addProduct(call, { name, unit: 'jar' });
  const made: { finishedGoodId: number; lotId: number }[] = [];
  for (const [batchNumber, quantity, expiryDate] of batches) {
    const { status, json } = await call('POST', '/goods', { productId, batchNumber, quantity, expiryDate });
    expect(status).toBe(201);
    made.push(json);
  }
  return { name, made };
}

async function buyerNamed(name: string): Promise<number> {
  const fields = {
    name,
    phone: '9811111112',
    gstinNumber: '27AAACG4410Q1ZH',
    address: 'Hill Road\nBandra West, Mumbai',
  };
  return (await call('POST', '/buyers', { ...fields, status: 1 })).json.buyerId;
}

/** Dispatched by somebody else. */
async function dispatch(buyerId: number, lotId: number | undefined, quantity: number, invoiceNumber: string) {
  const body = { buyerId, dispatchDate: '2026-11-15', invoiceNumber, lines: [{ lotId, quantity }] };
  expect((await call('POST', '/dispatches', body)).status).toBe(201);
}

async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add dispatch', exact: true }).first().click();
  const form = page.getByRole('form', { name: 'New dispatch' });
  await expect(form).toBeVisible();
  return form;
}

async function leave(page: Page, form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, 'Leave without saving what you typed?', 'Discard');
}

const lineOf = (form: Locator, number: number) => form.getByRole('group', { name: `Line ${number}`, exact: true });
const batchesOf = (form: Locator, number: number) => form.getByRole('list', { name: `Batches of line ${number}` });
const send = (form: Locator, batch: string) => field(form, `Send from ${batch}`);

async function fillLine(form: Locator, number: number, product: string, quantity: string) {
  await choose(lineOf(form, number), 'Product', product);
  await field(lineOf(form, number), 'Quantity').fill(quantity);
}

test('a quantity is split over two batches by earliest expiry', { tag: '@phone' }, async ({ page, godown }) => {
  const own = isPhone(page) ? 'P' : 'D';
  const { name } = await makeProduct([
    [`TP-12${own}`, 270, '2027-08-20'],
    [`TP-11${own}`, 34, '2027-08-10'],
  ]);
  const buyer = `Green Basket ${own}`;
  await buyerNamed(buyer);
  await signIn(page, godown);
  await page.goto('/dispatches');
  const form = await openForm(page);
  await choose(form, 'Buyer', buyer);
  await expect(form).toContainText('Hill Road, Bandra West, Mumbai · GSTIN 27AAACG4410Q1ZH');
  await field(form, 'Invoice number').fill(`GD/${own}/0342`);
  await field(form, 'Vehicle').fill('MH 04 KU 2291');
  await fillLine(form, 1, name, '438');
  await expect(lineOf(form, 1)).toContainText(`Only 304 jar left of ${name}: 134 too few`);
  await field(lineOf(form, 1), 'Quantity').fill('134');
  await expect(lineOf(form, 1)).not.toContainText('Only 304');
  await expect(lineOf(form, 1)).toContainText('2 batches, earliest expiry first');
  await expect(batchesOf(form, 1).getByRole('listitem').locator('strong')).toHaveText([`TP-11${own}`, `TP-12${own}`]);
  await expect(send(form, `TP-11${own}`)).toHaveValue('34');
  await expect(send(form, `TP-12${own}`)).toHaveValue('100');
  await expect(batchesOf(form, 1).getByRole('listitem').nth(1)).toContainText('170');
  await expect(form).toContainText('1 product, 2 batches');

  await test.step('Enter skips proposed fields, and adds a line after the last quantity', async () => {
    await field(lineOf(form, 1), 'Quantity').press('Enter');
    await expect(lineOf(form, 2).getByLabel('Product').and(form.locator('input'))).toBeFocused();
    await form.getByRole('button', { name: 'Add dispatch', exact: true }).click();
    await expect(done(page, 'Dispatch added successfully!')).toBeVisible();
    await expect(rowOf(page, list, `GD/${own}/0342`)).toContainText(`TP-11${own} 34 jar, TP-12${own} 100 jar`);
  });

  if (isPhone(page)) return;

  await test.step('an earlier dispatch is repeated from the stock of today', async () => {
    const again = await openForm(page);
    await expect(field(again, 'Invoice number')).toHaveValue(`GD/${own}/0343`);
    await choose(again, 'Buyer', buyer);
    await again.getByRole('button', { name: 'Add dispatch', exact: true }).click();
    await dismiss(page);
    await page.getByRole('button', { name: `Send again: GD/${own}/0342` }).click();
    await expect(field(lineOf(again, 1), 'Quantity')).toHaveValue('134');
    await expect(send(again, `TP-12${own}`)).toHaveValue('134');
    await expect(again.locator('[aria-invalid=true]')).toHaveCount(0);
    await leave(page, again);
  });

  await test.step('the list is searched by batch and filtered by date', async () => {
    await goOn(page, `/dispatches?search=${encodeURIComponent(`TP-11${own}`)}`);
    await expect(rowsOf(page, list)).toHaveCount(1);
    await goOn(page, '/dispatches?dispatchDateFrom=2099-01-01');
    await expect(page.getByText('Nothing matches the filters.')).toBeVisible();
  });
});

test('two open forms get two numbers, and a number that is used is told beside the field', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 409/);
  const { name, made } = await makeProduct([['NR-1', 90, '2027-08-20']]);
  const buyerId = await buyerNamed('Number Stores');
  const lines = [{ lotId: made[0]?.lotId, quantity: 1 }];
  // Today in India, as of the forms of the other tests.
  const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' });
  const body = { buyerId, dispatchDate: day, lines };
  expect((await call('POST', '/dispatches', { ...body, invoiceNumber: 'NR/0007' })).status).toBe(201);
  await signIn(page, godown);
  await page.goto('/dispatches');
  const form = await openForm(page);
  const number = field(form, 'Invoice number');
  await expect(number).toHaveValue('NR/0008');
  await choose(form, 'Buyer', 'Number Stores');
  await fillLine(form, 1, name, '2');
  // The other form is faster.
  expect((await call('POST', '/dispatches', { ...body, invoiceNumber: 'NR/0008' })).status).toBe(201);
  await form.getByRole('button', { name: 'Add dispatch', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('has got the proposed number NR/0008 meanwhile');
  await dismiss(page);
  await expect(number).toHaveValue('NR/0009');

  await number.fill('nr/0007');
  const told = 'to Number Stores has this invoice number already.';
  await expect(number).toHaveAccessibleDescription(new RegExp(`${told} Show it in the list`));
  await expect(number).not.toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByRole('status').filter({ hasText: told })).toHaveCount(1);
  await number.fill('NR/0009');
  await expect(number).toHaveAccessibleDescription('');
  await form.getByRole('button', { name: 'Add dispatch', exact: true }).click();
  await expect(done(page, 'Dispatch added successfully!')).toBeVisible();
  await expect(rowOf(page, list, 'NR/0009')).toBeVisible();

  await test.step('a late dispatch has a number of its own financial year, and one that was typed stays', async () => {
    const late = { ...body, dispatchDate: '2025-03-20', invoiceNumber: 'LATE/24-25/041' };
    expect((await call('POST', '/dispatches', late)).status).toBe(201);
    const again = await openForm(page);
    await expect(field(again, 'Invoice number')).toHaveValue('NR/0010');
    await field(again, 'Dispatch date').fill('31-03-2025');
    await expect(field(again, 'Invoice number')).toHaveValue('LATE/24-25/042');
    await field(again, 'Invoice number').fill('OWN/1');
    await field(again, 'Dispatch date').fill('20-11-2025');
    await field(again, 'Dispatch date').press('Tab');
    await expect(field(again, 'Invoice number')).toHaveValue('OWN/1');
    await leave(page, again);
  });
});

test('batches are overtyped, proposed again and found by number, and nothing is taken from empty or held ones', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 409/);
  const buyerId = await buyerNamed('Racing Stores');
  await signIn(page, godown);
  await page.goto('/dispatches');

  await test.step('proposed quantities are overtyped, and proposed again; a batch is found by its number', async () => {
    const { name } = await makeProduct([
      ['TP-22', 270, '2027-08-20'],
      ['TP-21', 34, '2027-08-10'],
    ]);
    const form = await openForm(page);
    await choose(form, 'Buyer', 'Racing Stores');
    await field(form, 'Invoice number').fill('RACE/1');
    await fillLine(form, 1, name, '134');
    await send(form, 'TP-21').fill('20');
    await expect(send(form, 'TP-22')).toHaveValue('114');
    await send(form, 'TP-22').fill('110');
    await expect(lineOf(form, 1).getByRole('alert')).toHaveText('4 jar of 134 jar not taken from a batch yet');
    await form.getByRole('button', { name: 'Add dispatch', exact: true }).click();
    await expect(send(form, 'TP-21')).toBeFocused();
    await form.getByRole('button', { name: 'Propose again' }).click();
    await expect(send(form, 'TP-22')).toHaveValue('100');
    // The number on the label finds its batch, which then gives first.
    const product = lineOf(form, 1).getByLabel('Product').and(form.locator('input'));
    await product.fill('tp-22');
    await expect(form.getByRole('option').first()).toHaveText(`TP-22${name} · 270 jar`);
    await expect(form.getByRole('option', { name: 'Create' })).toHaveCount(0);
    await expectAccessible(page, { rows: 'first', withoutFrame: true });
    await product.press('Enter');
    await expect(product).toHaveValue(name);
    await expect(send(form, 'TP-22')).toHaveValue('134');
    await product.fill('');
    await choose(lineOf(form, 1), 'Product', name);
    await expect(send(form, 'TP-22')).toHaveValue('100');
    // Another batch than the one that expires first.
    await field(lineOf(form, 1), 'Quantity').fill('30');
    await expect(send(form, 'TP-22')).toHaveCount(0);
    await lineOf(form, 1).getByRole('button', { name: '1 other batch' }).click();
    await send(form, 'TP-22').fill('30');
    await expect(send(form, 'TP-21')).toHaveValue('0');
    await expect(lineOf(form, 1)).toContainText('1 batch, as entered');
    await expectAccessible(page, { rows: 'first', withoutFrame: true });
    await form.getByRole('button', { name: 'Propose again' }).click();
    await field(lineOf(form, 1), 'Quantity').fill('134');
    await expect(send(form, 'TP-22')).toHaveValue('100');
    await leave(page, form);
  });

  await test.step('a batch is found by its number among many lots whose item has the same digits, and an empty one is reported', async () => {
    const productId = await addProduct(call, { name: 'Soap 125 g', unit: 'bar' });
    // As many as are found at most, and one more.
    const numbers = Array.from({ length: 50 }, (_, index) => String(index + 1));
    let lotId: number | undefined;
    for (const batchNumber of [...numbers, '125']) {
      const { status, json } = await call('POST', '/goods', { productId, batchNumber, quantity: 3 });
      expect(status).toBe(201);
      lotId = json.lotId;
    }
    const form = await openForm(page);
    const product = lineOf(form, 1).getByLabel('Product').and(form.locator('input'));
    await product.fill('125');
    await expect(form.getByRole('option')).toHaveText(['125Soap 125 g · 3 bar', 'Soap 125 g153 bar']);
    await dispatch(await buyerNamed('Soap Stores'), lotId, 3, 'SOAP/1');
    await product.fill('');
    await product.fill('125');
    await product.press('Enter');
    await expect(product).toHaveValue('Soap 125 g');
    await expect(lineOf(form, 1)).toContainText('125 has nothing left');
    await leave(page, form);
  });

  await test.step('a batch emptied meanwhile is refused by name, and others are proposed', async () => {
    const { name, made } = await makeProduct([
      ['R-1', 170, '2027-08-10'],
      ['R-2', 100, '2027-08-20'],
    ]);
    const form = await openForm(page);
    await choose(form, 'Buyer', 'Racing Stores');
    await field(form, 'Invoice number').fill('RACE/1');
    await fillLine(form, 1, name, '150');
    await send(form, 'R-1').fill('140');
    await expect(send(form, 'R-2')).toHaveValue('10');
    await dispatch(buyerId, made[0]?.lotId, 110, 'RACE/0');
    await form.getByRole('button', { name: 'Add dispatch', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'R-1 has 60 jar left now.' }).first()).toBeVisible();
    await expect(field(lineOf(form, 1), 'Quantity')).toHaveValue('150');
    await expect(send(form, 'R-1')).toHaveValue('60');
    await expect(send(form, 'R-2')).toHaveValue('90');
    await dismiss(page);
    await form.getByRole('button', { name: 'Add dispatch', exact: true }).click();
    await expect(done(page, 'Dispatch added successfully!')).toBeVisible();
    await expect(rowOf(page, list, 'R-2 90 jar')).toContainText('R-1 60 jar');
  });

  await test.step('a batch on hold is shown with its reason and cannot be dispatched, also when it was put on hold meanwhile', async () => {
    const { name, made } = await makeProduct([
      ['H-1', 270, '2027-08-10'],
      ['H-2', 105, '2027-08-20'],
    ]);
    const hold = async (lotId: number | undefined, reason: string) => {
      expect((await call('POST', `/lots/${lotId}/hold`, { reason })).status).toBe(200);
    };
    await hold(made[0]?.lotId, 'Moisture 13 %');
    await goOn(page, `/finishedgoods/${made[0]?.finishedGoodId}`);
    await page.getByRole('link', { name: 'Dispatch', exact: true }).click();
    const form = page.getByRole('form', { name: 'New dispatch' });
    await expect(lineOf(form, 1)).toContainText('H-1 is on hold: nothing of it can be sent');
    await expect(lineOf(form, 1)).toContainText('105 left, 270 jar on hold');
    const held = batchesOf(form, 1).getByRole('listitem').filter({ hasText: 'H-1' });
    await expect(held).toContainText(/270.*On hold.*Moisture 13 %/);
    await expect(send(form, 'H-1')).toHaveCount(0);
    await expectAccessible(page, { rows: 'first', withoutFrame: true });
    await field(lineOf(form, 1), 'Quantity').fill('150');
    await expect(lineOf(form, 1).getByRole('alert')).toHaveText(
      `Only 105 jar left of ${name}: 45 too few; 270 jar on hold`,
    );
    await field(lineOf(form, 1), 'Quantity').fill('50');
    await expect(send(form, 'H-2')).toHaveValue('50');
    await choose(form, 'Buyer', 'Racing Stores');
    await field(form, 'Invoice number').fill('HELD/1');
    await hold(made[1]?.lotId, 'Lid leaks');
    await form.getByRole('button', { name: 'Add dispatch', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'H-2 is on hold.' }).first()).toBeVisible();
    await expect(lineOf(form, 1)).toContainText('0 left, 375 jar on hold');
    await expect(batchesOf(form, 1).getByRole('listitem').filter({ hasText: 'H-2' })).toContainText('Lid leaks');
    await expect(send(form, 'H-2')).toHaveCount(0);
  });
});

test('a dispatch is changed and deleted on its page, and printed as a delivery note', async ({ page, godown }) => {
  const { name, made } = await makeProduct([['N-1', 100, '2027-08-10']]);
  const buyer = 'Paper Stores';
  await buyerNamed(buyer);
  await signIn(page, godown);
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  // Named on papers as the sender.
  const { made: sentBefore } = await makeProduct([['N-0', 5, '2027-08-10']]);
  await dispatch(await buyerNamed('First Stores'), sentBefore[0]?.lotId, 5, 'NOTE/0');
  const first = (await call('GET', '/dispatches?search=NOTE/0')).json[0];

  await test.step('the delivery note has no sender until the company has a name', async () => {
    await page.goto(`/dispatches/${first.dispatchId}`);
    await expect(page.getByText('The delivery note has no sender.')).toBeVisible();
    await expectAccessible(page, { rows: 'first', withoutFrame: true });
    await page.getByRole('link', { name: 'Fill in the company' }).click();
    await expect(page.getByText('Papers name no sender yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const ours = page.getByRole('form', { name: 'Company' });
    await ours.getByRole('button', { name: 'Update' }).click();
    await expect(ours.getByText('Name is required.')).toBeVisible();
    await field(ours, 'Name').fill(company.name);
    await field(ours, 'Address').fill(company.address);
    await field(ours, 'FSSAI licence').fill(company.licenceNumber);
    await ours.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Company updated successfully!')).toBeVisible();
    await expect(page.getByRole('main')).toContainText(company.name);
  });

  await test.step('a batch is dispatched from its page, and the delivery note printed at once', async () => {
    await goOn(page, `/finishedgoods/${made[0]?.finishedGoodId}`);
    await page.getByRole('link', { name: 'Dispatch', exact: true }).click();
    const form = page.getByRole('form', { name: 'New dispatch' });
    await expect(lineOf(form, 1).getByLabel('Product').and(form.locator('input'))).toHaveValue(name);
    await expect(send(form, 'N-1')).toHaveValue('0');
    await choose(form, 'Buyer', buyer);
    await field(form, 'Invoice number').fill('NOTE/1');
    await form.getByRole('button', { name: 'Transport document, transaction certificate or note' }).click();
    await field(form, 'Transaction certificate').fill('TC 2026 118');
    await field(lineOf(form, 1), 'Quantity').fill('40');
    await form.getByRole('button', { name: 'Add and print delivery note' }).click();
    await expect(page).toHaveURL(/\/dispatches\/\d+$/);
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
    await expect(page.getByRole('heading', { level: 1, name: 'NOTE/1' })).toBeVisible();
    await expect(rowOf(page, 'Batches', 'N-1')).toContainText('40 jar');
    await expect(page.getByText('The delivery note has no sender.')).toHaveCount(0);
  });

  await test.step('the delivery note names sender, buyer and batches', async () => {
    const note = page.locator('article');
    await expect(note).toBeHidden();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(note).toBeVisible();
    await expect(page.getByRole('main')).toBeHidden();
    await expect(note).toHaveCSS('color', 'rgb(0, 0, 0)');
    for (const text of [buyer, 'Hill Road', 'GSTIN 27AAACG4410Q1ZH', 'NOTE/1', 'TC 2026 118', '10-08-2027'])
      await expect(note).toContainText(text);
    await expect(note).toContainText(
      `${company.name}Gat 214, Nashik RoadSinnar 422103FSSAI licence ${company.licenceNumber}`,
    );
    await expect(note.getByRole('row', { name: `${name} N-1` })).toContainText('40 jar');
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });

  await test.step('quantities are changed on its page', async () => {
    await page.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('form', { name: 'Update dispatch' });
    await expect(send(edit, 'N-1')).toHaveValue('40');
    await field(lineOf(edit, 1), 'Quantity').fill('90');
    await expect(lineOf(edit, 1).getByRole('alert')).toHaveText('50 jar of 90 jar not taken from a batch yet');
    await edit.getByRole('button', { name: 'Propose again' }).click();
    await edit.getByRole('button', { name: 'Update dispatch' }).click();
    await expect(done(page, 'Dispatch updated successfully!')).toBeVisible();
    await expect(rowOf(page, 'Batches', 'N-1')).toContainText('90 jar');
  });

  await test.step('the movement of the batch links to the dispatch, which is deleted', async () => {
    await rowOf(page, 'Batches', 'N-1').getByRole('link', { name: 'N-1' }).click();
    await rowOf(page, 'Movements', 'Dispatched').last().getByRole('link').click();
    await expect(page).toHaveURL(/\/dispatches\/\d+$/);
    await page.getByRole('button', { name: 'Delete' }).click();
    await answer(page, 'Are you sure you want to delete this dispatch?', 'Delete');
    await expect(done(page, 'Dispatch deleted successfully!')).toBeVisible();
    await expect(page).toHaveURL(/\/dispatches$/);
    await expect(rowOf(page, list, 'NOTE/1')).toHaveCount(0);
  });
});

test('a batch sold by hand has no buyer until its dispatch names one; the page of a buyer lists their dispatches', async ({
  page,
  godown,
}) => {
  const [batch] = (await makeProduct([['S-1', 7, '2027-08-10']])).made;
  const buyer = 'Later Stores';
  await buyerNamed(buyer);
  const sold = await call('PUT', `/goods/${batch?.finishedGoodId}`, { ...batch, status: 'sold' });
  expect(sold.status).toBe(200);
  const { made: sentBefore } = await makeProduct([['B-1', 50, '2027-08-10']]);
  const name = 'Page Stores';
  await dispatch(await buyerNamed(name), sentBefore[0]?.lotId, 12.5, 'PAGE/1');
  await signIn(page, godown);
  await page.goto('/dispatches?search=S-1');
  const row = rowOf(page, list, 'S-1');
  await expect(row).toContainText('Buyer not recorded');
  await chooseFromMenu(row, /^More for dispatch/, 'Edit');
  const edit = page.getByRole('form', { name: 'Update dispatch' });
  await field(edit, 'Invoice number').fill('HAND/1');
  await edit.getByRole('button', { name: 'Update dispatch' }).click();
  await expect(edit.getByText('Choose a buyer.')).toBeVisible();
  await choose(edit, 'Buyer', buyer);
  await edit.getByRole('button', { name: 'Update dispatch' }).click();
  await expect(done(page, 'Dispatch updated successfully!')).toBeVisible();
  await expect(row).toContainText(buyer);

  await test.step("a buyer's page shows their dispatches", async () => {
    await signIn(page, godown, storekeeper);
    await page.goto('/buyers');
    await rowOf(page, 'Buyers', name).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    for (const text of ['9811111112', '27AAACG4410Q1ZH', 'Hill Road, Bandra West, Mumbai'])
      await expect(page.getByRole('main').locator('dl').last()).toContainText(text);
    await expect(rowsOf(page, 'What they got')).toHaveCount(1);
    await expect(rowOf(page, 'What they got', 'PAGE/1')).toContainText('B-1 12.500 jar');
    await page.getByRole('link', { name: 'PAGE/1' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'PAGE/1' })).toBeVisible();
  });
});
