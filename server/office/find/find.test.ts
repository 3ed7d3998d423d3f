import { beforeAll, expect, test } from 'vitest';
import type { FindResult } from '#contract/core/find.ts';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import {
  addInward,
  addMaterial,
  addProduct,
  addSupplier,
  transactionCertificateFields,
  userFields,
} from '#test/factories.ts';

let admin: Caller;
let user: Caller;
let supplierId: number;
let materialId: number;
let inwardId: number;

const find = async (search: string, call: Caller = admin): Promise<FindResult[]> => {
  const answer = await call('GET', `/find?search=${encodeURIComponent(search)}`);
  expect(answer.status).toBe(200);
  return answer.json;
};
const namesOf = (found: FindResult[]) => found.map(({ kind, label }) => `${kind} ${label}`);

beforeAll(async () => {
  const app = await buildTestApp();
  admin = await app.as('admin');
  user = await app.as('user');
  const fields = {
    name: 'Wayanad Hill Spices',
    phone: '9822012345',
    gstinNumber: '27AAPFU0939F1ZV',
    address: 'Kalpetta',
  };
  supplierId = await addSupplier(admin, fields);
  materialId = await addMaterial(admin, { name: 'Hill turmeric', unit: 'kg' });
  await addProduct(admin, { name: 'Turmeric powder' });
  const invoiceNumber = 'WHS/26-27/0611';
  ({ inwardId } = await addInward(admin, supplierId, [[materialId, 12.5]], { invoiceNumber }));
  await admin('POST', '/Auth/register', userFields({ fullName: 'Hilda Menon', email: 'hilda@example.in' }));
});

test('a part of a name finds records of every kind, each with its page and its stock', async () => {
  const found = await find('HILL');
  expect(namesOf(found)).toEqual(['materials Hill turmeric', 'suppliers Wayanad Hill Spices']);
  expect(found[1]).toMatchObject({ link: `/suppliers/${supplierId}`, detail: 'Kalpetta', quantity: null });
  expect(found[0]).toMatchObject({ link: `/rawmaterials/${materialId}`, quantity: 12.5, unit: 'kg' });
  expect(namesOf(await find('turmeric p'))).toEqual(['products Turmeric powder']);
});

test('two letters find the lots whose code begins with them, and three letters any part of a code', async () => {
  const code = /^lots HIL-\d{4}-01$/;
  expect(namesOf(await find('hi'))).toContainEqual(expect.stringMatching(code));
  expect(namesOf(await find('il'))).not.toContainEqual(expect.stringMatching(code));
  expect(namesOf(await find('il-'))).toContainEqual(expect.stringMatching(code));
});

test('an inward is found by a part of its invoice number and by its amount in Indian notation', async () => {
  const [inward] = await find('27/0611');
  expect(inward).toMatchObject({ kind: 'inward', label: 'WHS/26-27/0611', link: `/inward/${inwardId}` });
  const total = inward?.amount ?? 0;
  expect(total).toBeGreaterThan(0);
  for (const written of [total.toFixed(2), `₹ ${total.toLocaleString('en-IN', { minimumFractionDigits: 2 })}`]) {
    expect(namesOf(await find(written))).toContain('inward WHS/26-27/0611');
  }
  expect(namesOf(await find((total + 1).toFixed(2)))).toEqual([]);
});

test('# and a number finds the records of each kind with this id', async () => {
  const newest = { kind: 'materials', label: 'Hill turmeric', link: `/rawmaterials/${materialId}` };
  for (const term of [`#${materialId}`, `# ${materialId}`]) {
    const found = await find(term);
    expect(found).toContainEqual(expect.objectContaining(newest));
    expect(found.every(({ recordId }) => recordId === materialId)).toBe(true);
  }
  const kinds = (await find(`#${inwardId}`)).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(['categories', 'inward', 'lots', 'materials', 'products', 'suppliers', 'users']);
  const [inward] = await find(`#${inwardId}`);
  expect(inward).toMatchObject({
    kind: 'inward',
    detail: 'Wayanad Hill Spices',
    status: 'notpaid',
    date: '2026-11-01',
  });
  expect(await find('#999999')).toEqual([]);
  expect(await find('#hill')).toEqual([]);
});

test('a transaction certificate is found by a part of its number, and links to the list with it alone', async () => {
  const [line] = (await admin('GET', `/inward/${inwardId}`)).json.rawMaterials;
  const fields = transactionCertificateFields(supplierId, line.id, { number: 'ORG/TC/2611/0042' });
  const { status, text, json } = await admin('POST', '/transaction-certificates', fields);
  expect(status, text).toBe(201);
  const link = '/transaction-certificates?search=ORG%2FTC%2F2611%2F0042';
  const expected = { kind: 'transactionCertificates', label: 'ORG/TC/2611/0042', detail: 'Wayanad Hill Spices', link };
  for (const term of ['tc/2611', 'org/tc/2611/0042', '42']) {
    expect(
      (await find(term)).find(({ kind }) => kind === 'transactionCertificates'),
      term,
    ).toMatchObject(expected);
  }
  expect((await admin('GET', link)).json).toHaveLength(1);
  expect((await admin('DELETE', `/transaction-certificates/${json.transactionCertificateId}`)).status).toBe(200);
  expect(namesOf(await find('tc/2611'))).toEqual([]);
});

test('spaces around a term are ignored', async () => {
  const blanks = ' '.repeat(200);
  expect(namesOf(await find(`${blanks}hill${blanks}`))).toContain('suppliers Wayanad Hill Spices');
});

test.each(['98220 12345', '+91 98220-12345', '098220 12345', '12345', 'aapfu0939'])(
  '%s finds the supplier that has it',
  async (term) => {
    expect(namesOf(await find(term))).toContain('suppliers Wayanad Hill Spices');
  },
);

test('names equal to the term come first, then names that begin with it, and deleted records are not found', async () => {
  await addMaterial(admin, { name: 'Jaggery blocks' });
  await addMaterial(admin, { name: 'Old jaggery' });
  const exact = await addSupplier(admin, { name: 'Jaggery' });
  await addMaterial(admin, { name: 'Jaggery' });
  const found = await find('jaggery');
  expect(namesOf(found)).toEqual([
    'materials Jaggery',
    'suppliers Jaggery',
    'materials Jaggery blocks',
    'materials Old jaggery',
  ]);
  expect((await admin('DELETE', `/suppliers/${exact}`)).status).toBe(200);
  expect(namesOf(await find('jaggery'))[0]).toBe('materials Jaggery');
});

test('items whose names begin with the term come before suppliers, and those before other matches', async () => {
  await addSupplier(admin, { name: 'Jaintia Kokum Growers' });
  await addSupplier(admin, { name: 'Kokum Traders' });
  await addMaterial(admin, { name: 'Old kokum' });
  await addMaterial(admin, { name: 'Kokum rind' });
  await addProduct(admin, { name: 'Kokum sherbet' });
  expect(namesOf(await find('  KOKUM '))).toEqual([
    'materials Kokum rind',
    'products Kokum sherbet',
    'suppliers Kokum Traders',
    'materials Old kokum',
    'suppliers Jaintia Kokum Growers',
  ]);
});

test('users are found only by people who may see them', async () => {
  expect(namesOf(await find('hilda'))).toEqual(['users Hilda Menon']);
  expect(await find('hilda', user)).toEqual([]);
});

test('wildcards are searched for literally, and a term is required', async () => {
  expect(await find('%')).toEqual([]);
  expect(await find("'; drop table supplier; --")).toEqual([]);
  for (const query of ['', '?search=', '?search=%20', '?search=a%00b', `?search=${'x'.repeat(201)}`]) {
    const { status, json } = await admin('GET', `/find${query}`);
    expect([status, Object.keys(json.errors)], query).toEqual([400, ['search']]);
  }
});

test('repeated spaces count as one, as in lists', async () => {
  await addSupplier(admin, { name: 'Double Blank Farms' });
  const [found] = await find('double   blank');
  expect(found).toMatchObject({ label: 'Double Blank Farms' });
});

test('all lots with exactly the code of a label are found', async () => {
  for (let index = 0; index < 8; index += 1) {
    const rawMaterialId = await addMaterial(admin);
    const lines = [{ rawMaterialId, quantity: 1, code: 'BAG 7' }];
    expect((await admin('POST', '/adjustments', { kind: 'opening', date: '2026-11-01', lines })).status).toBe(201);
  }
  const { json } = await admin('GET', `/trace/find?search=${encodeURIComponent('bag 7')}`);
  expect(json).toHaveLength(8);
});
