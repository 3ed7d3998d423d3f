/** The alerts and logs of failed calls on the masters' screens (specification §8). */
import { addMaterial, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { begin } from '../support/desk.ts';
import {
  expectAlert,
  logOf,
  openEdit,
  refuse,
  refused,
  remove,
  unavailable,
  wordless,
  type Refusal,
} from '../support/refusals.ts';
import { alert, answer, dismiss, done, field } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.use({ goesOn: true });

const call = office();

test.beforeAll(async () => {
  await addSupplier(call, { name: 'Hill Farms' });
  await addMaterial(call, { name: 'Turmeric' });
  const { categoryId } = (await call('POST', '/Categories', { name: 'Spices', status: 1 })).json;
  await call('POST', '/products', { name: 'Turmeric powder', categoryId, price: 90, unit: 'jar' });
  await call('POST', '/buyers', { name: 'Organic Corner', status: 1 });
});

test.beforeEach(({ browserErrors }) => {
  browserErrors.expect(/status of \d+|net::ERR_FAILED/);
});

for (const { path, api, name, question, texts } of [
  {
    path: '/rawmaterials',
    api: '/materials/*',
    name: 'Turmeric',
    question: 'Are you sure you want to delete this material?',
    texts: {
      notFound: 'Material not found or already deleted.',
      inUse: 'Cannot delete this material because it is linked in Inward.',
      failed: 'Failed to delete material. Please try again.',
      deleted: 'Material deleted successfully!',
    },
  },
  {
    path: '/products',
    api: '/products/*',
    name: 'Turmeric powder',
    question: 'Are you sure you want to delete this product?',
    texts: {
      notFound: 'Product not found or already deleted.',
      inUse: 'Cannot delete this product because it exists in Finished Goods.',
      failed: 'Failed to delete product. Please try again.',
      deleted: 'Product deleted successfully!',
    },
  },
]) {
  test(`${path}: a failed deletion shows the message of the server, or a text by its status`, async ({
    page,
    godown,
    browserErrors,
  }) => {
    browserErrors.expect(/^(Not today\.|Cannot delete this|Failed to delete|(Material|Product) not found)/);
    const expected: [Refusal, string][] = [
      [refused(409, 'conflict', 'Not today.'), 'Not today.'],
      [wordless(404), texts.notFound],
      [wordless(409), texts.inUse],
      [wordless(500), texts.failed],
      ['unreached', texts.failed],
    ];
    // The success message is the server's, or else the screen's.
    const said = ['Gone for good.', ''].map((message): Refusal => ({ status: 200, json: { message } }));
    await refuse(page, 'DELETE', api, ...expected.map(([refusal]) => refusal), ...said);
    await begin(page, godown, path);
    for (const [, text] of expected) {
      await remove(page, name, question);
      // A text for a status says enough; that of an unknown failure is above the reason.
      if (text !== texts.failed) await expect(page.getByRole('alert')).toHaveText(text);
      await expectAlert(page, text);
    }
    for (const text of ['Gone for good.', texts.deleted]) {
      await remove(page, name, question);
      await expect(done(page, text)).toBeVisible();
    }
  });
}

test('categories: failed loading, saving and deleting is reported, and a failed deletion logged', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/^Failed to (create|update|delete) category\./);
  const log = logOf(page);
  // The rows are prefetched and, where that failed, fetched by the screen again.
  // The route stays: removing a page's only route may leave a pending request hanging.
  let isRefused = true;
  await page.route(/api.Categories\?/, async (route) => {
    if (isRefused) await route.fulfill({ status: 400, json: { code: 'invalid', message: 'Not today.' } });
    else await route.continue();
  });
  await begin(page, godown, '/categories');
  await expect(page.getByText('Failed to load categories', { exact: true })).toBeVisible();
  isRefused = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await refuse(page, 'PUT', '/Categories/*', unavailable);
  const { form, update } = await openEdit(page, 'Spices', 'Update Category');
  await update.click();
  await expectAlert(page, 'Failed to update category.', 'Please wait.');
  await form.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Add New Category' }).click();
  const add = page.getByRole('form', { name: 'Add Category' });
  await field(add, 'Name').fill('Oils');
  await refuse(page, 'POST', '/Categories', wordless(500));
  await add.getByRole('button', { name: 'Add', exact: true }).click();
  await expectAlert(page, 'Failed to create category.');
  await add.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, 'Leave without saving what you typed?', 'Discard');

  await refuse(page, 'DELETE', '/Categories/*', unavailable);
  await remove(page, 'Spices', 'Are you sure you want to delete this category?');
  await expectAlert(page, 'Failed to delete category.', 'Please wait.');
  expect(log).toContainEqual(expect.stringMatching(/^Failed to delete category\..*Please wait/s));
});

test('suppliers: field errors have lines of their own, and a failed change or deletion is logged', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/^(Failed to (update|delete) supplier\.|Validation Errors:)/);
  const log = logOf(page);
  await begin(page, godown, '/suppliers');
  const faulty = { errors: { name: ['Taken.'], phone: ['Too old.', 'Too new.'] } };
  await refuse(page, 'POST', '/suppliers', refused(400, 'invalid', 'No.', faulty));
  await page.getByRole('button', { name: 'Add New Supplier' }).click();
  const add = page.getByRole('form', { name: 'Add Supplier' });
  await field(add, 'Name').fill('River Bank');
  await field(add, 'Phone').fill('9811111191');
  await add.getByRole('button', { name: 'Add', exact: true }).click();
  const said = alert(page, 'Validation Errors: Taken. Too old. Too new.');
  await expect(said).toBeVisible();
  expect(await said.innerText()).toBe('Validation Errors:\nTaken.\nToo old.\nToo new.');
  await dismiss(page);
  await add.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, 'Leave without saving what you typed?', 'Discard');

  await refuse(page, 'PUT', '/suppliers/*', unavailable);
  const { update } = await openEdit(page, 'Hill Farms', 'Update Supplier');
  await update.click();
  await expectAlert(page, 'Failed to update supplier.', 'Please wait.');
  await refuse(page, 'DELETE', '/suppliers/*', unavailable);
  await remove(page, 'Hill Farms', 'Are you sure you want to delete this supplier?');
  await expectAlert(page, 'Failed to delete supplier.', 'Please wait.');
  for (const line of [/^Failed to update supplier\./, /^Failed to delete supplier\./]) {
    expect(log).toContainEqual(expect.stringMatching(line));
  }
});

test('buyers: failures are logged and shown', async ({ page, godown, browserErrors }) => {
  browserErrors.expect(/^Failed to (save|delete) buyer\./);
  const log = logOf(page);
  await begin(page, godown, '/buyers');
  await refuse(page, 'PUT', '/buyers/*', unavailable);
  const { update } = await openEdit(page, 'Organic Corner', 'Update Buyer');
  await update.click();
  await expectAlert(page, 'Failed to save buyer.', 'Please wait.');
  await refuse(page, 'DELETE', '/buyers/*', unavailable);
  await remove(page, 'Organic Corner', 'Are you sure you want to delete this buyer?');
  await expectAlert(page, 'Failed to delete buyer.', 'Please wait.');
  for (const line of [/^Failed to save buyer\./, /^Failed to delete buyer\./]) {
    expect(log).toContainEqual(expect.stringMatching(line));
  }
});
