/** Questions that a sheet leaves open: asked on the screen, answered by keys, and saved as shown. */
import { outlinedWorkbook, workbook } from '#test/sheets/workbooks.ts';
import { addMaterial } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { manager, signIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const call = office(manager);

const summary = {
  name: 'Stock Summary',
  rows: [
    ['Gauri Organics'],
    ['Particulars', 'Opening Balance', null, 'Closing Balance', null, 'Batch', 'As', 'Exp'],
    [null, 'Quantity', 'Rate', 'Quantity', 'Rate', 'No.', 'on', 'Date'],
    ['Spices'],
    ['Kesar', 60, 2, { v: 250, z: '"" 0.00" gm"' }, 2.75, { v: 457, z: '000000' }, '05-06-2026', 'Mar-27'],
    ['Jaggery', 40, 1, { v: 6, z: '0" bag"' }, 2310, 'J-1', '07-08-2026', { v: 46_447, z: 'mmm-yy' }],
    ['Grand Total', 100],
  ],
  merges: ['B2:C2', 'D2:E2'],
};
const old = {
  name: 'Sheet3',
  hidden: true,
  rows: [
    ['Item', 'Qty'],
    ['Kesar', 999],
  ],
};

test('a stock summary is read as it shows, after its questions', async ({ page, godown }) => {
  for (const name of ['Kesar', 'Jaggery']) await addMaterial(call, { name, unit: 'kg' });
  await signIn(page, godown);
  await page.goto('/import/opening-stock');
  const buffer = Buffer.from(workbook([old, summary]));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'StkSum.xlsx', mimeType: 'application/octet-stream', buffer });

  await test.step('a hidden sheet is never taken by itself', async () => {
    await expect(page.getByRole('button', { name: 'Go on' })).toBeDisabled();
    await page.getByRole('radio', { name: /^Sheet3 Hidden in the file/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /^Stock Summary/ })).toBeChecked();
    await page.keyboard.press('Enter');
  });

  await test.step('two columns for one field are asked before anything is checked', async () => {
    await expect(page.getByRole('button', { name: 'Answer 3 questions' })).toBeVisible();
    const left = page.getByRole('region', { name: '2 rows left out' });
    await expect(left).toContainText('Row 7 Grand Total, a total');
    await page.keyboard.press('F8');
    await expect(page.getByRole('radio', { name: /^Opening Balance · Quantity/ })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F8');
    // A question that was asked of another column is asked anew.
    await page.getByRole('radio', { name: /^Opening Balance · Rate/ }).press('Space');
    await expect(page.getByRole('radio', { name: /^For one gm, as the quantity is written/ })).toBeVisible();
    await page.getByRole('radio', { name: /^Closing Balance · Rate/ }).press('Space');
  });

  await test.step('the order of dates, the size of a bag and the unit of the price are asked, with samples', async () => {
    await expect(page.getByRole('button', { name: 'Answer 4 questions' })).toBeVisible();
    await page.getByRole('radio', { name: /^For one gm, as the quantity is written 2\.75 per gm/ }).press('Space');
    await page.keyboard.press('F8');
    await expect(page.getByRole('radio', { name: /^Day first as in India/ })).toBeFocused();
    await expect(page.getByRole('radio', { name: /Month first/ })).toHaveAccessibleName(/05-06-2026 = 6 May 2026/);
    await page.keyboard.press('Space');
    await page.keyboard.press('F8');
    await page.keyboard.type('30');
    await page.keyboard.press('Tab');
    await page.keyboard.press('F8');
    await expect(page.getByRole('combobox', { name: 'Claim, for all rows' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Conventional' }).click();
  });

  await test.step('a size that is none leaves the answer, which its field shows', async () => {
    const size = page.getByLabel('1 bag in kg');
    await size.fill('some');
    await page.keyboard.press('Tab');
    await expect(size).toHaveValue('30');
  });

  await test.step('a cell that is not taken as it stands shows both, and is saved so', async () => {
    await expect(page.getByRole('textbox', { name: 'Closing Balance · Quantity, row 5' })).toHaveValue(
      '250.00 gm → 0.250 kg',
    );
    await expect(page.getByRole('textbox', { name: 'Closing Balance · Quantity, row 6' })).toHaveValue(
      '6 bag → 180 kg',
    );
    await expect(page.getByRole('textbox', { name: 'Exp · Date, row 6' })).toHaveValue('Mar-2027 → 31-03-2027');
    await page.getByRole('button', { name: 'Save 2 rows' }).click();
    await expect(page.getByText('2 lines of opening stock added.')).toBeVisible();
    const lots = (await call('GET', '/lots?sort=lotId&order=asc')).json;
    expect(lots).toMatchObject([
      { code: '000457', onHandQty: 0.25, pricePerUnit: 2750, madeOrReceivedOn: '2026-06-05', expiresOn: '2027-03-31' },
      { code: 'J-1', onHandQty: 180, pricePerUnit: 77, madeOrReceivedOn: '2026-08-07', expiresOn: '2027-03-31' },
    ]);
  });
});

const stated = (worth: number) => ({
  name: 'Stock Summary',
  rows: [
    ['Gauri Organics'],
    ['Closing stock as on 01.04.2026'],
    ['Particulars', 'Quantity', 'Rate', 'Value', 'Batch'],
    ['Vidari', { v: 12.5, z: '0.000" kg"' }, 90.5, 1131.25, 'V-1'],
    ['Gokhru', 3, 33.33, worth, 'G-1'],
    ['Grand Total', null, null, { v: 1131.25 + worth, z: '#,##,##0.00' }],
  ],
});

test('the head of the sheet says the date, and its own total is compared before and after saving', async ({
  page,
  godown,
}) => {
  const supplier = await call('POST', '/suppliers', { name: 'Wardha Growers', phone: '9811111119', status: 1 });
  expect(supplier.status, supplier.text).toBe(201);
  for (const name of ['Vidari', 'Gokhru']) await addMaterial(call, { name, unit: 'kg' });
  await signIn(page, godown);
  const choose = async (worth: number) => {
    await page.goto('/import/opening-stock');
    const buffer = Buffer.from(workbook([stated(worth)]));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'StkSum.xlsx', mimeType: 'application/octet-stream', buffer });
    await expect(page.getByLabel('Date, for all rows')).toHaveValue('01-04-2026');
    await expect(page.getByText('From cell A2: Closing stock as on 01.04.2026')).toBeVisible();
    await page.getByRole('button', { name: 'Answer 1 question' }).click();
    await expect(page.getByRole('combobox', { name: 'Claim, for all rows' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Conventional' }).click();
  };

  await choose(100);
  await expect(page.getByText('The sheet’s own total differs: ₹\u{A0}1,231.25, row 6.')).toBeVisible();
  await page.getByText('Rows that differ').click();
  await expect(page.getByText(/^Row 5, Gokhru: the sheet says ₹.100\.00, quantity × price is 99\.99\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save 2 rows though the totals differ' })).toBeEnabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await choose(99.99);
  const sum = '2 lots, 15.500 kg, worth ₹\u{A0}1,231.24. The sheet’s own total says the same: ₹\u{A0}1,231.24, row 6.';
  await expect(page.getByText(sum)).toBeVisible();
  const supplierForAll = page.getByLabel('Supplier, for all rows');
  await supplierForAll.fill('Wardha Traders');
  await page.getByRole('button', { name: 'Save 2 rows' }).click();
  await expect(supplierForAll).toBeFocused();
  expect((await call('GET', '/lots?search=V-1')).json).toEqual([]);
  await supplierForAll.fill('Wardha');
  await page.getByRole('option', { name: /Wardha Growers/ }).click();
  await page.getByRole('button', { name: 'Save 2 rows' }).click();
  await expect(page.getByText(`In the ledger now: ${sum}`)).toBeVisible();
  const lots = (await call('GET', '/lots?search=V-1')).json;
  expect(lots).toMatchObject([{ onHandQty: 12.5, madeOrReceivedOn: '2026-04-01', supplierName: 'Wardha Growers' }]);
});

const batches = {
  name: 'Stock Summary',
  rows: [
    ['Gauri Organics'],
    ['1-Apr-2026 to 28-Nov-2026'],
    ['Particulars', 'Quantity', 'Rate', 'Value'],
    ['Shikakai', { v: 150, z: '0.000" kg"' }, 90, 13_500],
    [{ v: 457, z: '000000' }, { v: 100, z: '0.000" kg"' }, 90, 9000],
    ['SK-2', { v: 50, z: '0.000" kg"' }, 90, 4500],
    ['Grand Total', null, null, 13_500],
  ],
};

test('batches below their item, and an export of Tally part by part, go in as they are', async ({ page, godown }) => {
  await addMaterial(call, { name: 'Shikakai', unit: 'kg' });
  await signIn(page, godown);
  const choose = async (name: string, buffer: Buffer) =>
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

  await page.goto('/import/opening-stock');
  await choose('StkSum.xlsx', Buffer.from(workbook([batches])));
  await expect(page.getByLabel('Date, for all rows')).toHaveValue('28-11-2026');
  await page.getByRole('button', { name: 'Answer 2 questions' }).click();
  await expect(page.getByRole('radio', { name: /^Groups/ })).toBeFocused();
  await page.getByRole('radio', { name: /^Items .* Shikakai, batch 000457$/ }).press('Space');
  await page.keyboard.press('F8');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Conventional' }).click();
  const sum = '2 lots, 150 kg, worth ₹\u{A0}13,500.00. The sheet’s own total says the same: ₹\u{A0}13,500.00, row 7.';
  await expect(page.getByText(sum)).toBeVisible();
  await page.getByRole('button', { name: 'Save 2 rows' }).click();
  await expect(page.getByText(`In the ledger now: ${sum}`)).toBeVisible();
  const { json: lots } = await call('GET', '/lots?search=000457');
  const ofShikakai = lots.filter(({ itemName }: { itemName: string }) => itemName === 'Shikakai');
  expect(ofShikakai).toMatchObject([{ onHandQty: 100 }]);

  await page.goto('/import/suppliers');
  const ledger = (name: string, parent: string, fields: object) => ({
    metadata: { type: 'Ledger', name },
    parent,
    ...fields,
  });
  const tallymessage = [
    ledger('Yavatmal Cotton', 'Sundry Creditors', { ledgermobile: '9833333331', address: ['Plot 7', 'Yavatmal'] }),
    ledger('Green Basket', 'Sundry Debtors', { ledgermobile: '9833333332' }),
    ledger('HDFC Bank', 'Bank Accounts', {}),
    { metadata: { type: 'Stock Group', name: 'Herbs' }, parent: '' },
    {
      metadata: { type: 'Stock Item', name: 'Ratanjot' },
      parent: 'Herbs',
      baseunits: 'kg',
      openingbalance: '20.000 kg',
      openingvalue: '-1800.00',
      openingrate: '90.00/kg',
      batchallocations: [{ batchname: '0009', openingbalance: '20.000 kg', openingrate: '90.00/kg' }],
    },
  ];
  await choose('Master.json', Buffer.from(`\uFEFF${JSON.stringify({ tallymessage })}`, 'utf16le'));
  const parts = page.getByRole('region', { name: 'Parts of the export of Tally' });
  // One file, chosen once: its parts follow one another, over the screens of their kinds.
  await page.getByRole('button', { name: 'Import Sundry Creditors as suppliers' }).click();
  await page.getByRole('button', { name: 'Save 1 row' }).click();
  await expect(page.getByText('1 supplier added.')).toBeVisible();
  // Undone, it is a part that is not saved.
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await expect(parts).toContainText('One part after the other');
  await expect(parts).not.toContainText('1 supplier added.');
  await page.getByRole('button', { name: 'Import Sundry Creditors as suppliers' }).click();
  await page.getByRole('button', { name: 'Save 1 row' }).click();
  await page.getByRole('button', { name: 'Next part: Sundry Debtors' }).click();
  await expect(page).toHaveURL(/\/import\/buyers$/);
  await page.getByRole('button', { name: 'Save 1 row' }).click();
  await expect(page.getByText('1 buyer added.')).toBeVisible();
  await page.getByRole('button', { name: 'Next part: Stock items · Herbs' }).click();
  await expect(parts.getByRole('listitem').filter({ hasText: 'Sundry Debtors' })).toContainText('1 buyer added.');
  await parts.getByRole('button', { name: 'Import Stock items · Herbs as raw materials' }).click();
  await expect(page).toHaveURL(/\/import\/materials$/);
  await page.getByRole('button', { name: 'Save 1 row' }).click();
  await expect(page.getByText('1 raw material added.')).toBeVisible();
  // Looked at elsewhere, the parts are still there.
  await page.getByRole('link', { name: 'See raw materials' }).click();
  await page.getByRole('link', { name: 'Import' }).click();
  await parts.getByRole('button', { name: 'Import Opening stock by batch as lines of opening stock' }).click();
  await page.getByLabel('Date, for all rows').fill('31-03-2026');
  await page.getByRole('combobox', { name: 'Claim, for all rows' }).click();
  await page.getByRole('option', { name: 'Conventional' }).click();
  await page.getByRole('button', { name: 'Save 1 row' }).click();
  const closing = '1 lot, 20 kg, worth ₹\u{A0}1,800.00. The sheet’s own total says the same: ₹\u{A0}1,800.00, row 3.';
  await expect(page.getByText(`In the ledger now: ${closing}`)).toBeVisible();
  await page.getByRole('button', { name: 'Parts of the file' }).click();
  await expect(parts).toContainText('All parts of the file are saved.');
  await expect(parts).toContainText(closing);
  expect((await call('GET', '/suppliers?search=Yavatmal')).json).toMatchObject([{ address: 'Plot 7, Yavatmal' }]);
});

test('answers about near names hold while cells are corrected, and F8 shows the cell that is wrong', async ({
  page,
  godown,
}) => {
  await signIn(page, godown);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/import/suppliers');
  const growers = Array.from({ length: 40 }, (_, at) => [`Grower ${at + 1}`, 9_822_000_000 + at]);
  const near = [
    ['Shri Ganesh Agro Farms', 9_822_000_101],
    ['Shree Ganesh Agro Farm', 9_822_000_102],
    ['Ramesh Agro Traders', 9_822_000_103],
    ['Ramesh Agro Trader', 9_822_000_104],
  ];
  const buffer = Buffer.from(
    workbook([{ rows: [['Name', 'Mobile'], ...near, ...growers, ['Last Grower', '9.82E+09']] }]),
  );
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'vendors.xlsx', mimeType: 'application/octet-stream', buffer });
  const names = page.getByRole('region', { name: '2 names nearly the same' });
  await expect(names).toContainText('Row 3 Shree Ganesh Agro Farm. Row 2 is called Shri Ganesh Agro Farms.');
  await names.getByRole('button', { name: 'All are others' }).click();
  await expect(names).toBeHidden();
  await page.keyboard.press('F8');
  await expect(page.locator('.dsg-active-cell')).toBeInViewport({ ratio: 1 });
  await page.keyboard.type('9822000199');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Save 45 rows' })).toBeEnabled();
  await expect(names).toBeHidden();
});

test('a stock summary with groups, items and batches, imported again with another claim, is asked about', async ({
  page,
  godown,
}) => {
  await signIn(page, godown);
  const kg = (v: number) => ({ v, z: '"" 0.000" kg"' });
  const rows = [
    { indent: 0, cells: ['as on 1-Apr-2026'] },
    { indent: 0, cells: ['Particulars', 'Quantity', 'Rate', 'Value'] },
    { indent: 0, isBold: true, cells: ['Herbs', kg(45.5), 90, 4095] },
    { indent: 1, cells: ['Bakuchi', kg(30), 90, 2700] },
    { indent: 2, cells: ['BK-1', kg(10), 90, 900] },
    { indent: 2, cells: ['BK-2', kg(20), 90, 1800] },
    { indent: 1, cells: ['Manjistha', kg(15.5), 90, 1395] },
    { indent: 0, isBold: true, cells: ['Grand Total', null, null, 4095] },
  ];
  const choose = async (claim: string) => {
    await page.goto('/import/opening-stock');
    await page.locator('input[type=file]').setInputFiles({
      name: 'StkSum.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(outlinedWorkbook(rows)),
    });
    // As long as a row may be a group, nothing is a fault.
    await expect(page.getByRole('button', { name: 'Answer 2 questions' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Leave out/ })).toBeHidden();
    await page.getByRole('radio', { name: /^Items .* Bakuchi, batch BK-1/ }).press('Space');
    await page.getByRole('combobox', { name: 'Claim, for all rows' }).press('ArrowDown');
    await page.getByRole('option', { name: claim, exact: true }).click();
  };
  await choose('Organic');
  await expect(page.getByText('2 names are no raw material or product yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  for (const name of ['Bakuchi', 'Manjistha']) await addMaterial(call, { name, unit: 'kg' });
  await choose('Organic');
  await expect(
    page.getByText('3 lots, 45.500 kg, worth ₹\u{A0}4,095.00. The sheet’s own total says the same'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Save 3 rows' }).click();
  await expect(page.getByText('3 lines of opening stock added.')).toBeVisible();

  await choose('Conventional');
  await page.getByRole('button', { name: 'Answer 1 question' }).click();
  const same = page.getByRole('radio', { name: /^The same stock left as it is MAN-\S+ of 01-04-2026/ });
  await expect(same).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('All of these exist already: nothing to save.')).toBeVisible();
  await page.getByRole('radio', { name: /^Other stock/ }).press('Space');
  await expect(page.getByRole('button', { name: 'Save 1 row' })).toBeEnabled();
});
