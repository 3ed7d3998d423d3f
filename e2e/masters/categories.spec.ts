import { addMaterial } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { signIn } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import {
  alert,
  answer,
  chooseFromMenu,
  colourOf,
  done,
  entries,
  expectQuestion,
  field,
  headingsOf,
  rowOf,
  select,
} from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const list = 'Categories';
const question = 'Are you sure you want to delete this category?';
const call = office();

test('categories are added, changed and deleted', async ({ page, godown, browserErrors }) => {
  // Specification §8: a failed deletion is logged.
  browserErrors.expect(/status of 409|^Failed to delete category\./);
  await signIn(page, godown);
  await page.goto('/categories');

  await test.step('a category is added, changed and deleted', async () => {
    await expect(page.getByText('No categories found.')).toBeVisible();
    await page.getByRole('button', { name: 'Add New Category' }).click();
    const form = page.getByRole('form', { name: 'Add Category' });
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(field(form, 'Name')).toHaveAccessibleDescription('Name is required.');
    await expect(field(form, 'Name')).toBeFocused();

    await expect(form.getByLabel(/^Status/).and(form.locator('input'))).toHaveValue('Active');
    await field(form, 'Name').fill('Spices');
    await field(form, 'Description').fill('Whole and ground');
    await form.getByRole('button', { name: 'Add', exact: true }).dblclick();
    await expect(done(page, 'Category created successfully!')).toBeVisible();
    await expect(form).toBeHidden();
    await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
    const row = rowOf(page, list, 'Spices');
    await expect(row).toContainText('Whole and ground');
    await expect(row.getByText('Active', { exact: true })).toBeVisible();
    expect(await colourOf(row.getByText('Active', { exact: true }))).toBe('green');
    const kept = async () => (await call('GET', '/Categories?search=Spices')).json[0];
    expect(await kept()).toMatchObject({ status: 1 });
    const headings = ['ID', 'Name', 'Description', 'Status', 'Created At Updated At', 'Actions'];
    await expect(headingsOf(page, list)).toHaveText(headings);

    await row.getByRole('button', { name: 'Edit Spices' }).click();
    const edit = page.getByRole('form', { name: 'Update Category' });
    await expect(field(edit, 'Description')).toHaveValue('Whole and ground');
    await select(edit, 'Status', 'Inactive');
    await edit.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Category updated successfully!')).toBeVisible();
    await expect(row.getByText('Inactive', { exact: true })).toBeVisible();
    expect(await colourOf(row.getByText('Inactive', { exact: true }))).toBe('red');
    expect(await kept()).toMatchObject({ status: 0 });

    await chooseFromMenu(row, 'Spices', 'Delete …');
    await expectQuestion(page, question);
    await answer(page, question, 'Delete');
    await expect(done(page, 'Category deleted successfully!')).toBeVisible();
    await expect(page.getByText('No categories found.')).toBeVisible();
  });

  await test.step('a category in use is not deleted, and the reason is shown', async () => {
    const { json } = await call('POST', '/Categories', { name: 'In use', status: 1 });
    const { categoryId } = json;
    await call('POST', '/products', { name: 'Masala', categoryId, price: 90, unit: 'jar' });
    await addMaterial(call, { name: 'Cumin', categoryId });
    await addMaterial(call, { name: 'Clove', categoryId });
    await goOn(page, '/categories?search=In use');
    await chooseFromMenu(page, 'In use', 'Delete …');
    await answer(page, question, 'Delete');
    await expect(alert(page, 'Failed to delete category.')).toBeVisible();
    const reason = 'Cannot delete this category because it is used by 1 product and 2 raw materials.';
    await expect(alert(page, reason)).toBeVisible();
    await expect(rowOf(page, list, 'In use')).toBeVisible();
  });
});
