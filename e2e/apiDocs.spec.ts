import { administrator, register } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('a write is tried out in a browser that Godown is open in', async ({ page, godown }) => {
  // The page works the whole description out before a call can be tried.
  test.slow();
  await register(godown);
  // The page of Godown sets the anti-forgery cookie.
  await page.goto('/login');
  await page.goto('/api/docs');
  const call = page.locator('#operations-Sign-in-signIn');
  await call.getByRole('button', { name: 'post /Auth/checkUserAuthentication', exact: true }).click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  await call
    .getByRole('textbox')
    .fill(JSON.stringify({ userName: administrator.email, userPassword: administrator.password }));
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await call.getByRole('button', { name: 'Execute' }).click();
  expect((await answered).status()).toBe(200);
});
