/** Prefetched rows and lazy chunks: shown at once, and rows never older than the user's last write. */
import { addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { signIn } from '../support/people.ts';
import { chooseFromMenu, done, expectQuestion, field, rowOf, rowsOf } from '../support/screen.ts';
import { expect, test, withMotion } from '../support/test.ts';

const list = 'Suppliers';

test.use(withMotion);

const call = office();

test.beforeAll(async () => {
  for (let number = 1; number <= 16; number += 1) await addSupplier(call, { name: `Supplier ${number}` });
});

test('a screen is loaded when its link is pointed at, and a failed part is loaded later', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED|Failed to fetch dynamically imported module/);
  await signIn(page, godown);
  await page.goto('/dashboard');

  await test.step('a screen has its rows before its link is pressed, once it is pointed at', async () => {
    const link = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Suppliers' });
    const [answer] = await Promise.all([page.waitForResponse('**/api/suppliers?page=1&pageSize=15'), link.hover()]);
    await answer.finished();
    // A second request would hang.
    await page.route('**/api/suppliers?page=1&*', async () => new Promise(() => {}));
    await link.click();
    await expect(rowsOf(page, list)).toHaveCount(15);
    await page.unrouteAll();
  });

  await test.step('a panel requested without a network opens when the network is back, and is not retried without a pause', async () => {
    let tries = 0;
    await page.route(/HistoryDrawer-[^/]*\.js$/, async (route) => {
      tries += 1;
      await route.abort();
    });
    await chooseFromMenu(page, 'Supplier 16', 'History');
    await expect.poll(() => tries).toBeGreaterThan(0);
    await page.waitForTimeout(1000);
    expect(tries).toBeLessThan(5);
    // The server answers all the same.
    const reload = page.getByRole('button', { name: 'Reload' });
    await expect(reload).toBeVisible();
    // Nothing was done that could be taken back.
    await page.keyboard.press('Control+z');
    await page.waitForTimeout(500);
    await expect(reload).toBeVisible();
    const asksAgain = tries > 1;
    await page.unrouteAll();
    // Some browsers ask only once for a file: Chromium 150 does, 156 does not.
    if (!asksAgain) {
      await reload.click();
      await chooseFromMenu(page, 'Supplier 16', 'History');
    }
    await expect(page.getByRole('dialog', { name: 'History of Supplier 16' })).toBeVisible();
  });
});

test('the choices of a lookup are loaded when it is focused, not with the screen', async ({ page, godown }) => {
  await signIn(page, godown);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/inward');
  const filter = page.getByRole('search', { name: 'Filters of inward' }).getByRole('combobox', { name: 'Supplier' });
  await expect(filter).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => url.includes('/api/suppliers?'))).toEqual([]);
  const choices = page.locator('[role=listbox]');
  await expect(choices).not.toBeAttached();
  const [answer] = await Promise.all([page.waitForResponse('**/api/suppliers?page=1&pageSize=50&*'), filter.focus()]);
  await answer.finished();
  // A second request would hang.
  await page.route('**/api/suppliers?*', async () => new Promise(() => {}));
  await page.keyboard.press('ArrowDown');
  await expect(choices.getByRole('option')).toHaveCount(16);
});

test('a page of a list that was requested before a write is read again after it', async ({ page, godown }) => {
  await signIn(page, godown);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let isFirst = true;
  await page.route('**/api/suppliers?page=2&*', async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    const before = await route.fetch();
    await released;
    return route.fulfill({ response: before });
  });
  await Promise.all([page.waitForRequest('**/api/suppliers?page=2&*'), page.goto('/suppliers')]);
  await page.getByRole('button', { name: 'Add New Supplier' }).click();
  const form = page.getByRole('form', { name: 'Add Supplier' });
  await field(form, 'Name').fill('Supplier 17');
  await field(form, 'Phone').fill('9811111191');
  await field(form, 'Phone').press('Enter');
  await expect(done(page, 'Supplier added successfully!')).toBeVisible();
  await expect(rowOf(page, list, 'Supplier 17')).toBeVisible();
  release();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(rowsOf(page, list)).toContainText(['Supplier 2', 'Supplier 1']);
});

test('a dialog requested before its code is loaded opens when the code arrives', async ({ page, godown }) => {
  await signIn(page, godown);
  // React renders transitions in slices and schedules each with a message.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
      if ('slow' in window) setTimeout(() => post.apply(this, message), 400);
      else post.apply(this, message);
    };
  });
  let send = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  await page.route(/ConfirmFrame-[^/]*\.js$/, async (route) => {
    await sent;
    await route.continue();
  });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  const link = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Suppliers' });
  await link.evaluate((element: HTMLElement) => {
    Object.assign(window, { slow: true });
    element.click();
  });
  // The chunk arrives while the dialog's slice is held back.
  await page.waitForTimeout(800);
  send();
  await expectQuestion(page, 'Are you sure you want to logout?');
  await expect(page).toHaveURL(/\/suppliers$/);
});

test.describe('a screen whose code is not loaded', () => {
  // An HTTP cache without the screens that other tests had.
  test.use({ isAlone: true });

  test('is reported without a network, does not reload the page, and appears with the network', async ({
    page,
    godown,
    browserErrors,
  }) => {
    browserErrors.expect(/ERR_INTERNET_DISCONNECTED|dynamically imported module|preload CSS|cannot be reached/);
    await signIn(page, godown);
    await page.goto('/suppliers');
    await expect(rowsOf(page, list)).toHaveCount(15);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.context().setOffline(true);
    const main = page.getByRole('main');
    const reason = main.getByText('Godown cannot be reached. Check the connection and try again.');
    // The code of categories fails itself, that of recipes by its style sheet.
    for (const screen of ['Categories', 'Recipes']) {
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen }).click();
      await expect(page).toHaveURL(new RegExp(`/${screen.toLowerCase()}$`));
      await expect(reason).toBeVisible();
      await main.getByRole('button', { name: 'Try again' }).click();
      await page.waitForTimeout(500);
      await expect(reason).toBeVisible();
      await expect(page.locator('main')).toHaveCount(1);
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    }
    await page.context().setOffline(false);
    await expect(main.getByRole('heading', { name: 'Recipes' })).toBeVisible();
  });

  test('appears with its style sheet, also if only that failed to load', async ({ page, godown, browserErrors }) => {
    browserErrors.expect(/ERR_FAILED|preload CSS|cannot be reached/);
    await signIn(page, godown);
    await page.goto('/suppliers');
    await expect(rowsOf(page, list)).toHaveCount(15);
    await page.route(/RecipesPage-[^/]*\.css$|\/api\//, async (route) => await route.abort());
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Recipes' }).click();
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.unrouteAll();
    await expect(page.getByRole('heading', { name: 'Recipes' })).toBeVisible();
    const rulesOfRecipes = () => {
      const sheet = Array.from(document.styleSheets).find(({ href }) => href?.includes('RecipesPage'));
      try {
        return sheet?.cssRules.length ?? 0;
      } catch {
        // A sheet that failed lets nobody read its rules.
        return 0;
      }
    };
    await expect.poll(async () => await page.evaluate(rulesOfRecipes)).toBeGreaterThan(0);
  });

  test('reloads the page once if the server no longer has the code, then offers a reload', async ({
    page,
    godown,
    browserErrors,
  }) => {
    browserErrors.expect(/status of 404|dynamically imported module/);
    await signIn(page, godown);
    await page.goto('/suppliers');
    await page.route(/categories-[^/]*\.js$/, async (route) => await route.fulfill({ status: 404 }));
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Categories' }).click();
    const reload = page.getByRole('main').getByRole('button', { name: 'Reload' });
    await expect(reload).toBeVisible();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(false);
    await page.unrouteAll();
    await reload.click();
    await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible();
  });
});
