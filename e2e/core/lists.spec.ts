import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { openOffice } from '../support/api.ts';
import { type Person, signIn, storekeeper } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { entries } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

/** A list: path, name, search, page size, and the total of its rows. */
type List = [path: string, list: string, search: string, size: number, total: number];

/** One of each kind: all others are the same screen or the same list. */
const lists: List[] = [
  ['/suppliers', 'Suppliers', 'Search suppliers', 15, 16],
  ['/register', 'Registered Users', 'Search users', 15, 16],
  ['/production', 'Raw material stock', 'Search the stock', 15, 26],
  ['/production', 'Recorded productions', 'Search recorded productions', 15, 16],
  ['/finishedgoods', 'Finished Goods', 'Search finished goods', 15, 26],
  ['/reports/products', 'Finished goods', 'Search finished goods', 25, 26],
];

test.beforeAll(async ({ serverOf }, { file }) => {
  const people = Array.from({ length: 15 }, (_, index): Person => {
    return { ...storekeeper, fullName: `Row ${index}`, email: `row${index}@example.com` };
  });
  const call = await openOffice(await serverOf(file), ...people);
  let categoryId = 0;
  const materials: number[] = [];
  for (let number = 1; number <= 26; number += 1) {
    const name = `Row ${number}`;
    if (number <= 16) {
      categoryId = (await call('POST', '/Categories', { name, status: 1 })).json.categoryId;
      await call('POST', '/buyers', { name, status: 1 });
    }
    materials.push(await addMaterial(call, { name }));
    const { productId } = (await call('POST', '/products', { name, categoryId, price: 1, unit: 'jar' })).json;
    await call('POST', '/goods', { productId, batchNumber: `R-${number}`, quantity: 1 });
  }
  for (let day = 1; day <= 16; day += 1) {
    const supplierId = await addSupplier(call, { name: `Row ${day}` });
    await addInward(call, supplierId, [[materials[0] ?? 0, 10]]);
    const productionDate = `2026-11-${String(day).padStart(2, '0')}`;
    await addProduction(call, materials[0] ?? 0, 1, { productionDate });
  }
});

/** Goes to the second page and back in every way; a search from there resets to the first. */
async function expectPages(page: Page, [path, list, search, size, total]: List): Promise<void> {
  const pages = page.getByRole('navigation', { name: `Pages of ${list}`, exact: true });
  const number = (wanted: number) => pages.getByRole('button', { name: `Page ${wanted}`, exact: true });
  const previous = pages.getByRole('button', { name: 'Previous' });
  const next = pages.getByRole('button', { name: 'Next' });
  const ground = (wanted: number) => number(wanted).evaluate((each) => getComputedStyle(each).backgroundColor);
  await goOn(page, path);
  await expect(entries(page, `1 to ${size} of ${total} entries`)).toBeVisible();
  await expect(number(1)).toHaveAttribute('aria-current', 'page');
  await expect(previous).toBeDisabled();

  await next.click();
  await expect(entries(page, `${size + 1} to ${total} of ${total} entries`)).toBeVisible();
  await expect(number(2)).toHaveAttribute('aria-current', 'page');
  await expect(next).toBeDisabled();
  await previous.click();
  await expect(number(1)).toHaveAttribute('aria-current', 'page');
  await number(2).click();
  await expect(number(2)).toHaveAttribute('aria-current', 'page');
  await page.getByRole('heading', { level: 1 }).hover();
  expect(await ground(2)).not.toBe(await ground(1));

  await page.getByRole('searchbox', { name: search, exact: true }).fill('rOW');
  // The URL has only the search, no page.
  await expect(page).toHaveURL(/\?(s|stockS)earch=rOW$/);
  await expect(number(1)).toHaveAttribute('aria-current', 'page');
  await expect(previous).toBeDisabled();
}

test('lists have pages, and a search returns to the first', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/suppliers');
  for (const list of lists) await test.step(list[1], async () => expectPages(page, list));
});
