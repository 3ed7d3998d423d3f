/** A whole invoice by keys, counted. */
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { pdfBill } from '../support/bills.ts';
import { keysOf } from '../support/keys.ts';
import { signIn } from '../support/people.ts';
import { done, field } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Locator, Page } from '@playwright/test';

const call = office();

/** Opens the form of a new inward from the dashboard, counting keys. */
async function openForm(page: Page) {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Find' }).waitFor();
  const keys = keysOf(page);
  await keys.press('Control+k');
  await page.getByRole('combobox', { name: 'Find' }).waitFor();
  await keys.type('new inw');
  await expect(page.getByRole('option', { name: /New inward/ })).toBeVisible();
  await keys.press('Enter');
  const form = page.getByRole('form', { name: 'Add Inward' });
  const supplier = form.getByLabel('Supplier').and(form.locator('input'));
  await expect(supplier).toBeFocused();
  return { keys, form, supplier };
}

/** The bill comes by the file dialog: as many keys as its button takes. */
async function chooseBill(page: Page, keys: ReturnType<typeof keysOf>, form: Locator) {
  const chooser = page.waitForEvent('filechooser');
  await keys.press('Enter', 'Enter', 'Enter');
  await expect(form.getByRole('button', { name: /choose a file/i })).toBeFocused();
  await keys.press('Enter');
  await (await chooser).setFiles(pdfBill);
}

test('twelve lines with a new supplier and two new materials take at most 255 keys from the dashboard', async ({
  page,
  godown,
}) => {
  const known = ['Turmeric', 'Ginger', 'Pepper', 'Cumin', 'Neem', 'Tulsi', 'Amla', 'Brahmi', 'Giloy', 'Clove'];
  for (const name of known) await addMaterial(call, { name, unit: 'kg' });
  await signIn(page, godown);
  const { keys, form, supplier } = await openForm(page);

  await keys.type('Vidarbha Haldi');
  await expect(page.getByRole('option', { name: 'Create “Vidarbha Haldi”' })).toBeVisible();
  await keys.press('Enter');
  const panel = page.getByRole('form', { name: 'Add Supplier' });
  await expect(field(panel, 'Name')).toHaveValue('Vidarbha Haldi');
  await expect(field(panel, 'Name')).toBeFocused();
  // It is being made: nothing is missing yet.
  await expect(supplier).not.toHaveAttribute('aria-invalid', 'true');
  await keys.press('Enter', 'Enter', 'Enter');
  await expect(field(panel, 'Phone')).toBeFocused();
  await keys.type('9811111191');
  await keys.press('Control+Enter');
  await expect(done(page, 'Supplier added successfully!')).toBeVisible();
  await expect(supplier).toHaveValue('Vidarbha Haldi');
  await expect(field(form, 'Invoice number')).toBeFocused();

  await keys.type('VH/117');
  await chooseBill(page, keys, form);

  for (const [index, name] of [...known, 'Haldi whole', 'Ajwain'].entries()) {
    const line = form.getByRole('group', { name: new RegExp(`^Line ${index + 1}\\b`) });
    const material = line.getByLabel('Raw material').and(line.locator('input'));
    await expect(material).toBeFocused();
    if (index < known.length) {
      // Less than the name, so that its whole name says that it was chosen.
      await keys.type(name.slice(0, 3));
      await keys.press('Enter');
    } else {
      await keys.type(name);
      await expect(page.getByRole('option', { name: `Create “${name}”` })).toBeVisible();
      await keys.press('Enter');
      const made = page.getByRole('form', { name: 'Add Material' });
      await expect(field(made, 'Name')).toBeFocused();
      await keys.press('Enter', 'Enter');
      await keys.type('kg');
      await keys.press('Control+Enter');
    }
    await expect(material).toHaveValue(name);
    await expect(field(line, 'Quantity')).toBeFocused();
    await keys.type('2.5');
    await keys.press('Enter');
    await keys.type('100');
    if (index < known.length + 1) await keys.press('Enter');
  }
  await keys.press('Control+Enter');
  await expect(done(page, 'Added successfully!')).toBeVisible();
  expect(keys.count()).toBeLessThanOrEqual(255);
  const [inward] = (await call('GET', '/inward/get-all-with-rawmaterials')).json;
  expect(inward).toMatchObject({ supplierName: 'Vidarbha Haldi', grandTotal: 3000 });
  expect(inward.rawMaterials).toHaveLength(12);
});

test('twelve lines of known materials of a known supplier take at most 185 keys from the dashboard', async ({
  page,
  godown,
}) => {
  const names = [
    'Arjuna',
    'Bhringraj',
    'Chirata',
    'Dashmool',
    'Elaichi',
    'Fennel',
    'Gokhru',
    'Hibiscus',
    'Isabgol',
    'Jatamansi',
    'Kalmegh',
    'Lodhra',
  ];
  const supplierId = await addSupplier(call, { name: 'Nilgiri Collectors' });
  const lines: [number, number][] = [];
  for (const name of names) lines.push([await addMaterial(call, { name, unit: 'kg' }), 1]);
  await addInward(call, supplierId, lines);
  await signIn(page, godown);
  const { keys, form, supplier } = await openForm(page);
  await keys.type('Nil');
  await keys.press('Enter');
  await expect(supplier).toHaveValue('Nilgiri Collectors');
  await keys.type('NC/118');
  await chooseBill(page, keys, form);
  for (const [index, name] of names.entries()) {
    const line = form.getByRole('group', { name: new RegExp(`^Line ${index + 1}\\b`) });
    const material = line.getByLabel('Raw material').and(line.locator('input'));
    await expect(material).toBeFocused();
    await keys.type(name.slice(0, 3));
    await keys.press('Enter');
    await expect(material).toHaveValue(name);
    await keys.type('2.5');
    // The last price stands, and Enter goes past it to the next line.
    await expect(field(line, 'Price per unit (₹)')).not.toHaveValue('');
    await keys.press('Enter');
    if (index < names.length - 1) await keys.press('Enter');
  }
  await keys.press('Control+Enter');
  await expect(done(page, 'Added successfully!')).toBeVisible();
  expect(keys.count()).toBeLessThanOrEqual(185);
  const [inward] = (await call('GET', '/inward/get-all-with-rawmaterials?page=1&pageSize=1')).json;
  expect(inward).toMatchObject({ supplierName: 'Nilgiri Collectors', invoiceNumber: 'NC/118' });
  expect(inward.rawMaterials).toHaveLength(12);
});
