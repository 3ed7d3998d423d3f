/**
 * Recording a production and an inward, guarded, audited and on the disk, each against the least that SQLite can do for
 * it.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Request } from 'autocannon';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import type { Godown } from './godown.ts';
import { type Finding, median, requestsPerSecond, ROUNDS } from './measuring.ts';
import { openRawInward, openRawProduction, type RawTransaction } from './rawTransaction.ts';

const MATERIALS = 10;
const PRODUCTION_LINES = 3;
/** Open lots of each material; the oldest one lasts for the whole measurement. */
const INWARDS = 20;
const PLENTY = 9_000_000;
const CONNECTIONS = 10;
const SECONDS = 3;
const WARM_UP_SECONDS = 2;
const RAW_SECONDS = 3;

const madeMaterial = z.object({ rawMaterialId: z.int() });
const madeSupplier = z.object({ supplierId: z.int() });

/** The smallest file that is a PDF by its first bytes. */
const bill = Buffer.from('%PDF-1.4\n%%EOF\n');

/** A document that is recorded again and again, and what records the same rows without Godown. */
interface Job {
  what: string;
  unit: string;
  path: string;
  body: unknown;
  /** The tables to which it adds rows; of the first it adds so many at a time. */
  tables: readonly [string, ...string[]];
  documents: number;
  openRaw(folder: string, answer: string): Promise<RawTransaction>;
}

/** Fills the stock. */
async function prepare({
  post,
}: Godown): Promise<{ materials: number[]; inward: (day: number, units: number) => object }> {
  const materials: number[] = [];
  for (let count = 1; count <= MATERIALS; count += 1) {
    materials.push(
      madeMaterial.parse(await post('/materials', { name: `Turmeric ${count}`, unit: 'kg' })).rawMaterialId,
    );
  }
  const { supplierId } = madeSupplier.parse(await post('/suppliers', { name: 'Growers', phone: '9811111112' }));
  const inward = (day: number, quantity: number) => ({
    supplierId,
    invoiceNumber: String(day),
    inwardDate: `2026-10-${String(day).padStart(2, '0')}`,
    totalGst: 0,
    billAttachment: `data:application/pdf;base64,${bill.toString('base64')}`,
    rawMaterials: materials.map((rawMaterialId) => ({ rawMaterialId, quantity, pricePerUnit: 1 })),
  });
  for (let day = 1; day <= INWARDS; day += 1) await post('/inward', inward(day, PLENTY));
  return { materials, inward };
}

/** How many rows each table has. */
function countRows(databaseFile: string, tables: readonly string[]): number[] {
  const database = new Sqlite(databaseFile, { readonly: true });
  const counts = tables.map((table) => Number(database.prepare(`select count(*) from ${table}`).pluck().get()));
  database.close();
  return counts;
}

/** How many rows one recording added to each table, on average. */
function rowsAdded(before: readonly number[], after: readonly number[], documents: number): number[] {
  const added = after.map((count, index) => count - (before[index] ?? 0));
  const recordings = (added[0] ?? 0) / documents;
  return added.map((count) => count / recordings);
}

function rawPerSecond(raw: RawTransaction, seconds: number): number {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < seconds * 1000) {
    raw.record();
    count += 1;
  }
  return (count * 1000) / (performance.now() - start);
}

async function measure(godown: Godown, job: Job, raw: RawTransaction): Promise<Finding[]> {
  // A key of its own for each, as the screens send one for each form.
  const request: Request = {
    method: 'POST',
    body: JSON.stringify(job.body),
    headers: godown.headers,
    setupRequest: (each) => ({ ...each, headers: { ...each.headers, 'idempotency-key': randomUUID() } }),
  };
  const recorded = async (connections: number, seconds: number) =>
    await requestsPerSecond(`${godown.url}/api${job.path}`, request, connections, seconds);

  await recorded(CONNECTIONS, WARM_UP_SECONDS);
  rawPerSecond(raw, 1);
  const [alone, together, limits]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await recorded(1, SECONDS));
    together.push(await recorded(CONNECTIONS, SECONDS));
    limits.push(rawPerSecond(raw, RAW_SECONDS));
  }
  const common = { unit: job.unit, limitWhat: 'raw SQLite transaction, same rows', limit: median(limits) };
  return [
    { ...common, what: `${job.what}, one after the other`, figure: median(alone) },
    { ...common, what: `${job.what}, ${CONNECTIONS} connections`, figure: median(together) },
  ];
}

/** Throws where Godown and the raw transaction add other numbers of rows: the ratio would compare different things. */
async function measureJob(godown: Godown, job: Job, folder: string): Promise<Finding[]> {
  const answer = await godown.post(job.path, job.body);
  mkdirSync(folder);
  const raw = await job.openRaw(folder, JSON.stringify(answer));
  const count = () => [countRows(godown.databaseFile, job.tables), countRows(raw.databaseFile, job.tables)] as const;
  try {
    const before = count();
    const findings = await measure(godown, job, raw);
    const [ours, limit] = count().map((after, index) => rowsAdded(before[index] ?? [], after, job.documents).join());
    if (ours !== limit) {
      throw new Error(`Rows added to ${job.tables.join()}: Godown ${ours}, the raw transaction ${limit}.`);
    }
    return findings;
  } finally {
    raw.close();
  }
}

/** Measures productions and inwards a second, in rounds that alternate with the raw transactions. */
export async function measureWrites(godown: Godown, folder: string): Promise<Finding[]> {
  const { materials, inward } = await prepare(godown);
  const used = materials.slice(0, PRODUCTION_LINES);
  const line = { quantity: 0.001, productionDate: '2026-11-20', status: 'completed' };
  const ledger = ['movement', 'audit_event', 'idempotency_key'] as const;
  const jobs: Job[] = [
    {
      what: `A production of ${PRODUCTION_LINES} lines`,
      unit: 'productions/s',
      path: '/Production/create-multiple',
      body: used.map((rawMaterialId) => ({ ...line, rawMaterialId })),
      tables: ['production', ...ledger],
      documents: PRODUCTION_LINES,
      openRaw: async (to, answer) => await openRawProduction(to, { materials: used, answer }),
    },
    {
      what: `An inward of ${MATERIALS} lines and its bill`,
      unit: 'inwards/s',
      path: '/inward',
      body: inward(25, 0.001),
      tables: ['inward', 'inward_line', 'lot', 'bill', ...ledger],
      documents: 1,
      openRaw: async (to, answer) => await openRawInward(to, { materials, answer }, bill),
    },
  ];
  const findings: Finding[] = [];
  for (const [index, job] of jobs.entries()) {
    console.log(`Measuring: ${job.what} …`);
    findings.push(...(await measureJob(godown, job, path.join(folder, `raw ${index}`))));
  }
  return findings;
}
