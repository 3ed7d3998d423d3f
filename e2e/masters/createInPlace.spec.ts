/** Records that a lookup misses are made beside the form, which stays as it is. */
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { manager, signIn, storekeeper } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { answer, done, expectQuestion, field } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const LATER_MS = 400;
const question = 'Leave without saving what you typed?';
const call = office(manager, storekeeper);

test('a record missing from a lookup is created beside the form, or found to exist already', async ({
  page,
  godown,
}) => {
  await signIn(page, godown);

  await test.step('the form of a list shows a record with the same name, phone or GSTIN, and can still be saved', async () => {
    await addSupplier(call, { name: 'Nilgiri  Leaf', phone: '9876500002', gstinNumber: '33AABCU9603R1ZU' });
    await page.goto('/suppliers');
    await page.getByRole('button', { name: 'Add New Supplier' }).click();
    const form = page.getByRole('form', { name: 'Add Supplier' });
    const note = form.getByRole('status').filter({ hasText: 'Already there:' });
    await field(form, 'Name').fill('Nilgiri');
    await field(form, 'GSTIN').fill('33aabcu9603r1zu');
    await expect(note.getByRole('link')).toHaveText(['Nilgiri Leaf']);
    await field(form, 'GSTIN').fill('');
    // A part of a name is none.
    await expect(note).toBeHidden();
    await field(form, 'Phone').fill('98765 00002');
    await expect(note.getByRole('link')).toHaveText(['Nilgiri Leaf']);
    await field(form, 'Phone').fill('9876500003');
    await expect(note).toBeHidden();
    await field(form, 'Name').fill('nilgiri leaf');
    await expect(note.getByRole('link')).toHaveAttribute('href', /^\/suppliers\/\d+$/);
    const add = form.getByRole('button', { name: 'Add', exact: true });
    const asked = 'Something like this is there already. Add it as new?';
    await add.click();
    await expect(page.getByRole('dialog', { name: asked })).toContainText('Nilgiri Leaf');
    await answer(page, asked, 'Go back');
    // Saved before the note is there, too.
    await field(form, 'Name').fill('NILGIRI LEAF');
    await page.keyboard.press('Control+Enter');
    await answer(page, asked, 'Add as new');
    await expect(done(page, 'Supplier added successfully!')).toBeVisible();
  });

  await test.step('a lookup of items creates a raw material or a product, and chooses its item', async () => {
    await goOn(page, '/adjustments/new/opening');
    const form = page.getByRole('form', { name: 'Opening stock' });
    const item = form.getByLabel('Raw material or product').and(form.locator('input'));
    const name = 'Vidarbha Haldi';
    await item.fill(name);
    await expect(page.getByRole('option', { name: `Create product “${name}”` })).toBeVisible();
    await page.getByRole('option', { name: `Create raw material “${name}”` }).click();
    const panel = page.getByRole('form', { name: 'Add Material' });
    await field(panel, 'Unit').fill('kg');
    await panel.getByRole('button', { name: 'Add' }).click();
    await expect(item).toHaveValue(name);
  });

  await test.step('the form beneath stays, Esc returns to the lookup, and an existing record can be chosen', async () => {
    await addSupplier(call, { name: 'Malabar Spice Farm', phone: '9876500001' });
    await goOn(page, '/inward');
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
    // More than the name is asked about before it goes.
    await supplier.fill('Malabar Farm of Coorg');
    await page.getByRole('option', { name: /^Create/ }).click();
    await field(panel, 'Phone').fill('9876500001');
    await page.keyboard.press('Escape');
    await expectQuestion(page, question, 'Keep editing');
    await page.keyboard.press('Escape');
    await expect(field(panel, 'Phone')).toBeFocused();
    await expect(field(panel, 'Phone')).toHaveValue('9876500001');
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await answer(page, question, 'Discard');
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
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await answer(page, 'Something like this is there already. Add it as new?', 'Go back');
    await panel.getByRole('button', { name: /Malabar Spice Farm/ }).click();
    await expect(supplier).toHaveValue('Malabar Spice Farm');
    await expect(field(form, 'Invoice number')).toBeFocused();
    await expect(field(form, 'Invoice number')).toHaveValue('KEPT/1');
  });
});

test('a name close to one that is there is asked about, on the form of a master and in place', async ({
  page,
  godown,
}) => {
  await signIn(page, godown);
  const name = 'Turmeric, Lakadong';
  await addSupplier(call, { name });
  await addMaterial(call, { name });
  await addProduct(call, { name });
  await call('POST', '/buyers', { name, status: 1 });
  await call('POST', '/Categories', { name, status: 1 });
  const shown = page.getByText(`Did you mean ${name}?`);
  for (const path of ['suppliers', 'buyers', 'products', 'categories', 'rawmaterials']) {
    await goOn(page, `/${path}`);
    await page.getByRole('button', { name: /^Add New/ }).click();
    const form = page.getByRole('form');
    await field(form, 'Name').fill('Turmaric Lakadong');
    await expect(shown, path).toBeVisible();
    await expect(form.getByRole('link', { name: 'Use it' })).toBeVisible();
    await form.getByRole('button', { name: 'Add as new' }).click();
    await expect(shown).toBeHidden();
    await expect(field(form, 'Name')).toHaveValue('Turmaric Lakadong');
  }
  await goOn(page, '/inward');
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  const line = page.getByRole('form', { name: 'Add Inward' }).getByRole('group', { name: 'Line 1', exact: true });
  const material = line.getByLabel('Raw material').and(line.locator('input'));
  await material.fill('Turmaric Lakadong');
  await page.getByRole('option', { name: /^Create/ }).click();
  const panel = page.getByRole('form', { name: 'Add Material' });
  await expect(shown).toBeVisible();
  await panel.getByRole('button', { name: 'Use it' }).click();
  await expect(panel).toBeHidden();
  await expect(material).toHaveValue(name);
});

test('a record that is inactive is named so, and none of its name can be made', async ({ page, godown }) => {
  await signIn(page, godown);
  await addSupplier(call, { name: 'Closed Farm', status: 0 });
  await addSupplier(call, { name: 'Closed Farm of Wayanad' });
  await call('POST', '/buyers', { name: 'Closed Shop', status: 0 });
  await call('POST', '/Categories', { name: 'Closed group', status: 0 });
  const lookups = [
    ['/inward', 'Add New Inward', 'Supplier', 'closed farm', 'Closed Farm'],
    ['/dispatches', 'Add dispatch', 'Buyer', 'Closed Shop', 'Closed Shop'],
    ['/rawmaterials', 'Add New Material', 'Category', 'Closed group', 'Closed group'],
  ] as const;
  for (const [path, opens, label, typed, name] of lookups) {
    await goOn(page, path);
    await page.getByRole('button', { name: opens }).click();
    const input = page.getByRole('form').getByLabel(label).and(page.locator('input'));
    const note = `“${name}” is inactive. It can be chosen once it is set to active.`;
    await input.fill(typed);
    await expect(page.getByRole('listbox').getByText(note)).toBeVisible();
    await expect(page.getByRole('option', { name: /^Create/ })).toBeHidden();
    await page.keyboard.press('Escape');
  }
});

test('the panel is 420 px wide beside the form, and covers the screen of a phone', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/inward');
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  const supplier = page.getByRole('form').getByLabel('Supplier').and(page.locator('input'));
  const main = page.getByRole('main');
  for (const { width, height, panelWidth } of [
    { width: 1440, height: 900, panelWidth: 420 },
    { width: 390, height: 844, panelWidth: 390 },
  ]) {
    await page.setViewportSize({ width, height });
    await supplier.fill(`Farm of ${width}`);
    await page.getByRole('option', { name: /^Create/ }).click();
    const panel = page.getByRole('dialog', { name: 'Add Supplier' });
    await expect(panel).toBeVisible();
    await expect
      .poll(async () => await panel.boundingBox())
      .toMatchObject({ x: width - panelWidth, width: panelWidth });
    const box = await panel.boundingBox();
    const form = await main.getByRole('form').boundingBox();
    if (width > panelWidth) expect((form?.x ?? 0) + (form?.width ?? 0)).toBeLessThanOrEqual(width - panelWidth);
    else expect(box).toMatchObject({ y: 0, height });
    // One field a row.
    const [name, phone] = [field(panel, 'Name'), field(panel, 'Phone')];
    expect((await name.boundingBox())?.x).toBe((await phone.boundingBox())?.x);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  }
});

test('a person who may not create a raw material is not offered it', async ({ page, godown }) => {
  await signIn(page, godown, storekeeper);
  await page.goto('/production');
  const material = page.getByLabel('Raw material').and(page.locator('input')).first();
  await material.fill('Nothing is called so');
  await expect(page.getByText('Nothing found').filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('option', { name: /^Create/ })).toBeHidden();
});

test('a lookup that is left with a name chooses the record of that name, or reports that none was chosen', async ({
  page,
  godown,
}) => {
  const [first] = [
    await addSupplier(call, { name: 'Idukki Growers' }),
    await addSupplier(call, { name: 'Munnar Growers' }),
  ];
  const material = await addMaterial(call, { name: 'Vanilla' });
  const { inwardId } = await addInward(call, first, [[material, 5]], { invoiceNumber: 'IG/1' });
  await signIn(page, godown, manager);
  await page.goto(`/inward/${inwardId}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('form', { name: 'Update Inward' });
  const supplier = form.getByLabel('Supplier').and(form.locator('input'));
  await expect(supplier).toHaveValue('Idukki Growers');
  const unchosen = form.getByText('Choose one from the list.');

  await test.step('the text stays, and nothing is saved by a click or by Ctrl Enter', async () => {
    await supplier.fill('Growers');
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(unchosen).toBeVisible();
    await expect(supplier).toBeFocused();
    await expect(supplier).toHaveValue('Growers');
    await supplier.fill('Munnar Grower');
    await expect(unchosen).toBeHidden();
    await page.keyboard.press('Control+Enter');
    await expect(unchosen).toBeVisible();
    await field(form, 'Invoice number').fill('IG/2');
    await expect(unchosen).toBeVisible();
  });
  await test.step('an emptied lookup is a fault too, and Esc restores the chosen record', async () => {
    await supplier.fill('Mun');
    await supplier.press('Escape');
    await expect(supplier).toHaveValue('Idukki Growers');
    await supplier.fill('');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(unchosen).toBeVisible();
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(supplier).toBeFocused();
    await expect(supplier).toHaveValue('');
    await supplier.press('Escape');
    await expect(supplier).toHaveValue('Idukki Growers');
    await expect(unchosen).toBeHidden();
  });
  await test.step('the name of a record that was not created stays, and is a fault', async () => {
    await supplier.fill('Nobody Farms');
    await page.getByRole('option', { name: 'Create “Nobody Farms”' }).click();
    await page.getByRole('form', { name: 'Add Supplier' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(supplier).toHaveValue('Nobody Farms');
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(unchosen).toBeVisible();
  });
  await test.step('the whole name is chosen by a click elsewhere, before or after its answer', async () => {
    await supplier.fill('munnar  growers');
    await field(form, 'Invoice number').click();
    await expect(supplier).toHaveValue('Munnar Growers');
    await expect(unchosen).toBeHidden();
    await supplier.fill('growers');
    await supplier.fill('munnar growers');
    await expect(page.locator('[role=option][data-combobox-selected]')).toHaveText(/^Munnar Growers/);
    await page.keyboard.press('Control+Enter');
    await expect(done(page, 'Updated successfully!')).toBeVisible();
    expect((await call('GET', `/inward/${inwardId}`)).json.supplierName).toBe('Munnar Growers');
  });
});
