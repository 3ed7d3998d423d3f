import { administrator, register } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const SIGN_IN = '/Auth/checkUserAuthentication';

test('a call that writes can be tried out on the page of the API, with the anti-forgery cookie', async ({
  page,
  godown,
}) => {
  await register(godown);
  // With all calls the page needs half a minute of the processor until one can be tried.
  await page.route('**/api/docs/json', async (route) => {
    const described = await route.fetch();
    const { paths, components, ...rest } = await described.json();
    const { Session, Error } = components.schemas;
    const own = { ...components, schemas: { Session, Error } };
    await route.fulfill({ json: { ...rest, components: own, paths: { [SIGN_IN]: paths[SIGN_IN] } } });
  });
  // The page of Godown sets the anti-forgery cookie.
  await page.goto('/login');
  await page.goto('/api/docs');
  const call = page.locator('#operations-Sign-in-signIn');
  await call.getByRole('button', { name: `post ${SIGN_IN}`, exact: true }).click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  await call
    .getByRole('textbox')
    .fill(JSON.stringify({ userName: administrator.email, userPassword: administrator.password }));
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await call.getByRole('button', { name: 'Execute' }).click();
  expect((await answered).status()).toBe(200);
});
