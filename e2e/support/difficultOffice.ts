/** Edge cases of display: names of maximum length, other scripts, large numbers, and lists of 1, 15, 16 and 10,000 rows. */
import { limits } from '#contract/core/fields.ts';
import { addInward, addMaterial, addProduction, addSupplier, supplierFields } from '#test/factories.ts';
import type { Caller } from '#test/buildTestApp.ts';
import { openOffice } from './api.ts';
import type { Godown } from './godown.ts';
import { chooseFromMenu } from './screen.ts';
import type { Stop } from './tour.ts';

const AT_ONCE = 20;

const words = 'Sahyadri Organic Growers and Processors Producer Company Limited of the Western Ghats ';
const longName = words.repeat(3).slice(0, limits.name);
const oneWord = 'Sahyadriorganicgrowers'.repeat(10).slice(0, limits.name);
const devanagari = 'देवभूमि जड़ी-बूटी उत्पादक सहकारी समिति मर्यादित, जिला चमोली, उत्तराखण्ड';
const address =
  'Plot 14, Phase II\nMIDC Industrial Area\nBehind the cold storage\nSinnar, District Nashik\nMaharashtra 422113';
const longEmail = `accounts.payable@${'very-long-department.'.repeat(8)}example.com`;
const gstinNumber = '27AAECS9912L1ZU';
const names = [longName, oneWord, devanagari];

async function fillSuppliers(call: Caller, count: number): Promise<void> {
  const numbers = Array.from({ length: count - names.length }, (_, index) => index + 1);
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    const some = numbers.slice(from, from + AT_ONCE);
    await Promise.all(some.map((number) => addSupplier(call, { name: `Supplier ${number}` })));
  }
  for (const name of names) await addSupplier(call, { name, address, email: longEmail, gstinNumber });
}

/** Fills an empty server: 16 buyers overflow a page, 15 categories fill it. */
export async function openDifficultOffice(godown: Godown, suppliers: number): Promise<void> {
  const call = await openOffice(godown, {
    fullName: longName,
    email: longEmail,
    phone: '9876543213',
    userRole: 'manager',
    password: 'horse battery staple',
  });
  await fillSuppliers(call, suppliers);
  for (let number = 4; number <= 16; number += 1) await call('POST', '/buyers', { name: `Buyer ${number}`, status: 1 });
  for (const name of names)
    await call('POST', '/buyers', supplierFields({ name, address, email: longEmail, gstinNumber }));
  for (let number = 4; number <= 15; number += 1) {
    await call('POST', '/Categories', { name: `Category ${number}`, status: 1 });
  }
  let categoryId = 0;
  for (const name of names) {
    const { json } = await call('POST', '/Categories', { name, description: address.repeat(10), status: 0 });
    categoryId = json.categoryId;
  }
  const product = {
    name: longName,
    description: address,
    categoryId,
    price: 9_000_000_000,
    unit: 'jar of half a kilogram, glass',
  };
  const { productId } = (await call('POST', '/products', product)).json;
  for (const [index, status] of ['available', 'sold', 'expired'].entries()) {
    const batchNumber = `${'B'.repeat(limits.code - 1)}${index}`;
    await call('POST', '/goods', { productId, batchNumber, quantity: 8_999_999.999, status, expiryDate: '2026-12-01' });
  }
  await receiveMuch(call);
}

/** Materials with quantities and prices in billions, fully consumed. */
async function receiveMuch(call: Caller): Promise<void> {
  const supplierId = await addSupplier(call, { name: longName });
  for (const name of names) {
    const id = await addMaterial(call, { name, unit: 'sack of 50 kilograms, woven', description: address });
    const lines: [number, number][] = [[id, 8_999_999.999]];
    await addInward(call, supplierId, lines, {
      invoiceNumber: 'I'.repeat(limits.code),
      totalGst: 8_900_000_000,
    });
    await addProduction(call, id, name === devanagari ? 8_999_999.999 : 8_999_999.998);
  }
}

const listStop = (screen: string, path: string, state = 'difficult'): Stop => ({
  screen,
  path,
  state,
  office: 'difficult',
  reach: async (page) => page.getByRole('status').filter({ hasText: 'Showing' }).first().waitFor(),
});

export const difficultStops: Stop[] = [
  {
    ...listStop('dashboard', '/dashboard'),
    reach: async (page) =>
      page
        .getByRole('region', { name: 'Recent Buyers' })
        .getByText(/\d (AM|PM)/)
        .first()
        .waitFor(),
  },
  listStop('register', '/register'),
  listStop('suppliers', '/suppliers'),
  {
    ...listStop('suppliers', '/suppliers', 'difficult-edit'),
    goesOn: true,
    reach: async (page) => {
      await chooseFromMenu(page, /^More for /, 'Edit');
      await page.getByRole('button', { name: 'Update', exact: true }).waitFor();
    },
  },
  listStop('suppliers', '/suppliers?page=400', 'page-400'),
  listStop('buyers', '/buyers'),
  listStop('categories', '/categories'),
  listStop('products', '/products'),
  listStop('rawmaterials', '/rawmaterials'),
  listStop('finishedgoods', '/finishedgoods'),
  listStop('inward', '/inward'),
  {
    ...listStop('inward', '/inward', 'difficult-edit'),
    goesOn: true,
    reach: async (page) => {
      await chooseFromMenu(page, /^More for /, 'Edit');
      await page.getByRole('button', { name: 'Update', exact: true }).waitFor();
    },
  },
  listStop('production', '/production'),
  listStop('reports-products', '/reports/products'),
  listStop('reports-rawmaterialreports', '/reports/rawmaterialreports'),
  listStop('reports-productionreports', '/reports/productionreports'),
];
