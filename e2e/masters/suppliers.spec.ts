import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { countOf } from '../support/api.ts';
import { office } from '../support/office.ts';
import { begin } from '../support/desk.ts';
import {
  alert,
  answer,
  chooseFromMenu,
  dismiss,
  done,
  entries,
  expectQuestion,
  field,
  headingsOf,
  rowOf,
  rowsOf,
  select,
} from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const list = 'Suppliers';
const question = 'Are you sure you want to delete this supplier?';
const call = office();

test.use({ goesOn: true });

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Add New Supplier' }).click();
  const form = page.getByRole('form', { name: 'Add Supplier' });
  // It takes the focus when it comes.
  await expect(field(form, 'Name')).toBeFocused();
  return form;
}

test('a supplier is added, changed and deleted', async ({ page, godown }) => {
  await begin(page, godown, '/suppliers');
  await expect(page.getByText('No suppliers found.')).toBeVisible();
  await page.getByRole('button', { name: 'Add the first supplier' }).click();

  const form = page.getByRole('form', { name: 'Add Supplier' });
  await expect(field(form, 'Name')).toBeFocused();
  await expect(form.getByLabel(/^Status/).and(form.locator('input'))).toHaveValue('Active');
  await field(form, 'Name').fill('Hill Farms');
  await field(form, 'Phone').fill('9811111112');
  await field(form, 'Email').fill('hill@example.com');
  const slip = /The last character of this GSTIN does not match the others/;
  await field(form, 'GSTIN').fill('29abcde1234f1z5');
  await expect(field(form, 'GSTIN')).toHaveAccessibleDescription(slip);
  await expect(form.getByRole('status').filter({ hasText: slip })).toHaveCount(1);
  await field(form, 'GSTIN').fill('29abcde1234f1zw');
  await expect(field(form, 'GSTIN')).toHaveAccessibleDescription('15 letters and digits');
  await field(form, 'Address').fill('12 Market Road, Coorg');
  // In a textarea Enter alone starts a new line.
  await field(form, 'Address').press('Control+Enter');
  await expect(done(page, 'Supplier added successfully!')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(rowsOf(page, list)).toHaveCount(1);
  await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
  const row = rowOf(page, list, 'Hill Farms');
  await expect(row).toContainText('9811111112');
  await expect(row).toContainText('Active');
  const headings = ['ID', 'Name', 'Email', 'GSTIN', 'Phone', 'Address', 'Status', 'Created At Updated At', 'Actions'];
  await expect(headingsOf(page, list)).toHaveText(headings);
  await expect(row).toContainText('29ABCDE1234F1ZW');
  await expect(row.getByRole('time').first()).toHaveText(/^\d\d-\d\d-\d{4}\s+(0[1-9]|1[0-2]):\d\d [AP]M$/);

  await row.getByRole('button', { name: 'Edit Hill Farms' }).click();
  const edit = page.getByRole('form', { name: 'Update Supplier' });
  await expect(field(edit, 'Phone')).toHaveValue('9811111112');
  await field(edit, 'Name').fill('Hill Farms & Sons');
  await select(edit, 'Status', 'Inactive');
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(done(page, 'Supplier updated successfully!')).toBeVisible();
  const changed = rowOf(page, list, 'Hill Farms & Sons');
  await expect(changed).toContainText('Inactive');
  expect((await call('GET', '/suppliers?search=Hill Farms')).json[0].status).toBe(0);

  await chooseFromMenu(changed, 'Hill Farms & Sons', 'Delete …');
  await expectQuestion(page, question);
  await answer(page, question, 'Delete');
  await expect(done(page, 'Supplier deleted successfully!')).toBeVisible();
  await expect(page.getByText('No suppliers found.')).toBeVisible();
});

test('faults are shown at their fields and as an alert, and the first faulty field gets the focus', async ({
  page,
  godown,
}) => {
  await begin(page, godown, '/suppliers');
  const form = await openForm(page);
  const [name, phone, email, gstin] = [
    field(form, 'Name'),
    field(form, 'Phone'),
    field(form, 'Email'),
    field(form, 'GSTIN'),
  ];
  const add = form.getByRole('button', { name: 'Add', exact: true });

  await phone.focus();
  await email.focus();
  await expect(phone).toHaveAccessibleDescription('Phone number is required.');
  await add.click();
  await expect(alert(page, 'Please fill all required fields: Name and Phone.')).toBeVisible();
  await expect(name).toBeFocused();

  await name.fill('Hill Farms');
  await phone.fill('5811111112');
  await email.fill('hill@');
  await gstin.fill('29ABCDE');
  await add.click();
  await expect(alert(page, 'Please fill all required fields: Name and Phone.')).toHaveCount(0);
  await expect(alert(page, 'GSTIN must be exactly 15 alphanumeric characters (A-Z, a-z, 0-9).')).toBeVisible();
  await expect(email).toBeFocused();
  await expect(phone).toHaveAccessibleDescription('Enter a valid 10-digit number starting with 6–9.');
  await expect(gstin).toHaveAccessibleDescription(/GSTIN must be exactly 15 alphanumeric characters/);
  await dismiss(page);
  await gstin.fill('');
  await add.click();
  await expect(alert(page, 'Please enter a valid email address.')).toBeVisible();
  await dismiss(page);
  await email.fill('');
  await add.click();
  await expect(alert(page, 'Invalid phone number. Must be 10 digits starting with 6–9.')).toBeVisible();
  // The phone field takes at most ten characters.
  await phone.fill('');
  await phone.pressSequentially('98111111123');
  await expect(phone).toHaveValue('9811111112');
  await phone.fill('98765abc4321012');
  await expect(phone).toHaveValue('98765abc43');
  for (const written of ['+91 98470 12345', '098470 12345', '91-9847012345', '98470 12345']) {
    await phone.fill('');
    await phone.pressSequentially(written);
    await expect(phone).toHaveValue('9847012345');
    await phone.fill(written);
    await expect(phone).toHaveValue('9847012345');
  }
  expect(await countOf(call, '/suppliers', 'Hill Farms')).toBe(0);
});

test('a supplier of an inward is not deleted, and can be deactivated instead', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 409|^Failed to delete supplier\./);
  const supplierId = await addSupplier(call, { name: 'For all' });
  await addInward(call, supplierId, [[await addMaterial(call), 1]]);
  await begin(page, godown, '/suppliers?search=For all');
  await chooseFromMenu(page, 'For all', 'Delete …');
  await answer(page, question, 'Delete');
  await expect(alert(page, 'Cannot delete this supplier because it is linked in Inward.')).toBeVisible();
  await expect(rowOf(page, list, 'For all')).toContainText('Active');
  await page.getByRole('alert').getByRole('button', { name: 'Deactivate' }).click();
  await expect(rowOf(page, list, 'For all')).toContainText('Inactive');
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a double click, a failing server and a second try create one record, and no typed value is lost', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of (400|503)|^Failed to save supplier\.|^Validation Errors:/);
  await begin(page, godown, '/suppliers');
  const form = await openForm(page);
  await field(form, 'Name').fill('Only once');
  await field(form, 'Phone').fill('9811111191');
  const add = form.getByRole('button', { name: 'Add', exact: true });

  const refusals = [
    { status: 503, json: { code: 'unavailable', message: 'Please wait.' } },
    { status: 400, json: { code: 'invalid', message: 'No.', errors: { name: ['Taken.'], email: ['Unknown.'] } } },
  ];
  await page.route('**/api/suppliers', async (route) => {
    const refusal = route.request().method() === 'POST' ? refusals.shift() : undefined;
    await (refusal ? route.fulfill(refusal) : route.continue());
  });
  await add.click();
  await expect(alert(page, 'Failed to save supplier. Check all fields.')).toBeVisible();
  await expect(alert(page, 'Please wait.')).toBeVisible();
  await expect(field(form, 'Name')).toHaveValue('Only once');
  await dismiss(page);
  await add.click();
  await expect(alert(page, 'Validation Errors: Taken. Unknown.')).toBeVisible();
  await expect(field(form, 'Name')).toHaveAccessibleDescription('Taken.');
  await expect(field(form, 'Name')).toBeFocused();
  await expect(field(form, 'Phone')).toHaveValue('9811111191');

  await dismiss(page);
  await add.dblclick();
  await expect(done(page, 'Supplier added successfully!')).toBeVisible();
  await expect(form).toBeHidden();
  expect(await countOf(call, '/suppliers', 'Only once')).toBe(1);
});
