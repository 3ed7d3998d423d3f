/** Whether exactly the acknowledged records are there, and the ledger adds up. */
import { isDeepStrictEqual } from 'node:util';
import { readConfig } from '#server/config.ts';
import { openStore, type Store } from '#server/db/connect.ts';
import { verifyLedger } from '#server/stock/verify.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import type { Findings } from '../runner/attack.ts';
import { type Caller, expectStatus, type Json } from './caller.ts';
import { type Ground, idNames, writtenKinds, type Writer } from './writer.ts';

/** Opens a database beside its server, and closes it after `work`. */
export async function withStore<T>(database: TestDatabase, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(readConfig(database.environment), () => undefined);
  try {
    return await work(store);
  } finally {
    await store.db.destroy();
  }
}

/** What verify-ledger finds, in words. */
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

const lists = { suppliers: '/suppliers', inward: '/inward/get-all-with-rawmaterials', Production: '/Production' };

/** Compares all listed records with the writers' memory: lost, doubled, partial or wrong ones. */
async function rememberedFaults(
  call: Caller,
  ground: Ground,
  writers: readonly Writer[],
): Promise<{ lost: string[]; others: string[] }> {
  const lost: string[] = [];
  const others: string[] = [];
  for (const kind of writtenKinds) {
    const listed: Json[] = await expectStatus(200, call('GET', lists[kind]));
    const there = new Map(listed.map((record) => [Number(record[idNames[kind]]), record]));
    if (kind === 'suppliers') there.delete(ground.supplierId);
    for (const [id, record] of writers.flatMap((writer) => [...writer.records[kind]])) {
      const found = there.get(id);
      there.delete(id);
      if (found === undefined) lost.push(`${kind} ${id} was acknowledged and is not there`);
      else if (!isDeepStrictEqual(found, record)) {
        lost.push(`${kind} ${id} is ${JSON.stringify(found)}, not ${JSON.stringify(record)}`);
      }
    }
    for (const id of there.keys()) others.push(`${kind} ${id} is there and nobody knows of it`);
  }
  return { lost, others: [...others, ...writers.flatMap((writer) => writer.faults.splice(0))] };
}

/** Adds the faults of the writers' records and of the ledger. */
export async function checkAll(
  findings: Findings<'lost'>,
  database: TestDatabase,
  call: Caller,
  { ground, writers }: { ground: Ground; writers: readonly Writer[] },
): Promise<void> {
  const { lost, others } = await rememberedFaults(call, ground, writers);
  findings.add('lost', lost);
  findings.faults.push(...others, ...(await ledgerFaults(database)));
}
