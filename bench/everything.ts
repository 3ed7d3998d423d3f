/** Jobs over all rows: the export of productions, and npm run verify-ledger. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../scripts/processes.ts';
import { pagesOf, requestFor } from './addresses.ts';
import type { BenchDatabase } from './databases.ts';
import { type BareEngine, openEngine } from './engine.ts';
import { type Godown, memoryOf, withGodown } from './godown.ts';
import {
  compare,
  CONNECTIONS,
  type Finding,
  millisecondsOf,
  type Pace,
  requestsPerSecond,
  ninetyNinth,
} from './measuring.ts';

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

/** Latency of other requests during an export, at fixed intervals, independent of earlier answers. */
async function pagesMeanwhile(godown: Godown): Promise<number> {
  const times: Promise<number>[] = [];
  const { another } = pagesOf('/suppliers');
  const ask = setInterval(() => times.push(timeOfPage(godown, another())), PAGE_EVERY_MS);
  await readWholeList(godown);
  clearInterval(ask);
  return ninetyNinth(await Promise.all(times));
}

/** Measures the export of all productions on a server that has answered some pages. */
export async function measureWholeList(database: BenchDatabase, pace: Pace): Promise<Finding[]> {
  const what = `The whole list of ${database.productions.toLocaleString('en')} productions`;
  console.log(`Measuring: ${what} …`);
  const engine = await openEngine(database);
  try {
    return await withGodown(database, async (godown) => {
      const pages = pagesOf('/suppliers');
      const request = requestFor(pages, godown.headers);
      await requestsPerSecond(`${godown.url}/api${pages.path}`, request, CONNECTIONS, pace.seconds);
      const growth = await growthDuring(godown, async () => await readWholeList(godown));
      const time = await compare(
        pace,
        async () => await readWholeList(godown),
        async () => await millisecondsOf(async () => await engine.read(wholeList), 0),
      );
      const slowest = await pagesMeanwhile(godown);
      return [
        { what, unit: 'ms', ...time, limitWhat: 'reading the rows from the engine', must: { atMost: 4 } },
        {
          what: `${what}: the server's memory grows by`,
          unit: 'MB',
          figure: growth,
          limit: MOST_GROWTH,
          limitWhat: 'set',
          must: { atMost: 1 },
        },
        {
          what: `${what}: 99 of 100 other requests within, meanwhile`,
          unit: 'ms',
          figure: slowest,
          limit: SLOWEST,
          limitWhat: 'set',
          must: { atMost: 1 },
        },
      ];
    });
  } finally {
    await engine.close();
  }
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

/** The columns that verify-ledger compares. */
const compared = {
  raw_material: ['id', 'name', 'deleted_at'],
  balance: ['raw_material_id', 'received', 'consumed', 'version'],
  lot: ['id', 'raw_material_id', 'received_on', 'received', 'consumed'],
  inward: ['id', 'inward_date', 'sub_total', 'deleted_at'],
  inward_line: ['lot_id', 'inward_id', 'raw_material_id', 'quantity', 'price_per_unit', 'total_amount', 'deleted_at'],
  production: ['id', 'raw_material_id', 'quantity', 'production_date', 'deleted_at'],
  movement: ['id', 'lot_id', 'kind', 'quantity', 'occurred_on', 'document_kind', 'document_id', 'reverses_id'],
} as const;

async function scan(engine: BareEngine): Promise<void> {
  for (const [table, columns] of Object.entries(compared)) {
    await engine.read(`select ${columns.map((column) => `max(${column})`).join(', ')} from ${table}`);
  }
}

/** Measures npm run verify-ledger, its start included. */
export async function measureVerification(database: BenchDatabase, pace: Pace): Promise<Finding[]> {
  console.log('Measuring: verify-ledger …');
  const engine = await openEngine(database);
  try {
    const time = await compare(
      pace,
      async () => await millisecondsOf(async () => await verify(database), 0),
      async () => await millisecondsOf(async () => await scan(engine), 0),
    );
    const limitWhat = 'one scan of the same tables by the engine';
    return [{ what: 'verify-ledger on everything', unit: 'ms', ...time, limitWhat, must: { atMost: 5 } }];
  } finally {
    await engine.close();
  }
}
