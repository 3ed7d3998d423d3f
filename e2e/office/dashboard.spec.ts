import { addMaterial, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { signIn } from '../support/people.ts';
import { headingsOf, rowsOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office();

test.beforeAll(async () => {
  await addSupplier(call);
  for (let count = 0; count < 3; count += 1) await addMaterial(call);
  for (let number = 1; number <= 6; number += 1) {
    await call('POST', '/buyers', { name: `Buyer ${number}`, email: `buyer${number}@example.com`, status: 1 });
  }
});

test('the dashboard counts, and shows the last buyers', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/dashboard');

  await test.step('the five buyers added last are shown, the newest first', async () => {
    const rows = rowsOf(page, 'Recent Buyers');
    await expect(rows).toContainText(['Buyer 6', 'Buyer 5', 'Buyer 4', 'Buyer 3', 'Buyer 2']);
    await expect(rows).toHaveCount(5);
    await expect(rows.first()).toContainText(/\d\d-\d\d-\d{4}\s*(0[1-9]|1[0-2]):\d\d [AP]M/);
    await expect(headingsOf(page, 'Recent Buyers')).toHaveText(['Name', 'Email', 'Created On']);
  });

  await test.step('the cards show the number of records and link to their lists', async () => {
    const suppliers = page.getByRole('main').getByRole('link', { name: /^Suppliers\s*1$/ });
    await expect(suppliers).toBeVisible();
    await expect(page.getByText('Nothing in these weeks.')).toHaveCount(3);
    await suppliers.click();
    await expect(page).toHaveURL(/\/suppliers$/);
    const others = [
      [/^Raw Materials\s*3$/, /\/rawmaterials$/],
      [/^Buyers\s*6$/, /\/buyers$/],
      [/^Categories\s*0$/, /\/categories$/],
    ] as const;
    for (const [card, address] of others) {
      await page.goBack();
      await page.getByRole('main').getByRole('link', { name: card }).click();
      await expect(page).toHaveURL(address);
    }
  });
});

test('a count that cannot be loaded leaves the others', async ({ page, godown, browserErrors }) => {
  browserErrors.expect(/status of 500/);
  // Specification §8: the failure is logged.
  browserErrors.expect(/The count of Raw Materials could not be loaded/);
  await signIn(page, godown);
  await page.route('**/api/materials?*', async (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/dashboard');
  const cards = page.getByRole('main');
  await expect(cards.getByRole('link', { name: /^Raw Materials\s*Could not be loaded$/ })).toBeVisible();
  await expect(cards.getByRole('link', { name: /^Suppliers\s*1$/ })).toBeVisible();
});
