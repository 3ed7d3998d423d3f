import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { signIn } from '../support/people.ts';
import { goOn } from '../support/desk.ts';

import { expect, test } from '../support/test.ts';

const call = office();

test.beforeAll(async () => {
  const supplierId = await addSupplier(call, { name: 'Wayanad Hill Spices', phone: '9822012345' });
  const materialId = await addMaterial(call, { name: 'Hill turmeric', unit: 'kg' });
  await addInward(call, supplierId, [[materialId, 12.5]], { invoiceNumber: 'WHS/26-27/0611' });
});

test('find: records, screens and actions, by the keyboard, from anywhere', async ({ page, context, godown }) => {
  await signIn(page, godown);
  await page.goto('/production');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const field = page.getByRole('combobox', { name: 'Find' });

  await test.step('an invoice is found from anywhere in two keys and its number, and is recent from then on', async () => {
    // Faster than by the keyboard of Playwright: what is typed before the field is there is in it all the same.
    await page.evaluate(() => {
      const press = (key: string, ctrlKey = false) =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));
      press('k', true);
      for (const key of '0611') press(key);
    });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('0611');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/inward\/1$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('WHS/26-27/0611');

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText(['WHS/26-27/0611']);
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
  });

  await test.step('each result has its kind and its stock, arrows choose, and a term without results is reported', async () => {
    await page.getByRole('button', { name: 'Find' }).click();
    await field.fill('hill');
    const records = page.getByRole('group', { name: 'Records' }).getByRole('option');
    await expect(records).toHaveText([/Raw material.*Hill turmeric.*12\.500 kg/, /Supplier.*Wayanad Hill Spices/]);
    await expectAccessible(page, { rows: 'first', withoutFrame: true });
    await field.press('ArrowDown');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/suppliers\/\d+$/);

    await page.getByRole('button', { name: 'Find' }).click();
    await field.fill('zzz');
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Nothing is called zzz.');
    await expect(page.getByRole('option')).toHaveText(['InwardSearch “zzz” in Inward']);
    await field.press('Enter');
    await expect(page).toHaveURL(/\/inward\?search=zzz$/);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
      /Wayanad Hill Spices/,
      /WHS\/26-27\/0611/,
    ]);
  });

  await test.step('> offers only actions, # finds by id, and Ctrl Enter opens a new tab', async () => {
    await page.keyboard.press('Escape');
    await goOn(page, '/dashboard');
    const options = page.getByRole('option');
    await page.keyboard.press('Control+k');
    await field.fill('> suppl');
    await expect(options).toHaveText(['NewNew supplier', 'ScreenSuppliers']);
    await field.fill('>');
    await expect(options.filter({ hasText: 'New dispatch' })).toBeVisible();
    await expect(options.filter({ hasText: 'Mass Balance' })).toBeVisible();

    await field.fill('#1');
    const inward = options.filter({ hasText: 'WHS/26-27/0611' });
    await expect(inward).toHaveText(/^Inward.*01-11-2026, Wayanad Hill Spices₹\s.*Not Paid$/);
    await expect(options.filter({ hasText: 'Search' })).toHaveCount(0);
    await expect(inward).toHaveAttribute('data-combobox-selected', 'true');
    const opened = context.waitForEvent('page');
    await field.press('Control+Enter');
    const tab = await opened;
    await expect(tab).toHaveURL(/\/inward\/1$/);
    await tab.close();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('Enter before the answer opens the result of the typed term, not one still shown', async () => {
    await page.keyboard.press('Control+k');
    await field.fill('hill');
    await expect(page.getByRole('group', { name: 'Records' }).getByRole('option')).toHaveCount(2);
    await page.route(/\/find\?search=new/, async (route) => {
      await page.waitForTimeout(300);
      await route.continue();
    });
    await field.fill('new buy');
    await expect(page.getByRole('option', { name: /New buyer/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('form', { name: 'Add Buyer' })).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('the command menu opens screens and begins new records, also on the open screen', async () => {
    await page.keyboard.press('Control+k');
    await field.fill('mass bal');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/mass-balance$/);

    for (const form of ['New supplier', 'New supplier', 'New inward']) {
      await page.keyboard.press('Control+k');
      await field.fill(form);
      await field.press('Enter');
      const name = form === 'New inward' ? 'Invoice number' : 'Name';
      await expect(page.getByRole('form').getByLabel(name)).toBeVisible();
    }
    await expect(page).toHaveURL(/\/inward$/);
    await page.reload();
    await page.getByRole('button', { name: 'Add New Inward' }).waitFor();
    await expect(page.getByRole('form')).toHaveCount(0);
  });
});
