/** Tabs share a session: a new tab needs no sign-in, and logging out of one ends it in all. */
import { addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { administrator, manager, type Person, signIn } from '../support/people.ts';
import { answer, field, rowOf, untilLogin } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const call = office(manager);

test.beforeAll(async () => {
  await addSupplier(call, { name: 'Hill Farms' });
});

test.beforeEach(({ browserErrors }) => {
  browserErrors.expect(/status of 401/);
});

const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });
const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('auth_token'));

const ANSWER_MS = 100;

/** How many tabs tell another one of their session. */
const answering = async (page: Page) =>
  page.evaluate(async (limit) => {
    const channel = new BroadcastChannel('session');
    let answers = 0;
    channel.onmessage = ({ data }: MessageEvent<object>) => (answers += 'shared' in data ? 1 : 0);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has one origin, its own.
    channel.postMessage({ wanted: true });
    await new Promise((resolve) => setTimeout(resolve, limit));
    channel.close();
    return answers;
  }, ANSWER_MS);

/** Opens a screen and waits until all open tabs with a session answer others, which starts when idle. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(async () => {
    expect(await tokenOf(page)).not.toBeNull();
    const tokens = await Promise.all(page.context().pages().map(tokenOf));
    expect(await answering(page)).toBe(tokens.filter((token) => token !== null).length);
  }).toPass();
}

async function signInByHand(page: Page, person: Person): Promise<void> {
  await expect(login(page)).toBeVisible();
  await field(page, 'Email').fill(person.email);
  await page.getByLabel(/^Password/).fill(person.password);
  await login(page).click();
  await expect(page).not.toHaveURL(/\/login$/);
}

test('a new tab gets the session of an open tab', async ({ page, context, godown }) => {
  const { token } = await signIn(page, godown);
  await arrive(page, '/dashboard');
  const others: Page[] = [];
  for (const path of ['/suppliers?search=hill', '/suppliers']) {
    const another = await context.newPage();
    others.push(another);
    await arrive(another, godown.address + path);
    await expect(rowOf(another, 'Suppliers', 'Hill Farms')).toBeVisible();
    await expect(another).toHaveURL(godown.address + path);
    await expect(another.getByText(administrator.fullName)).toBeVisible();
    expect(await tokenOf(another)).toBe(token);
    expect(await another.evaluate(() => JSON.stringify(localStorage))).not.toContain(token);
  }

  await test.step('the sign-in requests no session of another tab, and clears only its own', async () => {
    const [stays, leaves] = others;
    if (!stays || !leaves) throw new Error('a tab is missing');
    await leaves.goto(`${godown.address}/login`);
    await expect(login(leaves)).toBeVisible();
    await leaves.goto(godown.address);
    await expect(login(leaves)).toBeVisible();
    expect(await tokenOf(leaves)).toBeNull();
    await stays.reload();
    await expect(rowOf(stays, 'Suppliers', 'Hill Farms')).toBeVisible();
    expect(await tokenOf(stays)).toBe(token);
  });
});

test('a new tab asks for a sign-in when open tabs belong to different people', async ({ page, context, godown }) => {
  await signIn(page, godown);
  await arrive(page, '/dashboard');
  const second = await context.newPage();
  await signIn(second, godown, manager);
  await arrive(second, `${godown.address}/dashboard`);
  const third = await context.newPage();
  await third.goto(`${godown.address}/suppliers`);
  await expect(third).toHaveURL(/\/login$/);
  expect(await tokenOf(third)).toBeNull();
  await signInByHand(third, manager);
  await expect(third).toHaveURL(/\/suppliers$/);
});

test('a forged message on the channel between tabs gives no session', async ({ page, context, godown }) => {
  const stranger = await context.newPage();
  await stranger.goto(`${godown.address}/api/health`);
  await stranger.evaluate(() => {
    const channel = new BroadcastChannel('session');
    channel.onmessage = () => {
      for (const said of [7, 'shared', { wanted: 'yes' }, { shared: { token: 'x', userData: {} } }]) {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has one origin, its own.
        channel.postMessage(said);
      }
    };
  });
  await page.goto('/suppliers');
  await expect(page).toHaveURL(/\/login$/);
  await expect(login(page)).toBeVisible();
  expect(await tokenOf(page)).toBeNull();
});

test('logging out of one tab ends the session in all, and a draft in another is restored', async ({
  page,
  context,
  godown,
}) => {
  await signIn(page, godown);
  await arrive(page, '/dashboard');
  const another = await context.newPage();
  await arrive(another, `${godown.address}/suppliers`);
  await another.getByRole('button', { name: 'Add New Supplier' }).click();
  const form = another.getByRole('form', { name: 'Add Supplier' });
  await field(form, 'Name').fill('Half written');

  await page.getByRole('button', { name: 'Logout' }).click();
  await answer(page, 'Are you sure you want to logout?', 'Logout');
  await expect(page).toHaveURL(/\/login$/);
  // The other tab shows the login screen, though nothing was done in it.
  await expect(another).toHaveURL(/\/login$/);
  expect(await tokenOf(another)).toBeNull();
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);

  await signInByHand(another, administrator);
  await expect(another).toHaveURL(/\/suppliers$/);
  await expect(field(form, 'Name')).toHaveValue('Half written');
});

test('a draft from a lost session is restored, also with the session of another tab', async ({
  page,
  context,
  godown,
}) => {
  const { token } = await signIn(page, godown);
  await arrive(page, '/suppliers');
  await page.getByRole('button', { name: 'Add New Supplier' }).click();
  const form = page.getByRole('form', { name: 'Add Supplier' });
  await field(form, 'Name').fill('Half written');
  await fetch(`${godown.address}/api/Auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  await untilLogin(page, page.getByRole('searchbox').fill('anything'));
  await expect(page).toHaveURL(/\/login$/);

  const another = await context.newPage();
  await another.goto(`${godown.address}/login`);
  await signInByHand(another, administrator);
  await arrive(another, `${godown.address}/dashboard`);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/suppliers/);
  await expect(field(form, 'Name')).toHaveValue('Half written');
  expect(await tokenOf(page)).toBe(await tokenOf(another));
});
