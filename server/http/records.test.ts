/** Every record has the fields of specification §3 under their names; further fields serve the screens. */
import { beforeAll, expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduction, addSupplier, dataUrl, pdf } from '#test/factories.ts';

const timestamp: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const kept = { createdAt: timestamp, updatedAt: timestamp };

const category = { name: 'Spices', description: 'Whole and ground', status: 1 };
const material = { name: 'Turmeric', description: 'Whole fingers', unit: 'kg' };
const party = {
  name: 'Hill Farms',
  email: 'hill@example.in',
  gstinNumber: '29ABCDE1234F1Z5',
  phone: '9811111112',
  address: '12 Market Road',
  status: 0,
};
const product = { name: 'Turmeric powder', description: 'In a jar', price: 90.5, unit: 'jar' };
const good = {
  batchNumber: 'T-1',
  quantity: 40,
  status: 'sold',
  manufactureDate: '2026-11-01',
  expiryDate: '2027-11-01',
};
const user = { fullName: 'Meena Rao', email: 'meena@example.in', phone: '9876543210' };

let admin: Caller;
const ids: Record<string, number> = {};

beforeAll(async () => {
  admin = await (await buildTestApp()).as('admin');
  const make = async (path: string, fields: object) => (await admin('POST', path, fields)).json;
  ids['supplier'] = await addSupplier(admin, party);
  ids['buyer'] = (await make('/buyers', party)).buyerId;
  ids['category'] = (await make('/Categories', category)).categoryId;
  ids['material'] = await addMaterial(admin, material);
  ids['product'] = (await make('/products', { ...product, categoryId: ids['category'] })).productId;
  ids['good'] = (await make('/goods', { ...good, productId: ids['product'] })).finishedGoodId;
  const inward = await addInward(admin, ids['supplier'], [[ids['material'], 10.5]], {
    invoiceNumber: 'HF/1',
    totalGst: 18.5,
  });
  ids['inward'] = inward.inwardId;
  ids['production'] = await addProduction(admin, ids['material'], 4);
  ids['user'] = (await make('/Auth/register', { ...user, userRole: 'Manager', password: 'leaf-and-paper' })).userId;
});

test.each([
  ['supplier', () => `/suppliers/${ids['supplier']}`, () => ({ supplierId: ids['supplier'], ...party, ...kept })],
  ['buyer', () => `/buyers/${ids['buyer']}`, () => ({ buyerId: ids['buyer'], ...party, ...kept })],
  ['category', () => `/Categories/${ids['category']}`, () => ({ categoryId: ids['category'], ...category, ...kept })],
  [
    'raw material',
    () => `/materials/${ids['material']}`,
    () => ({ rawMaterialId: ids['material'], ...material, categoryId: null, ...kept }),
  ],
  [
    'product',
    () => `/products/${ids['product']}`,
    () => ({ productId: ids['product'], ...product, categoryId: ids['category'], ...kept }),
  ],
  [
    'finished good',
    () => `/goods/${ids['good']}`,
    () => ({ finishedGoodId: ids['good'], productId: ids['product'], ...good, ...kept }),
  ],
  [
    'inward, its bill as a data URL and its lines',
    () => `/inward/${ids['inward']}`,
    () => ({
      inwardId: ids['inward'],
      supplierId: ids['supplier'],
      invoiceNumber: 'HF/1',
      inwardDate: '2026-11-01',
      status: 'notpaid',
      billAttachment: dataUrl(pdf),
      totalGst: 18.5,
      grandTotal: 123.5,
      ...kept,
      rawMaterials: [
        expect.objectContaining({
          id: expect.any(Number),
          inwardId: ids['inward'],
          rawMaterialId: ids['material'],
          quantity: 10.5,
          pricePerUnit: 10,
          totalAmount: 105,
        }),
      ],
    }),
  ],
  [
    'production',
    () => `/Production/${ids['production']}`,
    () => ({ rawMaterialId: ids['material'], quantity: 4, productionDate: '2026-11-10', status: 'in_progress' }),
  ],
])('a %s has the fields of the specification', async (_, path, fields) => {
  const { status, json } = await admin('GET', path());
  expect([status, json]).toEqual([200, expect.objectContaining(fields())]);
});

test('a user has the fields of the specification, the role in small letters however it was sent', async () => {
  const { json } = await admin('GET', '/Auth/users?search=meena');
  expect(json).toEqual([{ userId: ids['user'], ...user, userRole: 'manager', status: 1, updatedAt: timestamp }]);
});
