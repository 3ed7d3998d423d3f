/** Recording a three-line production, guarded, audited and on the disk, against the least that SQLite can do for it. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Request } from 'autocannon';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import type { Godown } from './godown.ts';
import { type Finding, median, requestsPerSecond, ROUNDS } from './measuring.ts';
import { openRawTransaction, type RawTransaction } from './rawTransaction.ts';

const MATERIALS = 3;
/** Open lots of each material; the oldest one lasts for the whole measurement. */
const INWARDS = 20;
const PLENTY = 9_000_000;
const CONNECTIONS = 10;
const SECONDS = 3;
const WARM_UP_SECONDS = 2;
const RAW_SECONDS = 3;

const madeMaterial = z.object({ rawMaterialId: z.int() });
const madeSupplier = z.object({ supplierId: z.int() });

const tables = ['production', 'movement', 'audit_event', 'idempotency_key'];

/** The smallest file that is a PDF by its first bytes. */
const bill = `data:application/pdf;base64,${Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64')}`;

/** Fills the stock and answers the production that is recorded again and again. */
async function prepare({ post }: Godown): Promise<object[]> {
  const ids: number[] = [];
  for (const name of ['Turmeric, Lakadong', 'Ginger, dried', 'Black pepper'].slice(0, MATERIALS)) {
    ids.push(madeMaterial.parse(await post('/materials', { name, unit: 'kg' })).rawMaterialId);
  }
  const { supplierId } = madeSupplier.parse(await post('/suppliers', { name: 'Growers', phone: '9811111112' }));
  for (let count = 1; count <= INWARDS; count += 1) {
    await post('/inward', {
      supplierId,
      invoiceNumber: String(count),
      inwardDate: `2026-10-${String(count).padStart(2, '0')}`,
      totalGst: 0,
      billAttachment: bill,
      rawMaterials: ids.map((rawMaterialId) => ({ rawMaterialId, quantity: PLENTY, pricePerUnit: 1 })),
    });
  }
  const line = { quantity: 0.001, productionDate: '2026-11-20', status: 'completed' };
  return ids.map((rawMaterialId) => ({ ...line, rawMaterialId }));
}

/** How many rows each table has. */
function countRows(databaseFile: string): number[] {
  const database = new Sqlite(databaseFile, { readonly: true });
  const counts = tables.map((table) => Number(database.prepare(`select count(*) from ${table}`).pluck().get()));
  database.close();
  return counts;
}

/** How many rows a three-line production added to each table, on average. Throws where that isn't whole. */
function rowsAdded(before: readonly number[], after: readonly number[]): number[] {
  const added = after.map((count, index) => count - (before[index] ?? 0));
  const productions = (added[0] ?? 0) / MATERIALS;
  return added.map((count) => count / productions);
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

async function measure(godown: Godown, body: object[], raw: RawTransaction): Promise<Finding[]> {
  // A key of its own for each, as the screens send one for each form.
  const request: Request = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: godown.headers,
    setupRequest: (each) => ({ ...each, headers: { ...each.headers, 'idempotency-key': randomUUID() } }),
  };
  const recorded = async (connections: number, seconds: number) =>
    await requestsPerSecond(`${godown.url}/api/Production/create-multiple`, request, connections, seconds);

  await recorded(CONNECTIONS, WARM_UP_SECONDS);
  rawPerSecond(raw, 1);
  const [alone, together, limits]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await recorded(1, SECONDS));
    together.push(await recorded(CONNECTIONS, SECONDS));
    limits.push(rawPerSecond(raw, RAW_SECONDS));
  }
  const common = { unit: 'productions/s', limitWhat: 'raw SQLite transaction, same rows', limit: median(limits) };
  return [
    { ...common, what: 'A production of 3 lines, one after the other', figure: median(alone) },
    { ...common, what: `A production of 3 lines, ${CONNECTIONS} connections`, figure: median(together) },
  ];
}

/** Measures productions a second, in rounds that alternate with the raw transaction. */
export async function measureProduction(godown: Godown, folder: string): Promise<Finding[]> {
  const body = await prepare(godown);
  const answer = await godown.post('/Production/create-multiple', body);
  const rawFolder = path.join(folder, 'raw');
  mkdirSync(rawFolder);
  const raw = await openRawTransaction(rawFolder, JSON.stringify(answer));
  try {
    const before = [countRows(godown.databaseFile), countRows(raw.databaseFile)] as const;
    const findings = await measure(godown, body, raw);
    const ours = rowsAdded(before[0], countRows(godown.databaseFile)).join();
    const limit = rowsAdded(before[1], countRows(raw.databaseFile)).join();
    // Otherwise the ratio compares different things.
    if (ours !== limit)
      throw new Error(`Rows added to ${tables.join()}: Godown ${ours}, the raw transaction ${limit}.`);
    return findings;
  } finally {
    raw.close();
  }
}
