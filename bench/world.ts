/** Records of a measured database, by which the calls are made. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { TOTAL_COUNT_HEADER } from '#contract/core/lists.ts';
import { inwardFields, supplierFields } from '#test/factories.ts';
import type { Godown } from './godown.ts';

/** The last day of the seed, so that its last weeks are full. */
export const DAY = '2026-03-31';
/** A financial year of the seed, as parameters. */
export const YEAR = 'from=2025-04-01&to=2026-03-31';

const LINES = 10;
const IDS = 200;
const PAGES_OF_RUNS = 5;
const PLENTY = 8_000_000;

const rows = z.array(z.record(z.string(), z.unknown()));
const runs = z.array(
  z.object({
    inputs: z.array(z.object({ itemId: z.int(), rawMaterialId: z.int().nullable() })),
    outputs: z.array(z.object({ lotId: z.int() })),
  }),
);
const lots = z.array(z.object({ lotId: z.int(), code: z.string(), quantityIn: z.number(), onHandQty: z.number() }));
const inwards = z.array(z.object({ invoiceNumber: z.string(), grandTotal: z.number() }));

/** Lists whose number of rows or records the calls need, by the id of their rows. */
const lists = {
  '/suppliers': 'supplierId',
  '/materials': 'rawMaterialId',
  '/inward': 'inwardId',
  '/Production': 'productionId',
  '/production-runs': 'runId',
  '/goods': 'finishedGoodId',
  '/dispatches': 'dispatchId',
  '/lots': 'lotId',
  '/activity': 'eventId',
  '/Production/get-rawmaterial-stock': 'rawMaterialId',
  '/Production/report': 'productionId',
} as const;

export type World = Awaited<ReturnType<typeof prepareWorld>>;

/** Number of rows of each list, and ids from its middle. */
async function readLists({ url, headers, get }: Godown) {
  const found = new Map<string, { rows: number; ids: number[] }>();
  for (const [path, id] of Object.entries(lists)) {
    const answer = await fetch(`${url}/api${path}?page=1&pageSize=1`, { headers });
    const total = Number(answer.headers.get(TOTAL_COUNT_HEADER));
    const middle = 1 + Math.floor(total / IDS / 2);
    const page = rows.parse(await get(`${path}?page=${middle}&pageSize=${IDS}`));
    found.set(path, { rows: total, ids: page.map((row) => Number(row[id])) });
  }
  return found;
}

/** Batches of runs, the material that most runs used, and its lot of which most was used. */
async function findCommon({ get }: Godown) {
  const batches: number[] = [];
  const uses = new Map<number, number>();
  for (let page = 1; page <= PAGES_OF_RUNS; page += 1) {
    for (const { inputs, outputs } of runs.parse(await get(`/production-runs?page=${page}&pageSize=200`))) {
      batches.push(...outputs.map(({ lotId }) => lotId));
      for (const { itemId, rawMaterialId } of inputs) {
        if (rawMaterialId !== null && outputs.length > 0) uses.set(itemId, (uses.get(itemId) ?? 0) + 1);
      }
    }
  }
  const itemIds = [...uses.entries()].toSorted((a, b) => b[1] - a[1]).map(([itemId]) => itemId);
  const [commonItem = 0] = itemIds;
  const own = lots.parse(await get(`/lots?itemId=${commonItem}&page=1&pageSize=200`));
  const [most] = own.toSorted((a, b) => b.quantityIn - b.onHandQty - (a.quantityIn - a.onHandQty));
  return { batches, itemIds, commonItem, commonLot: most?.lotId ?? 0 };
}

/** Parts of codes, invoice numbers and amounts, as people type them into the command menu. */
async function termsOf({ get }: Godown): Promise<string[]> {
  const codes = lots.parse(await get('/lots?page=3&pageSize=40')).map(({ code }) => code);
  const numbers = inwards.parse(await get('/inward?page=3&pageSize=40'));
  const words = [...codes, ...numbers.map(({ invoiceNumber }) => invoiceNumber)];
  return [
    ...words.flatMap((word) => [word, word.slice(-5), word.slice(1, 5), word.slice(0, 2)]),
    ...numbers.map(({ grandTotal }) => grandTotal.toFixed(2)),
  ];
}

/** Adds materials, products and batches with much stock for the documents to save. */
async function addStock({ post }: Godown) {
  const add = async (path: string, body: unknown, id: string) =>
    z.looseObject({ [id]: z.int() }).parse(await post(path, body))[id] ?? 0;
  const stocked: number[] = [];
  for (let count = 1; count <= LINES; count += 1) {
    const material = { name: `Measured ${count}`, unit: 'kg', minProductionQuantity: 0.001 };
    stocked.push(await add('/materials', material, 'rawMaterialId'));
  }
  const supplierId = await add('/suppliers', supplierFields(), 'supplierId');
  const buyerId = await add('/buyers', supplierFields(), 'buyerId');
  const categoryId = await add('/categories', { name: 'Measured', status: 1 }, 'categoryId');
  const inwardOf = (quantity: number) =>
    inwardFields(
      supplierId,
      stocked.map((id) => [id, quantity]),
    );
  await post('/inward', inwardOf(PLENTY));
  const products: number[] = [];
  const goods: number[] = [];
  for (let count = 1; count <= LINES; count += 1) {
    const productId = await add(
      '/products',
      { name: `Jar ${count}`, unit: 'jar', categoryId, price: 100 },
      'productId',
    );
    const batch = { productId, batchNumber: randomUUID(), quantity: PLENTY, status: 'available' };
    goods.push(await add('/goods', batch, 'finishedGoodId'));
    products.push(productId);
  }
  return { stocked, buyerId, products: products.slice(0, 2), goods, inward: () => inwardOf(0.001) };
}

/** Reads what the calls need, and adds the stock that documents take. */
export async function prepareWorld(godown: Godown) {
  const found = await readLists(godown);
  const listOf = (path: string) => {
    const list = found.get(path);
    if (!list) throw new Error(`The bench does not know the list ${path}.`);
    return list;
  };
  return {
    rowsOf: (path: string) => listOf(path).rows,
    idsOf: (path: string) => listOf(path).ids,
    terms: await termsOf(godown),
    ...(await findCommon(godown)),
    ...(await addStock(godown)),
  };
}
