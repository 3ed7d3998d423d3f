import type { KyselyPlugin } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import type { Trx } from '../../core/db/tables.ts';
import { batchOrder, batchKey, storedCode } from '../../core/db/batchOrder.ts';
import { replaceMovements } from '../ledger/documentMovements.ts';
import { lockItems } from '../ledger/items.ts';
import { findLots, openLots } from '../ledger/lots.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { valueOf } from '../origins/costs.ts';
import { fromInteger } from '../origins/fractions.ts';
import { findOrigins } from '../origins/origins.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { receive } = worldOf(admin);
const supplier = await addSupplier(admin);

afterEach(async () => {
  const { differences } = await verifyLedger(app.store.db);
  expect(differences.filter(({ rule }) => rule.includes('totals'))).toEqual([]);
});

const at = '2026-11-20T06:00:00.000Z';
const day = '2026-11-20';

/** A lot received at a price in rupees. */
const bought = async (material: number, quantity: number, pricePerUnit: number) =>
  await receive(supplier, material, quantity, { pricePerUnit });

interface Made {
  productId: number;
  quantity: number;
}

let batches = 0;

async function insertRun(trx: Trx): Promise<number> {
  const row = { production_date: day, status: 'completed', note: '', created_at: at, updated_at: at } as const;
  return (await trx.insertInto('production_run').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

async function insertOutput(trx: Trx, runId: number, { productId, quantity }: Made, userId: number): Promise<number> {
  const item = await trx.selectFrom('item').select('id').where('product_id', '=', productId).executeTakeFirstOrThrow();
  const code = `B-${(batches += 1)}`;
  await lockItems(trx, [item.id]);
  const lot = { itemId: item.id, itemName: '', receivedOn: day, origin: 'produced', code: storedCode(code) } as const;
  const [lotId = 0] = await openLots(trx, [lot], at);
  const batch = { batch_number: code, batch_key: batchKey(code), batch_order: batchOrder(code) };
  const dates = { manufacture_date: day, expiry_date: null, created_at: at, updated_at: at };
  const good = { product_id: productId, ...batch, quantity: quantity * 1000, status: 'available', ...dates } as const;
  const { id } = await trx
    .insertInto('finished_good')
    .values({ ...good, lot_id: lotId, run_id: runId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = { lotId, itemId: item.id, kind: 'produced', quantity: quantity * 1000, occurredOn: day } as const;
  const document = { documentKind: 'goods', documentId: id, lineId: id, reversesId: null } as const;
  await replaceMovements(trx, [], [{ ...made, ...document }], { userId, at });
  return lotId;
}

/** A run that consumes of these lots and makes these products; answers the lots of the outputs. */
async function run(inputs: [lotId: number, quantity: number][], outputs: Made[]): Promise<number[]> {
  const { userId } = await app.person('admin');
  return await inTransaction(app.store.db, async (trx) => {
    const runId = await insertRun(trx);
    const lots = await findLots(
      trx,
      inputs.map(([lotId]) => lotId),
    );
    const movements = inputs.map(([lotId, quantity]) => ({
      lotId,
      itemId: lots.get(lotId)?.itemId ?? 0,
      kind: 'consumed' as const,
      quantity: -Math.round(quantity * 1000),
      occurredOn: day,
      documentKind: 'run' as const,
      documentId: runId,
      lineId: 0,
      reversesId: null,
    }));
    await replaceMovements(trx, [], movements, { userId, at });
    const made: number[] = [];
    for (const output of outputs) made.push(await insertOutput(trx, runId, output, userId));
    return made;
  });
}

const priceOf = async (lotId: number): Promise<[number, number]> => {
  const { pricePerUnit, value } = (await admin('GET', `/lots/${lotId}`)).json;
  return [pricePerUnit, value];
};

/** The grams of one unit of a product. */
async function weigh(productId: number, gramsPerUnit: number): Promise<void> {
  const items = (await admin('GET', '/items')).json;
  const item = items.find((each: { productId: number }) => each.productId === productId);
  const body = { gramsPerUnit, part: 'ingredient', balanceTolerancePercent: null, reorderLevel: null };
  expect((await admin('PUT', `/items/${item.itemId}`, body)).status).toBe(200);
}

describe('the cost of a lot', () => {
  test('is the price of its inward line or of its opening stock, and unknown for a lot that a count opened', async () => {
    const material = await addMaterial(admin);
    expect(await priceOf(await bought(material, 10.5, 33.33))).toEqual([33.33, 349.97]);
    const post = async (kind: string, line: object) => {
      const lines = [{ rawMaterialId: material, quantity: 2, ...line }];
      return (await admin('POST', '/adjustments', { kind, date: day, lines })).json.lines[0].lotId;
    };
    expect(await priceOf(await post('opening', { pricePerUnit: 118.5 }))).toEqual([118.5, 237]);
    expect(await priceOf(await post('opening', {}))).toEqual([null, null]);
    expect(await priceOf(await post('count', {}))).toEqual([null, null]);
  });

  test('with several products in a run is the cost of the inputs, divided by mass', async () => {
    const material = await addMaterial(admin);
    const [small, large] = [await addProduct(admin), await addProduct(admin)];
    await weigh(small, 100);
    await weigh(large, 300);
    const inputs: [number, number][] = [
      [await bought(material, 20, 100), 10],
      [await bought(material, 20, 130), 2],
    ];
    const [a = 0, b = 0] = await run(inputs, [
      { productId: small, quantity: 30 },
      { productId: large, quantity: 30 },
    ]);
    // 1260 rupees over 3 kg and 9 kg.
    expect(await priceOf(a)).toEqual([10.5, 315]);
    expect(await priceOf(b)).toEqual([31.5, 945]);
    const listed = (await admin('GET', '/lots')).json;
    expect(listed.find((lot: { lotId: number }) => lot.lotId === a)).toMatchObject({ pricePerUnit: 10.5, value: 315 });
  });

  test('with one product in a run is divided by quantity, and with several of unknown mass is unknown', async () => {
    const material = await addMaterial(admin);
    const lot = await bought(material, 100, 7);
    const [one, other] = [await addProduct(admin), await addProduct(admin)];
    const same = await run(
      [[lot, 1]],
      [
        { productId: one, quantity: 2 },
        { productId: one, quantity: 1 },
      ],
    );
    expect([await priceOf(same[0] ?? 0), await priceOf(same[1] ?? 0)]).toEqual([
      [2.33, 4.67],
      [2.33, 2.33],
    ]);
    const mixed = await run(
      [[lot, 1]],
      [
        { productId: one, quantity: 2 },
        { productId: other, quantity: 1 },
      ],
    );
    expect(await priceOf(mixed[0] ?? 0)).toEqual([null, null]);
  });

  test('is unknown when an input has no price, at any depth', async () => {
    const material = await addMaterial(admin);
    const productId = await addProduct(admin);
    const found = { kind: 'count', date: day, lines: [{ rawMaterialId: material, quantity: 5 }] };
    const unknown = (await admin('POST', '/adjustments', found)).json.lines[0].lotId;
    const known = await bought(material, 5, 10);
    const [first = 0] = await run(
      [
        [unknown, 1],
        [known, 1],
      ],
      [{ productId, quantity: 2 }],
    );
    const [second = 0] = await run([[first, 1]], [{ productId, quantity: 1 }]);
    expect([await priceOf(first), await priceOf(second)]).toEqual([
      [null, null],
      [null, null],
    ]);
    // Without a run the inputs are unknown.
    const [alone = 0] = await run([], [{ productId, quantity: 1 }]);
    expect(await priceOf(alone)).toEqual([null, null]);
  });

  test('is rounded once, at the end of a chain of runs', async () => {
    const material = await addMaterial(admin);
    const productId = await addProduct(admin);
    let lot = await bought(material, 1, 10);
    for (let times = 0; times < 20; times += 1) {
      // A third of ten rupees is no number of paise, yet three of them are ten rupees again.
      const [thirds = 0] = await run([[lot, 1]], [{ productId, quantity: 3 }]);
      expect(await priceOf(thirds)).toEqual([3.33, 10]);
      [lot = 0] = await run([[thirds, 3]], [{ productId, quantity: 1 }]);
    }
    expect(await priceOf(lot)).toEqual([10, 10]);
  });

  test('adds up over the outputs of a run to the cost of the run, in each list that shows it', async () => {
    const material = await addMaterial(admin);
    const [jar, pouch] = [await addProduct(admin, { name: 'Run jar' }), await addProduct(admin, { name: 'Run pouch' })];
    await weigh(jar, 200);
    await weigh(pouch, 50);
    const lots = await run(
      [[await bought(material, 17, 116), 17]],
      [
        { productId: jar, quantity: 150 },
        { productId: pouch, quantity: 740 },
      ],
    );
    // 1,972 rupees over 67 kg: a jar is 5.886… rupees, a pouch 1.471….
    expect(await Promise.all(lots.map(priceOf))).toEqual([
      [5.89, 882.99],
      [1.47, 1089.01],
    ]);
    const read = async (path: string) => (await admin('GET', path)).json;
    const query = 'kind=product&search=Run';
    expect(await read('/lots/totals?search=Run&hasStock=true')).toMatchObject({ count: 2, value: 1972 });
    const values = async (path: string) => (await read(path)).map(({ value }: { value: number }) => value).toSorted();
    for (const path of ['/stock-on/items', '/stock-on/lots']) {
      expect(await values(`${path}?asOn=${day}&${query}`), path).toEqual([1089.01, 882.99]);
    }
    const pages = await Promise.all([jar, pouch].map((productId) => read(`/products/${productId}/overview`)));
    expect(pages.map(({ value }) => value)).toEqual([882.99, 1089.01]);
  });

  test('is read with as many statements for many lots of a level as for one', async () => {
    const material = await addMaterial(admin);
    const productId = await addProduct(admin);
    const bags = await Promise.all(Array.from({ length: 10 }, () => bought(material, 2, 10)));
    const inputs = bags.map((bag): [number, number] => [bag, 1]);
    const many = await run(
      inputs,
      Array.from({ length: 10 }, () => ({ productId, quantity: 1 })),
    );
    const one = await run([[bags[0] ?? 0, 1]], [{ productId, quantity: 1 }]);
    const statementsFor = async (lots: readonly number[]) => {
      let statements = 0;
      const counting: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: ({ result }) => {
          statements += 1;
          return Promise.resolve(result);
        },
      };
      await findOrigins(app.store.db.withPlugin(counting), lots);
      return statements;
    };
    expect(await statementsFor(many)).toBe(await statementsFor(one));
    expect(await statementsFor(one)).toBeGreaterThan(0);
  });
});

test('a negative quantity rounds to the same value as a positive one, with the sign', () => {
  expect([1, -1, 0].map((thousandths) => valueOf(thousandths, fromInteger(1700)))).toEqual([2, -2, 0]);
  expect([valueOf(-1, fromInteger(400)), valueOf(-1, fromInteger(500)), valueOf(-1, undefined)]).toEqual([0, -1, null]);
});
