import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { openOffice } from '../support/api.ts';
import type { Godown } from '../support/godown.ts';
import { administrator, manager, openSession } from '../support/people.ts';
import { answer, field, holdBack } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

test.beforeAll(async ({ serverOf }, { file }) => {
  await openOffice(await serverOf(file), manager);
});

/** Waits for the newest mail to the address; returns its code. */
async function codeFor(godown: Godown, email: string): Promise<string> {
  const outbox = path.join(godown.dataDir, 'outbox');
  let code = '';
  await expect(async () => {
    const files = (await readdir(outbox)).toSorted((a, b) => a.localeCompare(b));
    const mails = await Promise.all(files.map(async (file) => readFile(path.join(outbox, file), 'utf8')));
    const newest = mails.findLast((mail) => mail.includes(`To: ${email}`)) ?? '';
    code = /^Subject: (\d{6}) /m.exec(newest)?.[1] ?? '';
    expect(code).toMatch(/^\d{6}$/);
  }).toPass();
  return code;
}

function reset(page: Page) {
  const form = page.getByRole('form', { name: 'Forgot Password' });
  return {
    email: field(form, 'Email'),
    send: form.getByRole('button', { name: 'Send OTP' }),
    otp: field(form, 'Enter OTP'),
    password: form.getByLabel(/^New Password/),
    save: form.getByRole('button', { name: 'Reset Password' }),
    success: form.getByRole('status'),
    failure: form.getByRole('alert'),
  };
}

test('a forgotten password is replaced with a code', async ({ page, godown, browserErrors }) => {
  browserErrors.expect(/status of (400|503)/);
  const { email, send, otp, password, save, success, failure } = reset(page);

  await test.step('the button shows that a code is being sent, and a failure keeps the person at the same step', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/Auth/reset-password-otp?*', async (route) => {
      await released;
      await route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Please wait.' } });
    });
    await page.goto('/forgot-password');
    await email.fill(manager.email);
    await expect(send.locator('.mantine-Loader-root')).toHaveCount(0);
    await send.click();
    await expect(send.locator('.mantine-Loader-root')).toBeVisible();
    await expect(send).toBeDisabled();
    release();
    await expect(failure).toContainText('Failed to send OTP');
    await expect(failure).toContainText('Please wait.');
    await expect(email).toHaveValue(manager.email);
    await expect(otp).toBeHidden();
    await expect(send).toBeEnabled();
    await page.unrouteAll();
  });

  await test.step('an unknown address is answered like any other, and the link back opens the sign-in', async () => {
    await email.fill('nobody@example.com');
    await email.press('Enter');
    await expect(success).toHaveText('OTP sent successfully!');
    await expect(otp).toBeVisible();
    await password.fill('a new secret');
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(send).toBeHidden();
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step('a code by mail sets a new password, and a wrong one does not', async () => {
    await page.getByRole('link', { name: 'Forgot Password?' }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
    await expect(email).toHaveAttribute('placeholder', 'Enter your registered email');
    await expect(send).toBeDisabled();
    await email.press('Tab');
    await expect(email).toHaveAccessibleDescription('Enter a valid email.');
    await page.reload();
    await email.fill('asha@');
    await expect(email).toHaveAccessibleDescription('');
    await email.press('Tab');
    await expect(email).toHaveAccessibleDescription('Enter a valid email.');
    await expect(send).toBeDisabled();
    await email.fill(administrator.email);
    await send.click();

    await expect(success).toHaveText('OTP sent successfully!');
    await expect(otp).toBeFocused();
    await expect(otp).toHaveAttribute('placeholder', '6-digit OTP');
    const code = await codeFor(godown, administrator.email);
    await otp.fill(code.slice(1));
    await password.fill('a new secret');
    await expect(save).toBeDisabled();

    await otp.fill(code === '000000' ? '000001' : '000000');
    const release = await holdBack(page, '**/api/Auth/verify-otp');
    await save.click();
    await expect(save).toBeDisabled();
    release();
    await expect(failure).toHaveText('OTP verification failed');
    await expect(password).toHaveValue('a new secret');
    await openSession(godown);

    await password.fill('short');
    await expect(save).toBeDisabled();
    await password.fill('a new secret');
    // As pasted from a mail that shows it in groups.
    await otp.fill(` ${code.slice(0, 3)} ${code.slice(3)}`);
    await expect(otp).toHaveValue(code);
    await save.click();
    const done = 'Password reset successful!';
    await expect(page.getByRole('dialog', { name: done })).toBeVisible();
    await answer(page, done, 'OK');
    await expect(page).toHaveURL(/\/login$/);

    await field(page, 'Email').fill(administrator.email);
    await page.getByLabel(/^Password/).fill('a new secret');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(openSession(godown)).rejects.toThrow('Invalid email or password');
  });
});
