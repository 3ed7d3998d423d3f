/** The specification of every form: title, button, and fields in order. */
import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { signIn } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { chooseFromMenu } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office();

test.beforeAll(async () => {
  const supplier = await addSupplier(call, { name: 'Hill Farms' });
  const turmeric = await addMaterial(call, { name: 'Turmeric' });
  await addInward(call, supplier, [[turmeric, 100]]);
  await addProduction(call, turmeric, 1);
  const { categoryId } = (await call('POST', '/Categories', { name: 'Spices', status: 1 })).json;
  const product = { name: 'Turmeric powder', categoryId, price: 90, unit: 'jar' };
  const { productId } = (await call('POST', '/products', product)).json;
  await call('POST', '/goods', { productId, batchNumber: 'B-1', quantity: 5 });
  await call('POST', '/buyers', { name: 'Organic Corner', status: 1 });
});

const party = ['Name', 'Email', 'GSTIN', 'Phone', 'Address', 'Status'];

/** Path, the button that opens the form, titles and buttons for adding and editing, fields. */
const forms = [
  [
    '/register',
    'Add User',
    'Add New User',
    'Register',
    'Edit User',
    ['Full Name', 'Email', 'Phone', 'Password', 'User Role'],
  ],
  [
    '/rawmaterials',
    'Add New Material',
    'Add Material',
    'Add',
    'Update Material',
    ['Name', 'Description', 'Unit', 'Category', 'Smallest quantity for production'],
  ],
  ['/categories', 'Add New Category', 'Add Category', 'Add', 'Update Category', ['Name', 'Description', 'Status']],
  ['/suppliers', 'Add New Supplier', 'Add Supplier', 'Add', 'Update Supplier', party],
  ['/buyers', 'Add New Buyer', 'Add Buyer', 'Add', 'Update Buyer', [...party, 'Market', 'Sold as']],
  [
    '/products',
    'Add New Product',
    'Add Product',
    'Add',
    'Update Product',
    ['Name', 'Description', 'Category', 'Price (₹)', 'Unit'],
  ],
  [
    '/inward',
    'Add New Inward',
    'Add Inward',
    'Add',
    'Update Inward',
    [
      'Supplier',
      'Invoice number',
      'Invoice date',
      'Status',
      'Bill',
      'Raw material',
      'Quantity',
      'Price per unit (₹)',
      'GST (₹)',
    ],
  ],
  [
    '/finishedgoods',
    'Add Finished Good',
    'Add Finished Good',
    'Add',
    'Update Finished Good',
    ['Product', 'Batch number', 'Quantity', 'Status', 'Manufacture date', 'Expiry date'],
  ],
] as const;

test('every form is titled Add or Update, with its fields in the specified order', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/register');
  for (const [path, button, addTitle, add, editTitle, fields] of forms) {
    await test.step(`${path}: the form is titled Add or Update, with its fields in the specified order`, async () => {
      await goOn(page, path);
      await page.getByRole('button', { name: button, exact: true }).click();
      const adding = page.getByRole('form', { name: addTitle, exact: true });
      await expect(adding.getByRole('heading', { level: 2 })).toHaveText(addTitle);
      await expect(adding.locator('[type=submit]')).toHaveText(add);
      // In DOM order, which is tab order and reading order.
      // A bill may follow, as long as there is none.
      const withoutBill = fields.flatMap((label) => (label === 'Bill' ? [label, 'The bill follows'] : [label]));
      await expect(adding.locator('label')).toHaveText(withoutBill);
      await adding.getByRole('button', { name: 'Cancel' }).click();

      await chooseFromMenu(page, /^More for /, 'Edit');
      const editing = page.getByRole('form', { name: editTitle, exact: true });
      await expect(editing.getByRole('heading', { level: 2 })).toHaveText(editTitle);
      await expect(editing.locator('[type=submit]')).toHaveText('Update');
      const also = path === '/register' ? ['Status'] : [];
      await expect(editing.locator('label')).toHaveText([...fields, ...also]);
    });
  }
});
