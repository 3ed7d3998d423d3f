/** How long people wait for a dispatch, and for the lists of lots, runs and dispatches, against set limits. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { supplierFields } from '#test/factories.ts';
import { type Godown, withGodown } from './godown.ts';
import { type Bench, compare, type Finding, medianLatency } from './measuring.ts';

const DISPATCH_LINES = 10;
const DISPATCH_MS = 4;
const LIST_MS = 3;
const LIST_PAGES = 100;
const PLENTY = 8_000_000;

const withIds = z.object({ finishedGoodId: z.int() });

/** Batches with much in them; returns the body of the next dispatch of some of each. */
async function prepareDispatch({ post }: Godown): Promise<() => unknown> {
  const { categoryId } = z
    .object({ categoryId: z.int() })
    .parse(await post('/categories', { name: 'Sent', status: 1 }));
  const { buyerId } = z.object({ buyerId: z.int() }).parse(await post('/buyers', supplierFields()));
  const lines: { finishedGoodId: number; quantity: number }[] = [];
  for (let count = 1; count <= DISPATCH_LINES; count += 1) {
    const product = await post('/products', { name: `Jar ${count}`, unit: 'jar', categoryId, price: 100 });
    const { productId } = z.object({ productId: z.int() }).parse(product);
    const batch = await post('/goods', {
      productId,
      batchNumber: `SENT-${count}`,
      quantity: PLENTY,
      status: 'available',
    });
    lines.push({ finishedGoodId: withIds.parse(batch).finishedGoodId, quantity: 0.001 });
  }
  return () => ({ buyerId, dispatchDate: '2026-11-20', invoiceNumber: randomUUID().slice(0, 20), lines });
}

/** Measures the median latency of each, one request after the other. */
export async function measureMakeAndShip({ largest, pace }: Bench): Promise<Finding[]> {
  return await withGodown(largest, async (godown) => {
    const { url, headers } = godown;
    const findings: Finding[] = [];
    const add = async (
      what: string,
      limit: number,
      path: string,
      setupRequest: (request: object) => object,
      method = 'GET',
    ) => {
      console.log(`Measuring: ${what} …`);
      const request = { method: method === 'GET' ? ('GET' as const) : ('POST' as const), headers, setupRequest };
      const set = async () => await Promise.resolve(limit);
      const { figure } = await compare(pace, medianLatency(`${url}/api${path}`, request), set);
      findings.push({ what, unit: 'ms', figure, limitWhat: 'set', limit, must: { atMost: 1 } });
    };
    for (const [name, list] of [
      ['lots', '/lots'],
      ['runs', '/production-runs'],
      ['dispatches', '/dispatches'],
    ] as const) {
      let page = 0;
      const another = () => `/api${list}?page=${(page = (page % LIST_PAGES) + 1)}&pageSize=15`;
      await add(`A page of 15 ${name}, the first ${LIST_PAGES} in turn: half of them within`, LIST_MS, list, (each) => {
        return { ...each, path: another() };
      });
    }
    const body = await prepareDispatch(godown);
    const dispatch = (each: object) => {
      const own = { ...headers, 'idempotency-key': randomUUID() };
      return { ...each, body: JSON.stringify(body()), headers: own };
    };
    await add(
      `A dispatch of ${DISPATCH_LINES} lines: half of them within`,
      DISPATCH_MS,
      '/dispatches',
      dispatch,
      'POST',
    );
    return findings;
  });
}
