/** Recording productions, inwards and runs, guarded, audited and on the disk, each against the least that the engine can do. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Request } from 'autocannon';
import { z } from 'zod';
import { inwardFields, supplierFields } from '#test/factories.ts';
import type { BenchDatabase } from './databases.ts';
import { withEngine } from './engine.ts';
import { type Godown, withGodown } from './godown.ts';
import {
  type Bench,
  compare,
  CONNECTIONS,
  type Finding,
  type Measure,
  millisecondsOf,
  requestsPerSecond,
} from './measuring.ts';
import { PGBENCH, type PgBench, prepareBench } from './pgbench.ts';
import { openRaw, recordInward, recordProduction, recordRun } from './rawTransaction.ts';

const LINES = 10;
const PRODUCTION_LINES = 3;
const RUN_INPUTS = 8;
const RUN_OUTPUTS = 2;
/** Open lots per material; the oldest one lasts for the whole run. */
const INWARDS = 20;
const PLENTY = 9_000_000;

const madeMaterial = z.object({ rawMaterialId: z.int() });
const madeSupplier = z.object({ supplierId: z.int() });

interface WrittenDocument {
  path: string;
  /** Body of the next request. */
  body: () => unknown;
}

/** Adds materials with stock; returns the documents to record. */
export async function prepareWrites({ post }: Godown) {
  const materials: number[] = [];
  for (let count = 1; count <= LINES; count += 1) {
    const made = await post('/materials', { name: `Turmeric ${count}`, unit: 'kg', minProductionQuantity: 0.001 });
    materials.push(madeMaterial.parse(made).rawMaterialId);
  }
  const { supplierId } = madeSupplier.parse(await post('/suppliers', supplierFields()));
  const inwardOf = (quantity: number) =>
    inwardFields(
      supplierId,
      materials.map((id) => [id, quantity]),
    );
  for (let count = 0; count < INWARDS; count += 1) await post('/inward', inwardOf(PLENTY));
  const used = materials.slice(0, PRODUCTION_LINES);
  const line = { quantity: 0.001, productionDate: '2026-11-20', status: 'completed' };
  const production: WrittenDocument = {
    path: '/Production/create-multiple',
    body: () => used.map((rawMaterialId) => ({ ...line, rawMaterialId })),
  };
  const inward: WrittenDocument = { path: '/inward', body: () => inwardOf(0.001) };
  return { materials, used, production, inward };
}

/** Records the document repeatedly; returns documents per second. */
export function recordings(godown: Godown, { path: to, body }: WrittenDocument, connections: number): Measure {
  // A key per request, as the screens send.
  const request: Request = {
    method: 'POST',
    headers: godown.headers,
    setupRequest: (each) => ({
      ...each,
      body: JSON.stringify(body()),
      headers: { ...each.headers, 'idempotency-key': randomUUID() },
    }),
  };
  return requestsPerSecond(`${godown.url}/api${to}`, request, connections);
}

const madeCategory = z.object({ categoryId: z.int() });
const madeProduct = z.object({ productId: z.int() });

/** Adds products; returns the run that makes a batch of each of these materials. */
async function prepareRun({ post }: Godown, materials: readonly number[]) {
  const { categoryId } = madeCategory.parse(await post('/categories', { name: 'Measured', status: 1 }));
  const products: number[] = [];
  for (let count = 1; count <= RUN_OUTPUTS; count += 1) {
    const product = { name: `Blend ${count}`, unit: 'jar', categoryId, price: 100 };
    products.push(madeProduct.parse(await post('/products', product)).productId);
  }
  const used = materials.slice(0, RUN_INPUTS);
  const run: WrittenDocument = {
    path: '/production-runs',
    body: () => ({
      productionDate: '2026-11-20',
      status: 'completed',
      inputs: used.map((rawMaterialId) => ({ rawMaterialId, quantity: 0.001 })),
      outputs: products.map((productId) => ({ productId, batchNumber: randomUUID(), quantity: 1 })),
    }),
  };
  return { products, used, run };
}

/** The least that recording a document can cost. */
interface Limit extends PgBench {
  what: string;
  /** Where it adds its rows. */
  database: BenchDatabase;
  end(): unknown;
}

interface Job {
  what: string;
  document: WrittenDocument;
  materials: readonly number[];
  products?: readonly number[];
  write: typeof recordInward;
  atLeast?: number;
}

async function limitOf(godown: Godown, { what, document, materials, products = [], write }: Job): Promise<Limit> {
  const { database } = godown;
  if (database.databaseUrl !== undefined) {
    const bench = await prepareBench(godown, { method: 'POST', path: document.path, body: document.body() });
    return { ...bench, what: PGBENCH, database, end: () => undefined };
  }
  const folder = path.join(database.folder, `raw ${what}`);
  mkdirSync(folder);
  const answer = JSON.stringify(await godown.post(document.path, document.body()));
  const raw = await openRaw(folder, { materials, products, answer }, write);
  const milliseconds = millisecondsOf(() => raw.record());
  return {
    what: 'raw SQLite transaction, same rows',
    database: { ...database, folder },
    once: () => raw.record(),
    // SQLite writes one transaction after the other.
    perSecond: () => async (seconds) => 1000 / (await milliseconds(seconds)),
    end: () => raw.close(),
  };
}

/** All tables to which recording adds rows. */
const tables =
  'production_run production finished_good inward inward_line lot bill movement audit_event idempotency_key'.split(' ');

async function rowsAdded(database: BenchDatabase, work: () => unknown): Promise<string> {
  return await withEngine(database, async (engine) => {
    const before = new Map<string, number>();
    for (const table of tables) before.set(table, await engine.count(table));
    await work();
    const added: string[] = [];
    for (const table of tables) added.push(`${table} ${(await engine.count(table)) - (before.get(table) ?? 0)}`);
    return added.join();
  });
}

/** Throws where Godown and the limit add different numbers of rows. */
async function compareRows(godown: Godown, { path: to, body }: WrittenDocument, limit: Limit): Promise<void> {
  const ours = await rowsAdded(godown.database, async () => await godown.post(to, body()));
  const theLimit = await rowsAdded(limit.database, async () => await limit.once());
  if (ours !== theLimit) throw new Error(`Godown adds other rows than ${limit.what}:\n${ours}\n${theLimit}`);
}

/** Measures productions and inwards a second, each on the disk when it is answered. */
export async function measureWrites({ largest, pace }: Bench): Promise<Finding[]> {
  return await withGodown(largest, async (godown) => {
    const { materials, used, production, inward } = await prepareWrites(godown);
    const jobs: Job[] = [
      { what: 'A production of 3 lines', document: production, materials: used, write: recordProduction },
      { what: 'An inward of 10 lines and its bill', document: inward, materials, write: recordInward },
    ];
    // The statements that pgbench repeats would make the same batch again.
    if (largest.databaseUrl === undefined) {
      const { products, used: inputs, run } = await prepareRun(godown, materials);
      const what = `A run of ${RUN_INPUTS} inputs and ${RUN_OUTPUTS} outputs`;
      jobs.push({ what, document: run, materials: inputs, products, write: recordRun, atLeast: 0.35 });
    }
    const findings: Finding[] = [];
    for (const job of jobs) {
      const { what, document, atLeast = 0.4 } = job;
      console.log(`Measuring: ${what} …`);
      const limit = await limitOf(godown, job);
      await compareRows(godown, document, limit);
      for (const [how, connections] of [
        ['one after the other', 1],
        [`${CONNECTIONS} connections`, CONNECTIONS],
      ] as const) {
        const ours = recordings(godown, document, connections);
        const figures = await compare(pace, ours, limit.perSecond(connections));
        findings.push({ what: `${what}, ${how}`, unit: '/s', ...figures, limitWhat: limit.what, must: { atLeast } });
      }
      limit.end();
    }
    return findings;
  });
}
