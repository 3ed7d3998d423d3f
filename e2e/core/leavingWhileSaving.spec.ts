/** A form that is left while its save is on its way: it waits for the answer, which decides. */
import { addSupplier } from '#test/factories.ts';
import { begin } from '../support/desk.ts';
import { office } from '../support/office.ts';
import { answer, done, field, holdBack, openMenu } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office();
const leave = 'Leave without saving what you typed?';

test.use({ goesOn: true });

test('a form that is left while it is saved waits for the answer, and asks only where it was refused', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 503|Failed to update supplier\./);
  await addSupplier(call, { name: 'Hill Farms' });
  await begin(page, godown, '/buyers');
  // By the link, whose entry in the history can be gone back from.
  const goToSuppliers = async () => {
    await (await openMenu(page)).getByRole('link', { name: 'Suppliers' }).click();
    await expect(page.getByRole('button', { name: 'Add New Supplier' })).toBeVisible();
  };
  await goToSuppliers();
  const form = page.getByRole('form', { name: 'Update Supplier' });
  const saving = page.getByRole('dialog', { name: 'Saving …' });
  const change = async (from: string, to: string) => {
    await page.getByRole('button', { name: `Edit ${from}`, exact: true }).click();
    await field(form, 'Name').fill(to);
    const release = await holdBack(page, '**/api/suppliers/*', 'PUT');
    await form.getByRole('button', { name: 'Update' }).click();
    return release;
  };
  const expectWaiting = async () => {
    await expect(saving).toBeVisible();
    await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);
  };
  const expectSaved = async () => {
    await expect(done(page, 'Supplier updated successfully!')).toBeVisible();
    await expect(saving).toBeHidden();
    await expect(page.getByRole('dialog', { name: leave })).toBeHidden();
    await expect(form).toBeHidden();
    await page.unroute('**/api/suppliers/*');
  };

  for (const [from, to, way] of [
    ['Hill Farms', 'Hill Farms East', async () => await form.getByRole('button', { name: 'Cancel' }).click()],
    ['Hill Farms East', 'Hill Farms West', async () => await page.keyboard.press('Escape')],
  ] as const) {
    const release = await change(from, to);
    await way();
    await expectWaiting();
    release();
    await expectSaved();
    await expect(page.getByRole('button', { name: `Edit ${to}`, exact: true })).toBeVisible();
  }

  const release = await change('Hill Farms West', 'Hill Farms');
  await page.goBack();
  await expectWaiting();
  release();
  await expectSaved();
  await expect(page).toHaveURL(/\/buyers$/);

  // A person who stays in the form meanwhile stays there.
  await goToSuppliers();
  const releaseAgain = await change('Hill Farms', 'Hill Farms and Sons');
  await page.goBack();
  await saving.getByRole('button', { name: 'Stay here' }).click();
  await expect(saving).toBeHidden();
  releaseAgain();
  await expectSaved();
  await expect(page).toHaveURL(/\/suppliers$/);

  await page.getByRole('button', { name: 'Edit Hill Farms and Sons' }).click();
  await field(form, 'Name').fill('Hill Farms refused');
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  await page.route('**/api/suppliers/*', async (route) => {
    await refused;
    await route.fulfill({ status: 503, json: {} });
  });
  await form.getByRole('button', { name: 'Update' }).click();
  await page.goBack();
  await expectWaiting();
  refuse();
  await answer(page, leave, 'Keep editing');
  await expect(field(form, 'Name')).toHaveValue('Hill Farms refused');
  await expect(page).toHaveURL(/\/suppliers$/);
  await page.unroute('**/api/suppliers/*');
});

test('a spreadsheet that is being exported keeps no form from being saved or left', async ({ page, godown }) => {
  await addSupplier(call, { name: 'River Farms' });
  await begin(page, godown, '/suppliers');
  const form = page.getByRole('form', { name: 'Update Supplier' });
  const edit = async (from: string, to: string) => {
    await page.getByRole('button', { name: `Edit ${from}`, exact: true }).click();
    await field(form, 'Name').fill(to);
  };
  await edit('River Farms', 'River Farms North');
  const release = await holdBack(page, '**/*.js');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Exporting...' })).toBeVisible();
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(done(page, 'Supplier updated successfully!')).toBeVisible();
  await edit('River Farms North', 'River Farms South');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, leave, 'Discard');
  await expect(form).toBeHidden();
  release();
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
});
