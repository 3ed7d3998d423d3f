import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { signIn, storekeeper } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { alert, choose, dismiss, done, entries, field, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office(storekeeper);
let turmeric: number;

test.beforeAll(async () => {
  const supplier = await addSupplier(call, { name: 'Wayanad Growers' });
  turmeric = await addMaterial(call, { name: 'Turmeric, Lakadong' });
  await addInward(call, supplier, [[turmeric, 160]], { invoiceNumber: 'WG/521', inwardDate: '2026-11-05' });
  await addInward(call, supplier, [[turmeric, 20]], { invoiceNumber: 'WG/540', inwardDate: '2026-11-07' });
  await addProduction(call, turmeric, 14.5);
});

test('a lot is found, changed and written off', async ({ page, godown, browserErrors }) => {
  browserErrors.expect(/status of 409/);
  await signIn(page, godown);
  await page.goto('/lots');

  await test.step('the list links to a lot, which shows its origin, the quantity left and its movements', async () => {
    await expect(entries(page, '1 to 2 of 2 entries')).toBeVisible();
    // 165.5 kg at 10 rupees.
    await expect(page.getByLabel('Sums')).toContainText('1,655.00');
    await page.getByRole('searchbox', { name: 'Search lots' }).fill('tur-2611-01');
    await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
    await rowOf(page, 'Lots', 'TUR-2611-01').getByRole('link', { name: 'TUR-2611-01' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'TUR-2611-01' })).toBeVisible();
    const facts = page.getByRole('main').locator('dl').first();
    await expect(facts).toContainText('145.500 kg');
    await expect(facts).toContainText('of 160 kg');
    await expect(facts).toContainText('Wayanad Growers');
    await expect(rowOf(page, 'Movements', 'Consumed')).toContainText('10-11-2026');
    await expect(rowOf(page, 'Movements', 'Received')).toContainText('WG/521');
    await facts.getByRole('link', { name: 'WG/521' }).click();
    await expect(page).toHaveURL(/\/inward\/\d+$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Inward WG/521' })).toBeVisible();
    await expect(rowOf(page, 'Raw material', 'TUR-2611-01')).toContainText('160 kg');
    await page.getByRole('main').getByRole('link', { name: 'Wayanad Growers' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Wayanad Growers' })).toBeVisible();
    await expect(rowOf(page, 'Lots', 'TUR-2611-01')).toContainText('145.500 kg');
  });

  await test.step('a lot gets the supplier’s number and an expiry date, and its code is fixed once it was used', async () => {
    await goOn(page, '/lots?search=TUR-2611-01');
    await page.getByRole('link', { name: 'TUR-2611-01' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('form', { name: 'Edit lot' });
    await field(form, 'Supplier lot number').fill('JHT-117');
    await field(form, 'Expires on').fill('31-10-2027');
    await field(form, 'Code').fill('TUR-X');
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(alert(page, 'The code can no longer be changed: something has left this lot.')).toBeVisible();
    await dismiss(page);
    await field(form, 'Code').fill('TUR-2611-01');
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Lot updated successfully!')).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText('expires 31-10-2027');
    await expect(main).toContainText('their lot JHT-117');
  });
});

test(
  'a lot on hold is not allocated until it is released',
  { tag: '@phone' },
  async ({ page, godown, browserErrors }) => {
    browserErrors.expect(/status of 409/);
    await signIn(page, godown);
    await page.goto('/lots?search=TUR-2611-02');
    await page.getByRole('link', { name: 'TUR-2611-02' }).click();
    await page.getByRole('button', { name: 'Put on hold' }).click();
    const form = page.getByRole('form', { name: 'Put on hold' });
    await form.getByRole('button', { name: 'Put on hold' }).click();
    await expect(form.getByText('Say why.')).toBeVisible();
    await field(form, 'Reason').fill('Moisture above 10 %');
    await page.keyboard.press('Enter');
    await expect(done(page, 'Lot put on hold.')).toBeVisible();
    await expect(page.getByRole('main')).toContainText(
      /On hold since \d\d-\d\d-\d{4} by Asha Rao: Moisture above 10 %/,
    );
    const refused = await call('POST', '/Production', {
      rawMaterialId: turmeric,
      quantity: 150,
      productionDate: '2026-11-11',
    });
    expect([refused.status, refused.json.errors]).toEqual([
      409,
      { quantity: ['Quantity exceeds available balance! Max: 145.5'] },
    ]);
    await goOn(page, '/production');
    const production = page.getByRole('form', { name: 'Add production' });
    await choose(production, 'Raw material', 'Turmeric, Lakadong');
    await field(production, 'Quantity').fill('150');
    await expect(production.getByText('Quantity exceeds available balance! Max: 145.5')).toBeVisible();
    await expect(field(production, 'Quantity')).toHaveAccessibleDescription(/ kg on hold$/);
    await field(production, 'Quantity').fill('');
    await goOn(page, '/lots?search=TUR-2611-02');
    await page.getByRole('link', { name: 'TUR-2611-02' }).click();
    await page.getByRole('button', { name: 'Release' }).click();
    await field(page.getByRole('form', { name: 'Release' }), 'Reason').fill('Dried again, 9 %');
    await page.keyboard.press('Enter');
    await expect(done(page, 'Lot released.')).toBeVisible();
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('dialog')).toContainText('Moisture above 10 %');
  },
);

test('a person of the role user puts a lot on hold, and may not release, change or write it off', async ({
  page,
  godown,
}) => {
  await signIn(page, godown, storekeeper);
  await page.goto('/lots?search=TUR-2611-01');
  await page.getByRole('link', { name: 'TUR-2611-01' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'TUR-2611-01' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'History' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Write off' })).toHaveCount(0);
  await expect(rowOf(page, 'Movements', 'Consumed')).toBeVisible();
  await page.getByRole('button', { name: 'Put on hold' }).click();
  await field(page.getByRole('form', { name: 'Put on hold' }), 'Reason').fill('Sack is torn');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText(/On hold since \d\d-\d\d-\d{4} by Vikram Shah: Sack is torn/);
  await expect(page.getByRole('button', { name: /hold|Release/ })).toHaveCount(0);
  // From the list, too, it can be held but not released.
  await goOn(page, '/lots');
  await page.getByRole('checkbox', { name: 'Select lot TUR-2611-01' }).check();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await expect(bar.getByRole('button', { name: /hold|Release/ })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select lot TUR-2611-02' }).check();
  await expect(bar.getByRole('button', { name: 'Put on hold' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Release' })).toHaveCount(0);
});
