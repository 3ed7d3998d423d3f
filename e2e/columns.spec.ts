/** The columns of a list as one wants them, kept on the device for each person. */
import { addSupplier } from '../test/factories.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openOffice } from './support/api.ts';
import { manager, signIn } from './support/people.ts';
import { headingsOf, rowOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.beforeAll(async ({ serverOf }, { file }) => {
  const call = await openOffice(await serverOf(file), manager);
  await addSupplier(call, { name: 'Amla Growers' });
});

test('columns are hidden and ordered by keys, rows are closer, and all stays after a reload', async ({
  page,
  godown,
}) => {
  await signIn(page, godown);
  await page.goto('/suppliers');
  await expect(rowOf(page, 'Suppliers', 'Amla Growers')).toBeVisible();
  const usual = await headingsOf(page, 'Suppliers').allTextContents();
  await page.getByRole('button', { name: 'Columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: 'GSTIN', exact: true }).uncheck();
  await dialog.getByRole('button', { name: 'Move Phone before GSTIN' }).press('Enter');
  await dialog.getByRole('button', { name: 'Move Phone before Email' }).press('Enter');
  await expect(dialog.getByRole('checkbox', { name: 'Name', exact: true })).toBeDisabled();
  const before = await rowOf(page, 'Suppliers', 'Amla Growers').evaluate((row) => row.clientHeight);
  await dialog.getByLabel('Closer rows').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const chosen = ['ID', 'Name', 'Phone', 'Email', 'Address', 'Status'];
  await expect(headingsOf(page, 'Suppliers').nth(2)).toHaveText('Phone');
  expect((await headingsOf(page, 'Suppliers').allTextContents()).slice(0, 6)).toEqual(chosen);
  await page.reload();
  await expect(headingsOf(page, 'Suppliers').nth(2)).toHaveText('Phone');
  expect(await rowOf(page, 'Suppliers', 'Amla Growers').evaluate((row) => row.clientHeight)).toBeLessThan(before);

  // Another person on this device has the usual ones; so has this one after a reset.
  await signIn(page, godown, manager);
  await page.goto('/suppliers');
  await expect(rowOf(page, 'Suppliers', 'Amla Growers')).toBeVisible();
  expect(await headingsOf(page, 'Suppliers').allTextContents()).toEqual(usual);
  await signIn(page, godown);
  await page.goto('/suppliers');
  await page.getByRole('button', { name: 'Columns' }).click();
  await dialog.getByRole('button', { name: 'As at first' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(headingsOf(page, 'Suppliers').nth(2)).toHaveText('Email');
});
