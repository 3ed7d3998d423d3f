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
import type { BenchDatabase } from './databases.ts';
import { type Godown, withGodown } from './godown.ts';
import { CONNECTIONS, type Finding, type Measure, type Pace, requestsPerSecond, takeTurns } from './measuring.ts';
import { openRawInward, openRawProduction, type RawTransaction } from './rawTransaction.ts';

const LINES = 10;
const PRODUCTION_LINES = 3;
/** Open lots per material; the oldest one lasts for the whole run. */
const INWARDS = 20;
const PLENTY = 9_000_000;

const madeMaterial = z.object({ rawMaterialId: z.int() });
const madeSupplier = z.object({ supplierId: z.int() });

/** The smallest file that is a PDF by its first bytes. */
const bill = Buffer.from('%PDF-1.4\n%%EOF\n');

/** A document that can be recorded again and again. */
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
  const { supplierId } = madeSupplier.parse(await post('/suppliers', { name: 'Growers', phone: '9811111112' }));
  const inwardOf = (day: number, quantity: number): WrittenDocument => ({
    path: '/inward',
    body: {
      supplierId,
      invoiceNumber: String(day),
      inwardDate: `2026-10-${String(day).padStart(2, '0')}`,
      totalGst: 0,
      billAttachment: `data:application/pdf;base64,${bill.toString('base64')}`,
      rawMaterials: materials.map((rawMaterialId) => ({ rawMaterialId, quantity, pricePerUnit: 1 })),
    },
  });
  for (let day = 1; day <= INWARDS; day += 1) await post('/inward', inwardOf(day, PLENTY).body);
  const used = materials.slice(0, PRODUCTION_LINES);
  const line = { quantity: 0.001, productionDate: '2026-11-20', status: 'completed' };
  const production: WrittenDocument = {
    path: '/Production/create-multiple',
    body: used.map((rawMaterialId) => ({ ...line, rawMaterialId })),
  };
  return { materials, used, production, inward: inwardOf(25, 0.001) };
}

/** Records the document repeatedly; returns documents per second. */
export function recordings(godown: Godown, document: WrittenDocument, connections: number): Measure {
  // A key per request, as the screens send.
  const request: Request = {
    method: 'POST',
    body: JSON.stringify(document.body),
    headers: godown.headers,
    setupRequest: (each) => ({ ...each, headers: { ...each.headers, 'idempotency-key': randomUUID() } }),
  };
  return async (seconds) => await requestsPerSecond(`${godown.url}/api${document.path}`, request, connections, seconds);
}

/** What is measured, and what records the same rows without Godown. */
interface Job {
  what: string;
  unit: string;
  document: WrittenDocument;
  /** The tables to which it adds rows; of the first it adds so many at a time. */
  tables: readonly [string, ...string[]];
  documents: number;
  openRaw(folder: string, answer: string): Promise<RawTransaction>;
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
  const times = (added[0] ?? 0) / documents;
  return added.map((count) => count / times);
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

async function measure(godown: Godown, { document, ...job }: Job, raw: RawTransaction, pace: Pace): Promise<Finding[]> {
  const [alone = NaN, together = NaN, limit = NaN] = await takeTurns(pace, [
    recordings(godown, document, 1),
    recordings(godown, document, CONNECTIONS),
    (seconds) => Promise.resolve(rawPerSecond(raw, seconds)),
  ]);
  const limitWhat = 'raw SQLite transaction, same rows';
  const common = { unit: job.unit, limitWhat, limit, must: { atLeast: 0.4 } };
  return [
    { ...common, what: `${job.what}, one after the other`, figure: alone },
    { ...common, what: `${job.what}, ${CONNECTIONS} connections`, figure: together },
  ];
}

/** Throws where Godown and the raw transaction add different numbers of rows. */
async function measureJob(godown: Godown, job: Job, folder: string, pace: Pace): Promise<Finding[]> {
  const answer = await godown.post(job.document.path, job.document.body);
  mkdirSync(folder);
  const raw = await job.openRaw(folder, JSON.stringify(answer));
  const files = [path.join(godown.database.folder, 'godown.db'), raw.databaseFile];
  const count = () => files.map((file) => countRows(file, job.tables));
  try {
    const before = count();
    const findings = await measure(godown, job, raw, pace);
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
export async function measureWrites(database: BenchDatabase, pace: Pace): Promise<Finding[]> {
  return await withGodown(database, async (godown) => {
    const { materials, used, production, inward } = await prepareWrites(godown);
    const ledger = ['movement', 'audit_event', 'idempotency_key'] as const;
    const jobs: Job[] = [
      {
        what: `A production of ${PRODUCTION_LINES} lines`,
        unit: '/s',
        document: production,
        tables: ['production', ...ledger],
        documents: PRODUCTION_LINES,
        openRaw: async (to, answer) => await openRawProduction(to, { materials: used, answer }),
      },
      {
        what: `An inward of ${LINES} lines and its bill`,
        unit: '/s',
        document: inward,
        tables: ['inward', 'inward_line', 'lot', 'bill', ...ledger],
        documents: 1,
        openRaw: async (to, answer) => await openRawInward(to, { materials, answer }, bill),
      },
    ];
    const findings: Finding[] = [];
    for (const [index, job] of jobs.entries()) {
      console.log(`Measuring: ${job.what} …`);
      findings.push(...(await measureJob(godown, job, path.join(database.folder, `raw ${index}`), pace)));
    }
    return findings;
  });
}
