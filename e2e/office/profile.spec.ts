import { openOffice } from '../support/api.ts';
import { begin } from '../support/desk.ts';
import { administrator, manager, openSession, storekeeper } from '../support/people.ts';
import { alert, answer, chooseFromMenu, done, expectQuestion, rowsOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const own = 'Where you are signed in';
const newPassword = 'another battery staple';

test.use({ goesOn: true });

test.beforeAll(async ({ serverOf }, { file }) => {
  await openOffice(await serverOf(file), manager, storekeeper);
});

async function lives(address: string, token: string): Promise<boolean> {
  const { status } = await fetch(`${address}/api/suppliers`, { headers: { authorization: `Bearer ${token}` } });
  return status === 200;
}

const password = (page: Page, label: string) => page.getByLabel(label).and(page.locator('input'));

test('a person sees their sessions, ends others, and changes their password', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of (400|500)/);
  const others = await Promise.all([1, 2].map(() => openSession(godown, storekeeper)));
  await begin(page, godown, '/dashboard', storekeeper);
  await page.getByRole('link', { name: `${storekeeper.fullName}, Your profile` }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('definition').filter({ hasText: storekeeper.email })).toBeVisible();

  const rows = rowsOf(page, own);
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'This one' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'This one' }).getByRole('button')).toHaveCount(0);
  await rows
    .getByRole('button', { name: /^End the session of node,/ })
    .first()
    .press('Enter');
  await expectQuestion(page, 'Are you sure you want to end this session?');
  await answer(page, 'Are you sure you want to end this session?', 'End');
  await expect(done(page, 'Session ended')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'End all others' }).click();
  await answer(page, 'Are you sure you want to end all your other sessions?', 'End');
  await expect(rows).toHaveCount(1);
  for (const { token } of others) expect(await lives(godown.address, token)).toBe(false);

  const later = await openSession(godown, storekeeper);
  const change = page.getByRole('button', { name: 'Change password' });
  await password(page, 'Current password').fill('not it at all');
  await password(page, 'New password').fill(newPassword);
  await change.click();
  await expect(alert(page, 'Failed to change the password')).toBeVisible();
  await expect(password(page, 'Current password')).toHaveAccessibleDescription('This is not your current password.');
  await expect(password(page, 'Current password')).toBeFocused();
  await password(page, 'Current password').fill(storekeeper.password);

  // An internal error shows its reference in the log; a retry succeeds.
  const fault = { code: 'internal', message: 'Something went wrong.', requestId: 'k3f9zq-1a' };
  await page.route('**/api/Auth/change-password', async (route) => route.fulfill({ status: 500, json: fault }));
  await change.click();
  await expect(alert(page, 'Reference: k3f9zq-1a')).toBeVisible();
  await page.unroute('**/api/Auth/change-password');
  await password(page, 'New password').press('Enter');
  await expect(done(page, 'Password changed. Your other sessions have ended.')).toBeVisible();
  await expect(password(page, 'New password')).toHaveValue('');
  expect(await lives(godown.address, later.token)).toBe(false);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await openSession(godown, { ...storekeeper, password: newPassword });
});

test('an administrator sees and ends the sessions of a user', async ({ page, godown }) => {
  const theirs = await openSession(godown, manager);
  await begin(page, godown, '/register', administrator);
  await chooseFromMenu(page, manager.fullName, 'Sessions');
  const title = `Sessions of ${manager.fullName}`;
  await expect(page.getByRole('heading', { name: title })).toBeFocused();
  await expect(rowsOf(page, title).first()).toContainText('node');
  await page.getByRole('button', { name: 'End all' }).click();
  await answer(page, 'Are you sure you want to end all sessions of this user?', 'End');
  await expect(page.getByText('No open sessions.')).toBeVisible();
  expect(await lives(godown.address, theirs.token)).toBe(false);
  await page.getByRole('region', { name: title }).getByRole('button', { name: 'Close' }).press('Escape');
  await expect(page.getByRole('heading', { name: title })).toBeHidden();
  await expect(page.getByRole('button', { name: `More for ${manager.fullName}` })).toBeFocused();
});
