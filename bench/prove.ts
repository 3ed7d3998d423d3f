/** How long an inspector waits: traces, mass balances and Readiness, and how long others do beside a pack, against set limits. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { since } from '../scripts/processes.ts';
import { pagesMeanwhile } from './everything.ts';
import { type Godown, withGodown } from './godown.ts';
import { type Bench, compare, type Finding, millisecondsOnce, percentile, timesOf } from './measuring.ts';

const TRACE_MS = 20;
const EVERYWHERE_MS = 1000;
const YEAR_MS = 300;
const ALL_YEARS_MS = 1000;
const READINESS_MS = 500;
const BESIDE_PACK_MS = 50;
const PACK_LOOK_MS = 500;
const PACK_MINUTES = 10;
/** A financial year of the seed. */
const year = { from: '2025-04-01', to: '2026-03-31' };
const YEAR = `from=${year.from}&to=${year.to}`;
const PAGES_OF_RUNS = 5;

const runs = z.array(
  z.object({
    inputs: z.array(z.object({ itemId: z.int(), rawMaterialId: z.int().nullable() })),
    outputs: z.array(z.object({ lotId: z.int() })),
  }),
);
const asked = z.object({ packId: z.int() });
const packs = z.array(z.object({ packId: z.int(), state: z.string(), size: z.int().nullable() }));
const lots = z.array(z.object({ lotId: z.int(), quantityIn: z.number(), onHandQty: z.number() }));

interface Made {
  batches: number[];
  /** The material that most runs used, and its lot of which most was used. */
  itemId: number;
  lotId: number;
}

/** Batches of runs, and what went into most of them. */
async function findMade({ get }: Godown): Promise<Made> {
  const batches: number[] = [];
  const uses = new Map<number, number>();
  for (let page = 1; page <= PAGES_OF_RUNS; page += 1) {
    for (const { inputs, outputs } of runs.parse(await get(`/production-runs?page=${page}&pageSize=200`))) {
      batches.push(...outputs.map(({ lotId }) => lotId));
      if (outputs.length === 0) continue;
      for (const { itemId, rawMaterialId } of inputs) {
        if (rawMaterialId !== null) uses.set(itemId, (uses.get(itemId) ?? 0) + 1);
      }
    }
  }
  const [itemId = 0] = [...uses].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const found = lots.parse(await get(`/lots?itemId=${itemId}&page=1&pageSize=200`));
  const [most] = found.toSorted((a, b) => b.quantityIn - b.onHandQty - (a.quantityIn - a.onHandQty));
  return { batches, itemId, lotId: most?.lotId ?? 0 };
}

/** Asks for the pack of a year, and waits until it is made, but no longer than ten minutes. */
async function makePack({ get, post }: Godown): Promise<void> {
  const start = performance.now();
  const { packId } = asked.parse(await post('/inspection-packs', year));
  for (;;) {
    await delay(PACK_LOOK_MS);
    const own = packs.parse(await get('/inspection-packs')).find((each) => each.packId === packId);
    if (own?.state === 'failed') throw new Error('The pack could not be made.');
    if (own?.state === 'done') {
      console.log(`The pack of a year has ${own.size ?? 0} bytes and was made in ${since(start)}.`);
      return;
    }
    if (performance.now() - start > PACK_MINUTES * 60_000) {
      console.log(`The pack of a year was not made within ${PACK_MINUTES} minutes.`);
      return;
    }
  }
}

/** Measures on the largest database, one request after the other. */
export async function measureProof({ largest, pace }: Bench): Promise<Finding[]> {
  return await withGodown(largest, async (godown) => {
    const { read } = godown;
    const { batches, itemId, lotId } = await findMade(godown);
    const findings: Finding[] = [];
    const within = async (what: string, limit: number, measure: Parameters<typeof compare>[1]) => {
      console.log(`Measuring: ${what} …`);
      const { figure } = await compare(pace, measure, async () => await Promise.resolve(limit));
      findings.push({ what, unit: 'ms', figure, limitWhat: 'set', limit, must: { atMost: 1 } });
    };
    const once = async (what: string, limit: number, path: string) =>
      await within(
        what,
        limit,
        millisecondsOnce(() => read(path)),
      );
    let next = 0;
    const another = () => `/trace/lots/${batches[(next += 1) % batches.length] ?? 0}?direction=both`;
    await within(
      'The trace of a batch, back and forth, each time another: 99 of 100 within',
      TRACE_MS,
      async (seconds) => percentile(await timesOf(() => read(another()), seconds), 0.99),
    );
    await once(
      'The trace of the lot that reaches everything, complete',
      EVERYWHERE_MS,
      `/trace/lots/${lotId}?direction=forward`,
    );
    const balance = `/mass-balance?itemId=${itemId}&withProducts=true`;
    await once('The mass balance of the material that reaches everything, of a year', YEAR_MS, `${balance}&${YEAR}`);
    await once('The same of all years', ALL_YEARS_MS, balance);
    await once('Readiness', READINESS_MS, '/readiness');
    return findings;
  });
}

/** How long other requests take while a pack is made. */
export async function measurePack({ largest }: Bench): Promise<Finding[]> {
  return await withGodown(largest, async (godown) => {
    const what = 'A pack of a year is made: 99 of 100 other requests within, meanwhile';
    console.log(`Measuring: ${what} …`);
    const figure = await pagesMeanwhile(godown, async () => await makePack(godown));
    return [{ what, unit: 'ms', figure, limitWhat: 'set', limit: BESIDE_PACK_MS, must: { atMost: 1 } }];
  });
}
