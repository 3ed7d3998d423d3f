/** The stored session and the headers of every call (specification §6, §7 and §9). */
import { office } from '../support/office.ts';
import { begin } from '../support/desk.ts';
import { administrator, signIn } from '../support/people.ts';
import { refuse, refused, remove } from '../support/refusals.ts';
import { done, field } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office();

test.use({ goesOn: true });

test('a session is stored under three keys, its token is sent with every call, and writes repeat the anti-forgery cookie', async ({
  page,
}) => {
  const login = page.waitForRequest('**/api/Auth/checkUserAuthentication');
  await page.goto('/login');
  await field(page, 'Email').fill(administrator.email);
  await page.getByLabel(/^Password/).fill(administrator.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const signingIn = await login;
  expect(signingIn.postDataJSON()).toEqual({
    userName: administrator.email,
    userPassword: administrator.password,
    jwtToken: '',
  });
  expect(await signingIn.headerValue('authorization')).toBeNull();
  await expect(page).toHaveURL(/\/dashboard$/);
  const kept = await page.evaluate((): Record<string, string> => Object.fromEntries(Object.entries(sessionStorage)));
  expect(Object.keys(kept).toSorted((a, b) => a.localeCompare(b))).toEqual(['auth_token', 'user', 'userRole']);
  expect(kept['userRole']).toBe('admin');

  const list = page.waitForRequest('**/api/suppliers?*');
  await page.goto('/suppliers');
  const reading = await list;
  expect(await reading.headerValue('authorization')).toBe(`Bearer ${kept['auth_token']}`);
  expect(await reading.headerValue('x-xsrf-token')).toBeNull();

  const create = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/suppliers'));
  await page.getByRole('button', { name: 'Add New Supplier' }).click();
  const form = page.getByRole('form', { name: 'Add Supplier' });
  await field(form, 'Name').fill('Hill Farms');
  await field(form, 'Phone').fill('9811111191');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const writing = await create;
  const cookies = await page.context().cookies();
  const cookie = cookies.find(({ name }) => name === 'XSRF-TOKEN');
  expect(cookie?.value).toMatch(/^.{20,}$/);
  expect(await writing.headerValue('authorization')).toBe(`Bearer ${kept['auth_token']}`);
  expect(await writing.headerValue('x-xsrf-token')).toBe(cookie?.value);
  await expect(done(page, 'Supplier added successfully!')).toBeVisible();
});

test('the role is the one in the stored record of the user, in small or capital letters', async ({ page, godown }) => {
  const { userData } = await signIn(page, godown);
  await page.goto('/dashboard');
  await page.evaluate((user) => {
    sessionStorage.setItem('user', JSON.stringify({ ...user, userRole: 'MANAGER' }));
  }, userData);
  await page.goto('/register');
  await expect(page.getByRole('button', { name: 'Add User' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0);
});

for (const [what, method] of [
  ['reading', 'GET'],
  ['writing', 'DELETE'],
] as const) {
  test(`a 401 while ${what} logs the user out`, async ({ page, godown, browserErrors }) => {
    browserErrors.expect(/status of 401|^Failed to delete buyer\./);
    await call('POST', '/buyers', { name: `Shop of ${what}`, status: 1 });
    await begin(page, godown, `/buyers?search=Shop of ${what}`);
    await expect(page.getByRole('button', { name: `Edit Shop of ${what}` })).toBeVisible();
    await refuse(page, method, '/buyers**', refused(401, 'unauthenticated', 'Your session has ended.'));
    if (method === 'GET') await page.getByRole('searchbox', { name: 'Search buyers' }).fill('another');
    else await remove(page, `Shop of ${what}`, 'Are you sure you want to delete this buyer?');
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => sessionStorage.getItem('auth_token'))).toBeNull();
  });
}
