import { openOffice } from '../support/api.ts';
import { begin, goOn } from '../support/desk.ts';
import { administrator, manager, type Person, storekeeper } from '../support/people.ts';
import type { Page } from '@playwright/test';
import { isPhone, openMenu } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.use({ goesOn: true });

test.beforeAll(async ({ serverOf }, { file }) => {
  await openOffice(await serverOf(file), manager, storekeeper);
});

/** Label, path and title of every entry in the order of specification §2, then those that it doesn't have. */
const entries = [
  ['Dashboard', '/dashboard', 'Dashboard'],
  ['Users', '/register', 'Users'],
  ['Suppliers', '/suppliers', 'Suppliers'],
  ['Buyers', '/buyers', 'Buyers'],
  ['Categories', '/categories', 'Categories'],
  ['Products', '/products', 'Products'],
  ['Raw Materials', '/rawmaterials', 'Raw Materials'],
  ['Inward', '/inward', 'Inward'],
  ['Production', '/production', 'Production'],
  ['Finished Goods', '/finishedgoods', 'Finished Goods'],
  ['Production', '/reports/productionreports', 'Production Reports'],
  ['Products', '/reports/products', 'Product'],
  ['Raw Materials', '/reports/rawmaterialreports', 'Raw Material Stock'],
  ['Cost of batches', '/reports/batch-costs', 'Cost of batches'],
  ['Lots', '/lots', 'Lots'],
  ['Stock Ledger', '/stock-ledger', 'Stock Ledger'],
  ['Adjustments', '/adjustments', 'Adjustments'],
  ['Scan', '/scan', 'Scan'],
  ['Recipes', '/recipes', 'Recipes'],
  ['Dispatches', '/dispatches', 'Dispatches'],
  ['Trace', '/trace', 'Trace'],
  ['Mass balance', '/mass-balance', 'Mass balance'],
  ['Certificates', '/certificates', 'Certificates'],
  ['Transaction certificates', '/transaction-certificates', 'Transaction certificates'],
  ['Certification bodies', '/certification-bodies', 'Certification bodies'],
  ['Recalls', '/recalls', 'Recalls'],
  ['Readiness', '/readiness', 'Readiness'],
  ['Inspection packs', '/inspection-packs', 'Inspection packs'],
  ['Company', '/company', 'Company'],
  ['Activity', '/activity', 'Activity'],
  ['Backups', '/backups', 'Backups'],
] as const;

/** The entries limited to some roles. */
const kept: Partial<Record<string, Person[]>> = {
  Users: [administrator, manager],
  'Inspection packs': [administrator, manager],
  Company: [administrator],
  Activity: [administrator],
  Backups: [administrator],
};

/** The navigation with all of its sections open. */
async function openWholeMenu(page: Page) {
  const menu = await openMenu(page);
  await menu.getByRole('button', { name: 'Prove', expanded: false }).click();
  return menu;
}

for (const person of [administrator, manager, storekeeper]) {
  test(`the menu has the screens that a person of the role ${person.userRole} may see`, async ({ page, godown }) => {
    await begin(page, godown, '/dashboard', person);
    if (!isPhone(page)) await expect(page.getByText(person.fullName)).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    const menu = await openWholeMenu(page);
    const offered = entries.filter(([label]) => kept[label]?.includes(person) ?? true);
    await expect(menu.getByRole('link')).toHaveText(offered.map(([label]) => label));
    await expect(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  });
}

test('each entry of the menu opens its screen', async ({ page, godown }) => {
  await begin(page, godown, '/dashboard');
  await openWholeMenu(page);
  for (const [index, [, path, title]] of entries.entries()) {
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').nth(index).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(page).toHaveTitle(new RegExp(`^${title}.* · Godown$`));
  }
});

test('the section Reports can be folded', async ({ page, godown }) => {
  await begin(page, godown, '/dashboard');
  const menu = await openWholeMenu(page);
  const reports = menu.getByRole('button', { name: 'Reports' });
  await expect(reports).toHaveAttribute('aria-expanded', 'true');
  await reports.click();
  await expect(reports).toHaveAttribute('aria-expanded', 'false');
  await expect(menu.getByRole('link')).toHaveCount(entries.length - 4);
  await reports.click();
  await expect(menu.getByRole('link')).toHaveCount(entries.length);
});

test('a section that begins folded is open on its own screens, and its state is stored', async ({ page, godown }) => {
  await begin(page, godown, '/trace');
  const prove = (await openMenu(page)).getByRole('button', { name: 'Prove' });
  await expect(prove).toHaveAttribute('aria-expanded', 'true');
  await goOn(page, '/lots');
  await openMenu(page);
  await expect(prove).toHaveAttribute('aria-expanded', 'false');
  await prove.click();
  await page.reload();
  await openMenu(page);
  await expect(prove).toHaveAttribute('aria-expanded', 'true');
});

test(
  'the sidebar is a drawer on a phone, and can be hidden on a desktop',
  { tag: '@phone' },
  async ({ page, godown }) => {
    await begin(page, godown, '/dashboard');
    const sidebar = page.locator('#sidebar');
    const button = page.getByRole('button', { name: 'Menu' });
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

    if (!isPhone(page)) {
      await expect(button).toHaveAttribute('aria-expanded', 'true');
      await button.click();
      await expect(sidebar).toHaveAttribute('inert');
      await expect(sidebar).toBeHidden();
      await button.click();
      await expect(sidebar).not.toHaveAttribute('inert');
      return;
    }

    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await expect(sidebar).toHaveAttribute('inert');
    await expect(sidebar).toBeHidden();
    await button.click();
    await expect(sidebar).not.toHaveAttribute('inert');
    await expect(sidebar.getByRole('link', { name: 'Dashboard' })).toBeFocused();

    // Esc and a tap on the backdrop close it and return the focus.
    await page.keyboard.press('Escape');
    await expect(sidebar).toHaveAttribute('inert');
    await expect(button).toBeFocused();
    await button.click();
    await page.touchscreen.tap(370, 500);
    await expect(sidebar).toHaveAttribute('inert');

    // A link closes it, also one to the current screen.
    for (const screen of ['Dashboard', 'Suppliers']) {
      await button.click();
      await sidebar.getByRole('link', { name: screen }).click();
      await expect(sidebar).toHaveAttribute('inert');
    }
    await expect(page).toHaveURL(/\/suppliers$/);
  },
);

test('the notice that Godown cannot be reached covers no control, on a phone neither', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED/);
  await begin(page, godown, '/suppliers');
  await expect(page.getByRole('heading', { name: 'Suppliers' })).toBeVisible();
  await page.route('**/api/**', async (route) => await route.abort());
  const notice = page.getByText('Godown cannot be reached. Trying again…');
  // An answer that was on its way takes it back.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect(notice).toBeVisible({ timeout: 500 });
  }).toPass();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => scrollTo(0, 200));
    await expect(async () => {
      const { y = 0, height = 0 } = (await notice.boundingBox()) ?? {};
      expect(height).toBeGreaterThan(0);
      for (const name of ['Menu', 'Find', 'Logout']) {
        const button = await page.getByRole('banner').getByRole('button', { name }).boundingBox();
        expect(button?.y, name).toBeGreaterThanOrEqual(y + height);
      }
    }).toPass();
  }
  await page.unroute('**/api/**');
  await expect(notice).toBeHidden();
});

test('the colours can be chosen, and stay chosen', async ({ page, godown }) => {
  await begin(page, godown, '/dashboard');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const light = await ground();
  await page.getByRole('button', { name: 'Use the dark colours' }).click();
  await expect.poll(ground).not.toBe(light);
  await openMenu(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Use the light colours' })).toBeVisible();
  expect(await ground()).not.toBe(light);
  await page.getByRole('button', { name: 'Use the light colours' }).click();
  await expect.poll(ground).toBe(light);
});

test('a skip link leads past the menu to the content', async ({ page, godown }) => {
  await begin(page, godown, '/suppliers');
  await expect(page.getByRole('heading', { name: 'Suppliers' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
