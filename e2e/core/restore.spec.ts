/** A deletion is taken back: from its toast, by Ctrl Z, and later from the history. */
import { addSupplier } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { begin, goOn } from '../support/desk.ts';
import { answer, chooseFromMenu, done, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office();

test.use({ goesOn: true });

const question = 'Are you sure you want to delete this supplier?';

test('a deleted supplier is restored from the toast, by Ctrl Z and from the history', async ({ page, godown }, {
  project,
}) => {
  const name = `Undone Farms ${project.name}`;
  await addSupplier(call, { name, phone: '9811111112' });
  await begin(page, godown, `/suppliers?search=${encodeURIComponent(name)}`);
  const row = rowOf(page, 'Suppliers', name);
  const remove = async () => {
    await chooseFromMenu(page, name, 'Delete …');
    await expect(page.getByText('You can undo this for 10 seconds, and later from its history.')).toBeVisible();
    await answer(page, question, 'Delete');
    await expect(done(page, 'Supplier deleted successfully!')).toBeVisible();
    await expect(row).toHaveCount(0);
  };
  await remove();
  await expectAccessible(page, { part: page.getByRole('status').filter({ hasText: 'Undo' }) });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(done(page, 'Supplier restored.')).toBeVisible();
  await expect(row).toBeVisible();

  await remove();
  await page.getByRole('button', { name: 'Undo', exact: true }).focus();
  await page.keyboard.press('Control+z');
  await expect(row).toBeVisible();

  await remove();
  await goOn(page, '/activity');
  await page
    .getByRole('button', { name: `History of ${name}` })
    .first()
    .click();
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  await expect(done(page, 'Supplier restored.')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Restored')).not.toHaveCount(0);
});

test('the page of a deleted record shows who deleted it, and can restore it', async ({
  page,
  godown,
  browserErrors,
}) => {
  const supplierId = await addSupplier(call, { name: 'Gone for now' });
  expect((await call('DELETE', `/suppliers/${supplierId}`)).status).toBe(200);
  browserErrors.expect(/status of 404/);
  await begin(page, godown, `/suppliers/${supplierId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Gone for now');
  await expect(page.getByText(/^Deleted by .+ on \d\d-\d\d-\d{4} /)).toBeVisible();
  await expectAccessible(page, { part: page.getByRole('main') });
  await page.getByRole('button', { name: 'Restore Gone for now' }).click();
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  await goOn(page, '/suppliers/999999');
  await expect(page.getByText('The supplier could not be loaded.')).toBeVisible();
});
