/** The morning: what waits to be done leads to its list, figures are links, blocks can be hidden. */
import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { daysAfter } from '#contract/core/values/dates.ts';
import { office } from '../support/office.ts';
import { begin } from '../support/desk.ts';
import { storekeeper } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const today = new Date().toISOString().slice(0, 10);
const ago = (days: number) => daysAfter(today, -days);

const call = office(storekeeper);

test.use({ goesOn: true });

test.beforeAll(async () => {
  const supplierId = await addSupplier(call, { name: 'Malwa Farmers' });
  const sesame = await addMaterial(call, { name: 'Sesame, white', unit: 'kg' });
  const kokum = await addMaterial(call, { name: 'Kokum rind', unit: 'kg' });
  await addInward(call, supplierId, [[sesame, 64]], { inwardDate: ago(100), invoiceNumber: 'OLD/1' });
  const plenty = { rawMaterialId: kokum, quantity: 40, pricePerUnit: 100 };
  await addInward(call, supplierId, [], { inwardDate: ago(9), rawMaterials: [plenty] });
  await addProduction(call, sesame, 64, { productionDate: ago(8) });
  await addProduction(call, kokum, 40, { productionDate: ago(8), status: 'in_progress' });
  const soon = { rawMaterialId: kokum, quantity: 5, pricePerUnit: 100, code: 'K-9', expiresOn: daysAfter(today, 11) };
  await addInward(call, supplierId, [], { inwardDate: ago(7), rawMaterials: [soon] });
  const { json: items } = await call('GET', '/items');
  for (const item of items) {
    const { status } = await call('PUT', `/items/${item.itemId}`, { ...item, reorderLevel: 20, updatedAt: undefined });
    expect(status).toBe(200);
  }
});

test('each to-do links to its list, red before yellow', async ({ page, godown }) => {
  await begin(page, godown, '/dashboard');
  const todo = page.getByRole('region', { name: 'To do' });
  const sentences = todo.getByRole('link');
  await expect(sentences.first()).toContainText('2 raw materials below their reorder level');
  await expect(sentences.first()).toContainText('Sesame, white is out');
  await sentences.first().click();
  await expect(page).toHaveURL(/rawmaterialreports\?belowReorder=true$/);
  await expect(page.getByRole('status').filter({ hasText: 'Showing 1 to 2 of 2 entries' })).toBeVisible();
  await page.goBack();
  await todo.getByRole('link', { name: /1 inward not paid for more than 30 days/ }).click();
  await expect(page).toHaveURL(/inward\?isPaid=false/);
  await expect(page.getByRole('main').getByText('OLD/1').first()).toBeVisible();
  await page.goBack();
  await todo.getByRole('link', { name: /1 lot expires in 30 days/ }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'K-9', exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Showing 1 to 1 of 1 entries' })).toBeVisible();
});

test('unpaid amounts and weeks of consumption are links, beside the materials below their reorder level', async ({
  page,
  godown,
}) => {
  await begin(page, godown, '/dashboard');
  const below = page.getByRole('table', { name: 'Below reorder level' });
  await expect(below.getByRole('row')).toContainText(['Lasts', 'out', '3 days']);
  const unpaid = page.getByRole('region', { name: 'Not paid' });
  await expect(unpaid.getByRole('link', { name: /over 90 days/ })).toContainText('640.00');
  await expect(unpaid.getByRole('link', { name: '₹ 5,140.00' })).toBeVisible();
  const used = page.getByRole('region', { name: 'Used in production' });
  await used.getByText('Week by week').click();
  const weeks = used.getByRole('table').getByRole('row');
  await expect(weeks).toHaveCount(13);
  // The chart comes when its place is seen, with a bar for each week.
  await used.scrollIntoViewIfNeeded();
  await expect(used.locator('.recharts-bar-rectangle').first()).toBeAttached();
  await weeks.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/production\?productionDateFrom=/);
});

test('blocks that are hidden stay hidden on this device', async ({ page, godown }) => {
  await begin(page, godown, '/dashboard');
  const unpaid = page.getByRole('region', { name: 'Not paid' });
  await expect(unpaid).toBeVisible();
  await page.getByRole('button', { name: 'Choose blocks' }).click();
  await page.getByRole('checkbox', { name: 'Not paid' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(unpaid).toBeHidden();
  await page.reload();
  await expect(page.getByRole('region', { name: 'To do' })).toBeVisible();
  await expect(unpaid).toBeHidden();
  await page.getByRole('button', { name: 'Choose blocks' }).click();
  await page.getByRole('checkbox', { name: 'Not paid' }).check();
  await expect(unpaid).toBeVisible();
});

test('a failing to-do list leaves the rest of the dashboard, and can be tried again', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 500/);
  browserErrors.expect(/The morning could not be loaded/);
  await page.route('**/api/dashboard/morning', async (route) => route.fulfill({ status: 500, body: '' }));
  await begin(page, godown, '/dashboard');
  await expect(page.getByText('The to-do list could not be loaded.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recent Buyers' })).toBeVisible();
  await page.unroute('**/api/dashboard/morning');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'To do' })).toBeVisible();
});

test('a storekeeper sees the to-dos without the backup', async ({ page, godown }) => {
  await begin(page, godown, '/dashboard', storekeeper);
  const todo = page.getByRole('region', { name: 'To do' });
  await expect(todo.getByRole('link').first()).toContainText('raw materials below');
  await expect(todo).not.toContainText('backup');
});

test('the weekly mail is switched on the profile', async ({ page, godown }) => {
  await begin(page, godown, '/profile');
  const tick = page.getByRole('checkbox', { name: /every Monday/ });
  await expect(tick).toBeEnabled();
  // The text of a server without SMTP_URL.
  await expect(page.getByText('No mail server is set up')).toBeVisible();
  const before = await tick.isChecked();
  await tick.click();
  const said = before
    ? 'The weekly mail will no longer come.'
    : 'The weekly mail will come every Monday, the first one soon.';
  await expect(page.getByText(said)).toBeVisible();
  await page.reload();
  await expect(tick).toBeChecked({ checked: !before });
});
