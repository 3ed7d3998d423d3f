import { addCategory, addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { countOf } from '../support/api.ts';
import { office } from '../support/office.ts';
import { begin } from '../support/desk.ts';
import {
  alert,
  answer,
  choose,
  chooseFromMenu,
  dismiss,
  done,
  entries,
  expectQuestion,
  field,
  headingsOf,
  openMenu,
  rowOf,
} from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const list = 'Raw Materials';
const leaveQuestion = 'Leave without saving what you typed?';
const question = 'Are you sure you want to delete this material?';
/** The logged failures. */
const logged = /^(Failed to \w+ material\.|Cannot delete this material|Material not found)/;
const call = office();

test.use({ goesOn: true });

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Add New Material' }).click();
  return page.getByRole('form', { name: 'Add Material' });
}

test('a material is added, changed and deleted', async ({ page, godown }) => {
  await begin(page, godown, '/rawmaterials');
  await expect(page.getByText('No raw materials found.')).toBeVisible();
  const form = await openForm(page);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(field(form, 'Name')).toHaveAccessibleDescription('Name is required.');
  await expect(field(form, 'Name')).toBeFocused();

  // The name alone is required; an empty smallest quantity is the specified one.
  await expect(form.locator('input[required]')).toHaveCount(1);
  await expect(field(form, 'Unit')).toHaveAccessibleDescription('What all its quantities are counted in.');
  await field(form, 'Name').fill('Turmeric');
  await field(form, 'Description').fill('Whole fingers, polished');
  await field(form, 'Unit').fill('kg');
  await form.getByRole('button', { name: 'Add', exact: true }).dblclick();
  await expect(done(page, 'Material added successfully!')).toBeVisible();
  await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
  const row = rowOf(page, list, 'Turmeric');
  await expect(row).toContainText('Whole fingers, polished');
  await expect(row).toContainText('kg');
  expect((await call('GET', '/materials?search=Turmeric')).json).toMatchObject([{ minProductionQuantity: 1 }]);
  const headings = ['ID', 'Name', 'Description', 'Unit', 'Created At Updated At', 'Actions'];
  await expect(headingsOf(page, list)).toHaveText(headings);

  await row.getByRole('button', { name: 'Edit Turmeric' }).click();
  const edit = page.getByRole('form', { name: 'Update Material' });
  await expect(field(edit, 'Description')).toHaveValue('Whole fingers, polished');
  await field(edit, 'Unit').fill('bag');
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(done(page, 'Material updated successfully!')).toBeVisible();
  await expect(row).toContainText('bag');

  await chooseFromMenu(row, 'Turmeric', 'Delete …');
  await expectQuestion(page, question);
  await page.keyboard.press('Escape');
  await expect(row).toBeVisible();
  await chooseFromMenu(row, 'Turmeric', 'Delete …');
  await answer(page, question, 'Delete');
  await expect(done(page, 'Material deleted successfully!')).toBeVisible();
  await expect(page.getByText('No raw materials found.')).toBeVisible();
});

test('a category is chosen, shown on the page of the material, and removed', async ({ page, godown }) => {
  const categoryId = await addCategory(call, 'Peppers');
  const material = await addMaterial(call, { name: 'Long pepper' });
  await begin(page, godown, `/rawmaterials/${material}`);
  const about = page.getByRole('main');
  await expect(about.getByText('Category', { exact: true })).toBeVisible();
  const edit = page.getByRole('form', { name: 'Update Material' });
  const category = edit.getByRole('combobox', { name: 'Category' });
  const change = async () => await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const save = async () => {
    await edit.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Material updated successfully!')).toBeVisible();
    await expect(edit).toBeHidden();
  };
  await change();
  await choose(edit, 'Category', 'Peppers');
  await save();
  await expect(about.getByText('Peppers', { exact: true })).toBeVisible();
  expect((await call('GET', `/materials/${material}`)).json).toMatchObject({ categoryId, categoryName: 'Peppers' });

  await change();
  await expect(category).toHaveValue('Peppers');
  await category.fill('');
  await category.press('Tab');
  await save();
  await expect(about.getByText('Peppers', { exact: true })).toBeHidden();
  expect((await call('DELETE', `/Categories/${categoryId}`)).status).toBe(200);
});

test('the unit is fixed once stock was recorded in it, and the form says why', async ({ page, godown }) => {
  const material = await addMaterial(call, { name: 'Saffron', unit: 'g' });
  await begin(page, godown, '/rawmaterials?search=Saffron');
  const edit = page.getByRole('form', { name: 'Update Material' });
  await page.getByRole('button', { name: 'Edit Saffron' }).click();
  await expect(field(edit, 'Unit')).toBeEnabled();
  await expect(field(edit, 'Unit')).toHaveAccessibleDescription('');
  await edit.getByRole('button', { name: 'Cancel' }).click();

  await addInward(call, await addSupplier(call), [[material, 480]]);
  await page.reload();
  await page.getByRole('button', { name: 'Edit Saffron' }).click();
  await expect(field(edit, 'Unit')).toBeDisabled();
  await expect(field(edit, 'Unit')).toHaveAccessibleDescription(
    'The unit can no longer be changed: stock or recipes of this material are recorded in g.',
  );
  await field(edit, 'Name').fill('Saffron, Kashmir');
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(done(page, 'Material updated successfully!')).toBeVisible();
  await expect(rowOf(page, list, 'Saffron, Kashmir')).toContainText('g');
});

test('a unit in which somebody records stock while it is changed is refused at its field', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 409|^Failed to update material\./);
  const material = await addMaterial(call, { name: 'Cinnamon', unit: 'kg' });
  await begin(page, godown, '/rawmaterials?search=Cinnamon');
  await page.getByRole('button', { name: 'Edit Cinnamon' }).click();
  const edit = page.getByRole('form', { name: 'Update Material' });
  await field(edit, 'Unit').fill('g');
  await addInward(call, await addSupplier(call), [[material, 480]]);
  await edit.getByRole('button', { name: 'Update' }).click();
  const sentence = 'The unit can no longer be changed: stock or recipes of this material are recorded in kg.';
  await expect(alert(page, 'Failed to update material.')).toBeVisible();
  await expect(alert(page, sentence)).toBeVisible();
  await expect(field(edit, 'Unit')).toHaveAccessibleDescription(sentence);
  await expect(field(edit, 'Unit')).toBeFocused();
});

test('Esc closes a form, and asks first once something was typed', async ({ page, godown }) => {
  await begin(page, godown, '/rawmaterials');
  const form = await openForm(page);
  await expect(field(form, 'Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();

  await openForm(page);
  await field(form, 'Name').fill('Turmeric');
  await page.keyboard.press('Escape');
  await expectQuestion(page, leaveQuestion, 'Keep editing');
  await answer(page, leaveQuestion, 'Keep editing');
  await expect(field(form, 'Name')).toHaveValue('Turmeric');

  const menu = await openMenu(page);
  await menu.getByRole('link', { name: 'Inward' }).click();
  await answer(page, leaveQuestion, 'Keep editing');
  await expect(page).toHaveURL(/\/rawmaterials$/);
  await expect(field(form, 'Name')).toHaveValue('Turmeric');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, leaveQuestion, 'Discard');
  await expect(form).toBeHidden();
  await openForm(page);
  await expect(field(form, 'Name')).toHaveValue('');
});

test('a refusal of the server is shown, and the typed values stay', async ({ page, godown, browserErrors }) => {
  browserErrors.expect(/status of (409|500|503)/);
  browserErrors.expect(logged);
  const id = await addMaterial(call, { name: 'Held fast' });
  await addInward(call, await addSupplier(call), [[id, 1]]);
  await begin(page, godown, '/rawmaterials?search=Held fast');
  const remove = () => chooseFromMenu(page, 'Held fast', 'Delete …');
  await remove();
  await answer(page, question, 'Delete');
  await expect(alert(page, 'Cannot delete this material because it is linked in Inward.')).toBeVisible();
  await expect(rowOf(page, list, 'Held fast')).toBeVisible();

  // Without a message from the server.
  await page.route(`**/api/materials/${id}`, async (route) => {
    await route.fulfill({ status: 500, body: 'An answer of a proxy' });
  });
  await remove();
  await answer(page, question, 'Delete');
  await expect(alert(page, 'Failed to delete material. Please try again.')).toBeVisible();
  await dismiss(page);
  await page.getByRole('button', { name: 'Edit Held fast' }).click();
  const edit = page.getByRole('form', { name: 'Update Material' });
  await field(edit, 'Description').fill('Typed with care');
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(alert(page, 'Failed to update material.')).toBeVisible();
  await expect(field(edit, 'Description')).toHaveValue('Typed with care');
  await dismiss(page);
  await page.unroute(`**/api/materials/${id}`);
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(rowOf(page, list, 'Typed with care')).toBeVisible();

  await page.route('**/api/materials', async (route) => {
    await route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Please wait.' } });
  });
  const form = await openForm(page);
  await field(form, 'Name').fill('Patience');
  await field(form, 'Name').press('Enter');
  await expect(alert(page, 'Failed to create material.')).toBeVisible();
  await expect(field(form, 'Name')).toHaveValue('Patience');
  await page.unroute('**/api/materials');
  await field(form, 'Name').press('Enter');
  await expect(done(page, 'Material added successfully!')).toBeVisible();
  expect(await countOf(call, '/materials', 'Patience')).toBe(1);
});

test('search, order and page are in the address', async ({ page, godown }) => {
  for (let number = 1; number <= 16; number += 1) {
    await addMaterial(call, { name: `Paged ${String(number).padStart(2, '0')}`, unit: 'kg' });
  }
  await begin(page, godown, '/rawmaterials?page=2');
  await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('searchbox', { name: 'Search raw materials' }).fill('paged');
  await expect(entries(page, '1 to 15 of 16 entries')).toBeVisible();
  await expect(page).toHaveURL(/rawmaterials\?search=paged$/);
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await headingsOf(page, list).getByRole('button', { name: 'Name' }).click();
  await expect(page).toHaveURL(/sort=name&order=asc/);
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(entries(page, '16 to 16 of 16 entries')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.reload();
  await expect(entries(page, '16 to 16 of 16 entries')).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, list, 'Paged 01')).toBeVisible();
});
