/** Double submits create one first administrator and send one mail with a code. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { administrator, openSession } from '../support/people.ts';
import { clickTwice, field } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Locator, Page } from '@playwright/test';

async function holdEnter(page: Page, at: Locator): Promise<void> {
  await at.focus();
  for (let repeat = 0; repeat < 6; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
}

/** Counts the calls of a URL from now on. */
function countCalls(page: Page, address: RegExp): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (address.test(request.url())) count += 1;
  });
  return () => count;
}

test('the first administrator is created once, and signed in although the answer was lost', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED|status of (401|409)/);
  const asked = countCalls(page, /\/Auth\/register$/);
  await page.route('**/api/Auth/register', async (route) => {
    if (asked() > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.goto('/login');
  const form = page.getByRole('form', { name: 'Create the first administrator' });
  await field(form, 'Full Name').fill(administrator.fullName);
  await field(form, 'Email').fill(administrator.email);
  await field(form, 'Phone').fill(administrator.phone);
  await form.getByLabel(/^Password/).fill(administrator.password);
  await clickTwice(form.getByRole('button', { name: 'Create administrator' }));
  await expect(form.getByRole('alert')).toHaveText('Godown cannot be reached. Check the connection and try again.');
  expect(asked()).toBe(1);
  await holdEnter(page, field(form, 'Phone'));
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(asked()).toBe(2);
  const { token } = await openSession(godown);
  const users = await fetch(`${godown.address}/api/Auth/users`, { headers: { authorization: `Bearer ${token}` } });
  expect(await users.json()).toHaveLength(1);
});

test('one code is mailed, however often the button is pressed at once', async ({ page, godown }) => {
  const asked = countCalls(page, /\/Auth\/reset-password-otp\?/);
  const expectMails = (count: number) =>
    expect(async () => expect(await readdir(path.join(godown.dataDir, 'outbox'))).toHaveLength(count)).toPass();
  await page.goto('/forgot-password');
  const form = page.getByRole('form', { name: 'Forgot Password' });
  await field(form, 'Email').fill(administrator.email);
  await clickTwice(form.getByRole('button', { name: 'Send OTP' }));
  await expect(field(form, 'Enter OTP')).toBeFocused();
  expect(asked()).toBe(1);
  await expectMails(1);

  await page.reload();
  await field(form, 'Email').fill(administrator.email);
  await holdEnter(page, field(form, 'Email'));
  await expect(field(form, 'Enter OTP')).toBeFocused();
  expect(asked()).toBe(2);
  await expectMails(2);
});

test('one sign-in is requested, however often the button is pressed at once', async ({ page }) => {
  const asked = countCalls(page, /\/Auth\/checkUserAuthentication$/);
  await page.goto('/login');
  await field(page, 'Email').fill(administrator.email);
  await page.getByLabel(/^Password/).fill(administrator.password);
  await clickTwice(page.getByRole('button', { name: 'Login', exact: true }));
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(asked()).toBe(1);
});
