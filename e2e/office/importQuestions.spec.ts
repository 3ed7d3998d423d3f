/** Questions that a sheet leaves open: asked on the screen, answered by keys, and saved as shown. */
import { workbook } from '#test/sheets/workbooks.ts';
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
    await expect(page.getByRole('button', { name: 'Answer 2 questions' })).toBeVisible();
    const left = page.getByRole('region', { name: '2 rows left out' });
    await expect(left).toContainText('Row 7 Grand Total, a total');
    await page.keyboard.press('F8');
    await expect(page.getByRole('radio', { name: /^Opening Balance · Quantity/ })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F8');
    await page.getByRole('radio', { name: /^Closing Balance · Rate/ }).press('Space');
  });

  await test.step('the order of dates, the size of a bag and the unit of the price are asked, with samples', async () => {
    await expect(page.getByRole('button', { name: 'Answer 3 questions' })).toBeVisible();
    await page.getByRole('radio', { name: /^For one gm, as the quantity is written 2\.75 per gm/ }).press('Space');
    await page.keyboard.press('F8');
    await expect(page.getByRole('radio', { name: /^Day first as in India/ })).toBeFocused();
    await expect(page.getByRole('radio', { name: /Month first/ })).toHaveAccessibleName(/05-06-2026 = 6 May 2026/);
    await page.keyboard.press('Space');
    await page.keyboard.press('F8');
    await page.keyboard.type('30');
    await page.keyboard.press('Tab');
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
