import { sessionKeys } from '#contract/core/accounts/signedIn.ts';
import { openOffice } from '../support/api.ts';
import { administrator, openSession, signIn } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { answer, expectQuestion, field, holdBack } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

test.beforeAll(async ({ serverOf }, { file }) => {
  await openOffice(await serverOf(file));
});

const password = (page: Page) => page.getByLabel(/^Password/);
const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });

async function type(page: Page, email: string, secret: string): Promise<void> {
  await field(page, 'Email').fill(email);
  await password(page).fill(secret);
}

/** The session storage: token, user, role. */
function kept(page: Page): Promise<(string | null)[]> {
  return page.evaluate((keys) => keys.map((key) => sessionStorage.getItem(key)), Object.values(sessionKeys));
}

test('the sign-in reports missing and wrong values, can show the password, and starts a session', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/status of 401/);
  await page.goto('/login');

  await test.step('faults are shown once a field was left, and Login is enabled only without faults', async () => {
    await expect(page.getByRole('heading', { name: 'Godown' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'LogIn', exact: true })).toBeVisible();
    const email = field(page, 'Email');
    await expect(email).toBeFocused();
    await expect(login(page)).toBeDisabled();
    await expect(page.getByText('Email is required.')).toHaveCount(0);

    await password(page).focus();
    await expect(email).toHaveAccessibleDescription('Email is required.');
    await email.fill('asha@nowhere');
    await expect(password(page)).toHaveAccessibleDescription('Password is required.');
    await password(page).fill('secret');
    await expect(email).toHaveAccessibleDescription('Enter a valid email.');
    await expect(login(page)).toBeDisabled();

    await email.fill('asha@example.com');
    await expect(login(page)).toBeEnabled();
  });

  await test.step('a password is shown and hidden', async () => {
    await password(page).fill('secret');
    await expect(password(page)).toHaveAttribute('type', 'password');
    await page.getByText('Show', { exact: true }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
    await page.getByText('Hide', { exact: true }).click();
    await expect(password(page)).toHaveAttribute('type', 'password');
    await expect(password(page)).toHaveValue('secret');
  });

  await test.step('a wrong password and an unknown account give the same message, and typed values stay', async () => {
    for (const email of [administrator.email, 'nobody@example.com']) {
      await type(page, email, 'not it at all');
      await login(page).click();
      await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
      await expect(field(page, 'Email')).toHaveValue(email);
      await expect(password(page)).toHaveValue('not it at all');
    }
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step('signing in shows that it is busy, stores the session and opens the dashboard', async () => {
    const release = await holdBack(page, '**/api/Auth/checkUserAuthentication');
    await type(page, administrator.email, administrator.password);
    await password(page).press('Enter');
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
    release();

    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    const [token, user, role] = await kept(page);
    expect(token).toMatch(/^.{20,}$/);
    expect(JSON.parse(user ?? '')).toMatchObject({ email: administrator.email, fullName: administrator.fullName });
    expect(role).toBe('admin');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });
});

test('addresses redirect to the sign-in, which ends a session', async ({ page, godown }) => {
  await test.step('the sign-in is open to everyone, and visiting it ends the session', async () => {
    for (const path of ['/login', '/', '/no/such']) {
      await signIn(page, godown);
      await page.goto(path);
      await expect(page).toHaveURL(/\/login$/);
      await expect(login(page)).toBeVisible();
      expect(await kept(page)).toEqual([null, null, null]);
    }
  });

  await test.step('without a session every address redirects to the sign-in', async () => {
    // All others are below the same route.
    await page.goto('/inward');
    for (const path of ['/inward', '/', '/no/such', '/dashboard', '/reports', '/reports/products']) {
      await goOn(page, path);
      await expect(page, path).toHaveURL(/\/login$/);
      await expect(login(page)).toBeVisible();
    }
  });
});

test('after a lost session, signing in returns to the last screen or to the address opened since', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 401/);

  await test.step('a session that the server has ended leads to the sign-in at the next call, and signing in leads back to the screen', async () => {
    const { token } = await signIn(page, godown);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await fetch(`${godown.address}/api/Auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    await page.goto('/suppliers');
    await expect(page).toHaveURL(/\/login$/);
    expect(await kept(page)).toEqual([null, null, null]);
    await type(page, administrator.email, administrator.password);
    await login(page).click();
    await expect(page).toHaveURL(/\/suppliers$/);
  });

  await test.step('an address opened after the session was lost is shown after signing in', async () => {
    const [token] = await kept(page);
    await fetch(`${godown.address}/api/Auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
    await page.goto('/suppliers?search=hill');
    await expect(page).toHaveURL(/\/login$/);
    await type(page, administrator.email, administrator.password);
    await login(page).click();
    await expect(page).toHaveURL(/\/suppliers\?search=hill$/);
  });
});

test('logging out asks first, and then clears the storage and the session', async ({ page, godown }) => {
  const question = 'Are you sure you want to logout?';
  const { token } = await signIn(page, godown);
  await page.goto('/dashboard');
  // Other programs may have left one in the local storage.
  await page.evaluate((key) => localStorage.setItem(key, 'old'), sessionKeys.token);
  await page.evaluate(() => localStorage.setItem('left by another program', 'anything'));
  await page.getByRole('button', { name: 'Use the dark colours' }).click();
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  await expectQuestion(page, question);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect((await kept(page))[0]).toBe(token);

  await logout.click();
  const told = page.waitForResponse('**/api/Auth/logout');
  await answer(page, question, 'Logout');
  await expect(page).toHaveURL(/\/login$/);
  expect((await told).status()).toBe(200);
  expect(await kept(page)).toEqual([null, null, null]);
  // The colour scheme belongs to the device, not the user.
  expect(await page.evaluate(() => Object.entries(localStorage))).toEqual([['mantine-color-scheme-value', 'dark']]);

  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
  await expect(openSession(godown)).resolves.toHaveProperty('token');
});

test('logging out warns of unsaved typed values, if there are any', async ({ page, godown }) => {
  const question = 'Are you sure you want to logout?';
  const warning = page.getByRole('dialog').getByText('What you typed into the open form is not saved.');
  await signIn(page, godown);
  await page.goto('/suppliers');
  await page.getByRole('button', { name: 'Add New Supplier' }).click();
  const name = field(page.getByRole('form', { name: 'Add Supplier' }), 'Name');
  // The form takes the focus once it is loaded.
  await expect(name).toBeFocused();
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  await expectQuestion(page, question);
  await expect(warning).toHaveCount(0);
  await answer(page, question, 'Cancel');

  await name.fill('Hill Farms');
  await logout.click();
  await expect(warning).toBeVisible();
  await answer(page, question, 'Cancel');
  await expect(name).toHaveValue('Hill Farms');

  // The screen is still there while the next one loads, with what it would ask of the server.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.route('**/assets/**', async (route) => {
    await expect.poll(() => asked).toContain('/api/Auth/logout');
    await page.clock.runFor(1000);
    await route.continue();
  });
  await page.clock.install();
  await name.fill('Hill Farms and Sons');
  await logout.click();
  await answer(page, question, 'Logout');
  await expect(page).toHaveURL(/\/login$/);
  expect(asked.slice(asked.indexOf('/api/Auth/logout'))).not.toContain('/api/find');
});

test('a cookie of another program on this host under the name of ours does not block saving', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 403/);
  const url = godown.address;
  const ours = 'A'.repeat(24);
  for (const foreign of [
    [{ name: 'XSRF-TOKEN', value: '100%', url }],
    [{ name: 'XSRF-TOKEN', value: 'theirs', domain: new URL(url).hostname, path: '/', httpOnly: true }],
    // As if it were ours, where the script can't read it.
    [{ name: 'XSRF-TOKEN', value: ours, domain: new URL(url).hostname, path: '/', httpOnly: true }],
    // Readable by the script, and not sent to the API.
    [
      { name: 'XSRF-TOKEN', value: ours, domain: new URL(url).hostname, path: '/login' },
      { name: 'XSRF-TOKEN', value: 'theirs', domain: new URL(url).hostname, path: '/api' },
    ],
  ]) {
    await page.goto('/login');
    // After the page, so that its answer has not replaced it.
    await page.context().addCookies(foreign);
    await type(page, administrator.email, administrator.password);
    await login(page).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.context().clearCookies({ name: 'XSRF-TOKEN' });
  }
});
