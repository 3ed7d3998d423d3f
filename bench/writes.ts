/** Recording a production and an inward, guarded, audited and on the disk, each against the least that the engine can do. */
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
import { openRaw, recordInward, recordProduction } from './rawTransaction.ts';

const LINES = 10;
const PRODUCTION_LINES = 3;
/** Open lots per material; the oldest one lasts for the whole run. */
const INWARDS = 20;
const PLENTY = 9_000_000;

const madeMaterial = z.object({ rawMaterialId: z.int() });
const madeSupplier = z.object({ supplierId: z.int() });

interface WrittenDocument {
  path: string;
  body: unknown;
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
    body: used.map((rawMaterialId) => ({ ...line, rawMaterialId })),
  };
  const inward: WrittenDocument = { path: '/inward', body: inwardOf(0.001) };
  return { materials, used, production, inward };
}

/** Records the document repeatedly; returns documents per second. */
export function recordings(godown: Godown, { path: to, body }: WrittenDocument, connections: number): Measure {
  // A key per request, as the screens send.
  const request: Request = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: godown.headers,
    setupRequest: (each) => ({ ...each, headers: { ...each.headers, 'idempotency-key': randomUUID() } }),
  };
  return requestsPerSecond(`${godown.url}/api${to}`, request, connections);
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
  write: typeof recordInward;
}

async function limitOf(godown: Godown, { what, document, materials, write }: Job): Promise<Limit> {
  const { database } = godown;
  if (database.databaseUrl !== undefined) {
    const bench = await prepareBench(godown, { method: 'POST', ...document });
    return { ...bench, what: PGBENCH, database, end: () => undefined };
  }
  const folder = path.join(database.folder, `raw ${what}`);
  mkdirSync(folder);
  const answer = JSON.stringify(await godown.post(document.path, document.body));
  const raw = await openRaw(folder, { materials, answer }, write);
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
const tables = 'production_run production inward inward_line lot bill movement audit_event idempotency_key'.split(' ');

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
  const ours = await rowsAdded(godown.database, async () => await godown.post(to, body));
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
    const findings: Finding[] = [];
    for (const job of jobs) {
      const { what, document } = job;
      console.log(`Measuring: ${what} …`);
      const limit = await limitOf(godown, job);
      await compareRows(godown, document, limit);
      for (const [how, connections] of [
        ['one after the other', 1],
        [`${CONNECTIONS} connections`, CONNECTIONS],
      ] as const) {
        const ours = recordings(godown, document, connections);
        const figures = await compare(pace, ours, limit.perSecond(connections));
        const must = { atLeast: 0.4 };
        findings.push({ what: `${what}, ${how}`, unit: '/s', ...figures, limitWhat: limit.what, must });
      }
      limit.end();
    }
    return findings;
  });
}
