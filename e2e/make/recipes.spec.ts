import { addInward, addMaterial, addProduct, addRecipe, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { begin, goOn } from '../support/desk.ts';
import { storekeeper } from '../support/people.ts';
import { choose, chooseFromMenu, done, entries, field, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office(storekeeper);

test.use({ goesOn: true });

test.beforeAll(async () => {
  const supplier = await addSupplier(call);
  const turmeric = await addMaterial(call, { name: 'Turmeric, Lakadong' });
  const jar = await addMaterial(call, { name: 'Glass jar', unit: 'piece' });
  await addProduct(call, { name: 'Turmeric powder 200 g' });
  await addProduct(call, { name: 'Turmeric powder 500 g' });
  const rawMaterials = [
    { rawMaterialId: turmeric, quantity: 50, pricePerUnit: 200.5 },
    { rawMaterialId: jar, quantity: 500, pricePerUnit: 12.25 },
  ];
  await addInward(call, supplier, [], { rawMaterials });
  await addRecipe(call, await addProduct(call, { name: 'Gift box' }), [[turmeric, 1]]);
});

test('a recipe is added with the keyboard, costed while typing, copied for another product and changed', async ({
  page,
  godown,
}) => {
  await begin(page, godown, '/recipes');
  await page.getByRole('button', { name: 'Add Recipe' }).click();
  const form = page.getByRole('form', { name: 'Add recipe' });
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByText('Choose what the recipe makes.')).toBeVisible();
  await expect(form.getByText('Add at least one ingredient with its quantity.')).toBeVisible();
  await choose(form, 'Product', 'Turmeric powder 200 g');
  await field(form, 'Makes').fill('100');
  await field(form, 'Expected yield (%)').fill('98.5');
  const first = form.getByRole('group', { name: 'Ingredient 1' });
  await choose(first, 'Ingredient', 'Turmeric, Lakadong');
  await field(first, 'Quantity').fill('20.5');
  await expect(first.getByLabel('Cost of ingredient 1')).toContainText('4,110.25');
  await field(first, 'Planned loss (%)').fill('1.5');
  await page.keyboard.press('Enter');
  const second = form.getByRole('group', { name: 'Ingredient 2' });
  await expect(second.getByLabel('Ingredient').first()).toBeFocused();
  await choose(second, 'Ingredient', 'Glass jar');
  await field(second, 'Quantity').fill('100');
  await expect(form.locator('dl')).toContainText('₹ 5,396.90');
  await expect(form.locator('dl')).toContainText('₹ 53.97');
  await page.keyboard.press('Control+Enter');
  await expect(done(page, 'Recipe added successfully!')).toBeVisible();
  const row = rowOf(page, 'Recipes', 'Turmeric powder 200 g');
  await expect(row).toContainText('20.500 kg Turmeric, Lakadong · 100 piece Glass jar');
  await expect(row).toContainText('53.97');

  await chooseFromMenu(row, 'recipe of Turmeric powder 200 g', 'Copy');
  await expect(field(first, 'Quantity')).toHaveValue('20.5');
  await expect(form.getByLabel('Product').and(form.locator('input'))).toHaveValue('');
  await choose(form, 'Product', 'Turmeric powder 500 g');
  await field(first, 'Quantity').fill('51');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(entries(page, '1 to 3 of 3 entries')).toBeVisible();

  await page.getByRole('button', { name: 'Edit recipe of Turmeric powder 200 g' }).click();
  const edited = page.getByRole('form', { name: 'Update recipe' });
  await edited.getByRole('button', { name: 'Remove ingredient 2' }).click();
  await field(edited, 'Makes').fill('102');
  await edited.getByRole('button', { name: 'Update' }).click();
  await expect(done(page, 'Recipe updated successfully!')).toBeVisible();
  await expect(rowOf(page, 'Recipes', 'Turmeric powder 200 g')).not.toContainText('Glass jar');
  await page.getByRole('searchbox', { name: 'Search recipes' }).fill('glass');
  await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
  await expect(rowOf(page, 'Recipes', 'Turmeric powder 500 g')).toBeVisible();

  await chooseFromMenu(page, 'recipe of Turmeric powder 500 g', 'Delete …');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(done(page, 'Recipe deleted successfully!')).toBeVisible();
});

test('the stock settings of a product are stored, and a unit of weight sets its grams', async ({ page, godown }) => {
  await begin(page, godown, '/products');
  const open = () => chooseFromMenu(page, 'Turmeric powder 200 g', 'Stock settings');
  await open();
  const form = page.getByRole('form', { name: 'Stock settings: Turmeric powder 200 g' });
  await field(form, 'Grams per unit').fill('200');
  await field(form, 'Pattern of batch numbers').fill('TP');
  await field(form, 'Shelf life (days)').fill('270');
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(form.getByText('Write {n} once, where the number goes.')).toBeVisible();
  await field(form, 'Pattern of batch numbers').fill('TP-{n}');
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(done(page, 'Stock settings updated successfully!')).toBeVisible();
  await open();
  await expect(field(form, 'Grams per unit')).toHaveValue('200');
  await expect(field(form, 'Shelf life (days)')).toHaveValue('270');
  await field(form, 'Grams per unit').fill('250');
  // Nor is another form begun beside it, from anywhere.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find' }).fill('new product');
  await page.getByRole('option', { name: /New product\b/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('form', { name: 'Add Product' })).toHaveCount(0);
  await expect(field(form, 'Grams per unit')).toHaveValue('250');
  await field(form, 'Grams per unit').press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(form).toHaveCount(0);

  await goOn(page, '/rawmaterials');
  await chooseFromMenu(page, 'Turmeric, Lakadong', 'Stock settings');
  const ofMaterial = page.getByRole('form', { name: 'Stock settings: Turmeric, Lakadong' });
  await expect(field(ofMaterial, 'Reorder level')).toBeVisible();
  await expect(ofMaterial.getByText('Grams per unit')).toHaveCount(0);
  await expect(ofMaterial.getByText('Shelf life (days)')).toHaveCount(0);
});
