/** A record's history and the activity on screen; server/office/history/history.test.ts tests their texts. */
import { addInward, addMaterial, addProduction, addSupplier, supplierFields } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { manager, signIn, storekeeper } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { chooseFromMenu, entries, field, headingsOf, holdBack, isPhone, rowOf, rowsOf } from '../support/screen.ts';
import { exported } from '../support/sheets.ts';
import { expect, test } from '../support/test.ts';

const call = office(manager, storekeeper);

test.beforeAll(async () => {
  const supplier = await addSupplier(call, { name: 'Hill Farms', phone: '9811111112' });
  const material = await addMaterial(call, { name: 'Turmeric' });
  await addInward(call, supplier, [[material, 10]], { invoiceNumber: 'HF/1' });
  const production = await addProduction(call, material, 2.5);
  const fields = { rawMaterialId: material, quantity: 3, productionDate: '2026-11-10', status: 'completed' };
  await call('PUT', `/Production/${production}`, fields);
  for (let count = 0; count < 21; count += 1) {
    await call('PUT', `/suppliers/${supplier}`, supplierFields({ name: 'Hill Farms', phone: `98111111${count + 20}` }));
  }
  const gone = await addSupplier(call, { name: 'Gone Traders' });
  await call('DELETE', `/suppliers/${gone}`);
});

test('a person who may see a production may see its history, with the quantity consumed from each lot', async ({
  page,
  godown,
}) => {
  await signIn(page, godown, storekeeper);
  await page.goto('/production');
  const button = page.getByRole('button', { name: /^History of production/ });
  await expect(button).toBeVisible();
  if (!isPhone(page)) await expect(headingsOf(page, 'Recorded productions').last()).toHaveText('History');
  await button.click();
  const newest = page.getByRole('dialog').getByRole('list', { name: 'History' }).locator(':scope > li').first();
  await expect(newest).toContainText('0.500 kg of Turmeric taken from lot TUR-2611-01');
});

test('administrators see the activity, and everybody the history of a record', async ({ page, godown }) => {
  await test.step('the activity is for administrators: filtered, with filters in the address, exported, with deleted records', async () => {
    await signIn(page, godown, manager);
    await page.goto('/activity');
    await expect(page).toHaveURL(/dashboard/);

    await signIn(page, godown);
    await page.goto('/activity');
    await expect(rowsOf(page, 'Activity')).toHaveCount(25);
    const filters = page.getByRole('search', { name: 'Filters of activity' });
    const person = filters.getByRole('combobox', { name: 'Person', exact: true });
    await person.fill('meera');
    await page.getByRole('option', { name: 'Meera Nair' }).click();
    await expect(page).toHaveURL(/userId=\d+/);
    await filters.getByRole('combobox', { name: 'Kind' }).selectOption('Session');
    await expect(rowsOf(page, 'Activity')).toHaveCount(1);
    await expect(rowOf(page, 'Activity', 'Signed in')).toContainText('Meera Nair');
    await page.reload();
    await expect(rowsOf(page, 'Activity')).toHaveCount(1);
    await expect(person).toHaveValue('Meera Nair');

    await filters.getByRole('combobox', { name: 'When' }).selectOption('Other days …');
    await field(filters, 'When from').fill('01-01-2001');
    await field(filters, 'When to').fill('02-01-2001');
    await page.keyboard.press('Tab');
    await expect(page.getByText('Nothing matches the filters.')).toBeVisible();
    await filters.getByRole('button', { name: 'Clear the filters' }).click();
    await expect(entries(page, '1 to 25')).toBeVisible();
    await expect(page).toHaveURL(/activity$/);

    await filters.getByRole('combobox', { name: 'Kind' }).selectOption('Supplier');
    await rowOf(page, 'Activity', 'Gone Traders').first().getByRole('link', { name: 'Asha Rao' }).click();
    await expect(page).toHaveURL(/activity\?kind=suppliers&userId=\d+/);
    await expect(person).toHaveValue('Asha Rao');
    const deleted = rowOf(page, 'Activity', 'Gone Traders').first();
    await expect(deleted).toContainText('Deleted');
    await expect(deleted).toContainText('deleted');
    const sheet = await exported(page);
    expect(sheet.name).toMatch(/^activity_\d{4}-\d\d-\d\d\.xlsx$/);
    const [headings, ...events] = sheet.rows;
    expect(headings).toEqual(['When', 'Who', 'What', 'Kind', 'ID', 'Record', 'Changes', 'Stock']);
    expect(events).toHaveLength(24);
    // A cell in local time, which the library reads as UTC.
    const when = events[0]?.[0];
    const [date = '', time = ''] = when instanceof Date ? when.toISOString().split(/[T.]/) : [];
    const hour = Number(time.slice(0, 2));
    const half = `${String(hour % 12 || 12).padStart(2, '0')}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
    await expect(deleted.locator('time')).toHaveText(`${date.split('-').toReversed().join('-')} ${half}`);
    await deleted.getByRole('button', { name: 'History of Gone Traders' }).click();
    await expect(page.getByRole('dialog', { name: 'History of Gone Traders' })).toContainText('Asha Rao');
    await page.keyboard.press('Escape');
  });

  await test.step('a record has a drawer with its history, by the keyboard as well, and older events on request', async () => {
    const release = await holdBack(page, '**/api/history/**');
    await goOn(page, '/suppliers');
    await chooseFromMenu(page, 'Hill Farms', 'History');
    const drawer = page.getByRole('dialog', { name: 'History of Hill Farms' });
    await expect(drawer.locator('[aria-busy=true]')).toBeVisible();
    release();
    const events = drawer.getByRole('list', { name: 'History' }).locator(':scope > li');
    await expect(events).toHaveCount(20);
    await expect(events.first()).toContainText('Changed');
    await expect(events.first()).toContainText('Asha Rao');
    await expect(events.first()).toContainText('9811111139');
    await expect(events.first()).toContainText('9811111140');
    await drawer.getByRole('button', { name: 'Show older' }).click();
    await expect(events).toHaveCount(22);
    await expect(events.last()).toContainText('Added');
    await expect(drawer.getByRole('button', { name: 'Show older' })).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('button', { name: 'More for Hill Farms' })).toBeFocused();
  });
});
