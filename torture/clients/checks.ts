/** Whether exactly the acknowledged records are there, and the ledger adds up. */
import { isDeepStrictEqual } from 'node:util';
import { readConfig } from '#server/core/config.ts';
import { openStore, type Store } from '#server/core/db/connect.ts';
import { verifyLedger } from '#server/stock/ledger/verify.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import type { Findings } from '../runner/attack.ts';
import { type Caller, expectStatus, type Json } from './caller.ts';
import { asRefusal, type Ground, idNames, writtenKinds, type Writer, type WrittenKind } from './writer.ts';

/** Opens a database beside its server, and closes it after `work`. */
export async function withStore<T>(database: TestDatabase, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(readConfig(database.environment), () => undefined);
  try {
    return await work(store);
  } finally {
    await store.db.destroy();
  }
}

/** Differences that verify-ledger reports, in words. */
export async function ledgerFaults(database: TestDatabase): Promise<string[]> {
  const { differences } = await withStore(database, ({ db }) => verifyLedger(db));
  return differences.map(({ rule, id, stored, expected }) => `${rule}: ${id} has ${stored}, expected ${expected}`);
}

/** The id of the newest audit event. */
export async function newestEvent(database: TestDatabase): Promise<number> {
  return await withStore(database, async ({ db }) => {
    const newest = db.selectFrom('audit_event').select(({ fn }) => fn.max('id').as('id'));
    return (await newest.executeTakeFirstOrThrow()).id;
  });
}

const lists: Readonly<Record<WrittenKind, string>> = {
  suppliers: '/suppliers',
  inward: '/inward/get-all-with-rawmaterials',
  Production: '/Production',
  'production-runs': '/production-runs',
  dispatches: '/dispatches',
  adjustments: '/adjustments',
};

/** Runs of raw materials are those of the kind Production. */
const isOwnRun = ({ inputs }: Json) => inputs.every(({ rawMaterialId }: Json) => rawMaterialId === null);

/** Records of the writers, and the place where each must be. */
interface Writing {
  database: TestDatabase;
  call: Caller;
  ground: Ground;
  writers: readonly Writer[];
}

/**
 * Compares all lists with the writers' memory, and checks the ledger. A 503 may only have one of `refusals` as its
 * text.
 */
export async function checkAll(
  found: Findings,
  { database, call, ground, writers }: Writing,
  refusals?: readonly string[],
): Promise<void> {
  const lost: string[] = [];
  for (const kind of writtenKinds) {
    const listed: Json[] = await expectStatus(200, call('GET', lists[kind]));
    const there = new Map(listed.map((record) => [Number(record[idNames[kind]]), record]));
    if (kind === 'suppliers') there.delete(ground.supplierId);
    if (kind === 'adjustments') there.delete(ground.adjustmentId);
    if (kind === 'production-runs') for (const record of listed) if (!isOwnRun(record)) there.delete(record.runId);
    for (const [id, record] of writers.flatMap((writer) => [...writer.records[kind]])) {
      const listedAs = there.get(id);
      there.delete(id);
      if (listedAs === undefined) lost.push(`${kind} ${id} was acknowledged and is not there`);
      else if (!isDeepStrictEqual(listedAs, record)) {
        lost.push(`${kind} ${id} is ${JSON.stringify(listedAs)}, not ${JSON.stringify(record)}`);
      }
    }
    for (const id of there.keys()) found.faults.push(`${kind} ${id} is there and nobody knows of it`);
  }
  found.add('lost', lost);
  const told = new Set(writers.flatMap(({ sentences }) => [...sentences]));
  const allowed = refusals?.map((text) => asRefusal(text)) ?? [...told];
  found.faults.push(...[...told.difference(new Set(allowed))].map((text) => `a write was refused by: ${text}`));
  found.faults.push(...writers.flatMap((writer) => writer.faults.splice(0)), ...(await ledgerFaults(database)));
}
