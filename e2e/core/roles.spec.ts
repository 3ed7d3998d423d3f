/** The buttons that each role sees (specification §6). For the server: test/api/access.test.ts. */
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { begin, goOn } from '../support/desk.ts';
import { administrator, manager, storekeeper } from '../support/people.ts';
import { headingsOf, menuOf, rowsOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

/** Path, list, the add button, and the record's name. */
const screens = [
  ['/rawmaterials', 'Raw Materials', 'Add New Material', 'Turmeric'],
  ['/categories', 'Categories', 'Add New Category', 'Spices'],
  ['/suppliers', 'Suppliers', 'Add New Supplier', 'Hill Farms'],
  ['/buyers', 'Buyers', 'Add New Buyer', 'Organic Corner'],
  ['/products', 'Products', 'Add New Product', 'Turmeric powder'],
  ['/inward', 'Inward', 'Add New Inward', 'inward HF/1'],
  ['/finishedgoods', 'Finished Goods', 'Add Finished Good', 'B-1'],
] as const;

/** One of the masters, which share a screen. */
const own: string[] = ['/suppliers', '/inward', '/finishedgoods'];

test.use({ goesOn: true });

const call = office(manager, storekeeper);

test.beforeAll(async () => {
  const supplier = await addSupplier(call, { name: 'Hill Farms' });
  await addInward(call, supplier, [[await addMaterial(call, { name: 'Turmeric' }), 100]], { invoiceNumber: 'HF/1' });
  const { categoryId } = (await call('POST', '/Categories', { name: 'Spices', status: 1 })).json;
  const product = { name: 'Turmeric powder', categoryId, price: 90, unit: 'jar' };
  const { productId } = (await call('POST', '/products', product)).json;
  await call('POST', '/goods', { productId, batchNumber: 'B-1', quantity: 5 });
  await call('POST', '/buyers', { name: 'Organic Corner', status: 1 });
});

for (const [person, adds, edits, deletes] of [
  [administrator, 1, 1, 1],
  [manager, 1, 1, 0],
  [storekeeper, 0, 0, 0],
] as const) {
  test(`a person of the role ${person.userRole} sees every list, and the buttons of that role`, async ({
    page,
    godown,
  }) => {
    await begin(page, godown, screens[0][0], person);
    for (const [path, list, add, name] of screens) {
      await goOn(page, path);
      await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
      await expect(rowsOf(page, list)).toHaveCount(1);
      const button = (label: string) => page.getByRole('button', { name: label, exact: true });
      await expect(button(add), `${path}: add`).toHaveCount(adds);
      await expect(button(`Edit ${name}`), `${path}: edit`).toHaveCount(edits);
      await expect(button(`More for ${name}`), `${path}: more`).toHaveCount(edits);
      if (edits && own.includes(path)) {
        expect((await menuOf(page, name)).includes('Delete …'), `${path}: delete`).toBe(deletes === 1);
      }
      await expect(headingsOf(page, list).filter({ hasText: 'Actions' }), `${path}: actions`).toHaveCount(edits);
      // accessibility.spec.ts checks the administrator's screens, which a manager sees too.
      if (person === storekeeper && own.includes(path)) {
        await expectAccessible(page, { withoutFrame: true });
      }
    }
  });
}

test('the screens of a person of the role user are accessible', async ({ page, godown }) => {
  await begin(page, godown, '/dashboard', storekeeper);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expectAccessible(page);
  await goOn(page, '/production');
  await expect(page.getByText('Showing').first()).toBeVisible();
  await expectAccessible(page, { withoutFrame: true });
  await goOn(page, '/inward');
  await page.getByRole('button', { name: 'History of inward HF/1' }).click();
  await expect(page.getByRole('dialog').getByRole('list', { name: 'History' }).getByRole('time')).toHaveCount(1);
  await expectAccessible(page, { part: page.getByRole('dialog') });
});
