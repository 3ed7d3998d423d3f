/** Jobs over all rows: the export of productions, and npm run verify-ledger. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { totalOf } from '#server/stock/ledger/kinds.ts';
import { root } from '../scripts/processes.ts';
import { pagesOf, readsPerSecond } from './addresses.ts';
import type { BenchDatabase } from './databases.ts';
import { type BareEngine, withEngine } from './engine.ts';
import { type Godown, memoryOf, withGodown } from './godown.ts';
import { type Bench, compare, type Finding, millisecondsOnce, percentile } from './measuring.ts';

const WHOLE = '/api/Production';
const MEMORY_EVERY_MS = 20;
const PAGE_EVERY_MS = 20;
const MOST_GROWTH = 60;
const SLOWEST = 50;

/** The rows of the export, in its order. */
const wholeList = `
  select p.id, p.raw_material_id, m.name, m.unit, p.quantity, p.production_date, p.status, p.created_at, p.updated_at
  from production p join raw_material m on m.id = p.raw_material_id where p.deleted_at is null order by p.id desc`;

/** Reads the export in a process of its own; returns the milliseconds. */
async function readWholeList({ url, headers }: Godown): Promise<number> {
  const script = path.join(import.meta.dirname, 'readAll.ts');
  const child = spawn(process.execPath, [script, url + WHOLE, headers['authorization'] ?? ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const time = Number(await text(child.stdout));
  if (time === 0) throw new Error('The whole list could not be read.');
  return time;
}

/** The server's peak growth during `work`, in megabytes. */
async function growthDuring(godown: Godown, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(godown, 'VmRSS');
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(godown, 'VmRSS'))), MEMORY_EVERY_MS);
  await work();
  clearInterval(watch);
  return most - before;
}

async function timeOfPage({ get }: Godown, page: string): Promise<number> {
  const start = performance.now();
  await get(page);
  return performance.now() - start;
}

/** The 99th percentile of the latency of other requests during `work`, asked at fixed intervals, independent of earlier answers. */
export async function pagesMeanwhile(godown: Godown, work: () => Promise<unknown>): Promise<number> {
  const times: Promise<number>[] = [];
  const { another } = pagesOf('/suppliers');
  const ask = setInterval(() => times.push(timeOfPage(godown, another())), PAGE_EVERY_MS);
  await work();
  clearInterval(ask);
  return percentile(await Promise.all(times), 0.99);
}

/** Measures the export of all productions on a server that has answered some pages. */
export async function measureWholeList({ largest, pace }: Bench): Promise<Finding[]> {
  const what = `The whole list of ${largest.productions.toLocaleString('en')} productions`;
  console.log(`Measuring: ${what} …`);
  return await withGodown(largest, async (godown) => {
    await readsPerSecond(godown, pagesOf('/suppliers'))(pace.seconds);
    const growth = await growthDuring(godown, async () => await readWholeList(godown));
    const time = await withEngine(largest, async (engine) => {
      const limit = millisecondsOnce(async () => await engine.read(wholeList));
      return await compare(pace, async () => await readWholeList(godown), limit);
    });
    const slowest = await pagesMeanwhile(godown, async () => await readWholeList(godown));
    const set = { limitWhat: 'set', must: { atMost: 1 } };
    return [
      { what, unit: 'ms', ...time, limitWhat: 'reading the rows from the engine', must: { atMost: 4 } },
      { ...set, what: `${what}: the server's memory grows by`, unit: 'MB', figure: growth, limit: MOST_GROWTH },
      {
        ...set,
        what: `${what}: 99 of 100 other requests within, meanwhile`,
        unit: 'ms',
        figure: slowest,
        limit: SLOWEST,
      },
    ];
  });
}

async function verify({ folder, databaseUrl }: BenchDatabase): Promise<void> {
  const child = spawn(process.execPath, [path.join(root, 'scripts/verifyLedger.ts')], {
    env: {
      PATH: process.env['PATH'],
      // Keeps the compile cache for verify-ledger, as `npm run bench` does.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: folder,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`verify-ledger ended with ${String(code)}.`);
}

const totals = [...Object.values(totalOf), 'on_hand'];

/** The columns that verify-ledger compares. */
const compared = {
  raw_material: ['id', 'name', 'deleted_at'],
  item: ['id', 'raw_material_id', 'product_id', ...totals],
  lot: ['id', 'item_id', 'received_on', 'deleted_at', ...totals],
  inward: ['id', 'inward_date', 'sub_total', 'deleted_at'],
  inward_line: ['lot_id', 'inward_id', 'raw_material_id', 'quantity', 'price_per_unit', 'total_amount', 'deleted_at'],
  production_run: ['id', 'deleted_at'],
  production: ['id', 'run_id', 'raw_material_id', 'product_id', 'quantity', 'production_date', 'deleted_at'],
  finished_good: ['id', 'lot_id', 'quantity', 'manufacture_date', 'deleted_at'],
  dispatch: ['id', 'dispatch_date', 'deleted_at'],
  dispatch_line: ['id', 'dispatch_id', 'lot_id', 'quantity', 'deleted_at'],
  adjustment: ['id', 'kind', 'adjustment_date', 'deleted_at'],
  adjustment_line: ['id', 'adjustment_id', 'lot_id', 'quantity', 'ledger_quantity', 'dispatch_line_id', 'deleted_at'],
  movement: [
    'id',
    'lot_id',
    'kind',
    'quantity',
    'occurred_on',
    'document_kind',
    'document_id',
    'line_id',
    'reverses_id',
  ],
} as const;

async function scan(engine: BareEngine): Promise<void> {
  for (const [table, columns] of Object.entries(compared)) {
    await engine.read(`select ${columns.map((column) => `max(${column})`).join(', ')} from ${table}`);
  }
}

/** Measures npm run verify-ledger, its start included. */
export async function measureVerification({ largest, pace }: Bench): Promise<Finding[]> {
  console.log('Measuring: verify-ledger …');
  const verification = millisecondsOnce(async () => await verify(largest));
  const time = await withEngine(
    largest,
    async (engine) =>
      await compare(
        pace,
        verification,
        millisecondsOnce(async () => await scan(engine)),
      ),
  );
  const limitWhat = 'one scan of the same tables by the engine';
  return [{ what: 'verify-ledger on everything', unit: 'ms', ...time, limitWhat, must: { atMost: 6 } }];
}
