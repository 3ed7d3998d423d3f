import writeXlsxFile from 'write-excel-file/node';
import { zipSync } from 'fflate';
import { fileTexts } from '#contract/core/fileTexts.ts';
import { importTexts } from '#contract/stock/importing.ts';
import { addMaterial } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { keptOn, offer, reload } from '../support/kept.ts';
import { manager, signIn, storekeeper } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { choose as chooseRecord, done, field } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const call = office(manager, storekeeper);

const phoneOf = (index: number) => String(9_000_000_000 + index);

/** A sheet of 200 suppliers as an office has it: a title above the headings, other words, seven cells that are wrong. */
function vendors(): (string | number | null)[][] {
  const rows = Array.from({ length: 200 }, (_, index): (string | number | null)[] => [
    index + 1,
    `Farmer ${index + 1}`,
    index % 3 === 0 ? `+91 ${phoneOf(index).slice(0, 5)} ${phoneOf(index).slice(5)}` : Number(phoneOf(index)),
    index % 2 === 0 ? null : `29ABCDE${String(1000 + index)}F1Z5`,
    `farmer${index + 1}@example.in`,
    'Kodagu',
    30,
  ]);
  const put = (row: number, column: number, value: string) => {
    const cells = rows[row];
    if (cells) cells[column] = value;
  };
  put(9, 2, '58111');
  put(19, 4, 'sales@konkan,in');
  put(29, 3, '23AACCN4812R1Z');
  put(39, 2, '');
  put(49, 1, '');
  put(59, 2, 'none');
  put(69, 4, 'at example.in');
  return [
    ['Nilgiri Organics, vendors', null, null, null, null, null, null],
    ['Sl. No.', 'Party Name', 'Mobile', 'GST No', 'Mail ID', 'Place', 'Cr. days'],
    ...rows,
  ];
}

/** Two rows stand above the first one. */
const faultyCells = [
  'Mobile, row 12',
  'Mail ID, row 22',
  'GST No, row 32',
  'Mobile, row 42',
  'Party Name, row 52',
  'Mobile, row 62',
  'Mail ID, row 72',
];

const cellOf = (value: string | number | null) => (value === null ? null : { value });

async function chooseVendors(page: Page): Promise<void> {
  const file = await writeXlsxFile(vendors().map((row) => row.map(cellOf))).toBuffer();
  await page.locator('input[type=file]').setInputFiles({
    name: 'vendors.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: file,
  });
}

test('a sheet of 200 suppliers with seven faulty cells is imported, and undone', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/suppliers');
  await page.getByRole('link', { name: 'Import' }).click();
  await chooseVendors(page);
  await expect(page.getByText('200 rows of vendors.xlsx, nothing is saved yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: '7 cells to put right' })).toBeVisible();
  await expect(page.getByText('Not used: Sl. No., Cr. days.')).toBeVisible();
  const faults = page.getByRole('complementary', { name: /to put right/ });
  await expect(faults).toContainText('Row 12 · Phone');
  await expect(faults).toContainText('Enter a valid 10-digit number starting with 6–9.');

  const right = [
    '9811100001',
    'sales@konkan.in',
    '23AACCN4812R1Z5',
    '9811100002',
    'Thar Cumin',
    '9811100003',
    'a@example.in',
  ];
  // Esc, then Tab leaves the sheet, without choosing a cell on the way.
  await page.keyboard.press('F8');
  await expect(page.getByRole('textbox', { name: faultyCells[0] })).toBeInViewport();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(faults.getByRole('button').first()).toBeFocused();
  // The headings of the sheet are not cut.
  for (const heading of await page.locator('[class*=heading] > span').all()) {
    expect(await heading.evaluate((each) => each.scrollHeight - each.clientHeight)).toBeLessThan(2);
  }
  // The next one is the first again.
  for (let index = 0; index < faultyCells.length - 1; index += 1) await page.keyboard.press('F8');
  for (const [index, text] of right.entries()) {
    if (index === 2) {
      // A crash in between loses nothing.
      await expect.poll(() => keptOn(page)).toContain(right[1]);
      await reload(page);
      await expect(offer(page)).toContainText('200 lines');
      await offer(page).getByRole('button', { name: 'Go on' }).click();
      await expect(page.getByRole('button', { name: 'Put right 5 cells' })).toBeVisible();
    }
    // Enter went on to the next fault.
    if (index === 0 || index === 2) await page.keyboard.press('F8');
    // Rows out of sight are not on the page: a person sees the cell before they type.
    await expect(page.getByRole('textbox', { name: faultyCells[index] })).toBeInViewport();
    // One key begins the cell anew; the others would only take their time.
    await page.keyboard.type(text.slice(0, 1));
    await page.keyboard.insertText(text.slice(1));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Put right|^Save/ })).toHaveText(
      index === 6 ? 'Save 200 rows' : new RegExp(`Put right ${6 - index} cells?`),
    );
  }
  await page.getByRole('button', { name: 'Save 200 rows' }).click();
  await expect(page.getByText('200 suppliers added.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See suppliers' })).toHaveAttribute('href', '/suppliers');
  const { headers } = await call('GET', '/suppliers?page=1&pageSize=1');
  expect(headers['x-total-count']).toBe('200');
  expect((await call('GET', '/suppliers?search=thar+cumin')).json).toHaveLength(1);

  await page.getByRole('button', { name: 'Undo the import' }).click();
  await expect(done(page, 'The import was undone.')).toBeVisible();
  expect((await call('GET', '/suppliers')).json).toEqual([]);

  // A saved sheet is not offered again; a stored draft is offered before another sheet replaces it.
  await goOn(page, '/import/suppliers');
  await chooseVendors(page);
  await expect(page.getByText('200 rows of vendors.xlsx')).toBeVisible();
  await expect.poll(() => keptOn(page)).toContain('vendors.xlsx');
  await reload(page);
  await expect(offer(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toHaveCount(0);
  await offer(page).getByRole('button', { name: 'Go on' }).click();
  await discard(page);
  await expect(offer(page)).toHaveCount(0);
});

/** Copies the unit of the first row into those below, with one undo on the way. */
async function fillDown(page: Page): Promise<void> {
  const grid = page.getByRole('group', { name: 'Cells of the sheet' });
  const cell = (row: number, column: number) => grid.locator('.dsg-row').nth(row).locator('.dsg-cell').nth(column);
  await cell(1, 2).click();
  await cell(3, 2).click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+d');
  await expect(cell(3, 2).locator('input')).toHaveValue('kg');
  await page.keyboard.press('Control+z');
  await expect(cell(3, 2).locator('input')).toHaveValue('');
  await page.keyboard.press('Control+d');
  await expect(cell(3, 2).locator('input')).toHaveValue('kg');
}

/** A zip file whose directory says that what is in it has 2 GB. */
function zipBomb(): Buffer {
  const file = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(1000) }));
  const directory = file.lastIndexOf(Buffer.from('PK\u0001\u0002'));
  file.writeUInt32LE(0x7f_ff_ff_ff, directory + 24);
  return file;
}

/** Leaves a sheet that is not saved. */
async function discard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
}

test('sheets of any shape are pasted, and their columns, rows and faults shown', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/rawmaterials');

  await test.step('cells that are pasted on a list go to its import; undo and fill down work in the grid', async () => {
    await expect(page.getByRole('link', { name: 'Import' })).toBeVisible();
    const text = 'Material\tUOM\tGroup\r\nHaldi whole\tkg\tRoots\r\nAdrak dry\t\t\r\nAmla dry\t\t\r\n';
    await page.evaluate((cells) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', cells);
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, text);
    await expect(page.getByText('3 rows pasted, nothing is saved yet')).toBeVisible();
    await expect(page.getByText('New category: Roots.')).toBeVisible();
    await fillDown(page);
    await page.getByRole('button', { name: 'Save 3 rows' }).click();
    await expect(page.getByText('3 raw materials added. New category: Roots.')).toBeVisible();
    const units = (await call('GET', '/materials')).json.map((row: { unit: string }) => row.unit);
    expect(units).toEqual(['kg', 'kg', 'kg']);
  });

  await test.step('opening stock of 150 materials is imported from CSV', async () => {
    for (let index = 0; index < 150; index += 1) await addMaterial(call, { name: `Herb ${index}`, unit: 'kg' });
    await goOn(page, '/adjustments');
    await page.getByRole('link', { name: 'Import' }).click();
    const lines = Array.from(
      { length: 150 },
      (_, index) => `Herb ${index},"1,${String(index).padStart(3, '0')}.5",kg,31-03-2028`,
    );
    const csv = `Particulars,Closing stock,UOM,Expiry\r\n${lines.join('\r\n')}\r\n`;
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('button', { name: 'Answer 2 questions' }).click();
    await expect(page.getByLabel('Date, for all rows')).toBeFocused();
    await page.keyboard.type('1-4-2026');
    await page.keyboard.press('Tab');
    await page.getByRole('combobox', { name: 'Claim, for all rows' }).click();
    await page.getByRole('option', { name: 'Conventional' }).click();
    await page.getByRole('button', { name: 'Save 150 rows' }).click();
    await expect(page.getByText('150 lines of opening stock added.')).toBeVisible();
    const [lot] = (await call('GET', '/lots?page=1&pageSize=1')).json;
    expect(lot.madeOrReceivedOn).toBe('2026-04-01');
    const [stock] = (await call('GET', '/Production/get-rawmaterial-stock?search=herb+7')).json;
    expect(stock).toMatchObject({ balanceQty: expect.any(Number) });
    expect((await call('GET', '/lots?page=1&pageSize=1')).headers['x-total-count']).toBe('150');
  });

  await test.step('a column below a merged heading without its own is reported as not used', async () => {
    const heading = { value: 'Buyer', columnSpan: 2 };
    const rows = [
      [heading, null, { value: 'Mobile' }],
      [{ value: 'Merged Traders' }, { value: 'Kochi' }, { value: '9447012345' }],
    ];
    const buffer = await writeXlsxFile(rows).toBuffer();
    await goOn(page, '/import/buyers');
    const mimeType = 'application/octet-stream';
    await page.locator('input[type=file]').setInputFiles({ name: 'merged.xlsx', mimeType, buffer });
    await expect(page.getByText('Not used: Column B.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save 1 row' })).toBeEnabled();
    await discard(page);
  });

  await test.step('a file that is not a table is refused with a sentence, and the template can be imported', async () => {
    const choose = async (name: string, bytes: Buffer) =>
      await page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
    await choose('bill.pdf', Buffer.from('%PDF-1.7 and so on'));
    await expect(page.getByRole('alert')).toHaveText(fileTexts.notTable);
    await choose('old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0]));
    await expect(page.getByRole('alert')).toHaveText(fileTexts.damaged);
    await choose('quote.csv', Buffer.from('Name,Phone\n"Ram,1\nShyam,2\n'));
    await expect(page.getByRole('alert')).toHaveText(fileTexts.openQuote(2));
    await choose('broken.xlsx', Buffer.from('PK and nothing else'));
    await expect(page.getByRole('alert')).toContainText('could not be read');
    await choose('bomb.xlsx', zipBomb());
    await expect(page.getByRole('alert')).toContainText('unpacks to more than 300 MB');
    await choose('empty.csv', Buffer.from(`Name,Phone\n${',\n'.repeat(1_000_000)}`));
    await expect(page.getByRole('alert')).toHaveText(importTexts.noRows);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download a template' }).click();
    const template = await download;
    expect(template.suggestedFilename()).toBe('buyers template.xlsx');
    await page.locator('input[type=file]').setInputFiles(await template.path());
    await expect(page.getByRole('button', { name: 'Save 1 row' })).toBeEnabled();
  });

  await test.step('a row of a record with another name shows the record, and the field that matched', async () => {
    const body = { name: 'Ram Farms', phone: '9876512351', gstinNumber: '29RAMFA9999L1Z5', status: 1 };
    expect((await call('POST', '/suppliers', body)).status).toBe(201);
    await goOn(page, '/import/suppliers');
    const csv = 'Name,Mobile,GSTIN\nRam Organics,9876512352,29RAMFA9999L1Z5\nRam Farms,9876512351,\n';
    const buffer = Buffer.from(csv);
    await page.locator('input[type=file]').setInputFiles({ name: 'vendors.csv', mimeType: 'text/csv', buffer });
    const there = page.getByRole('list', { name: 'Existing' });
    await expect(there).toHaveText('Row 2: Ram Farms already exists, with this GSTIN.');
    await page.getByRole('combobox', { name: 'Existing records' }).click();
    await page.getByRole('option', { name: 'Update them' }).click();
    await expect(page.getByText('An empty cell changes nothing')).toBeVisible();
    await discard(page);
  });

  await test.step('a missing column is reported once, not in each row, and rows left out are counted at the end', async () => {
    const csv = 'Ram Organics,\n\nFirm,Mobile\nLeft Farms,9876512340\n\nOut Farms,12\nThird Farms,\n';
    const buffer = Buffer.from(csv);
    await page.locator('input[type=file]').setInputFiles({ name: 'vendors.csv', mimeType: 'text/csv', buffer });
    await expect(page.getByText('No column is taken for Name.')).toBeVisible();
    // No row has a name.
    await expect(page.getByRole('button', { name: 'With a fault 3', exact: true })).toBeVisible();
    const list = page.getByRole('complementary', { name: '1 column and 2 cells to put right' });
    await expect(list).toContainText('Row 6 · Phone');
    await expect(page.getByRole('button', { name: 'Put right 2 cells' })).toBeVisible();
    await page.getByRole('button', { name: 'Leave out the 2 rows' }).click();
    await expect(page.getByText('1 row of vendors.csv')).toBeVisible();
    await expect(page.getByRole('heading', { name: '1 column to put right' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Save/ })).toBeDisabled();
    await expect(page.getByRole('button', { name: /^Put right/ })).toHaveCount(0);
    await page.getByRole('combobox', { name: 'The column “Firm” is' }).selectOption('Name');
    // A crash in between forgets nothing of it.
    await expect.poll(() => keptOn(page)).toContain('"leftOut":2');
    await expect.poll(() => keptOn(page)).toContain('"Firm":"name"');
    await reload(page);
    await offer(page).getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Save 1 row' }).click();
    await expect(page.getByText('1 supplier added. 2 rows were left out.')).toBeVisible();
  });
});

test('lines of an inward come from a file or are pasted', async ({ page, godown }) => {
  // More than a page of materials that a search for clove finds before the one of that name.
  const others = Array.from({ length: 50 }, (_, index) => `Big clove ${index}`);
  for (const name of ['Clove', 'Cinnamon', 'Cinnamon sticks', 'Nutmeg', ...others]) {
    await addMaterial(call, { name, unit: 'kg' });
  }
  await signIn(page, godown);
  await page.goto('/inward');
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  const form = page.getByRole('form', { name: 'Add Inward' });

  await test.step('lines of an inward are read from a file, by the template', async () => {
    const download = page.waitForEvent('download');
    await form.getByRole('button', { name: 'Template' }).click();
    expect((await download).suggestedFilename()).toBe('inward lines template.xlsx');
    const buffer = Buffer.from('Raw material,Quantity,Price per unit,Supplier lot number\nclove,"1,250.5",₹ 90,CL-7\n');
    const choose = async (name: string, bytes: Buffer) =>
      await form.getByLabel('Lines from a file').and(page.locator('input')).setInputFiles({
        name,
        mimeType: 'application/octet-stream',
        buffer: bytes,
      });
    await choose('lines.csv', buffer);
    const line = form.getByRole('group', { name: /^Line 1\b/ });
    await expect(line.getByLabel('Raw material').and(page.locator('input'))).toHaveValue('Clove');
    await expect(line.getByLabel('Quantity')).toHaveValue('1250.5');
    await expect(line.getByLabel('Price per unit')).toHaveValue('90');
    await choose('bill.pdf', Buffer.from('%PDF-1.7 and so on'));
    await expect(page.getByRole('alert').filter({ hasText: 'This is no table' }).first()).toBeVisible();
  });

  await test.step('lines of an invoice are pasted into an inward, with headings or without', async () => {
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Add New Inward' }).click();
    const paste = async (text: string, into = form.getByRole('group', { name: /^Line 1\b/ })) => {
      await into.evaluate((line, cells) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', cells);
        line.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, text);
    };
    await paste('Rate\tItem\tQty\n1,250.50\tcinnamon\t2.5\n90\tNothing such\t1\n');
    const line = (number: number) => form.getByRole('group', { name: new RegExp(`^Line ${number}\\b`) });
    await expect(line(1).getByLabel('Raw material').and(page.locator('input'))).toHaveValue('Cinnamon');
    await expect(form.getByRole('status', { name: 'Total of line 1' })).toHaveText('3,126.25');
    // The name that nothing is called stays in its field, where the focus is, with what can be done about it.
    const second = line(2).getByLabel('Raw material').and(page.locator('input'));
    await expect(second).toHaveValue('Nothing such');
    await expect(second).toHaveAccessibleDescription('No raw material is called “Nothing such”.');
    await expect(second).toBeFocused();
    await expect(page.getByRole('option', { name: 'Create “Nothing such”' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(second).toHaveValue('Nothing such');
    await paste('Nutmeg\t₹ 4\t10');
    await expect(form.getByRole('status', { name: 'Total of line 3' })).toHaveText('40.00');
    await expect(form.getByRole('group', { name: /^Line/ })).toHaveCount(3);

    // A column of numbers goes down from its field.
    await paste('\n7\n8 kg\n9\n', field(line(1), 'Quantity'));
    await expect(field(line(3), 'Quantity')).toHaveValue('8');
    await expect(field(line(2), 'Quantity')).toHaveValue('7');
    await expect(field(line(1), 'Quantity')).toHaveValue('2.5');
    await expect(page.getByRole('alert').getByText('1 number was left out: there are no lines for it.')).toBeVisible();
    await expect(form.getByRole('group', { name: /^Line/ })).toHaveCount(3);

    // An invalid number stays in its place, with its fault.
    await paste('Nutmeg\tabc\t3');
    await expect(field(line(4), 'Quantity')).toBeFocused();
    await expect(field(line(4), 'Quantity')).toHaveValue('abc');
    await expect(field(line(4), 'Quantity')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(line(4), 'Price per unit (₹)')).toHaveValue('3');
    await paste('Nutmeg\tkg\t7\tsix\nCinnamon\tkg\t8\t9');
    await expect(field(line(5), 'Quantity')).toHaveValue('7');
    await expect(field(line(5), 'Price per unit (₹)')).toHaveValue('six');
    await expect(field(line(5), 'Price per unit (₹)')).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByRole('status', { name: 'Total of line 6' })).toHaveText('72.00');

    // The columns of an invoice, the first cell empty, names with other spaces, a quantity with its unit and one that is converted.
    await paste(
      '\tCinnamon  sticks\t09061110\t50 Kgs.\t120.25\t6,012.50\n2\tCinnamon\u00A0sticks\t09061110\t500 g\t1\t\n',
    );
    const question = page.getByRole('dialog', { name: 'Lines from a file' });
    await question
      .getByRole('radio', { name: 'For one g, as the quantity is written 1 per g', exact: true })
      .press('Space');
    await question.getByRole('button', { name: 'Take 2 lines' }).click();
    await expect(line(7).getByLabel('Raw material').and(page.locator('input'))).toHaveValue('Cinnamon sticks');
    await expect(field(line(7), 'Quantity')).toHaveValue('50');
    await expect(form.getByRole('status', { name: 'Total of line 7' })).toHaveText('6,012.50');
    await expect(line(8).getByLabel('Raw material').and(page.locator('input'))).toHaveValue('Cinnamon sticks');
    await expect(field(line(8), 'Quantity')).toHaveValue('0.5');
    await expect(field(line(8), 'Quantity')).toHaveAccessibleDescription('500 g → 0.500 kg');
    await expect(field(line(8), 'Price per unit (₹)')).toHaveValue('1000');
    await expect(field(line(8), 'Price per unit (₹)')).toHaveAccessibleDescription('1 / g → 1,000.00');
    // How a number was read is no word about the number that is typed instead.
    await field(line(8), 'Price per unit (₹)').fill('900');
    await expect(field(line(8), 'Price per unit (₹)')).not.toHaveAccessibleDescription(/→/);
    await expect(field(line(8), 'Quantity')).toHaveAccessibleDescription('500 g → 0.500 kg');

    // How a number was read is said of that number only, and in the unit of its material.
    await field(line(8), 'Price per unit (₹)').fill('999');
    await expect(field(line(8), 'Price per unit (₹)')).not.toHaveAccessibleDescription(/→/);
    await expect(field(line(8), 'Quantity')).toHaveAccessibleDescription('500 g → 0.500 kg');
    await chooseRecord(line(8), 'Raw material', 'Nutmeg');
    await expect(field(line(8), 'Quantity')).toHaveValue('0.5');
    await expect(field(line(8), 'Quantity')).not.toHaveAccessibleDescription(/→/);

    // An exact name is offered before names that contain it.
    await chooseRecord(line(2), 'Raw material', 'Clove');
    await expect(second).not.toHaveAttribute('aria-invalid', 'true');
  });
});

test('rows stay in their places while faults are put right among those with a fault', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/import/suppliers');
  const buffer = Buffer.from('Name,Mobile\nHassan Farms,11\nKolar Farms,22\nMandya Farms,33\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'vendors.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'With a fault 3' }).click();
  await page.locator('.dsg-row').nth(1).locator('.dsg-cell').nth(2).click();
  await page.keyboard.type('9811100011');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'With a fault 2' })).toBeVisible();
  await page.keyboard.type('9811100012');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'With a fault 1' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Mobile, row 3' })).toHaveValue('9811100012');
  await expect(page.getByRole('textbox', { name: 'Mobile, row 2' })).toHaveValue('9811100011');
  await page.getByRole('button', { name: 'With a fault 1' }).click();
  await expect(page.getByRole('group', { name: 'Cells of the sheet' }).getByRole('textbox')).toHaveCount(2);
  await page.getByRole('button', { name: 'Leave out 1 row' }).click();
  // A row that another person has added since is named with the rest.
  const body = { name: 'Hassan Farms', phone: '9811100011', status: 1 };
  await expect(page.getByRole('button', { name: 'Save 2 rows' })).toBeEnabled();
  expect((await call('POST', '/suppliers', body)).status).toBe(201);
  await page.getByRole('button', { name: 'Save 2 rows' }).click();
  await expect(page.getByText('1 supplier added. 1 row was there already. 1 row was left out.')).toBeVisible();
});

test('a save whose answer was lost says so, and is repeated without saving twice', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED/);
  await signIn(page, godown);
  await page.goto('/import/suppliers');
  const buffer = Buffer.from('Name,Mobile\nBidar Farms,9811100001\nRaichur Farms,9811100002\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'vendors.csv', mimeType: 'text/csv', buffer });
  let isLost = false;
  await page.route('**/api/imports/suppliers', async (route) => {
    if (isLost || !route.request().postData()?.includes('"mode":"save"')) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Save 2 rows' }).click();
  await expect(page.getByText('It is not known whether the import was saved.')).toBeVisible();
  await expect(page.getByText('2 rows of vendors.csv, perhaps saved already')).toBeVisible();
  await expect(page.getByText('All of these exist already: nothing to save.')).toBeVisible();
  await expect(page.getByText(/nothing is saved yet/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save again' }).click();
  await expect(page.getByText('2 suppliers added.')).toBeVisible();
  expect((await call('GET', '/suppliers?search=Bidar+Farms')).json).toHaveLength(1);
  await expect(page.getByRole('button', { name: 'Undo the import' })).toBeVisible();
});
