import type { Caller } from '#test/buildTestApp.ts';
import { countOf, openOffice } from '../support/api.ts';
import { begin } from '../support/desk.ts';
import {
  alert,
  answer,
  choose,
  chooseFromMenu,
  done,
  entries,
  expectQuestion,
  field,
  headingsOf,
  rowOf,
  rowsOf,
} from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const list = 'Products';
const question = 'Are you sure you want to delete this product?';
let call: Caller;

test.use({ goesOn: true });

test.beforeAll(async ({ serverOf }, { file }) => {
  call = await openOffice(await serverOf(file));
  for (const name of ['Oils', 'Spices']) await call('POST', '/Categories', { name, status: 1 });
  await call('POST', '/Categories', { name: 'Spirits', status: 0 });
});

async function addProduct(name: string, category: string): Promise<number> {
  const { json } = await call('GET', `/Categories?search=${category}`);
  const [{ categoryId }] = json;
  return (await call('POST', '/products', { name, categoryId, price: 10, unit: 'jar' })).json.productId;
}

test('a product is added to a category found by typing, changed and deleted', async ({ page, godown }) => {
  await begin(page, godown, '/products');
  await expect(page.getByText('No products found.')).toBeVisible();
  await page.getByRole('button', { name: 'Add New Product' }).click();
  const form = page.getByRole('form', { name: 'Add Product' });
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const category = form.getByLabel('Category').and(form.locator('input'));
  await expect(field(form, 'Name')).toHaveAccessibleDescription('Name is required.');
  await expect(category).toHaveAccessibleDescription('Category is required.');
  await expect(field(form, 'Price (₹)')).toHaveAccessibleDescription('Enter a price from 0 with at most 2 decimals.');
  await expect(field(form, 'Unit')).toHaveAccessibleDescription('Unit is required.');
  await expect(field(form, 'Name')).toBeFocused();

  await field(form, 'Name').fill('Turmeric powder');
  await field(form, 'Description').fill('Freshly ground');
  // Inactive categories are not offered.
  await category.fill('sPi');
  await expect(form.getByRole('option')).toHaveText(['Spices', 'Create “sPi”']);
  await choose(form, 'Category', 'Spices');
  await field(form, 'Price (₹)').fill('1234.5');
  await field(form, 'Unit').fill('jar');
  await form.getByRole('button', { name: 'Add', exact: true }).dblclick();
  await expect(done(page, 'Product added successfully!')).toBeVisible();
  await expect(form).toBeHidden();
  expect(await countOf(call, '/products', 'Turmeric powder')).toBe(1);
  const row = rowOf(page, list, 'Turmeric powder');
  for (const text of ['Spices', '1,234.50', 'jar']) await expect(row).toContainText(text);
  const columns = ['ID', 'Name', 'Description', 'Category', 'Price (₹)', 'Unit', 'Created At Updated At'];
  await expect(headingsOf(page, list)).toHaveText([...columns, 'Actions']);

  await row.getByRole('button', { name: 'Edit Turmeric powder' }).click();
  const edit = page.getByRole('form', { name: 'Update Product' });
  await expect(field(edit, 'Description')).toHaveValue('Freshly ground');
  await expect(field(edit, 'Price (₹)')).toHaveValue('1234.50');
  await choose(edit, 'Category', 'Oils');
  await field(edit, 'Price (₹)').fill('99');
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(done(page, 'Product updated successfully!')).toBeVisible();
  await expect(row).toContainText('Oils');
  await expect(row).toContainText('99.00');

  await chooseFromMenu(row, 'Turmeric powder', 'Delete …');
  await expectQuestion(page, question);
  await answer(page, question, 'Delete');
  await expect(done(page, 'Product deleted successfully!')).toBeVisible();
  await expect(page.getByText('No products found.')).toBeVisible();
});

test('a product is found by the name of its category', async ({ page, godown }) => {
  await addProduct('Clove', 'Spices');
  await addProduct('Sesame', 'Oils');
  await begin(page, godown, '/products');
  await expect(entries(page, '1 to 2 of 2 entries')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search products' }).fill('sPICE');
  await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
  await expect(rowsOf(page, list)).toContainText(['Clove']);
});

test('what is in Finished Goods stays', async ({ page, godown, browserErrors }) => {
  browserErrors.expect(/status of 409|^Cannot delete this product/);
  const productId = await addProduct('Held fast', 'Oils');
  await call('POST', '/goods', { productId, batchNumber: 'H-1', quantity: 5 });
  await begin(page, godown, '/products?search=Held fast');
  await chooseFromMenu(page, 'Held fast', 'Delete …');
  await answer(page, question, 'Delete');
  await expect(alert(page, 'Cannot delete this product because it exists in Finished Goods.')).toBeVisible();
  await expect(rowOf(page, list, 'Held fast')).toBeVisible();
});

test('the unit stays while there are finished goods in it, and the form says why', async ({ page, godown }) => {
  const productId = await addProduct('Ginger candy', 'Spices');
  await call('POST', '/goods', { productId, batchNumber: 'GC-1', quantity: 40 });
  await begin(page, godown, '/products?search=ginger');
  await page.getByRole('button', { name: 'Edit Ginger candy' }).click();
  const edit = page.getByRole('form', { name: 'Update Product' });
  await expect(field(edit, 'Unit')).toBeDisabled();
  await expect(field(edit, 'Unit')).toHaveAccessibleDescription(
    'The unit can no longer be changed: finished goods or recipes of this product are recorded in jar.',
  );
  await field(edit, 'Price (₹)').fill('12');
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(done(page, 'Product updated successfully!')).toBeVisible();
  await expect(rowOf(page, list, 'Ginger candy')).toContainText('12.00');
});
