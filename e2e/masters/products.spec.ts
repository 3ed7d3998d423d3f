import { countOf } from '../support/api.ts';
import { office } from '../support/office.ts';
import { begin } from '../support/desk.ts';
import { answer, choose, chooseFromMenu, done, expectQuestion, field, headingsOf, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const list = 'Products';
const question = 'Are you sure you want to delete this product?';
const call = office();

test.use({ goesOn: true });

test.beforeAll(async () => {
  for (const name of ['Oils', 'Spices']) await call('POST', '/Categories', { name, status: 1 });
  await call('POST', '/Categories', { name: 'Spirits', status: 0 });
});

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
  await expect(page.getByRole('status').filter({ hasText: 'Product added successfully!' })).toContainText(
    'Turmeric powder',
  );
  await expect(form).toBeHidden();
  // The latest choice comes before the others, which are in the order of their names.
  await page.getByRole('button', { name: 'Add New Product' }).click();
  await category.click();
  await expect(form.getByRole('option')).toHaveText(['Spices', 'Oils']);
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Cancel' }).click();
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
