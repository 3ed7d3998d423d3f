/** Unsaved input is stored on the device, and offered when the form opens again. */
import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { pdfBill } from '../support/bills.ts';
import { keptOn, offer, reload } from '../support/kept.ts';
import { manager, signIn } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { choose, chooseFromMenu, done, field } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

test.use({ isAlone: true });

const call = office(manager);

test.beforeAll(async () => {
  await addSupplier(call, { name: 'Hill Farms', phone: '9811111112' });
  await addMaterial(call, { name: 'Turmeric' });
});

test('a draft stays on the device until it is saved or discarded', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/inward');

  await test.step('the draft of an inward survives a reload with its bill, and is deleted once saved', async () => {
    const open = async () => {
      await page.getByRole('button', { name: 'Add New Inward' }).click();
      const form = page.getByRole('form', { name: 'Add Inward' });
      await expect(form).toBeVisible();
      return form;
    };
    const form = await open();
    await choose(form, 'Supplier', 'Hill Farms');
    await field(form, 'Invoice number').fill('KEPT/1');
    await form.getByLabel('Bill', { exact: true }).setInputFiles(pdfBill);
    const line = form.getByRole('group', { name: 'Line 1' });
    await choose(line, 'Raw material', 'Turmeric');
    await field(line, 'Quantity').fill('2.5');
    await field(line, 'Price per unit (₹)').fill('120');
    await expect(form.getByText(/^Kept on this computer, \d\d:\d\d [AP]M$/)).toBeVisible();
    // Beside it the title keeps its one line, on a phone too.
    const { width = 1440, height = 900 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: 390, height });
    expect((await form.getByRole('heading', { name: 'Add Inward' }).boundingBox())?.height).toBeLessThan(34);
    await page.setViewportSize({ width, height });
    await expect.poll(() => keptOn(page)).toContain('"pricePerUnit":"120"');
    await reload(page);

    await open();
    await expect(offer(page)).toHaveText(/This form was kept .*, 1 line and its file\./);
    await expectAccessible(page, { rows: 'first', withoutFrame: true });
    await offer(page).getByRole('button', { name: 'Go on' }).click();
    await expect(field(form, 'Invoice number')).toHaveValue('KEPT/1');
    await expect(field(line, 'Quantity')).toHaveValue('2.5');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(done(page, 'Added successfully!')).toBeVisible();
    await expect(form).toBeHidden();
    await open();
    await expect(offer(page)).toHaveCount(0);
  });

  await test.step('the draft of an edit is stored for its record and user, without a password, until it is discarded', async () => {
    await addSupplier(call, { name: 'Other Farms', phone: '9811111113' });
    await goOn(page, '/suppliers');
    const form = page.getByRole('form', { name: 'Update Supplier' });
    await page.getByRole('button', { name: 'Edit Hill Farms' }).click();
    await field(form, 'Address').fill('22 Bypass Road');
    await expect(form.getByText(/^Kept on this computer/)).toBeVisible();
    await expect.poll(() => keptOn(page)).toContain('22 Bypass Road');
    await reload(page);
    await page.getByRole('button', { name: 'Edit Other Farms' }).click();
    await expect(form).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Edit Hill Farms' }).click();
    await offer(page).getByRole('button', { name: 'Go on' }).click();
    await expect(field(form, 'Address')).toHaveValue('22 Bypass Road');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(form).toBeHidden();
    await page.getByRole('button', { name: 'Edit Hill Farms' }).click();
    await expect(form).toBeVisible();
    await expect(offer(page)).toHaveCount(0);

    await goOn(page, '/register');
    await page.getByRole('button', { name: 'Add User' }).click();
    const user = page.getByRole('form', { name: 'Add New User' });
    await field(user, 'Full Name').fill('Kept Person');
    await user.getByLabel(/^Password/).fill('never-on-the-device');
    await expect(user.getByText(/^Kept on this computer/)).toBeVisible();
    await expect.poll(() => keptOn(page)).toContain('Kept Person');
    expect(await keptOn(page)).not.toContain('never-on-the-device');
  });

  await test.step('a draft is offered until it is answered, also after another form was saved or discarded', async () => {
    await goOn(page, '/suppliers');
    const form = page.getByRole('form', { name: 'Add Supplier' });
    const open = async () => {
      await page.getByRole('button', { name: 'Add New Supplier' }).click();
      await expect(form).toBeVisible();
    };
    await open();
    await field(form, 'Name').fill('Twelve Lines Farms');
    await expect(form.getByText(/^Kept on this computer/)).toBeVisible();
    await reload(page);

    await open();
    await expect(offer(page)).toBeVisible();
    await field(form, 'Name').fill('Quick Farms');
    await field(form, 'Phone').fill('9811111114');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(done(page, 'Supplier added successfully!')).toBeVisible();
    await open();
    await field(form, 'Name').fill('Never mind');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).last().click();
    await expect(form).toBeHidden();

    await open();
    await expect(offer(page)).toBeVisible();
    await field(form, 'Name').fill('Typed beside it');
    // Filling the form answers the offer: a quiet way back stays.
    await expect(offer(page)).toHaveCount(0);
    await form.getByRole('button', { name: 'Earlier kept form' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(field(form, 'Name')).toHaveValue('Twelve Lines Farms');
  });

  await test.step('stock settings, a lot and a count survive a reload as well', async () => {
    const rawMaterialId = await addMaterial(call, { name: 'Vanilla' });
    const { rawMaterials } = await addInward(call, await addSupplier(call), [[rawMaterialId, 5]]);
    await goOn(page, '/rawmaterials?search=vanilla');
    const open = () => chooseFromMenu(page, 'Vanilla', 'Stock settings');
    await open();
    const settings = page.getByRole('form', { name: 'Stock settings: Vanilla' });
    await field(settings, 'Reorder level').fill('12');
    await expect(settings.getByText(/^Kept on this computer/)).toBeVisible();
    await reload(page);
    await open();
    await offer(page).getByRole('button', { name: 'Go on' }).click();
    await expect(field(settings, 'Reorder level')).toHaveValue('12');
    await settings.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Stock settings updated successfully!')).toBeVisible();
    await open();
    await expect(field(settings, 'Reorder level')).toHaveValue('12');
    await expect(offer(page)).toHaveCount(0);

    await goOn(page, `/lots/${rawMaterials[0].id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const lot = page.getByRole('form', { name: 'Edit lot' });
    await field(lot, 'Supplier lot number').fill('VN-7');
    await expect(lot.getByText(/^Kept on this computer/)).toBeVisible();
    await reload(page);
    await page.getByRole('button', { name: 'Edit' }).click();
    await offer(page).getByRole('button', { name: 'Go on' }).click();
    await expect(field(lot, 'Supplier lot number')).toHaveValue('VN-7');
    await lot.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByRole('main')).toContainText('VN-7');

    await goOn(page, '/adjustments/count');
    const counted = page.getByRole('textbox', { name: /^Counted, Vanilla/ });
    await counted.fill('4.5');
    await reload(page);
    await page.getByRole('button', { name: 'Go on with it' }).click();
    await expect(counted).toHaveValue('4.5');
    await expect(page.getByText(/when the sheet was opened/)).toHaveCount(0);
    // Lots counted before their stock changed are reported, also after another reload.
    await addProduction(call, rawMaterialId, 1);
    for (let time = 1; time <= 2; time += 1) {
      await reload(page);
      await page.getByRole('button', { name: 'Go on with it' }).click();
      await expect(page.getByText('VAN-2611-01 had 5 kg when the sheet was opened, 4 kg now.')).toBeVisible();
    }
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/adjustments$/);
    await goOn(page, '/adjustments/count');
    await expect(counted).toHaveValue('');
  });
});

test('two tabs each keep their draft, also when one of them saves', async ({ page, context, godown }) => {
  await signIn(page, godown);
  const another = await context.newPage();
  const form = (tab: Page) => tab.getByRole('form', { name: 'Add Buyer' });
  const open = async (tab: Page) => {
    await tab.getByRole('button', { name: 'Add New Buyer' }).click();
    await expect(form(tab)).toBeVisible();
  };
  for (const [tab, name] of [
    [page, 'Corner Store'],
    [another, 'Market Hall'],
  ] as const) {
    await tab.goto('/buyers');
    await open(tab);
    await field(form(tab), 'Name').fill(name);
    await expect.poll(() => keptOn(tab)).toContain(name);
  }
  await field(form(another), 'Phone').fill('9811111114');
  await form(another).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(done(another, 'Buyer added successfully!')).toBeVisible();
  await reload(page);
  await open(page);
  await offer(page).getByRole('button', { name: 'Go on' }).click();
  await expect(field(form(page), 'Name')).toHaveValue('Corner Store');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(form(page)).toBeHidden();
  await expect.poll(() => keptOn(page)).not.toContain('Corner Store');
});

test('a count of one tab is neither overwritten nor dropped by the sheet of another', async ({
  page,
  context,
  godown,
}) => {
  const supplier = await addSupplier(call, { name: 'Wayanad Growers', phone: '9811111113' });
  const [ginger, pepper] = [await addMaterial(call, { name: 'Ginger' }), await addMaterial(call, { name: 'Pepper' })];
  await addInward(call, supplier, [
    [ginger, 84],
    [pepper, 25],
  ]);
  await signIn(page, godown);
  await page.goto('/adjustments/count');
  const counted = (tab: Page, item: string) => tab.getByRole('textbox', { name: new RegExp(`^Counted, ${item}`) });
  const savedNote = (tab: Page, lots: string) => tab.getByText(new RegExp(`^Saved on .*: ${lots} counted\\.$`));
  const answerNote = async (tab: Page, name: string) => tab.getByRole('button', { name }).click();
  await expect(counted(page, 'Ginger')).toBeVisible();
  const another = await context.newPage();
  await another.goto('/adjustments/count');
  await counted(another, 'Ginger').fill('4');
  await counted(another, 'Pepper').fill('24');

  await test.step('the other tab offers the count while it is entered, and goes on with it', async () => {
    await expect(savedNote(page, '2 lots')).toBeVisible();
    await answerNote(page, 'Go on with it');
    await expect(counted(page, 'Pepper')).toHaveValue('24');
    await expect(savedNote(another, '2 lots')).toBeVisible();
    await counted(page, 'Ginger').fill('');
  });
  await test.step('a later draft of the other tab is offered as well', async () => {
    await expect(savedNote(another, '1 lot')).toBeVisible();
    await another.close();
    await page.reload();
    await expect(savedNote(page, '1 lot')).toBeVisible();
    await answerNote(page, 'Discard it');
    await expect(counted(page, 'Pepper')).toHaveValue('');
  });
  await test.step('a sheet that missed the change asks at its first key', async () => {
    await counted(page, 'Ginger').fill('5');
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.includes('.count.')) ?? '';
      localStorage.setItem(key, localStorage.getItem(key)?.replace(/"tab":"\w+"/, '"tab":"another"') ?? '');
    });
    await counted(page, 'Pepper').fill('9');
    await expect(savedNote(page, '1 lot')).toBeVisible();
    await answerNote(page, 'Go on with it');
    await expect(counted(page, 'Ginger')).toHaveValue('5');
    // Nor is what was typed beside it lost.
    await expect(counted(page, 'Pepper')).toHaveValue('9');
  });
});

test('typing that was taken back is not kept, and is left without a question', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/suppliers');
  await page.getByRole('button', { name: 'Add New Supplier' }).click();
  const form = page.getByRole('form', { name: 'Add Supplier' });
  await field(form, 'Name').fill('Passing thought');
  await expect(form.getByText(/^Kept on this computer/)).toBeVisible();
  await field(form, 'Name').fill('');
  await expect(form.getByText(/^Kept on this computer/)).toBeHidden();
  await expect.poll(() => keptOn(page)).not.toContain('suppliers');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Add New Supplier' }).click();
  await expect(field(form, 'Name')).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});
