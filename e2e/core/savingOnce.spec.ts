/** Double submits and retries after a lost answer create one record. */
import {
  addInward,
  addMaterial,
  addProduct,
  addRun,
  addSupplier,
  batchFields,
  dispatchFields,
} from '#test/factories.ts';
import { countOf } from '../support/api.ts';
import { office } from '../support/office.ts';
import { pdfBill } from '../support/bills.ts';
import { begin } from '../support/desk.ts';
import { openSession } from '../support/people.ts';
import { choose, clickTwice, dismiss, done, field } from '../support/screen.ts';
import { expect, test, withMotion } from '../support/test.ts';
import type { Locator, Page, Request } from '@playwright/test';

const call = office();

test.use({ ...withMotion, goesOn: true });

test.beforeAll(async () => {
  await addInward(call, await addSupplier(call, { name: 'Hill Farms' }), [
    [await addMaterial(call, { name: 'Amla' }), 9],
  ]);
  const { json } = await call('POST', '/Categories', { name: 'Powders', status: 1 });
  await call('POST', '/products', { name: 'Amla powder', categoryId: json.categoryId, price: 1, unit: 'jar' });
});

/** Each supplier has a phone of its own: one that is used is asked about. */
let phones = 0;

interface Trial {
  path: string;
  /** The button that opens the form; undefined if it is always open. */
  open?: string;
  form: string;
  /** Fills the form so that its record can be found by `mark`; returns the field in which Enter is pressed. */
  fill: (form: Locator, mark: string) => Promise<Locator>;
  save: string;
  /** In a form with lines, Enter alone focuses the next field. */
  holds?: 'Control';
  /** The paths that create and list the records. */
  post: string;
  list: string;
  said: string;
  /** Its lost answer is tried further down. */
  isLostBelow?: true;
}

const named = async (form: Locator, mark: string) => {
  await field(form, 'Name').fill(mark);
  return field(form, 'Name');
};

/** One of the masters and users, which share a form; a user with a lost answer is below. */
const trials: Trial[] = [
  {
    path: '/suppliers',
    open: 'Add New Supplier',
    form: 'Add Supplier',
    fill: async (form, mark) => {
      await field(form, 'Phone').fill(`981111120${(phones += 1)}`);
      return named(form, mark);
    },
    save: 'Add',
    post: '/suppliers',
    list: '/suppliers',
    said: 'Supplier added successfully!',
  },
  {
    path: '/inward',
    open: 'Add New Inward',
    form: 'Add Inward',
    fill: async (form, mark) => {
      await choose(form, 'Supplier', 'Hill Farms');
      await choose(form, 'Raw material', 'Amla');
      await field(form, 'Quantity').fill('1');
      await field(form, 'Price per unit (₹)').fill('10');
      await form.getByLabel('Bill', { exact: true }).setInputFiles(pdfBill);
      await field(form, 'Invoice number').fill(mark);
      return field(form, 'Invoice number');
    },
    save: 'Add',
    holds: 'Control',
    post: '/inward',
    list: '/inward',
    said: 'Added successfully!',
    isLostBelow: true,
  },
  {
    path: '/production',
    form: 'Add production',
    fill: async (form, mark) => {
      await addInward(call, await addSupplier(call), [[await addMaterial(call, { name: mark }), 5]]);
      await choose(form, 'Raw material', mark);
      await field(form, 'Quantity').fill('1');
      return field(form, 'Quantity');
    },
    save: 'Save production',
    holds: 'Control',
    post: '/Production',
    list: '/Production',
    said: 'Production added successfully!',
  },
];

/** Holds Enter down until after the form has closed. */
async function holdEnter(page: Page, at: Locator, holds?: 'Control'): Promise<void> {
  await at.focus();
  if (holds) await page.keyboard.down(holds);
  for (let repeat = 0; repeat < 6; repeat += 1) await page.keyboard.down('Enter');
  await page.waitForTimeout(400);
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  if (holds) await page.keyboard.up(holds);
}

/** The pending writes. */
function writesOf(page: Page): ReadonlySet<Request> {
  const writes = new Set<Request>();
  page.on('request', (request) => request.method() === 'GET' || writes.add(request));
  page.on('requestfinished', (request) => writes.delete(request));
  page.on('requestfailed', (request) => writes.delete(request));
  return writes;
}

/** The server processes the next POST, but its answer is lost. */
async function loseOneAnswer(page: Page, address: string): Promise<void> {
  let left = 1;
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST' || left === 0) return route.continue();
    left -= 1;
    await route.fetch();
    return route.abort();
  });
}

for (const { path, open, form: name, fill, save, holds, post, list, said, isLostBelow } of trials) {
  const trouble = isLostBelow
    ? 'a double click and Enter held down'
    : 'a double click, Enter held down and a lost answer';
  test(`${name}: ${trouble} create one record each`, async ({ page, godown, browserErrors }) => {
    browserErrors.expect(/ERR_FAILED|^Failed to (save|create)|^Error: Godown/);
    const writes = writesOf(page);
    await begin(page, godown, path);
    const form = page.getByRole('form', { name });
    const button = form.getByRole('button', { name: save, exact: true });
    const fillNew = async (mark: string) => {
      if (open) await page.getByRole('button', { name: open, exact: true }).click();
      return fill(form, mark);
    };
    const expectOne = async (mark: string) => {
      await expect(done(page, said)).toBeVisible();
      if (open) await expect(form).toBeHidden();
      await expect.poll(() => writes.size, 'what was sent twice is answered, too').toBe(0);
      expect(await countOf(call, list, mark)).toBe(1);
      // In one go: a toast may close itself meanwhile.
      const closers = page.getByRole('status').getByRole('button', { name: 'Close' });
      await closers.evaluateAll((all) => all.forEach((each) => each instanceof HTMLElement && each.click()));
      await expect(done(page, said)).toHaveCount(0);
    };

    await fillNew(`Clicked ${name}`);
    await clickTwice(button);
    await expectOne(`Clicked ${name}`);

    await holdEnter(page, await fillNew(`Held ${name}`), holds);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectOne(`Held ${name}`);

    if (isLostBelow) return;
    await loseOneAnswer(page, `**/api${post}`);
    await fillNew(`Lost ${name}`);
    await button.click();
    await expect(page.getByRole('alert')).toContainText(
      'Godown cannot be reached. Check the connection and try again.',
    );
    await dismiss(page);
    await button.click();
    await expectOne(`Lost ${name}`);
  });
}

const savedBefore = 'An earlier attempt was saved with different content.';

test('a form that is being sent is locked, the cursor returns to its place, and one inward is created', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED|^Failed to (save|create)/);
  await begin(page, godown, '/inward');
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  const form = page.getByRole('form', { name: 'Add Inward' });
  await choose(form, 'Supplier', 'Hill Farms');
  await field(form, 'Invoice number').fill('HELD/1');
  await form.getByLabel('Bill', { exact: true }).setInputFiles(pdfBill);
  await choose(form, 'Raw material', 'Amla');
  await field(form, 'Price per unit (₹)').fill('10');
  await field(form, 'Quantity').fill('1');
  let drop: (() => void) | undefined;
  await page.route('**/api/inward', async (route) => {
    if (route.request().method() !== 'POST' || drop) return route.continue();
    await new Promise<void>((resolve) => (drop = resolve));
    await route.fetch();
    return route.abort();
  });
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.keyboard.press('Control+s');
  await sent;
  await page.keyboard.type('5');
  const { x = 0, y = 0 } = (await field(form, 'Price per unit (₹)').boundingBox()) ?? {};
  await page.mouse.click(x + 5, y + 5);
  await page.keyboard.type('5');
  drop?.();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(field(form, 'Quantity')).toHaveValue('1');
  await expect(field(form, 'Price per unit (₹)')).toHaveValue('10');
  await expect(field(form, 'Quantity')).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(done(page, 'Added successfully!')).toBeVisible();
  expect(await countOf(call, '/inward', 'HELD/1')).toBe(1);
});

test('a change made after a lost answer is not reported as saved, and the message says where the record is', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED|status of 422|^Failed to save/);
  await begin(page, godown, '/suppliers');
  await page.getByRole('button', { name: 'Add New Supplier' }).click();
  const form = page.getByRole('form', { name: 'Add Supplier' });
  const save = form.getByRole('button', { name: 'Add', exact: true });
  await field(form, 'Name').fill('Before the loss');
  await field(form, 'Phone').fill('9811111191');
  await loseOneAnswer(page, '**/api/suppliers');
  await save.click();
  await expect(page.getByRole('alert')).toContainText('Godown cannot be reached.');
  await field(form, 'Name').fill('After the loss');
  await save.click();
  await expect(page.getByRole('alert')).toContainText(savedBefore);
  await expect(page.getByRole('alert')).toContainText('Cancel, find it in the list and edit it there.');
  expect(await countOf(call, '/suppliers', 'Before the loss')).toBe(1);
  expect(await countOf(call, '/suppliers', 'After the loss')).toBe(0);
});

/** A product of which `inStock` are left, by a run that used up its material. */
async function addStock(name: string, inStock: number): Promise<void> {
  const { json } = await call('POST', '/Categories', { name, status: 1 });
  const product = await addProduct(call, { name, categoryId: json.categoryId, unit: 'kg' });
  const material = await addMaterial(call, { name: `Root of ${name}` });
  await addInward(call, await addSupplier(call), [[material, 2 * inStock]]);
  await addRun(call, [{ rawMaterialId: material, quantity: inStock }], {
    outputs: [batchFields(product, inStock, { batchNumber: `${name} 1` })],
  });
}

test('a run of which the answer was lost keeps its proposed batch number and its lots, and is saved once', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED|^Failed to (save|create)/);
  await addStock('Neem powder', 6);
  await begin(page, godown, '/production');
  const form = page.getByRole('form', { name: 'Add production' });
  const output = form.getByRole('group', { name: 'Output 1', exact: true });
  await choose(output, 'Product', 'Neem powder');
  await field(output, 'Quantity').fill('6');
  const number = await field(output, 'Batch number').inputValue();
  const input = form.getByRole('group', { name: 'Material 1', exact: true });
  // All that is left.
  await choose(input, 'Raw material', 'Root of Neem powder');
  await field(input, 'Quantity').fill('6');
  await loseOneAnswer(page, '**/api/production-runs');
  const reread = page.waitForResponse((response) => response.url().includes('/next-batch'));
  const save = form.getByRole('button', { name: 'Save production' });
  await save.click();
  await expect(page.getByRole('alert')).toContainText('Godown cannot be reached.');
  await reread;
  await expect(input).toContainText('Max: 0');
  await expect(field(output, 'Batch number')).toHaveValue(number);
  await save.click();
  await expect(done(page, 'Production added successfully!')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Production added' })).toContainText(number);
  expect(await countOf(call, '/production-runs', number)).toBe(1);
  // The next one has another number.
  await choose(output, 'Product', 'Neem powder');
  await expect(field(output, 'Batch number')).not.toHaveValue(number);
});

test('a dispatch of which the answer was lost keeps its proposed number and its batches, and is saved once', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED|^Failed to (save|create)/);
  await addStock('Giloy powder', 5);
  const { json: shop } = await call('POST', '/buyers', {
    name: 'Shop',
    phone: '9811111113',
    email: '',
    gstinNumber: '',
    address: '',
    status: 1,
  });
  const [lot] = (await call('GET', '/lots?search=Giloy powder 1')).json;
  // With an invoice before it, the next number is proposed.
  const first = dispatchFields(shop.buyerId, [{ lotId: lot.lotId, quantity: 1 }], { invoiceNumber: 'GD/26-27/0001' });
  expect((await call('POST', '/dispatches', first)).status).toBe(201);
  await begin(page, godown, '/dispatches');
  await page.getByRole('button', { name: 'Add dispatch', exact: true }).first().click();
  const form = page.getByRole('form', { name: 'New dispatch' });
  await choose(form, 'Buyer', 'Shop');
  const line = form.getByRole('group', { name: 'Line 1', exact: true });
  await choose(line, 'Product', 'Giloy powder');
  await field(line, 'Quantity').fill('4');
  const number = await field(form, 'Invoice number').inputValue();
  expect(number).toBe('GD/26-27/0002');
  await loseOneAnswer(page, '**/api/dispatches');
  const reread = page.waitForResponse((response) => response.url().includes('/next-invoice-number'));
  const save = form.getByRole('button', { name: 'Add dispatch', exact: true });
  await save.click();
  await expect(page.getByRole('alert')).toContainText('Godown cannot be reached.');
  await reread;
  await expect(field(form, 'Invoice number')).toHaveValue(number);
  await save.click();
  await expect(done(page, 'Dispatch added successfully!')).toBeVisible();
  expect(await countOf(call, '/dispatches', number)).toBe(1);
});

test('a password changed after a lost answer is not reported as set', async ({ page, godown, browserErrors }) => {
  browserErrors.expect(/ERR_FAILED|status of 422/);
  const person = { fullName: 'Uma Nair', email: 'uma@example.com', phone: '9876543217', password: 'the first one' };
  await begin(page, godown, '/register');
  await page.getByRole('button', { name: 'Add User' }).click();
  const form = page.getByRole('form', { name: 'Add New User' });
  const save = form.getByRole('button', { name: 'Register' });
  await field(form, 'Full Name').fill(person.fullName);
  await field(form, 'Email').fill(person.email);
  await field(form, 'Phone').fill(person.phone);
  await form.getByLabel(/^Password/).fill(person.password);
  await loseOneAnswer(page, '**/api/Auth/register');
  await save.click();
  await expect(page.getByRole('alert')).toContainText('Godown cannot be reached.');
  await form.getByLabel(/^Password/).fill('the second one');
  await save.click();
  await expect(page.getByRole('alert')).toContainText(savedBefore);
  await expect(form).toBeVisible();
  await openSession(godown, { ...person, userRole: 'user' });
});
