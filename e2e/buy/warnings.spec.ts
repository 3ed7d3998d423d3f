/** Warnings of likely typing errors show below the field, in yellow, and do not block saving (decision 49). */
import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { countOf } from '../support/api.ts';
import { office } from '../support/office.ts';
import { pdfBill } from '../support/bills.ts';
import { begin, goOn } from '../support/desk.ts';
import { choose, chooseFromMenu, colourOf, done, field, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Locator } from '@playwright/test';

const call = office();
let supplierId: number;
let turmeric: number;

test.use({ goesOn: true });

test.beforeAll(async () => {
  supplierId = await addSupplier(call, { name: 'Hill Farms' });
  turmeric = await addMaterial(call, { name: 'Turmeric' });
});

/** The date this many days after today, as typed. */
function dayAfter(days: number): string {
  const date = new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return date.split('-').toReversed().join('-');
}

async function expectWarning(input: Locator, text: string): Promise<void> {
  await expect(input).toHaveAccessibleDescription(text);
  await expect(input).not.toHaveAttribute('aria-invalid', 'true');
  const described = (await input.getAttribute('aria-describedby')) ?? '';
  expect(await colourOf(input.page().locator(`[id="${described.trim()}"] > span`).first())).toBe('yellow');
}

test('an inward warns of a used invoice number and of ten times the last quantity and price, and can be saved', async ({
  page,
  godown,
}) => {
  const rawMaterials = [{ rawMaterialId: turmeric, quantity: 50, pricePerUnit: 120.25 }];
  const number = 'HF/desk';
  const inwardDate = '2026-11-12';
  const { inwardId } = await addInward(call, supplierId, [], { invoiceNumber: number, inwardDate, rawMaterials });
  await begin(page, godown, '/inward');
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  const form = page.getByRole('form', { name: 'Add Inward' });
  const [invoice, quantity, price] = ['Invoice number', 'Quantity', 'Price per unit (₹)'].map((label) =>
    field(form, label),
  );
  if (!invoice || !quantity || !price) throw new Error('a field is missing');
  await choose(form, 'Supplier', 'Hill Farms');
  await invoice.fill(`${number}/other`);
  await expect(invoice).toHaveAccessibleDescription('');
  await invoice.fill(number.toLowerCase());
  const sentence = `Inward ${inwardId} of 12-11-2026 has this invoice number of this supplier already.`;
  await expectWarning(invoice, `${sentence} Show it in the list`);
  await expect(form.getByRole('status').filter({ hasText: sentence })).toHaveCount(1);

  await choose(form, 'Raw material', 'Turmeric');
  await expect(price).toHaveValue('120.25');
  await quantity.fill('499.999');
  await expect(quantity).toHaveAccessibleDescription('');
  await quantity.fill('500');
  await expectWarning(quantity, 'Last time: 50 kg. Is this right?');
  for (const [typed, change, isLarge] of [
    ['130', '+8.11 %, last 120.25', false],
    ['126', '', false],
    ['96.2', '−20 %, last 120.25', true],
  ] as const) {
    await price.fill(typed);
    await expect(price).toHaveAccessibleDescription(change);
    if (change) expect(await form.getByText(change).getAttribute('data-large')).toBe(isLarge ? 'true' : null);
  }
  await price.fill('12.02');
  await expectWarning(price, 'Last time: 120.25. Is this right?');
  await expectAccessible(page, { part: form.getByRole('group', { name: 'Line 1' }) });
  // An error hides the warning.
  await price.fill('12.025');
  await price.press('Tab');
  await expect(price).toHaveAccessibleDescription('Enter a price from 0 with at most 2 decimals.');
  await price.fill('1202.5');
  await expectWarning(price, 'Last time: 120.25. Is this right?');

  await form.getByRole('link', { name: 'Show it in the list' }).click();
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(number.toLowerCase())}`));
  await expect(rowOf(page, 'Inward', number)).toBeVisible();
  await expect(invoice).toHaveValue(number.toLowerCase());
  await form.getByLabel('Bill', { exact: true }).setInputFiles(pdfBill);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(done(page, 'Added successfully!')).toBeVisible();
  expect(await countOf(call, '/inward', number)).toBe(2);

  // An edited inward is not compared with itself.
  const alone = await addInward(call, await addSupplier(call), [[await addMaterial(call), 5]]);
  await goOn(page, `/inward?search=${alone.invoiceNumber}`);
  await page.getByRole('button', { name: `Edit inward ${alone.invoiceNumber}` }).click();
  const edit = page.getByRole('form', { name: /^(Edit|Update) Inward/ });
  await field(edit, 'Quantity').fill('500');
  await page.waitForLoadState('networkidle');
  for (const label of ['Invoice number', 'Quantity', 'Price per unit (₹)']) {
    await expect(field(edit, label)).toHaveAccessibleDescription('');
  }
});

test('a production warns of ten times the last quantity, beside the balance, and can be saved', async ({
  page,
  godown,
}) => {
  const name = 'Neem';
  const material = await addMaterial(call, { name });
  await addInward(call, supplierId, [[material, 100]]);
  await addProduction(call, material, 2);
  await begin(page, godown, '/production');
  const form = page.getByRole('form', { name: 'Add production' });
  const quantity = field(form, 'Quantity');
  await choose(form, 'Raw material', name);
  await quantity.fill('19');
  await expect(quantity).toHaveAccessibleDescription('79 kg left after this');
  await quantity.fill('20');
  await expect(quantity).toHaveAccessibleDescription('78 kg left after this Last time: 2 kg. Is this right?');
  await quantity.fill('99');
  await expect(quantity).toHaveAccessibleDescription('Quantity exceeds available balance! Max: 98');
  await quantity.fill('20');
  await form.getByRole('button', { name: 'Save production' }).click();
  await expect(done(page, 'Production added successfully!')).toBeVisible();
  expect((await call('GET', `/Production?search=${name}`)).json).toHaveLength(2);

  // An unchanged quantity is not questioned again, a changed one is.
  await chooseFromMenu(rowOf(page, 'Recorded productions', '20 kg'), /^More for production/, 'Edit');
  const edited = field(page.getByRole('form', { name: 'Update production' }), 'Quantity');
  await expect(edited).toHaveAccessibleDescription('78 kg left after this');
  await edited.fill('21');
  await expect(edited).toHaveAccessibleDescription('77 kg left after this Last time: 2 kg. Is this right?');
  await edited.fill('20');
  await expect(edited).toHaveAccessibleDescription('78 kg left after this');
});

test('a date in the future, or before 2000, is refused at its field before a request', async ({ page, godown }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  const [notYet, tooEarly] = ['This date is in the future.', 'Dates before 2000 cannot be recorded.'];
  await begin(page, godown, '/inward');
  for (const [path, button, label, save] of [
    ['/inward', 'Add New Inward', 'Invoice date', 'Add'],
    ['/finishedgoods', 'Add Finished Good', 'Manufacture date', 'Add'],
    ['/production', undefined, 'Production date', 'Save production'],
  ] as const) {
    await goOn(page, path);
    if (button) await page.getByRole('button', { name: button, exact: true }).click();
    const form = page.getByRole('form');
    const date = field(form, label);
    for (const [day, text] of [
      [dayAfter(3), notYet],
      ['31-12-1999', tooEarly],
    ] as const) {
      await date.fill(day);
      await form.getByRole('button', { name: save, exact: true }).click();
      await expect(date).toHaveAccessibleDescription(text);
    }
    await date.fill(dayAfter(0));
    await date.press('Tab');
    await expect(date).toHaveAccessibleDescription('');
  }
  await goOn(page, '/finishedgoods');
  await page.getByRole('button', { name: 'Add Finished Good', exact: true }).click();
  const expiry = field(page.getByRole('form'), 'Expiry date');
  await expiry.fill('31-12-1999');
  await expiry.press('Tab');
  await expect(expiry).toHaveAccessibleDescription(tooEarly);
  await expiry.fill('01-01-2030');
  await expiry.press('Tab');
  await expect(expiry).toHaveAccessibleDescription('');
  expect(sent).toEqual([]);
});
