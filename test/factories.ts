/** Records for tests, made through the API as its users make them. */
import type { Database } from '#server/core/db/tables.ts';
import type { Answer, Caller } from './buildTestApp.ts';

let counted = 0;

/** The smallest files that are what they say. */
export const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46]);

/** A file as a data URL. */
export function dataUrl(bytes: Buffer, type = 'application/pdf'): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

function created(answer: Answer): Answer['json'] {
  if (answer.status !== 201) throw new Error(`expected 201, got ${answer.status}: ${answer.text}`);
  return answer.json;
}

/** A user's fields, all valid; each call has an address of its own. */
export function userFields(over: object = {}) {
  return {
    fullName: 'Meena Rao',
    email: `meena${(counted += 1)}@example.in`,
    phone: '9876543210',
    userRole: 'user',
    password: 'leaf-and-paper',
    ...over,
  };
}

/** A supplier's fields, all valid. */
export function supplierFields(over: object = {}) {
  return {
    name: `Supplier ${(counted += 1)}`,
    phone: '9811111112',
    email: '',
    gstinNumber: '',
    address: '',
    status: 1,
    ...over,
  };
}

export async function addSupplier(call: Caller, over: object = {}): Promise<number> {
  return created(await call('POST', '/suppliers', supplierFields(over))).supplierId;
}

/** Many suppliers at once, each of more than half a kilobyte. */
export async function insertSuppliers(db: Database, count: number, nameOf = (_index: number) => 'Grower') {
  const at = '2026-11-20T06:30:00.000Z';
  const fields = { email: '', gstin_number: '', phone: '9811111112', address: 'x'.repeat(500), status: 1 } as const;
  for (let start = 0; start < count; start += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - start) }, (_, index) => {
      return { name: nameOf(start + index), ...fields, created_at: at, updated_at: at };
    });
    await db.insertInto('supplier').values(rows).execute();
  }
}

/** A material of which production takes any quantity, down to the gram. */
export async function addMaterial(call: Caller, over: object = {}): Promise<number> {
  return created(
    await call('POST', '/materials', {
      name: `Material ${(counted += 1)}`,
      unit: 'kg',
      minProductionQuantity: 0.001,
      ...over,
    }),
  ).rawMaterialId;
}

export async function addCategory(call: Caller, name = `Category ${(counted += 1)}`): Promise<number> {
  return created(await call('POST', '/Categories', { name, status: 1 })).categoryId;
}

/** A product, in a category of its own where none is named. */
export async function addProduct(call: Caller, over: object = {}): Promise<number> {
  const categoryId = 'categoryId' in over ? undefined : await addCategory(call);
  const fields = { name: `Product ${(counted += 1)}`, categoryId, price: 1, unit: 'jar', ...over };
  return created(await call('POST', '/products', fields)).productId;
}

/** An inward's fields with one line per pair of material and quantity, at 10 rupees a unit. */
export function inwardFields(
  supplierId: number,
  lines: [rawMaterialId: number, quantity: number][],
  over: object = {},
) {
  return {
    supplierId,
    invoiceNumber: `INV/${(counted += 1)}`,
    inwardDate: '2026-11-01',
    status: 'notpaid',
    totalGst: 0,
    billAttachment: dataUrl(pdf),
    rawMaterials: lines.map(([rawMaterialId, quantity]) => ({ rawMaterialId, quantity, pricePerUnit: 10 })),
    ...over,
  };
}

export async function addInward(
  call: Caller,
  supplierId: number,
  lines: [rawMaterialId: number, quantity: number][],
  over: object = {},
): Promise<Answer['json']> {
  return created(await call('POST', '/inward', inwardFields(supplierId, lines, over)));
}

/** A supplier's certificate for all items in the year from April 2026. */
export function certificateFields(supplierId: number, over: object = {}) {
  return {
    holder: 'supplier',
    supplierId,
    scheme: 'NPOP',
    number: `C/${(counted += 1)}`,
    body: 'Indocert',
    validFrom: '2026-04-01',
    validTo: '2027-03-31',
    allItems: true,
    ...over,
  };
}

/** A dispatch's fields, on a day after that of inwards and runs. */
export function dispatchFields(buyerId: number | undefined, lines: object[], over: object = {}) {
  return { buyerId, dispatchDate: '2026-11-15', invoiceNumber: `GD/${(counted += 1)}`, lines, ...over };
}

/** Fields of a transaction certificate that covers one unit of a line of an inward. */
export function transactionCertificateFields(supplierId: number, lineId: number, over: object = {}) {
  return {
    direction: 'purchase',
    supplierId,
    buyerId: null,
    scheme: 'NPOP',
    number: `TC/${(counted += 1)}`,
    body: 'Indocert',
    status: 'issued',
    issuedOn: '2026-11-10',
    note: '',
    lines: [{ lineId, quantity: 1 }],
    ...over,
  };
}

export async function addProduction(
  call: Caller,
  rawMaterialId: number,
  quantity: number,
  over: object = {},
): Promise<number> {
  const fields = { rawMaterialId, quantity, productionDate: '2026-11-10', ...over };
  return created(await call('POST', '/Production', fields)).productionId;
}

/** The body of a completed run. */
export const runFields = (inputs: object[], over: object = {}) => ({
  productionDate: '2026-11-10',
  status: 'completed',
  inputs,
  ...over,
});

/** A batch that a run makes. */
export const batchFields = (productId: number, quantity: number, over: object = {}) => ({
  productId,
  batchNumber: `RB-${(counted += 1)}`,
  quantity,
  ...over,
});

/** Records a completed run of inputs and answers it. */
export async function addRun(call: Caller, inputs: object[], over: object = {}): Promise<Answer['json']> {
  return created(await call('POST', '/production-runs', runFields(inputs, over)));
}

/** A recipe of 100 units of a product, with one line per pair of material and quantity. */
export async function addRecipe(
  call: Caller,
  productId: number,
  lines: [rawMaterialId: number, quantity: number][],
  over: object = {},
): Promise<number> {
  const ingredients = lines.map(([rawMaterialId, quantity]) => ({ rawMaterialId, quantity }));
  return created(await call('POST', '/recipes', { productId, outputQuantity: 100, lines: ingredients, ...over }))
    .recipeId;
}

/** One material in the stock list: received, used, left. */
export async function stockOf(call: Caller, rawMaterialId: number): Promise<[number, number, number]> {
  const { json } = await call('GET', '/Production/get-rawmaterial-stock');
  const row = json.find((each: { rawMaterialId: number }) => each.rawMaterialId === rawMaterialId);
  return [row.totalInwardQty, row.usedQty, row.balanceQty];
}
