import { addMaterial, addSupplier, dataUrl, pdf } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { administrator, manager, signIn, storekeeper } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { done, entries, rowsOf } from '../support/screen.ts';
import { exported } from '../support/sheets.ts';
import { expect, test } from '../support/test.ts';

const call = office(manager, storekeeper);

/** The 15th of so many months ago, where the browser is. */
function middleOfMonth(ago: number): string {
  const [year = 0, month = 1] = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' })
    .format(new Date())
    .split('-')
    .map(Number);
  return new Date(Date.UTC(year, month - 1 - ago, 15)).toISOString().slice(0, 10);
}

test.beforeAll(async () => {
  const company = (await call('GET', '/company')).json;
  expect((await call('PUT', '/company', { ...company, name: 'Sahyadri Organics' })).status).toBe(200);
  const rawMaterialId = await addMaterial(call, { name: 'Turmeric' });
  const [wayanad, other] = [
    await addSupplier(call, { name: 'Wayanad Spices Growers Association' }),
    await addSupplier(call, { name: 'Other' }),
  ];
  const [lastMonth = '', before = ''] = [1, 2].map(middleOfMonth);
  const add = async (
    supplierId: number,
    invoiceNumber: string,
    inwardDate: string,
    status: string,
    pricePerUnit: number,
  ) => {
    const rawMaterials = [{ rawMaterialId, quantity: 10, pricePerUnit }];
    const body = {
      supplierId,
      invoiceNumber,
      inwardDate,
      status,
      totalGst: 5,
      rawMaterials,
      billAttachment: dataUrl(pdf),
    };
    expect((await call('POST', '/inward', body)).status).toBe(201);
  };
  await add(wayanad, 'W/1', before, 'notpaid', 100);
  await add(wayanad, 'W/2', lastMonth, 'notpaid', 120.25);
  await add(wayanad, 'W/3', lastMonth, 'paid', 90);
  await add(wayanad, 'W/4', lastMonth, 'notpaid', 10);
  await add(other, 'O/1', lastMonth, 'notpaid', 50);
});

test('the list of inwards is filtered', async ({ page, godown }) => {
  await signIn(page, godown);

  await test.step('several values of a filter each have a chip, are repeated in the address, and are stored in a view', async () => {
    await page.goto('/inward?status=paid&status=pending&search=W');
    await expect(entries(page, '1 to 1 of 1')).toBeVisible();
    const filters = page.getByRole('search', { name: 'Filters of inward' });
    const first = filters.getByRole('combobox', { name: 'Status', exact: true });
    const second = filters.getByRole('combobox', { name: 'Another status' });
    await expect(first).toHaveValue('paid');
    await expect(second).toHaveValue('pending');
    await second.selectOption('Not Paid');
    await expect(entries(page, '1 to 4 of 4')).toBeVisible();
    await filters.getByRole('button', { name: 'Clear status', exact: true }).click();
    await expect(first).toHaveValue('notpaid');
    await expect(entries(page, '1 to 3 of 3')).toBeVisible();

    await page.getByRole('searchbox').fill('');
    await filters.getByRole('combobox', { name: 'Supplier', exact: true }).fill('wayanad');
    await page.getByRole('option', { name: /Wayanad Spices/ }).click();
    await expect(entries(page, '1 to 3 of 3')).toBeVisible();
    await filters.getByRole('combobox', { name: 'Another supplier' }).first().fill('other');
    await page.getByRole('option', { name: 'Other', exact: true }).click();
    await expect(entries(page, '1 to 4 of 4')).toBeVisible();
    await expect(page).toHaveURL(/status=notpaid&supplierId=\d+&supplierId=\d+/);
    await expect(page.getByLabel('Sums')).toContainText('Grand total₹ 2,822.50');
    expect((await exported(page)).rows).toHaveLength(7);

    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('What we owe the two');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await goOn(page, '/inward');
    await page.getByRole('link', { name: /What we owe the two/ }).click();
    await expect(entries(page, '1 to 4 of 4')).toBeVisible();
    await page.reload();
    await expect(entries(page, '1 to 4 of 4')).toBeVisible();
  });

  await test.step('the unpaid invoices of a supplier in a month, with their sums, as a spreadsheet', async () => {
    await goOn(page, '/inward');
    const sums = page.getByLabel('Sums');
    await expect(sums).toContainText('Grand total₹ 3,727.50');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Not Paid');
    await page.getByRole('combobox', { name: 'Invoice date' }).selectOption({ index: 2 });
    const supplier = page
      .getByRole('search', { name: 'Filters of inward' })
      .getByRole('combobox', { name: 'Supplier', exact: true });
    await supplier.fill('wayanad');
    await page.getByRole('option', { name: /Wayanad Spices/ }).click();
    await expect(entries(page, '1 to 2 of 2 entries')).toBeVisible();
    // The chip shows the whole name, with its cross inside.
    await expect(supplier).toHaveValue('Wayanad Spices Growers Association');
    expect(await supplier.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);
    const [chip, cross] = await Promise.all([
      supplier.boundingBox(),
      page.getByRole('button', { name: 'Clear supplier' }).boundingBox(),
    ]);
    expect((cross?.x ?? 0) + (cross?.width ?? 0)).toBeLessThanOrEqual((chip?.x ?? 0) + (chip?.width ?? 0));
    await expect(page.getByRole('combobox', { name: 'Payment' }).getByRole('option')).toHaveText([
      '+ Payment',
      'Unpaid (not paid or pending)',
      'Paid',
    ]);
    await expect(rowsOf(page, 'Inward')).toHaveCount(2);
    await expect(sums).toContainText('Sub-total₹ 1,302.50');
    await expect(sums).toContainText('of which not paid₹ 1,312.50');
    const { name, rows, about } = await exported(page);
    await expect(done(page, `${name}: 2 rows`)).toBeVisible();
    expect(rows.map((row) => [row[1], row[2], row[4], row[9]])).toEqual([
      ['Supplier', 'Invoice number', 'Status', 'Grand total'],
      ['Wayanad Spices Growers Association', 'W/4', 'Not Paid', 105],
      ['Wayanad Spices Growers Association', 'W/2', 'Not Paid', 1207.5],
      [null, null, null, 1312.5],
      [null, null, null, 1312.5],
    ]);
    // The sums of the list's foot, and what the rows are.
    expect(rows.slice(3).map((row) => row.slice(6))).toEqual([
      ['Total', 1302.5, 10, 1312.5],
      ['of which not paid', 1302.5, 10, 1312.5],
    ]);
    expect(about.filter(([label]) => label !== 'Exported')).toEqual([
      ['About', 'This spreadsheet'],
      ['List', 'Inward'],
      ['Company', 'Sahyadri Organics'],
      ['By', administrator.fullName],
      ['Status', 'Not Paid'],
      ['Invoice date', expect.stringMatching(/^01-\d\d-\d{4} to \d\d-\d\d-\d{4}$/)],
      ['Supplier', 'Wayanad Spices Growers Association'],
      ['Rows', '2'],
    ]);
    expect(about.find(([label]) => label === 'Exported')?.[1]).toMatch(/^\d\d-\d\d-\d{4} \d\d:\d\d [AP]M$/);

    // All of it is in the address; back and reload keep it, a search narrows further.
    await page.reload();
    await expect(entries(page, '1 to 2 of 2 entries')).toBeVisible();
    await page.getByRole('searchbox').fill('W/2');
    await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
    await page.getByRole('button', { name: 'Clear status' }).click();
    await page.getByRole('searchbox').fill('');
    await expect(entries(page, '1 to 3 of 3 entries')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect(entries(page, '1 to 5 of 5 entries')).toBeVisible();
  });

  await test.step('amounts and materials narrow the list, too', async () => {
    await goOn(page, '/inward');
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Total from').fill('1,000');
    await page.getByLabel('Total from').press('Enter');
    await expect(entries(page, '1 to 2 of 2 entries')).toBeVisible();
    await page.getByLabel('Total to').fill('1100');
    await page.getByLabel('Total to').blur();
    await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
    await expect(page).toHaveURL(/grandTotalFrom=1000/);
  });
});
