/** The stops of signing in, of the first administrator and of a forgotten password. */
import type { Page } from '@playwright/test';
import { field } from '../screen.ts';
import { failure, silence, type Stop } from '../tour.ts';

const login = { screen: 'login', path: '/login', office: 'sample' } as const;

/** Fills both fields of the login form. */
async function fillLogin(page: Page, email: string): Promise<void> {
  await field(page, 'Email').fill(email);
  await page.getByLabel(/^Password/).fill('not it at all');
}

async function firstAdministrator(page: Page): Promise<void> {
  const answer = { needsFirstAdministrator: true, needsSetupCode: true };
  await page.route('**/api/setup', async (route) => route.fulfill({ json: answer }));
}

const loginStops: Stop[] = [
  { ...login, state: 'form', reach: async (page) => field(page, 'Email').waitFor() },
  {
    ...login,
    state: 'form-errors',
    goesOn: true,
    reach: async (page) => {
      await fillLogin(page, 'asha@');
      await page.getByLabel(/^Password/).fill('');
      await page.getByLabel(/^Password/).blur();
      await page.getByText('Password is required.').waitFor();
    },
  },
  {
    ...login,
    state: 'loading',
    goesOn: true,
    arrange: async (page) => silence(page, '**/api/Auth/**'),
    reach: async (page) => {
      await fillLogin(page, 'asha@example.com');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Logging in...' }).waitFor();
    },
  },
  {
    ...login,
    state: 'error',
    goesOn: true,
    arrange: async (page) => failure(page, '**/api/Auth/**'),
    reach: async (page) => {
      await page.getByRole('alert').waitFor();
    },
  },
  {
    ...login,
    state: 'first-administrator',
    arrange: firstAdministrator,
    reach: async (page) => field(page, 'Full Name').waitFor(),
  },
  {
    ...login,
    state: 'first-administrator-errors',
    goesOn: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Create administrator' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
];

const forgot = { screen: 'forgot-password', path: '/forgot-password', office: 'sample' } as const;

/** Requests a code without sending mail. */
async function codeIsSent(page: Page): Promise<void> {
  const answer = { responseMessage: 'OTP sent successfully!' };
  await page.route('**/api/Auth/reset-password-otp*', async (route) => route.fulfill({ json: answer }));
}

async function askForCode(page: Page): Promise<void> {
  await field(page, 'Email').fill('asha@example.com');
  await page.keyboard.press('Enter');
  await field(page, 'Enter OTP').waitFor();
}

const forgotStops: Stop[] = [
  { ...forgot, state: 'form', reach: async (page) => field(page, 'Email').waitFor() },
  {
    ...forgot,
    state: 'form-errors',
    goesOn: true,
    reach: async (page) => {
      await field(page, 'Email').fill('asha@');
      await field(page, 'Email').blur();
      await page.getByText('Enter a valid email.').waitFor();
    },
  },
  {
    ...forgot,
    state: 'error',
    goesOn: true,
    arrange: failure,
    reach: async (page) => {
      await field(page, 'Email').fill('asha@example.com');
      await page.keyboard.press('Enter');
      await page.getByText('Failed to send OTP').waitFor();
    },
  },
  { ...forgot, state: 'otp', arrange: codeIsSent, reach: askForCode },
  {
    ...forgot,
    state: 'otp-errors',
    goesOn: true,
    reach: async (page) => {
      await field(page, 'Enter OTP').fill('123');
      await page.getByLabel(/^New Password/).fill('12345');
      await page.getByLabel(/^New Password/).blur();
      await page.locator('[aria-invalid=true]').nth(1).waitFor();
    },
  },
  {
    ...forgot,
    state: 'done',
    goesOn: true,
    arrange: async (page) => {
      const answer = { responseMessage: 'Password reset successful!' };
      await page.route('**/api/Auth/verify-otp', async (route) => route.fulfill({ json: answer }));
    },
    reach: async (page) => {
      await field(page, 'Enter OTP').fill('123456');
      await page.getByLabel(/^New Password/).fill('a new secret');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'OK' }).waitFor();
    },
  },
];

export const signInStops: Stop[] = [...loginStops, ...forgotStops];
