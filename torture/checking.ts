/** Whether all that was acknowledged is there, nothing else is, and the ledger adds up. */
import { isDeepStrictEqual } from 'node:util';
import { readConfig } from '#server/config.ts';
import { openStore, type Store } from '#server/db/connect.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { addMaterial, addSupplier } from '#test/factories.ts';
import type { Place } from '#test/places.ts';
import { type Answer, type Caller, expectStatus, sureCaller } from './caller.ts';
import { type Ground, idNames, kinds, type Writer } from './writer.ts';

const MATERIALS = 5;

/** Opens the database of a place, beside the server that may be using it, and closes it after `work`. */
export async function withStore<T>(place: Place, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(readConfig(place.environment), () => undefined);
  try {
    return await work(store);
  } finally {
    await store.db.destroy();
  }
}

/** What verify-ledger finds, in words. */
export async function ledgerFaults(place: Place): Promise<string[]> {
  const { differences } = await withStore(place, ({ db }) => verifyLedger(db));
  return differences.map(({ rule, id, stored, expected }) => `${rule}: ${id} has ${stored}, expected ${expected}`);
}

/** Makes what writers write about. */
export async function prepareGround(call: Caller): Promise<Ground> {
  const sure = sureCaller(call);
  const materialIds: number[] = [];
  for (let made = 0; made < MATERIALS; made += 1) materialIds.push(await addMaterial(sure));
  return { supplierId: await addSupplier(sure), materialIds };
}

const lists = { suppliers: '/suppliers', inward: '/inward/get-all-with-rawmaterials', Production: '/Production' };

/** Compares all that the server lists with what its writers remember: what is lost, doubled, half or otherwise different. */
export async function rememberedFaults(
  call: Caller,
  ground: Ground,
  writers: readonly Writer[],
): Promise<{ lost: string[]; others: string[] }> {
  const lost: string[] = [];
  const others: string[] = [];
  for (const kind of kinds) {
    const listed: Answer['json'][] = await expectStatus(200, call('GET', lists[kind]));
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
