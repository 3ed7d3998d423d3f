import { openOffice } from '../support/api.ts';
import { begin } from '../support/desk.ts';
import { administrator, manager, openSession, type Person, storekeeper } from '../support/people.ts';
import {
  alert,
  answer,
  chooseFromMenu,
  done,
  expectQuestion,
  field,
  headingsOf,
  openMenu,
  rowOf,
  select,
} from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Locator, Page } from '@playwright/test';

const list = 'Registered Users';
const question = 'Are you sure you want to delete this user?';
const newcomer: Person = {
  fullName: 'Leela Das',
  email: 'leela@example.com',
  phone: '5876543213',
  userRole: 'manager',
  password: 'secret',
};

test.use({ goesOn: true });

test.beforeAll(async ({ serverOf }, { file }) => {
  await openOffice(await serverOf(file), manager, storekeeper);
});

const password = (form: Locator) => form.getByLabel(/^Password/).and(form.locator('input'));

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Add User' }).click();
  return page.getByRole('form', { name: 'Add New User' });
}

test('a user is registered, changed and deleted', async ({ page, godown }) => {
  await begin(page, godown, '/register');
  await expect(page.getByRole('heading', { name: 'Registered Users' })).toBeVisible();
  await expect(headingsOf(page, list)).toHaveText(['Full Name', 'Email', 'Phone', 'Role', 'Status', 'Actions']);

  await expect(page.getByText(/^No mail server is set up/)).toBeVisible();
  const form = await openForm(page);
  await expect(password(form)).toHaveAccessibleDescription('At least 6 characters.');
  const role = form.getByLabel('User Role').and(form.locator('input'));
  await expect(role).toHaveValue('User');
  // The work of the role, in three sentences.
  const duties = form.getByRole('list', { name: 'User Role' });
  await expect(duties.getByRole('listitem')).toHaveCount(3);
  await expect(duties).toContainText(
    /puts lots on hold and counts: .* waits for the office to post it, and can be taken back until then\./,
  );
  await field(form, 'Full Name').fill(newcomer.fullName);
  await field(form, 'Email').fill(newcomer.email);
  await field(form, 'Phone').fill(`+91 ${newcomer.phone.slice(0, 5)} ${newcomer.phone.slice(5)}`);
  await expect(field(form, 'Phone')).toHaveValue(newcomer.phone);
  await password(form).fill(newcomer.password);
  await form.getByText('Show', { exact: true }).click();
  await expect(password(form)).toHaveAttribute('type', 'text');
  await form.getByText('Hide', { exact: true }).click();
  await expect(password(form)).toHaveAttribute('type', 'password');
  await password(form).press('Enter');
  await expect(role).toBeFocused();
  await expect(form).toBeVisible();
  await select(form, 'User Role', 'Manager');
  await expect(duties).toContainText('Releases lots that are on hold');
  await form.getByRole('button', { name: 'Register' }).dblclick();
  await expect(done(page, 'User registered successfully!')).toBeVisible();
  await expect(done(page, newcomer.fullName)).toBeVisible();
  await expect(form).toBeHidden();
  const row = rowOf(page, list, newcomer.fullName);
  for (const text of [newcomer.email, newcomer.phone, 'Manager', 'Active']) await expect(row).toContainText(text);
  await openSession(godown, newcomer);

  await row.getByRole('button', { name: 'Edit Leela Das' }).click();
  const edit = page.getByRole('form', { name: 'Edit User' });
  await expect(password(edit)).toHaveValue('');
  await select(edit, 'User Role', 'User');
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(done(page, 'User updated successfully!')).toBeVisible();
  // The empty password field kept the password.
  expect((await openSession(godown, newcomer)).userData.userRole).toBe('user');

  await row.getByRole('button', { name: 'Edit Leela Das' }).click();
  await password(edit).fill('another secret');
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(edit).toBeHidden();
  await openSession(godown, { ...newcomer, password: 'another secret' });
  await expect(openSession(godown, newcomer)).rejects.toThrow('Invalid email or password');

  await chooseFromMenu(row, 'Leela Das', 'Delete …');
  await expectQuestion(page, question);
  await answer(page, question, 'Delete');
  await expect(done(page, 'User deleted successfully')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('the table is shown once there are users, and Cancel closes a form', async ({ page, godown }) => {
  await page.route('**/api/Auth/users?*', async (route) => {
    await route.fulfill({ json: [], headers: { 'x-total-count': '0' } });
  });
  await begin(page, godown, '/register');
  await expect(page.getByRole('heading', { level: 1, name: 'Users 0' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Registered Users' })).toHaveCount(0);
  const form = await openForm(page);
  await page.unroute('**/api/Auth/users?*');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  await page.reload();
  await expect(rowOf(page, list, administrator.fullName)).toBeVisible();
});

test('faults are shown at their fields, also an address in use', async ({ page, godown, browserErrors }) => {
  browserErrors.expect(/status of (400|409)/);
  await begin(page, godown, '/register');
  const form = await openForm(page);
  const register = form.getByRole('button', { name: 'Register' });
  const fields = [field(form, 'Full Name'), field(form, 'Email'), field(form, 'Phone'), password(form)];
  // Errors show on blur, and all of them on submit.
  await expect(form.getByText('Required.')).toHaveCount(0);
  await field(form, 'Full Name').focus();
  await field(form, 'Email').focus();
  await expect(field(form, 'Full Name')).toHaveAccessibleDescription('Required.');
  await expect(form.getByText('Required.')).toHaveCount(1);
  await register.click();
  for (const each of fields) await expect(each).toHaveAccessibleDescription('Required.');
  await expect(field(form, 'Full Name')).toBeFocused();

  await field(form, 'Full Name').fill('Le');
  await field(form, 'Email').fill('leela@');
  await field(form, 'Phone').fill('987654321');
  await password(form).fill('short');
  await register.click();
  const texts = ['Min 3 chars.', 'Invalid email.', 'Invalid number.', 'Min 6 chars.'];
  for (const [index, each] of fields.entries()) await expect(each).toHaveAccessibleDescription(texts[index] ?? '');

  await field(form, 'Full Name').fill('Leela Das');
  await field(form, 'Email').fill(manager.email.toUpperCase());
  await field(form, 'Phone').fill('9876543213');
  await password(form).fill('long enough');
  await register.click();
  await expect(alert(page, 'Failed to register user. Please try again.')).toBeVisible();
  await expect(field(form, 'Email')).toHaveAccessibleDescription('This email is already registered.');
  await expect(password(form)).toHaveValue('long enough');
});

test('managers add users up to their own role, and users do not see the screen', async ({ page, godown }) => {
  await begin(page, godown, '/register', manager);
  await expect(rowOf(page, list, administrator.fullName)).toBeVisible();
  await expect(
    rowOf(page, list, administrator.fullName).getByRole('button', { name: /^(Edit|More for) / }),
  ).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0);
  const form = await openForm(page);
  await form.getByLabel('User Role').and(form.locator('input')).click();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Manager', 'User']);

  await begin(page, godown, '/register', storekeeper);
  await expect(page).toHaveURL(/\/dashboard$/);
  const menu = await openMenu(page);
  await expect(menu.getByRole('link', { name: 'Suppliers' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0);
});
