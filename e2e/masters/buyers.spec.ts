import { countOf } from '../support/api.ts';
import { office } from '../support/office.ts';
import { signIn } from '../support/people.ts';
import {
  answer,
  chooseFromMenu,
  done,
  entries,
  expectQuestion,
  field,
  headingsOf,
  rowOf,
  select,
} from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const list = 'Buyers';
const question = 'Are you sure you want to delete this buyer?';
const call = office();

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Add New Buyer' }).click();
  return page.getByRole('form', { name: 'Add Buyer' });
}

test('buyers are added, changed, deleted and found', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/buyers');

  await test.step('a buyer is added, changed and deleted', async () => {
    await expect(page.getByText('No buyers found.')).toBeVisible();
    const form = await openForm(page);
    await expect(form.getByLabel(/^Status/).and(form.locator('input'))).toHaveValue('Active');
    await field(form, 'Name').fill('Organic Corner');
    await field(form, 'Email').fill('shop@example.com');
    await field(form, 'Phone').fill('5811111112');
    // A wrong check character is warned of and saved.
    await field(form, 'GSTIN').fill('29abcde1234f1z5');
    await expect(field(form, 'GSTIN')).toHaveAccessibleDescription(/does not match the others/);
    await field(form, 'Address').fill('4 Lake Road, Mysuru');
    await form.getByRole('button', { name: 'Add', exact: true }).dblclick();
    await expect(done(page, 'Buyer added successfully!')).toBeVisible();
    await expect(form).toBeHidden();
    await expect(entries(page, '1 to 1 of 1 entries')).toBeVisible();
    expect(await countOf(call, '/buyers', 'Organic Corner')).toBe(1);
    const row = rowOf(page, list, 'Organic Corner');
    await expect(row).toContainText('5811111112');
    await expect(row.getByText('Active', { exact: true })).toBeVisible();
    const columns = ['ID', 'Name', 'Email', 'GSTIN', 'Phone', 'Address', 'Status', 'Created At Updated At'];
    await expect(headingsOf(page, list)).toHaveText([...columns, 'Actions']);
    await expect(row).toContainText('29ABCDE1234F1Z5');

    await row.getByRole('button', { name: 'Edit Organic Corner' }).click();
    const edit = page.getByRole('form', { name: 'Update Buyer' });
    await expect(field(edit, 'Email')).toHaveValue('shop@example.com');
    await field(edit, 'Phone').fill('');
    await select(edit, 'Status', 'Inactive');
    await edit.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Buyer updated successfully!')).toBeVisible();
    await expect(row.getByText('Inactive', { exact: true })).toBeVisible();
    await expect(row).not.toContainText('5811111112');
    expect((await call('GET', '/buyers?search=Organic Corner')).json[0].status).toBe(0);

    await chooseFromMenu(row, 'Organic Corner', 'Delete …');
    await expectQuestion(page, question);
    await answer(page, question, 'Delete');
    await expect(done(page, 'Buyer deleted successfully!')).toBeVisible();
    await expect(page.getByText('No buyers found.')).toBeVisible();
  });

  await test.step('faults are shown at their fields, and nothing is saved until they are corrected', async () => {
    const form = await openForm(page);
    const add = form.getByRole('button', { name: 'Add', exact: true });
    await add.click();
    await expect(field(form, 'Name')).toHaveAccessibleDescription('Name is required.');
    await expect(field(form, 'Name')).toBeFocused();

    await field(form, 'Name').fill('Careful Shop');
    const phone = field(form, 'Phone');
    await phone.pressSequentially('98111111123');
    await phone.press('Tab');
    await expect(phone).toHaveAccessibleDescription('Phone number cannot exceed 10 digits');
    await add.click();
    await expect(phone).toBeFocused();
    await phone.fill('98111-1111');
    await phone.press('Tab');
    await expect(phone).toHaveAccessibleDescription('Phone number takes digits only.');
    await phone.fill('9811111112');
    await expect(field(form, 'Email')).toHaveAttribute('type', 'email');
    await field(form, 'Email').fill('shop@');
    await add.click();
    await expect(field(form, 'Email')).toHaveAccessibleDescription('Please enter a valid email address.');
    expect(await countOf(call, '/buyers', 'Careful Shop')).toBe(0);
    await field(form, 'Email').fill('');
    await add.click();
    await expect(done(page, 'Buyer added successfully!')).toBeVisible();
  });
});
