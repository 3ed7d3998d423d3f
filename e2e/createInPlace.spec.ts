/** Records that a lookup misses are made beside the form, which stays as it is. */
import { addSupplier } from '../test/factories.ts';
import type { Caller } from '../test/buildTestApp.ts';
import { openOffice } from './support/api.ts';
import { manager, signIn, storekeeper } from './support/people.ts';
import { field } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const LATER_MS = 400;
let call: Caller;

test.beforeAll(async ({ serverOf }, { file }) => {
  call = await openOffice(await serverOf(file), manager, storekeeper);
});

test('the form beneath stays, Esc returns to the lookup, and one that is there already can be chosen', async ({
  page,
  godown,
}) => {
  await addSupplier(call, { name: 'Malabar Spice Farm', phone: '9876500001' });
  await signIn(page, godown);
  await page.goto('/inward');
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  const form = page.getByRole('form', { name: 'Add Inward' });
  await field(form, 'Invoice number').fill('KEPT/1');
  const supplier = form.getByLabel('Supplier').and(form.locator('input'));
  await supplier.fill('Malabar Farm of Kodagu');
  await page.getByRole('option', { name: 'Create “Malabar Farm of Kodagu”' }).click();
  const panel = page.getByRole('form', { name: 'Add Supplier' });
  await panel.getByRole('button', { name: 'Add' }).click();
  await expect(field(panel, 'Phone')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(form, 'Invoice number')).toHaveValue('KEPT/1');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(supplier).toBeFocused();

  await supplier.fill('Malabar Farm of Kodagu');
  // Where the processor has much else to do, timers come late: after the first letters.
  await page.evaluate((later) => {
    const { setTimeout } = window;
    Object.assign(window, { setTimeout: (act: () => void, ms = 0) => setTimeout(act, ms + later) });
  }, LATER_MS);
  await page.getByRole('option', { name: /^Create/ }).click();
  await field(panel, 'Phone').fill('9876500001');
  await page.waitForTimeout(2 * LATER_MS);
  await expect(field(panel, 'Phone')).toBeFocused();
  await panel.getByRole('button', { name: /Malabar Spice Farm/ }).click();
  await expect(supplier).toHaveValue('Malabar Spice Farm');
  await expect(field(form, 'Invoice number')).toBeFocused();
  await expect(field(form, 'Invoice number')).toHaveValue('KEPT/1');
});

test('who may not add a supplier is not offered to', async ({ page, godown }) => {
  await signIn(page, godown, storekeeper);
  await page.goto('/production');
  const material = page.getByLabel('Raw material').and(page.locator('input')).first();
  await material.fill('Nothing is called so');
  await expect(page.getByText('Nothing found').filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('option', { name: /^Create/ })).toBeHidden();
});

test('a lookup of items makes a raw material or a product, and takes its item', async ({ page, godown }, {
  project,
}) => {
  await signIn(page, godown);
  await page.goto('/adjustments/new/opening');
  const form = page.getByRole('form', { name: 'Opening stock' });
  const item = form.getByLabel('Raw material or product').and(form.locator('input'));
  const name = `Vidarbha Haldi ${project.name}`;
  await item.fill(name);
  await expect(page.getByRole('option', { name: `Create product “${name}”` })).toBeVisible();
  await page.getByRole('option', { name: `Create raw material “${name}”` }).click();
  const panel = page.getByRole('form', { name: 'Add Material' });
  await field(panel, 'Unit').fill('kg');
  await panel.getByRole('button', { name: 'Add' }).click();
  await expect(item).toHaveValue(name);
});
