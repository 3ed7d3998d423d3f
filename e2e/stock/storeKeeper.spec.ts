/** A day of a person of the role user in the store: counting, holding, and what waits for the office. */
import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { begin, goOn } from '../support/desk.ts';
import { office } from '../support/office.ts';
import { manager, storekeeper } from '../support/people.ts';
import { answer, done, expectQuestion, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office(manager, storekeeper);
let ginger: number;

const onHand = async (code: string): Promise<number> => (await call('GET', `/lots?search=${code}`)).json[0].onHandQty;

test.beforeAll(async () => {
  const supplier = await addSupplier(call, { name: 'Wayanad Growers' });
  ginger = await addMaterial(call, { name: 'Ginger', unit: 'kg' });
  const pepper = await addMaterial(call, { name: 'Black pepper', unit: 'kg' });
  for (const id of [ginger, pepper]) await addInward(call, supplier, [[id, 100]], { inwardDate: '2026-11-05' });
  for (const item of (await call('GET', '/items')).json) {
    await call('PUT', `/items/${item.itemId}`, { ...item, balanceTolerancePercent: 1, updatedAt: undefined });
  }
});

test(
  'a user counts: within tolerance it is posted, beyond it the count waits until the office has looked at it',
  { tag: '@phone' },
  async ({ page, godown }) => {
    await begin(page, godown, '/adjustments', storekeeper);

    await test.step('only counting is offered', async () => {
      await expect(page.getByRole('button', { name: 'Stock count' })).toBeVisible();
      await expect(page.getByRole('link', { name: /Write-off|Opening stock|Return/ })).toHaveCount(0);
      // The address of a form leads back to the list.
      await goOn(page, '/adjustments/new/writeOff');
      await expect(page).toHaveURL(/\/adjustments$/);
    });

    const sheet = page.getByRole('form', { name: 'Stock count' });
    const counted = (lot: string) => sheet.getByRole('textbox', { name: `Counted, ${lot}` });

    await test.step('a difference within the tolerance is posted', async () => {
      await page.getByRole('button', { name: 'Stock count' }).click();
      await expect(sheet).toContainText(
        'A difference beyond the tolerance of its item waits for the office to post it.',
      );
      await counted('Black pepper, BLA-2611-01').fill('99.5');
      await sheet.getByRole('button', { name: 'Send 1 counted lot' }).click();
      await expect(done(page, 'Adjustment added successfully!')).toBeVisible();
      expect(await onHand('BLA-2611-01')).toBe(99.5);
    });

    await test.step('one beyond it waits and moves nothing', async () => {
      await goOn(page, '/adjustments/count');
      await counted('Black pepper, BLA-2611-01').fill('99.5');
      await counted('Ginger, GIN-2611-01').fill('80');
      await sheet.getByRole('button', { name: 'Add a lot that is not listed' }).click();
      const other = sheet.getByRole('group', { name: 'Lot that is not listed 1' });
      await other.getByRole('combobox', { name: 'Raw material or product' }).fill('Ging');
      await page.getByRole('option', { name: 'Ginger' }).first().click();
      await other.getByRole('textbox', { name: 'Counted' }).fill('2');
      await sheet.getByRole('button', { name: 'Send 3 counted lots' }).click();
      await expect(done(page, 'The count waits for the office.')).toBeVisible();
      await expect(
        page.getByText(/^Counted by Vikram Shah on .* nothing moves until the office posts the count\.$/),
      ).toBeVisible();
      await expect(rowOf(page, 'Lines', 'GIN-2611-01')).toContainText('80 kg');
      await expect(rowOf(page, 'Lines', 'GIN-2611-01')).toContainText('beyond the tolerance');
      await expect(page.getByRole('button', { name: /Edit|Delete|post/ })).toHaveCount(0);
      expect(await onHand('GIN-2611-01')).toBe(100);
      await expectAccessible(page, { withoutFrame: true });
      await goOn(page, '/adjustments');
      await expect(rowOf(page, 'Adjustments', 'Waiting for the office')).toContainText('−20 kg Ginger');
    });

    await test.step('the office finds it on the dashboard, sees what moved meanwhile, and posts it', async () => {
      await addProduction(call, ginger, 5);
      await begin(page, godown, '/dashboard', manager);
      await page.getByRole('link', { name: /1 stock count waits for the office .*counted by Vikram Shah/ }).click();
      await page.getByRole('button', { name: 'Check and post' }).click();
      await expect(sheet.getByRole('alert')).toContainText(
        'GIN-2611-01 had 100 kg when the sheet was opened, 95 kg now. Count again, or post what was counted.',
      );
      await expect(counted('Ginger, GIN-2611-01')).toHaveValue('80');
      await expect(sheet.getByRole('group', { name: 'Lot that is not listed 1' })).toContainText('kg');
      await counted('Ginger, GIN-2611-01').fill('75');
      await sheet.getByRole('button', { name: 'Post 3 counted lots' }).click();
      await expect(done(page, 'Count posted successfully!')).toBeVisible();
      await expect(rowOf(page, 'Lines', 'GIN-2611-01')).toContainText('75 kg');
      expect(await onHand('GIN-2611-01')).toBe(75);
      await page.getByRole('button', { name: 'History' }).click();
      const history = page.getByRole('dialog').getByRole('list', { name: 'History' });
      await expect(history).toContainText('Meera Nair');
      await expect(history).toContainText('Vikram Shah');
      await expect(history).toContainText('Waiting for the office');
    });

    await test.step('the person who counted takes it back', async () => {
      await begin(page, godown, '/adjustments/count', storekeeper);
      await counted('Ginger, GIN-2611-01').fill('8');
      await sheet.getByRole('button', { name: 'Send 1 counted lot' }).click();
      await expect(done(page, 'The count waits for the office.')).toBeVisible();
      await page.getByRole('button', { name: 'Discard the count' }).click();
      await answer(page, 'Are you sure you want to discard this count?', 'Discard it');
      await expect(done(page, 'Count discarded successfully!')).toBeVisible();
      await expect(rowOf(page, 'Adjustments', 'Waiting for the office')).toHaveCount(0);
    });

    await test.step('or the office discards it', async () => {
      await begin(page, godown, '/adjustments/count', storekeeper);
      await counted('Ginger, GIN-2611-01').fill('7.5');
      await sheet.getByRole('button', { name: 'Send 1 counted lot' }).click();
      await expect(done(page, 'The count waits for the office.')).toBeVisible();
      await begin(page, godown, '/adjustments?state=waiting', manager);
      await rowOf(page, 'Adjustments', 'Waiting for the office').getByRole('link').first().click();
      await page.getByRole('button', { name: 'Discard the count' }).click();
      const question = 'Are you sure you want to discard this count?';
      await expectQuestion(page, question);
      await answer(page, question, 'Discard it');
      await expect(done(page, 'Count discarded successfully!')).toBeVisible();
      await expect(rowOf(page, 'Adjustments', 'Waiting for the office')).toHaveCount(0);
      expect(await onHand('GIN-2611-01')).toBe(75);
    });
  },
);
