import { administrator } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { entries, field, rowsOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const title = 'Create the first administrator';

test('an empty server gets its first administrator', async ({ page }) => {
  const form = page.getByRole('form', { name: title });

  await test.step('an empty server requires the first administrator, and shows faults once a field was left', async () => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { name: 'Godown' })).toBeVisible();
    const [name, email, phone] = [field(form, 'Full Name'), field(form, 'Email'), field(form, 'Phone')];
    const password = form.getByLabel(/^Password/);
    await expect(name).toBeFocused();
    // A server on the loopback interface requires no setup code.
    await expect(field(form, 'Setup code')).toHaveCount(0);
    await expect(form.getByRole('checkbox', { name: 'Load sample data to look around with' })).not.toBeChecked();

    await expect(password).toHaveAccessibleDescription('At least 6 characters.');
    await expect(form.getByText('Required.')).toHaveCount(0);
    await email.focus();
    await expect(name).toHaveAccessibleDescription('Required.');
    await expect(form.getByText('Required.')).toHaveCount(1);

    await form.getByRole('button', { name: 'Create administrator' }).click();
    for (const empty of [name, email, phone, password]) await expect(empty).toHaveAccessibleDescription('Required.');

    await name.fill('Al');
    await email.fill('asha@');
    await phone.fill('12345');
    await password.fill('12345');
    await form.getByRole('button', { name: 'Create administrator' }).click();
    await expect(name).toHaveAccessibleDescription('Min 3 chars.');
    await expect(email).toHaveAccessibleDescription('Invalid email.');
    await expect(phone).toHaveAccessibleDescription('Invalid number.');
    await expect(password).toHaveAccessibleDescription('Min 6 chars.');
  });

  await test.step('Enter in the password goes on without creating anybody, and a fault of the phone takes the focus', async () => {
    const [name, email, phone] = [field(form, 'Full Name'), field(form, 'Email'), field(form, 'Phone')];
    const password = form.getByLabel(/^Password/);
    await name.fill(administrator.fullName);
    await email.fill(administrator.email);
    await password.fill(administrator.password);
    await form.getByRole('button', { name: 'Create administrator' }).click();
    await expect(phone).toBeFocused();
    await phone.fill(administrator.phone);
    await password.press('Enter');
    await expect(form.getByRole('checkbox', { name: 'Load sample data to look around with' })).toBeFocused();
    await expect(form.getByRole('button', { name: 'Create administrator' })).toBeEnabled();
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step('the first administrator is signed in at once, with the requested sample data; afterwards the login is shown', async () => {
    await field(form, 'Full Name').fill(administrator.fullName);
    await field(form, 'Email').fill(administrator.email);
    await field(form, 'Phone').fill(administrator.phone);
    await form.getByLabel(/^Password/).fill(administrator.password);
    await form.getByRole('checkbox', { name: 'Load sample data to look around with' }).check();
    await form.getByRole('button', { name: 'Create administrator' }).click();

    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Suppliers\s*[1-9]\d*$/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Raw Materials\s*[1-9]\d*$/ })).toBeVisible();

    const lists = [
      ['/suppliers', 'Suppliers'],
      ['/rawmaterials', 'Raw Materials'],
      ['/inward', 'Inward'],
      ['/production', 'Recorded productions'],
      ['/reports/rawmaterialreports', 'Raw Material Stock'],
    ] as const;
    for (const [path, list] of lists) {
      await goOn(page, path);
      await expect(rowsOf(page, list).filter({ hasText: /\d/ }).first()).toBeVisible();
      await expect(entries(page, '1 to ').first()).toBeVisible();
    }

    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'LogIn' })).toBeVisible();
    await expect(page.getByRole('form', { name: title })).toHaveCount(0);
  });
});
