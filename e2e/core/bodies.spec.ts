/** The request bodies of every write, compared with specification §3 and §7. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { pdfBill } from '../support/bills.ts';
import { callerOf } from '../support/api.ts';
import { administrator, openSession } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { choose, done, field, select } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Locator, Page } from '@playwright/test';

/** A write request. */
type Sent = [method: string, path: string, body: unknown];

/** The writes that the page sends from now on. */
function writesOf(page: Page): Sent[] {
  const writes: Sent[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/') || request.method() === 'GET') return;
    writes.push([request.method(), pathname.replace('/api', ''), request.postDataJSON()]);
  });
  return writes;
}

const password = (form: Locator) => form.getByLabel(/^(New )?Password/).and(form.locator('input'));
const editing = (page: Page) => page.getByRole('form', { name: /^(Edit|Update) / });

const party = {
  email: 'a@example.in',
  gstinNumber: '29ABCDE1234F1ZW',
  phone: '9811111112',
  address: 'Hill 1',
  status: 1,
};

async function fillParty(form: Locator, name: string): Promise<void> {
  await field(form, 'Name').fill(name);
  await field(form, 'Phone').fill(party.phone);
  await field(form, 'Email').fill(party.email);
  await field(form, 'GSTIN').fill(party.gstinNumber);
  await field(form, 'Address').fill(party.address);
}

interface Master {
  screen: string;
  add: string;
  path: string;
  fill: (form: Locator, name: string) => Promise<void>;
  /** The field that is changed, and its name in the body. */
  changed: readonly [label: string, field: string];
  body: (name: string) => object;
  idField: string;
  /** Further fields in the body of a new record. */
  blank?: object;
}

const masters: Master[] = [
  {
    screen: '/suppliers',
    add: 'Add New Supplier',
    path: '/suppliers',
    fill: fillParty,
    changed: ['Name', 'name'],
    body: (name) => ({ name, ...party }),
    idField: 'supplierId',
  },
  {
    screen: '/buyers',
    add: 'Add New Buyer',
    path: '/buyers',
    fill: fillParty,
    changed: ['Name', 'name'],
    body: (name) => ({ name, ...party }),
    idField: 'buyerId',
  },
  {
    screen: '/categories',
    add: 'Add New Category',
    path: '/Categories',
    fill: async (form, name) => {
      await field(form, 'Name').fill(name);
      await field(form, 'Description').fill('All of them');
    },
    changed: ['Name', 'name'],
    body: (name) => ({ name, description: 'All of them', status: 1 }),
    idField: 'categoryId',
  },
  {
    screen: '/rawmaterials',
    add: 'Add New Material',
    path: '/materials',
    fill: async (form, name) => {
      await field(form, 'Name').fill(name);
      await field(form, 'Description').fill('Dried');
      await field(form, 'Unit').fill('kg');
    },
    changed: ['Name', 'name'],
    body: (name) => ({ name, description: 'Dried', unit: 'kg', categoryId: null }),
    idField: 'rawMaterialId',
  },
  {
    screen: '/products',
    add: 'Add New Product',
    path: '/products',
    fill: async (form, name) => {
      await field(form, 'Name').fill(name);
      await field(form, 'Description').fill('Ground');
      await choose(form, 'Category', 'Second of /Categories');
      await field(form, 'Price (₹)').fill('99.50');
      await field(form, 'Unit').fill('jar');
    },
    changed: ['Name', 'name'],
    body: (name) => ({ name, description: 'Ground', categoryId: 1, price: 99.5, unit: 'jar' }),
    idField: 'productId',
  },
  {
    screen: '/finishedgoods',
    add: 'Add Finished Good',
    path: '/goods',
    fill: async (form, name) => {
      await choose(form, 'Product', 'Second of /products');
      await field(form, 'Batch number').fill(name);
      await field(form, 'Quantity').fill('12.5');
      await field(form, 'Manufacture date').fill('05-11-2026');
      await field(form, 'Expiry date').fill('05-11-2027');
    },
    changed: ['Batch number', 'batchNumber'],
    body: (name) => ({
      productId: 1,
      batchNumber: name,
      quantity: 12.5,
      status: 'available',
      manufactureDate: '2026-11-05',
      expiryDate: '2027-11-05',
    }),
    idField: 'finishedGoodId',
    blank: { finishedGoodId: 0 },
  },
];

test('every write sends the fields that the specification lists', async ({ page, godown }) => {
  await test.step('the first administrator is registered with the specified fields, and signs in without a token', async () => {
    const writes = writesOf(page);
    await page.goto('/login');
    const form = page.getByRole('form', { name: 'Create the first administrator' });
    await field(form, 'Full Name').fill(administrator.fullName);
    await field(form, 'Email').fill(administrator.email);
    await field(form, 'Phone').fill(administrator.phone);
    await password(form).fill(administrator.password);
    await form.getByRole('checkbox').uncheck();
    await form.getByRole('button', { name: 'Create administrator' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    const { email: userName, password: userPassword } = administrator;
    expect(writes).toEqual([
      ['POST', '/Auth/register', { ...administrator, loadSampleData: false }],
      ['POST', '/Auth/checkUserAuthentication', { userName, userPassword, jwtToken: '' }],
    ]);
  });

  await test.step('a user is registered with the fields of §3, and changed with the id', async () => {
    await goOn(page, '/register');
    const writes = writesOf(page);
    await page.getByRole('button', { name: 'Add User' }).click();
    const form = page.getByRole('form', { name: 'Add New User' });
    await field(form, 'Full Name').fill('Leela Das');
    await field(form, 'Email').fill('leela@example.com');
    await field(form, 'Phone').fill('5876543213');
    await password(form).fill('secret');
    await select(form, 'User Role', 'Manager');
    await form.getByRole('button', { name: 'Register' }).click();
    await expect(done(page, 'User registered successfully!')).toBeVisible();
    const fields = { fullName: 'Leela Das', email: 'leela@example.com', phone: '5876543213', userRole: 'manager' };
    expect(writes).toEqual([['POST', '/Auth/register', { ...fields, password: 'secret' }]]);

    await page.getByRole('button', { name: 'Edit Leela Das' }).click();
    await field(editing(page), 'Phone').fill('5876543214');
    await editing(page).getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'User updated successfully!')).toBeVisible();
    const changed = { userId: 2, ...fields, phone: '5876543214', password: '', status: 1 };
    expect(writes.at(-1)).toMatchObject(['PUT', '/Auth/edit-user/2', changed]);
  });

  for (const { screen, add, path: apiPath, fill, changed, body, idField, blank } of masters) {
    await test.step(`${screen}: all that §7 lists, the id with a change, nothing with a deletion`, async () => {
      await goOn(page, screen);
      const writes = writesOf(page);
      const [first, second] = [`First of ${apiPath}`, `Second of ${apiPath}`];
      await page.getByRole('button', { name: add, exact: true }).click();
      const form = page.getByRole('form');
      await fill(form, first);
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.getByRole('button', { name: `Edit ${first}` })).toBeVisible();
      expect(writes).toMatchObject([['POST', apiPath, { ...body(first), ...blank }]]);

      await page.getByRole('button', { name: `Edit ${first}` }).click();
      await field(editing(page), changed[0]).fill(second);
      await editing(page).getByRole('button', { name: 'Update' }).click();
      await expect(page.getByRole('button', { name: `Edit ${second}` })).toBeVisible();
      const sent = { ...body(first), [changed[1]]: second, [idField]: 1, updatedAt: expect.any(String) };
      expect(writes.slice(1)).toMatchObject([['PUT', `${apiPath}/1`, sent]]);
    });
  }

  const call = callerOf(godown, (await openSession(godown)).token);

  await test.step('a raw material keeps its category when another field is changed', async () => {
    const id = await addMaterial(call, { name: 'In a category', categoryId: 1 });
    await goOn(page, '/rawmaterials?search=In a category');
    const writes = writesOf(page);
    await page.getByRole('button', { name: 'Edit In a category' }).click();
    await field(editing(page), 'Description').fill('Still');
    await editing(page).getByRole('button', { name: 'Update' }).click();
    await expect(editing(page)).toBeHidden();
    expect(writes).toMatchObject([['PUT', `/materials/${id}`, { rawMaterialId: id, categoryId: 1 }]]);
    expect((await call('GET', `/materials/${id}`)).json.categoryId).toBe(1);
  });

  await test.step('an inward: its lines with their totals, grandTotal as the sub-total, a bill or null, the id with a change', async () => {
    const supplierId = await addSupplier(call, { name: 'Hill Farms' });
    const rawMaterialId = await addMaterial(call, { name: 'Turmeric' });
    await goOn(page, '/inward');
    const writes = writesOf(page);
    await page.getByRole('button', { name: 'Add New Inward' }).click();
    const form = page.getByRole('form');
    await choose(form, 'Supplier', 'Hill Farms');
    await field(form, 'Invoice number').fill('HF/1');
    await field(form, 'Invoice date').fill('20-11-2026');
    await form.getByLabel('Bill', { exact: true }).setInputFiles(pdfBill);
    await choose(form, 'Raw material', 'Turmeric');
    await field(form, 'Quantity').fill('10.5');
    await field(form, 'Price per unit (₹)').fill('120.25');
    await field(form, 'GST (₹)').fill('18.50');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(done(page, 'Added successfully!')).toBeVisible();
    const line = { rawMaterialId, quantity: 10.5, pricePerUnit: 120.25, totalAmount: 1262.63 };
    const added = [{ ...line, claim: 'conventional' }];
    const head = { supplierId, invoiceNumber: 'HF/1', inwardDate: '2026-11-20', totalGst: 18.5, grandTotal: 1262.63 };
    const billAttachment = expect.stringMatching(/^data:application\/pdf;base64,/);
    expect(writes).toEqual([['POST', '/inward', { ...head, status: 'notpaid', billAttachment, rawMaterials: added }]]);

    const { json } = await call('GET', '/inward/get-all-with-rawmaterials?search=HF/1');
    const [{ inwardId, rawMaterials, updatedAt }] = json;
    await page.getByRole('button', { name: 'Edit inward HF/1' }).click();
    await select(editing(page), 'Status', 'Paid');
    await editing(page).getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Updated successfully!')).toBeVisible();
    const changed = { ...head, inwardId, status: 'paid', billAttachment: null, updatedAt };
    const kept = [{ id: rawMaterials[0].id, ...line }];
    expect(writes.slice(1)).toEqual([['PUT', `/inward/${inwardId}`, { ...changed, rawMaterials: kept }]]);
  });

  await test.step('a production is sent as one, several as a list, and a change as one', async () => {
    const supplierId = await addSupplier(call);
    const [amla, neem] = [await addMaterial(call, { name: 'Amla' }), await addMaterial(call, { name: 'Neem' })];
    await addInward(call, supplierId, [
      [amla, 100],
      [neem, 100],
    ]);
    await goOn(page, '/production');
    const writes = writesOf(page);
    const form = page.getByRole('form', { name: 'Add production' });
    const group = (number: number) => form.getByRole('group', { name: `Material ${number}`, exact: true });
    const save = form.getByRole('button', { name: 'Save production' });
    await field(form, 'Production date').fill('19-11-2026');
    await choose(group(1), 'Raw material', 'Amla');
    await field(group(1), 'Quantity').fill('4');
    await save.click();
    await expect(done(page, 'Production added successfully!')).toBeVisible();
    const body = (rawMaterialId: number, quantity: number, status = 'in_progress') => {
      return { rawMaterialId, quantity, productionDate: '2026-11-19', status };
    };
    expect(writes).toEqual([['POST', '/Production', body(amla, 4)]]);

    await field(form, 'Production date').fill('19-11-2026');
    await choose(group(1), 'Raw material', 'Amla');
    await field(group(1), 'Quantity').fill('5');
    await form.getByRole('button', { name: 'Add another material' }).click();
    await choose(group(2), 'Raw material', 'Neem');
    await field(group(2), 'Quantity').fill('6.125');
    await save.click();
    await expect.poll(() => writes.length).toBe(2);
    expect(writes[1]).toEqual(['POST', '/Production/create-multiple', [body(amla, 5), body(neem, 6.125)]]);

    // A change is of the whole run (docs/domain.md, Production).
    const runs = async () => (await call('GET', '/production-runs?search=Neem')).json;
    await expect.poll(async () => (await runs()).length).toBe(1);
    const [{ runId, updatedAt }] = await runs();
    const { inputs } = (await call('GET', `/production-runs/${runId}`)).json;
    const changed = (index: number, rawMaterialId: number, quantity: number) => {
      const { productionId, lots } = inputs[index];
      return { productionId, rawMaterialId, productId: null, quantity, lots: [{ lotId: lots[0].lotId, quantity }] };
    };
    await page.getByRole('button', { name: `Edit production ${runId}` }).click();
    await field(editing(page).getByRole('group', { name: 'Material 2' }), 'Quantity').fill('7');
    await select(editing(page), 'Status', 'Completed');
    await editing(page).getByRole('button', { name: 'Update' }).click();
    await page.getByRole('button', { name: 'Complete anyway' }).click();
    await expect(done(page, 'Production updated successfully!')).toBeVisible();
    expect(writes[2]).toEqual([
      'PUT',
      `/production-runs/${runId}`,
      {
        runId,
        updatedAt,
        productionDate: '2026-11-19',
        status: 'completed',
        recipeId: null,
        note: '',
        reason: '',
        charges: 0,
        gainReason: '',
        afterExpiryReason: '',
        hours: null,
        // With the lots that the form shows (docs/decisions/119).
        inputs: [changed(0, amla, 5), changed(1, neem, 7)],
        outputs: [],
        losses: [],
      },
    ]);
  });
});

test('a forgotten password sends the address in the query, then address, code and password', async ({
  page,
  godown,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/Auth/reset-password-otp') asked.push(`${request.method()} ${search}`);
  });
  const writes = writesOf(page);
  await page.goto('/forgot-password');
  const form = page.getByRole('form', { name: 'Forgot Password' });
  await field(form, 'Email').fill(administrator.email);
  await form.getByRole('button', { name: 'Send OTP' }).click();
  await expect(field(form, 'Enter OTP')).toBeVisible();
  expect(asked).toEqual([`GET ?email=${encodeURIComponent(administrator.email)}`]);
  let otp = '';
  await expect(async () => {
    const outbox = path.join(godown.dataDir, 'outbox');
    const [mail = ''] = await readdir(outbox);
    otp = /^Subject: (\d{6}) /m.exec(await readFile(path.join(outbox, mail), 'utf8'))?.[1] ?? '';
    expect(otp).toMatch(/^\d{6}$/);
  }).toPass();
  await field(form, 'Enter OTP').fill(otp);
  await password(form).fill('another secret');
  await form.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password reset successful!')).toBeVisible();
  const body = { email: administrator.email, otp, password: 'another secret' };
  expect(writes).toEqual([['POST', '/Auth/verify-otp', body]]);
});
