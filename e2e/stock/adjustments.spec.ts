import { addInward, addMaterial, addProduct, addProduction, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { signIn, storekeeper } from '../support/people.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { goOn } from '../support/desk.ts';
import { choose, chooseFirst, dismiss, done, entries, field, rowOf, select } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office(storekeeper);
let ginger: number;

test.beforeAll(async () => {
  const supplier = await addSupplier(call, { name: 'Wayanad Growers' });
  ginger = await addMaterial(call, { name: 'Ginger' });
  const pepper = await addMaterial(call, { name: 'Black pepper' });
  await addProduct(call, { name: 'Turmeric powder 200 g' });
  await addInward(call, supplier, [[ginger, 84.6]], { invoiceNumber: 'WG/521', inwardDate: '2026-11-05' });
  await addInward(call, supplier, [[pepper, 25]], { invoiceNumber: 'WG/540', inwardDate: '2026-11-07' });
});

test('opening stock becomes lots, which are counted', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/adjustments');

  await test.step('opening stock becomes lots', async () => {
    await page.getByRole('link', { name: 'Opening stock' }).click();
    const form = page.getByRole('form', { name: 'Opening stock' });
    await form.getByRole('button', { name: 'Record' }).click();
    await expect(form.getByText('Add at least one lot with its quantity.')).toBeVisible();
    const line = form.getByRole('group', { name: 'Line 1' });
    await choose(line, 'Raw material or product', 'Turmeric powder 200 g');
    await field(line, 'Quantity').fill('40');
    await field(line, 'Code').fill('TP-1');
    await field(line, 'Expires on').fill('31-10-2027');
    await select(line, 'Claim', 'In conversion');
    await field(line, 'Price per unit (₹)').fill('75.44');
    await form.getByRole('button', { name: 'Record' }).click();
    await expect(done(page, 'Adjustment added successfully!')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: /^Opening stock of/ })).toBeVisible();
    await expect(rowOf(page, 'Lines', 'TP-1')).toContainText('In conversion');
    await rowOf(page, 'Lines', 'TP-1').getByRole('link', { name: 'TP-1' }).click();
    const facts = page.getByRole('main').locator('dl').first();
    await expect(facts).toContainText('40 jar');
    await expect(facts).toContainText('worth ₹ 3,017.60');
    await expect(facts).toContainText('In conversion');
    await facts.getByRole('link', { name: /^\d\d-\d\d-\d{4}$/ }).click();
    await expect(page).toHaveURL(/\/adjustments\/\d+$/);
    await goOn(page, '/adjustments');
    await expect(page.getByLabel('Sums')).toHaveText('Value of the opening stock listed₹ 3,017.60');
  });

  await test.step('a count is filled from top to bottom, and posts the differences', async () => {
    await page.getByRole('button', { name: 'Stock count' }).click();
    const sheet = page.getByRole('form', { name: 'Stock count' });
    const of = (lot: string) => sheet.getByRole('textbox', { name: `Counted, ${lot}` });
    await of('Black pepper, BLA-2611-01').press('=');
    await expect(of('Black pepper, BLA-2611-01')).toHaveValue('25');
    await expect(of('Ginger, GIN-2611-01')).toBeFocused();
    await page.keyboard.type('84.5');
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 of 3 counted')).toBeVisible();
    await expect(sheet).toContainText('1 differs: 0.100 kg lost, ₹ −1.00 at purchase prices.');
    await expect(sheet).toContainText('Lots that were not counted stay as they are.');
    await sheet.getByLabel('Reason, Ginger, GIN-2611-01').fill('Moisture');
    // Blind: what the ledger says is not to be seen, until posting is asked for.
    await sheet.getByLabel('Hide ledger quantities while counting').check();
    await expect(sheet.getByText('84.600')).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Post 2 counted lots' }).click();
    await expect(sheet.getByText('84.600').first()).toBeVisible();
    await sheet.getByRole('button', { name: 'Post 2 counted lots' }).click();
    await expect(done(page, 'Adjustment added successfully!')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: /^Stock count of/ })).toBeVisible();
    await expect(rowOf(page, 'Lines', 'GIN-2611-01')).toContainText('84.500 kg');
    await expect(page.getByRole('main')).toContainText('Value ₹ −1.00');
    const { json } = await call('GET', '/lots?search=GIN-2611-01');
    expect(json[0].onHandQty).toBe(84.5);
    // Where the balance is not inward less used, the screens say why.
    for (const [path, stock] of [
      ['/production', 'Raw material stock'],
      ['/reports/rawmaterialreports', 'Raw Material Stock'],
    ] as const) {
      await goOn(page, path);
      await expect(rowOf(page, stock, 'Ginger')).toContainText('adjusted −0.100');
      await expect(rowOf(page, stock, 'Black pepper')).not.toContainText('adjusted');
    }
  });
});

test('a count shows movements since it was opened, is compared with its day, and keeps its reason when corrected', async ({
  page,
  godown,
}) => {
  await signIn(page, godown);
  await page.goto('/adjustments/count');

  await test.step('a count shows movements since the sheet was opened, and refuses a quantity that is not a number', async () => {
    const sheet = page.getByRole('form', { name: 'Stock count' });
    const counted = sheet.getByRole('textbox', { name: 'Counted, Ginger, GIN-2611-01' });
    await counted.fill('1,00');
    await counted.press('Enter');
    const description = 'Enter what was counted, from 0 with at most 3 decimals.';
    await expect(counted).toHaveAccessibleDescription(description);
    await expect(page.getByText(/^0 of \d+ counted$/)).toBeVisible();
    await expect(sheet).not.toContainText('None differs.');
    await counted.fill('many');
    await sheet.getByRole('button', { name: 'Post 0 counted lots' }).click();
    await expect(counted).toHaveAttribute('aria-invalid', 'true');
    await expect(counted).toBeFocused();
    const { json } = await call('GET', '/lots?search=GIN-2611-01');
    const before = json[0].onHandQty;
    await counted.fill(String(before));
    await addProduction(call, ginger, 2);
    await sheet.getByRole('button', { name: 'Post 1 counted lot' }).click();
    await expect(sheet.getByRole('alert')).toContainText('GIN-2611-01 had');
    await expect(sheet.getByRole('alert')).toContainText('Count again, or post what was counted.');
    await counted.fill(String(before - 2));
    await sheet.getByRole('button', { name: 'Post 1 counted lot' }).click();
    await expect(done(page, 'Adjustment added successfully!')).toBeVisible();
  });

  await test.step('a count of an earlier day is compared with the ledger of that day', async () => {
    const nutmeg = await addMaterial(call, { name: 'Nutmeg' });
    await addInward(call, await addSupplier(call), [[nutmeg, 40]], { inwardDate: '2026-11-01' });
    await addProduction(call, nutmeg, 15, { productionDate: '2026-11-10' });
    await goOn(page, '/adjustments/count');
    const sheet = page.getByRole('form', { name: 'Stock count' });
    const row = rowOf(page, 'Stock count', 'NUT-2611-01');
    await expect(row).toContainText('25 kg');
    await field(sheet, 'Date').fill('2026-11-05');
    await expect(row).toContainText('40 kg');
    await row.getByRole('textbox', { name: /^Counted/ }).fill('38');
    await expect(row).toContainText('−2');
    await sheet.getByRole('button', { name: 'Post 1 counted lot' }).click();
    await expect(done(page, 'Adjustment added successfully!')).toBeVisible();
    const { json } = await call('GET', '/lots?search=NUT-2611-01');
    expect(json).toMatchObject([{ onHandQty: 23 }]);
  });

  await test.step('a corrected count keeps its reason', async () => {
    const material = await addMaterial(call, { name: 'Mace' });
    const lines = [{ rawMaterialId: material, quantity: 4 }];
    const opening = await call('POST', '/adjustments', { kind: 'opening', date: '2026-11-02', lines });
    const [{ lotId, lotCode }] = opening.json.lines;
    const body = { kind: 'count', date: '2026-11-03', reason: 'Monthly count', lines: [{ lotId, quantity: 3 }] };
    const { json } = await call('POST', '/adjustments', body);
    await goOn(page, `/adjustments/${json.adjustmentId}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: /^Counted, Mace/ }).fill('3.5');
    await page.getByRole('button', { name: 'Update the count' }).click();
    await expect(done(page, 'Adjustment updated successfully!')).toBeVisible();
    await expect(rowOf(page, 'Lines', lotCode)).toContainText('3.500 kg');
    await expect(page.getByRole('main')).toContainText('Monthly count');
  });

  await test.step('a corrected count that is moved to another day is compared with the ledger of that day', async () => {
    const material = await addMaterial(call, { name: 'Coconut oil' });
    const supplierId = await addSupplier(call);
    await addInward(call, supplierId, [[material, 310]], { inwardDate: '2026-11-01' });
    await addProduction(call, material, 10, { productionDate: '2026-11-10' });
    const [{ lotId, code }] = (await call('GET', '/lots?search=COC-2611-01')).json;
    const lines = [{ lotId, quantity: 290, reason: 'Spilled' }];
    const count = await call('POST', '/adjustments', { kind: 'count', date: '2026-11-12', lines });
    expect(count.json.lines).toMatchObject([{ ledgerQuantity: 300 }]);
    await goOn(page, `/adjustments/${count.json.adjustmentId}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const row = rowOf(page, 'Stock count', code);
    await expect(row).toContainText('300 kg');
    const date = field(page.getByRole('form', { name: 'Stock count' }), 'Date');
    await date.fill('2026-11-09');
    await expect(row).toContainText('310 kg');
    await expect(row).toContainText('−20');
    // Its own day again: what it was compared with then.
    await date.fill('2026-11-12');
    await expect(row).toContainText('300 kg');
    await date.fill('2026-11-15');
    await expect(row).toContainText('300 kg');
    await date.fill('2026-11-09');
    await expect(row).toContainText('310 kg');
    await page.getByRole('button', { name: 'Update the count' }).click();
    await expect(done(page, 'Adjustment updated successfully!')).toBeVisible();
    await expect(rowOf(page, 'Lines', code)).toContainText('310 kg');
    const { json } = await call('GET', `/adjustments/${count.json.adjustmentId}`);
    expect(json.lines).toMatchObject([{ ledgerQuantity: 310, quantity: 290, reason: 'Spilled' }]);
  });
});

test('a count is saved for later, continued, and accepts scanned labels and new lots', async ({
  page,
  godown,
  browserErrors,
}) => {
  // A request in flight during the sign-out is refused.
  browserErrors.expect(/status of 401/);
  await signIn(page, godown);
  await page.goto('/adjustments/count');
  const sheet = page.getByRole('form', { name: 'Stock count' });
  const search = sheet.getByRole('searchbox', { name: 'Search the sheet' });
  const pepper = sheet.getByRole('textbox', { name: 'Counted, Black pepper, BLA-2611-01' });
  await search.fill('http://godown.example/l/BLA-2611-01');
  await page.keyboard.press('Enter');
  await expect(pepper).toBeFocused();
  await page.keyboard.type('24.5');
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await page.keyboard.type('GIN-2611-01');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('textbox', { name: 'Counted, Ginger, GIN-2611-01' })).toBeFocused();
  // As a scanner types, faster than the sheet is searched: what it says of the code stays when the search has followed.
  await search.fill('');
  await page.keyboard.type('TP-NONE');
  await page.keyboard.press('Enter');
  await expect(sheet.getByText('No lot in stock matches.')).toBeVisible();
  await expect(sheet.getByText('No lot on this sheet has the code TP-NONE.')).toBeVisible();
  await search.fill('');
  await sheet.getByRole('button', { name: 'Save for later' }).click();
  await expect(done(page, 'Saved on this device. The sheet offers it when it is opened again.')).toBeVisible();
  await expect(page).toHaveURL(/\/adjustments$/);

  // Not even logging out loses it.
  // By the keyboard: the toast lies over the button.
  await page.getByRole('button', { name: 'Logout' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login**');
  await signIn(page, godown);
  await page.goto('/adjustments/count');
  await expect(page.getByText(/^Saved on .*: 1 lot counted\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Go on with it' }).click();
  await expect(pepper).toHaveValue('24.5');
  await sheet.getByRole('button', { name: 'Add a lot that is not listed' }).click();
  const other = sheet.getByRole('group', { name: 'Lot that is not listed 1' });
  await field(other, 'Counted').fill('0');
  await sheet.getByRole('button', { name: 'Post 2 counted lots' }).click();
  await expect(other.getByText('Choose a raw material or a product.')).toBeVisible();
  await choose(other, 'Raw material or product', 'Ginger');
  await field(other, 'Counted').fill('3');
  await field(other, 'Code').fill('SHELF-3');
  // A scanner's Enter posts nothing.
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: 'Post 2 counted lots' }).click();
  await expect(done(page, 'Adjustment added successfully!')).toBeVisible();
  await expect(rowOf(page, 'Lines', 'SHELF-3')).toContainText('3 kg');

  // The count can be corrected later, and nothing is offered any more.
  await page.getByRole('button', { name: 'Edit' }).click();
  await pepper.fill('25');
  await sheet.getByRole('button', { name: 'Update the count' }).click();
  await expect(done(page, 'Adjustment updated successfully!')).toBeVisible();
  await expect(rowOf(page, 'Lines', 'BLA-2611-01')).toContainText('25 kg');
  await goOn(page, '/adjustments/count');
  await expect(pepper).toHaveValue('');
  await expect(page.getByText(/^Saved on/)).toHaveCount(0);
});

test('a write-off needs a reason, and a return to a supplier or from a buyer moves its lots', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 409/);
  await signIn(page, godown);
  await page.goto('/adjustments/new/writeOff');

  await test.step('a write-off needs a reason, removes at most the stock, and can be deleted', async () => {
    const form = page.getByRole('form', { name: 'Write-off' });
    const line = form.getByRole('group', { name: 'Line 1' });
    await choose(line, 'Lot', 'BLA-2611-01');
    await field(line, 'Quantity').fill('26');
    await form.getByRole('button', { name: 'Record' }).click();
    await expect(form.getByText('Say why.')).toBeVisible();
    // Not over what is said of it.
    await expect(form.getByRole('combobox', { name: 'Reason' })).toHaveAttribute('aria-expanded', 'false');
    // Enter goes on instead of saving: with the proposed reason that the text begins, or one's own after Escape.
    const reason = form.getByRole('combobox', { name: 'Reason' });
    await reason.fill('Sp');
    await page.keyboard.press('Enter');
    await expect(reason).toHaveValue('Spoilt');
    await expect(reason).not.toBeFocused();
    await reason.fill('Spi');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(reason).toHaveValue('Spilt');
    await form.getByRole('button', { name: 'Record' }).click();
    await expect(form.getByText('Only 25 kg left in BLA-2611-01.')).toBeVisible();
    await dismiss(page);
    await field(line, 'Quantity').fill('1.5');
    const date = field(form, 'Date');
    const today = await date.inputValue();
    await date.fill('31-10-2026');
    await form.getByRole('button', { name: 'Record' }).click();
    await expect(form.getByText(/^BLA-2611-01 came in on .*\. Enter that day or a later one\.$/)).toBeVisible();
    await dismiss(page);
    await date.fill(today);
    await form.getByRole('button', { name: 'Record' }).click();
    await expect(done(page, 'Adjustment added successfully!')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Spilt');
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('dialog')).toContainText('1.500 kg of Black pepper written off');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this adjustment?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(done(page, 'Adjustment deleted successfully!')).toBeVisible();
    await expect(page).toHaveURL(/\/adjustments$/);
  });

  await test.step('a return to a supplier reduces its lot, and a return from a buyer is a lot on hold', async () => {
    const supplierId = await addSupplier(call, { name: 'Nilgiri Growers' });
    const clove = await addMaterial(call, { name: 'Clove' });
    const { rawMaterials } = await addInward(call, supplierId, [[clove, 12]], { inwardDate: '2026-11-05' });
    const productId = await addProduct(call, { name: 'Clove oil', unit: 'bottle' });
    const batch = await call('POST', '/goods', { productId, batchNumber: 'CO', quantity: 30 });
    const buyer = { name: 'Terra', phone: '9811111113', gstinNumber: '27AAACG4410Q1ZH', address: 'x', status: 1 };
    const { buyerId } = (await call('POST', '/buyers', buyer)).json;
    const lines = [{ lotId: batch.json.lotId, quantity: 20 }];
    const sent = { buyerId, dispatchDate: '2026-11-15', invoiceNumber: 'GD/7', lines };
    expect((await call('POST', '/dispatches', sent)).status).toBe(201);

    await goOn(page, '/adjustments/new/supplierReturn');
    const back = page.getByRole('form', { name: 'Return to supplier' });
    const first = back.getByRole('group', { name: 'Line 1' });
    await choose(first, 'Lot', rawMaterials[0].lotCode);
    await field(first, 'Quantity').fill('2.5');
    await back.getByRole('button', { name: 'Record' }).click();
    await expect(back.getByText('Choose the supplier.')).toBeVisible();
    await choose(back, 'Supplier', 'Nilgiri Growers');
    await expectAccessible(page, { rows: 'first', withoutFrame: true });
    await back.getByRole('button', { name: 'Record' }).click();
    await expect(done(page, 'Adjustment added successfully!')).toBeVisible();
    expect((await call('GET', `/lots/${rawMaterials[0].lotId}`)).json.onHandQty).toBe(9.5);

    await goOn(page, '/adjustments/new/buyerReturn');
    const returned = page.getByRole('form', { name: 'Return from buyer' });
    const line = returned.getByRole('group', { name: 'Line 1' });
    await chooseFirst(line, 'Dispatch', 'GD/7');
    await expect(line.getByLabel('What came back').and(line.locator('input'))).toHaveValue(
      new RegExp('^CO: 20 bottle'),
    );
    await field(line, 'Quantity').fill('4');
    await returned.getByRole('button', { name: 'Record' }).click();
    await expect(done(page, 'Adjustment added successfully!')).toBeVisible();
    const of = rowOf(page, 'Lines', 'CO-R1');
    await expect(of.getByRole('link', { name: 'GD/7' })).toBeVisible();
    await expect(of.getByRole('link', { name: 'Terra' })).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp('^CO') })
      .first()
      .click();
    await expect(page.getByRole('main')).toContainText(
      /On hold since \d\d-\d\d-\d{4} by Asha Rao: Returned by the buyer/,
    );
    await expect(page.getByRole('main').locator('dl').first()).toContainText('4 bottle');
  });

  await test.step('a return has a line for each batch of its dispatch, and empty lines are left out', async () => {
    const productId = await addProduct(call, { name: 'Mace', unit: 'jar' });
    const lots: number[] = [];
    for (const code of ['A', 'B', 'C']) {
      const made = await call('POST', '/goods', { productId, batchNumber: `M${code}-7`, quantity: 30 });
      lots.push(made.json.lotId);
    }
    const buyer = {
      name: 'Mace Mart',
      phone: '9811111113',
      gstinNumber: '27AAACG4410Q1ZH',
      address: 'x',
      status: 1,
    };
    const { buyerId } = (await call('POST', '/buyers', buyer)).json;
    const send = async (invoiceNumber: string, lines: { lotId: number | undefined; quantity: number }[]) =>
      await call('POST', '/dispatches', { buyerId, dispatchDate: '2026-11-15', invoiceNumber, lines });
    const sent = await send(
      'MM/1',
      lots.map((lotId) => ({ lotId, quantity: 10 })),
    );
    expect((await send('MM/2', [{ lotId: lots[0], quantity: 5 }])).status).toBe(201);

    await goOn(page, `/dispatches/${sent.json.dispatchId}`);
    await page.getByRole('link', { name: 'Take a return' }).click();
    const form = page.getByRole('form', { name: 'Return from buyer' });
    const line = (number: number) => form.getByRole('group', { name: `Line ${number}`, exact: true });
    const batch = (number: number) => line(number).getByLabel('What came back').and(form.locator('input'));
    await expect(form.getByRole('group')).toHaveCount(3);
    await expect(line(3).getByLabel('Dispatch').and(form.locator('input'))).toHaveValue('Mace Mart, MM/1, 15-11-2026');
    await expect(batch(2)).toHaveValue('MB-7: 10 jar, Mace');
    await expect(field(line(1), 'Quantity')).toBeFocused();
    await expectAccessible(page, { rows: 'first', withoutFrame: true });
    await form.getByRole('button', { name: 'Record' }).click();
    await expect(line(1).getByText('Add at least one lot with its quantity.')).toBeVisible();
    await field(line(2), 'Quantity').fill('11');
    await form.getByRole('button', { name: 'Record' }).click();
    await expect(line(2).getByText('Only 10 jar still with the buyer.')).toBeVisible();
    await dismiss(page);
    await field(line(2), 'Quantity').fill('4');
    await form.getByRole('button', { name: 'Record' }).click();
    await expect(done(page, 'Adjustment added successfully!')).toBeVisible();
    await expect(rowOf(page, 'Lines', 'MB-7-R1')).toContainText('4 jar');
    await expect(rowOf(page, 'Lines', 'MA-7')).toHaveCount(0);
    await goOn(page, `/dispatches/${sent.json.dispatchId}`);
    await expect(rowOf(page, 'Batches', 'MB-7')).toContainText('4 jar');

    // Chosen in the form: those of the dispatch that was chosen by mistake go again.
    await goOn(page, '/adjustments/new/buyerReturn');
    await chooseFirst(line(1), 'Dispatch', 'MM/1');
    await expect(form.getByRole('group')).toHaveCount(3);
    await expect(batch(2)).toHaveValue('MB-7: 6 jar, Mace');
    await chooseFirst(line(1), 'Dispatch', 'MM/2');
    await expect(form.getByRole('group')).toHaveCount(1);
    await expect(batch(1)).toHaveValue('MA-7: 5 jar, Mace');
    await form.getByRole('button', { name: 'Record' }).click();
    await expect(line(1).getByText('Enter a quantity above 0 with at most 3 decimals.')).toBeVisible();
  });
});

test('the list finds adjustments, and a person of the role user counts, but records no others', async ({
  page,
  godown,
}) => {
  await call('POST', '/adjustments', {
    kind: 'opening',
    date: '2026-11-01',
    reason: 'Godown was begun',
    lines: [{ rawMaterialId: ginger, quantity: 5, pricePerUnit: 100 }],
  });
  await signIn(page, godown, storekeeper);
  await page.goto('/adjustments');
  await page.getByRole('searchbox', { name: 'Search adjustments' }).fill('was begun');
  await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
  await expect(rowOf(page, 'Adjustments', 'Opening stock')).toContainText('5 kg Ginger, GIN-2611-');
  await expect(page.getByRole('button', { name: 'Stock count' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Write-off' })).toHaveCount(0);
  await page.goto('/adjustments/new/opening');
  await expect(page).toHaveURL(/\/adjustments$/);
});
