/** "Keep me signed in on this device" (decision 116), and the place that the next sign-in leads to. */
import { addSupplier } from '#test/factories.ts';
import { lostTexts, logoutTexts } from '#contract/core/accounts/signedIn.ts';
import { office } from '../support/office.ts';
import { administrator, manager, openSession } from '../support/people.ts';
import { answer, field, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { BrowserContext, Page } from '@playwright/test';

const call = office(manager);

test.use({ isAlone: true });

test.beforeAll(async () => {
  await addSupplier(call, { name: 'Hill Farms' });
});

test.beforeEach(({ browserErrors }) => {
  browserErrors.expect(/status of 401/);
});

const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });
const keep = (page: Page) => page.getByRole('checkbox', { name: 'Keep me signed in on this device' });
/** The note of the login page on a session that ended. */
const note = (page: Page) => page.getByRole('main').getByRole('status');
const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('auth_token'));

async function signInByHand(page: Page, isKept: boolean, secret = administrator.password): Promise<void> {
  await field(page, 'Email').fill(administrator.email);
  await page.getByLabel(/^Password/).fill(secret);
  await keep(page).setChecked(isKept);
  await login(page).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await answer(page, logoutTexts.confirm, 'Logout');
  await expect(page).toHaveURL(/\/login$/);
}

/** Closes all tabs of the browser and opens a new one. */
async function openAgain(context: BrowserContext): Promise<Page> {
  for (const tab of context.pages()) await tab.close();
  return await context.newPage();
}

async function endOnServer(page: Page, address: string): Promise<void> {
  const authorization = `Bearer ${await tokenOf(page)}`;
  const sessions = await fetch(`${address}/api/sessions`, { headers: { authorization } });
  expect(sessions.status).toBe(200);
  // As with the idle time of a night: the session alone.
  await page.evaluate(() => sessionStorage.setItem('auth_token', 'a'.repeat(43)));
}

test('without the tick a new window asks for the sign-in, with it the person goes on', async ({
  page,
  context,
  godown,
}) => {
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/login');
  await expect(keep(page)).not.toBeChecked();
  await signInByHand(page, false);
  await expect(page).toHaveURL(/\/dashboard$/);
  const without = await openAgain(context);
  await without.goto(`${godown.address}/suppliers`);
  await expect(without).toHaveURL(/\/login$/);
  expect(await without.evaluate(() => Object.keys(localStorage))).not.toContain('godown.kept');
  expect(asked).not.toContain('/api/Auth/reopen-session');

  await signInByHand(without, true);
  await expect(without).toHaveURL(/\/suppliers$/);
  const cookie = (await context.cookies(`${godown.address}/api/Auth`)).find(({ name }) => name === 'godown_kept');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/Auth' });

  const paths: string[] = [];
  for (const path of ['/suppliers?search=hill', '/']) {
    const again = await openAgain(context);
    again.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname));
    await again.goto(godown.address + path);
    await expect(again.getByText(administrator.fullName)).toBeVisible();
    await expect(again).toHaveURL(godown.address + (path === '/' ? '/dashboard' : path));
    expect(await again.evaluate(() => Object.keys(sessionStorage).toSorted())).toEqual([
      'auth_token',
      'user',
      'userRole',
    ]);
  }
  expect(paths).not.toContain('/login');
});

test('a kept device opens tabs at the same moment, and a session that ran out goes on', async ({
  page,
  context,
  godown,
}) => {
  await page.goto('/login');
  await signInByHand(page, true);
  await expect(page).toHaveURL(/\/dashboard$/);
  const first = await openAgain(context);
  const tabs = [first, await context.newPage(), await context.newPage()];
  await Promise.all(tabs.map((tab) => tab.goto(`${godown.address}/suppliers`)));
  for (const tab of tabs) await expect(rowOf(tab, 'Suppliers', 'Hill Farms')).toBeVisible();

  await endOnServer(first, godown.address);
  const ended = await tokenOf(first);
  await first.getByRole('button', { name: 'Add New Supplier' }).click();
  const form = first.getByRole('form', { name: 'Add Supplier' });
  await field(form, 'Name').fill('Lake Farms');
  await field(form, 'Phone').fill('9811111113');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rowOf(first, 'Suppliers', 'Lake Farms')).toBeVisible();
  await expect(first).toHaveURL(/\/suppliers$/);
  expect(await tokenOf(first)).not.toBe(ended);

  await test.step('the sign-in clears the session of its tab, and leaves the device', async () => {
    await first.goto(`${godown.address}/login`);
    await expect(login(first)).toBeVisible();
    expect(await tokenOf(first)).toBeNull();
    await first.goto(`${godown.address}/suppliers`);
    await expect(rowOf(first, 'Suppliers', 'Hill Farms')).toBeVisible();
  });

  await test.step('the profile lists it, and Logout ends it in all tabs', async () => {
    await first.goto(`${godown.address}/profile`);
    const own = first.getByRole('row', { name: 'This one' });
    await expect(own.getByText(/^Kept signed in until \d\d-\d\d-\d{4}/)).toBeVisible();
    const told = first.waitForResponse('**/api/Auth/kept-device');
    await logOut(first);
    expect((await told).status()).toBe(200);
    for (const tab of tabs) await expect(tab).toHaveURL(/\/login$/);
    const after = await openAgain(context);
    await after.goto(`${godown.address}/suppliers`);
    await expect(after).toHaveURL(/\/login$/);
    const cookies = await context.cookies(`${godown.address}/api/Auth`);
    expect(cookies.map(({ name }) => name)).not.toContain('godown_kept');
  });
});

test('a session of somebody else in the same browser is not continued by a kept device', async ({
  page,
  context,
  godown,
}) => {
  await page.goto('/login');
  await field(page, 'Email').fill(manager.email);
  await page.getByLabel(/^Password/).fill(manager.password);
  await login(page).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const second = await context.newPage();
  await second.goto(`${godown.address}/login`);
  await signInByHand(second, true);
  await expect(second).toHaveURL(/\/dashboard$/);
  await page.evaluate(() => sessionStorage.setItem('auth_token', 'a'.repeat(43)));
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  expect(await tokenOf(page)).toBeNull();
});

test('a device that was ended elsewhere asks for the sign-in', async ({ page, context, godown }) => {
  await page.goto('/login');
  await signInByHand(page, true);
  await expect(page).toHaveURL(/\/dashboard$/);
  const { token } = await openSession(godown);
  await fetch(`${godown.address}/api/sessions`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await expect(note(page)).toHaveText(lostTexts.ended);
  const again = await openAgain(context);
  await again.goto(`${godown.address}/suppliers`);
  await expect(again).toHaveURL(/\/login$/);
});

test('the address that was asked for survives a reload and a failed sign-in, until Logout', async ({ page }) => {
  await page.goto('/suppliers?search=hill#content');
  await expect(page).toHaveURL(/\/login$/);
  await page.reload();
  await expect(note(page)).toHaveCount(0);
  await signInByHand(page, false, 'not it at all');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.goto('/login');
  await signInByHand(page, false);
  await expect(page).toHaveURL(/\/suppliers\?search=hill#content$/);

  await logOut(page);
  await signInByHand(page, false);
  await expect(page).toHaveURL(/\/dashboard$/);

  await test.step('no address of another origin', async () => {
    for (const address of ['//example.com/', '/\\example.com/', 'https://example.com/']) {
      await page.goto('/login');
      await page.evaluate((text) => sessionStorage.setItem('place', JSON.stringify({ address: text })), address);
      await signInByHand(page, false);
      await expect(page).toHaveURL(/\/dashboard$/);
    }
  });
});

test('the sign-in says that a session ended, and that typed work is kept', async ({ page, godown }) => {
  await page.goto('/login');
  await expect(login(page)).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  for (const typed of ['', 'Half written']) {
    await signInByHand(page, false);
    await expect(page).not.toHaveURL(/\/login$/);
    await page.goto('/suppliers');
    await page.getByRole('button', { name: 'Add New Supplier' }).click();
    const form = page.getByRole('form', { name: 'Add Supplier' });
    if (typed) await field(form, 'Name').fill(typed);
    await endOnServer(page, godown.address);
    await page.getByRole('searchbox').fill(`anything ${typed}`);
    // The screen is shown until the next one is loaded.
    await expect(login(page)).toBeVisible();
    await expect(note(page)).toHaveText(typed ? lostTexts.typed : lostTexts.ended);
    await page.reload();
    await expect(note(page)).toHaveText(typed ? lostTexts.typed : lostTexts.ended);
  }
});
