/** How records are described in delete confirmations and by status pills. */
import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { begin, goOn } from '../support/desk.ts';
import { openSession, storekeeper } from '../support/people.ts';
import { chooseFromMenu, colourOf, expectQuestion, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.use({ goesOn: true });

const call = office(storekeeper);

test.beforeAll(async () => {
  const fields = { name: 'Hill Farms', phone: '9811111112', address: 'Market Road\nCoorg' };
  const supplier = await addSupplier(call, fields);
  await addSupplier(call, { name: 'River Bank', status: 0 });
  const turmeric = await addMaterial(call, { name: 'Turmeric', description: 'Lakadong' });
  for (const status of ['notpaid', 'paid', 'pending']) {
    await addInward(call, supplier, [[turmeric, 12.5]], { invoiceNumber: `HF/${status}`, status });
  }
  await addProduction(call, turmeric, 1.25);
  const expired = { rawMaterialId: turmeric, quantity: 5, code: 'OLD-1', expiresOn: '2026-11-02' };
  await call('POST', '/adjustments', { kind: 'opening', date: '2026-11-01', lines: [expired] });
  const { categoryId } = (await call('POST', '/Categories', { name: 'Spices', description: 'Whole', status: 1 })).json;
  const product = { name: 'Turmeric powder', categoryId, price: 90, unit: 'jar' };
  const { productId } = (await call('POST', '/products', product)).json;
  for (const status of ['available', 'sold', 'expired']) {
    await call('POST', '/goods', { productId, batchNumber: `B-${status}`, quantity: 5, status });
  }
  await call('POST', '/buyers', { name: 'Organic Corner', phone: '9833333334', status: 1 });
});

/** Path, list, the row, the specification's question, and the details below it. */
const questions = [
  [
    '/suppliers',
    'Hill Farms',
    'Are you sure you want to delete this supplier?',
    /^Hill Farms ID \d+ · 9811111112 · Market Road, Coorg$/,
  ],
  ['/buyers', 'Organic Corner', 'Are you sure you want to delete this buyer?', /^Organic Corner ID \d+ · 9833333334$/],
  ['/categories', 'Spices', 'Are you sure you want to delete this category?', /^Spices ID \d+ · Whole$/],
  ['/rawmaterials', 'Turmeric', 'Are you sure you want to delete this material?', /^Turmeric ID \d+ · kg · Lakadong$/],
  [
    '/products',
    'Turmeric powder',
    'Are you sure you want to delete this product?',
    /^Turmeric powder ID \d+ · Spices · ₹\s90\.00 · jar$/,
  ],
  [
    '/finishedgoods',
    'B-sold',
    'Are you sure you want to delete this finished good?',
    /^B-sold ID \d+ · Turmeric powder · 5 jar · Sold$/,
  ],
  [
    '/inward',
    'inward HF/paid',
    'Are you sure do you want to delete?',
    /^Hill Farms, HF\/paid ID \d+ · 01-11-2026 · ₹\s125\.00$/,
  ],
  [
    '/production',
    'production',
    'Are you sure you want to delete this production?',
    /^Turmeric 1\.250 kg ID \d+ · 10-11-2026 · In progress$/,
  ],
  [
    '/register',
    storekeeper.fullName,
    'Are you sure you want to delete this user?',
    /^Vikram Shah ID \d+ · vikram@example\.com · User$/,
  ],
] as const;

test('the question before a deletion names the record, for every kind', async ({ page, godown }) => {
  await begin(page, godown, '/dashboard');
  for (const [path, name, question, subject] of questions) {
    await test.step(path, async () => {
      await goOn(page, path);
      await chooseFromMenu(page, new RegExp(`^More for ${name}`), 'Delete …');
      await expectQuestion(page, question);
      const dialog = page.getByRole('dialog', { name: question, exact: true });
      await expect(dialog.getByRole('paragraph').first()).toHaveText(subject);
      // Screen readers announce the details with the question.
      await expect(dialog).toHaveAccessibleDescription(new RegExp(subject.source.slice(1, -1)));
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
    });
  }
});

test('the question before a session is ended names the session', async ({ page, godown }) => {
  await openSession(godown, storekeeper);
  await begin(page, godown, '/profile', storekeeper);
  await page
    .getByRole('button', { name: /^End the session of/ })
    .first()
    .click();
  const question = 'Are you sure you want to end this session?';
  await expectQuestion(page, question);
  await expect(page.getByRole('dialog').getByRole('paragraph')).toHaveText(
    /signed in \d\d-\d\d-\d{4} \d\d:\d\d [AP]M$/,
  );
});

test('a state has its colour, and a coloured background only if it needs an action', async ({ page, godown }) => {
  await begin(page, godown, '/suppliers');
  for (const [path, list, row, state, letters, ground] of [
    ['/suppliers', 'Suppliers', 'Hill Farms', 'Active', 'green', 'grey'],
    ['/suppliers', 'Suppliers', 'River Bank', 'Inactive', 'red', 'grey'],
    ['/inward', 'Inward', 'HF/paid', 'Paid', 'green', 'grey'],
    ['/inward', 'Inward', 'HF/notpaid', 'Not Paid', 'yellow', 'yellow'],
    ['/finishedgoods', 'Finished Goods', 'B-available', 'Available', 'green', 'grey'],
    ['/finishedgoods', 'Finished Goods', 'B-sold', 'Sold', 'yellow', 'grey'],
    ['/finishedgoods', 'Finished Goods', 'B-expired', 'Expired', 'red', 'red'],
    ['/lots', 'Lots', 'OLD-1', 'Expired', 'red', 'red'],
    ['/lots', 'Lots', 'TUR-2611-01', 'Released', 'green', 'grey'],
  ] as const) {
    await goOn(page, path);
    const pill = rowOf(page, list, row).getByText(state, { exact: true });
    expect(await colourOf(pill), state).toBe(letters);
    expect(await colourOf(pill, 'backgroundColor'), state).toBe(ground);
    if (letters !== 'yellow') continue;
    // Letters in a yellow that can be read are brown: the dot is not.
    const dot = await pill.evaluate((node) => getComputedStyle(node, '::before').backgroundColor);
    expect(dot, state).toBe('rgb(230, 172, 0)');
  }
});
