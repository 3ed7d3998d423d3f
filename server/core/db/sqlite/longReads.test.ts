/** No search waits for a long read, and only long reads do: each kind has a thread (docs/decisions/113). */
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';

const blockedThread = new URL('../../../../test/blockedThread.ts', import.meta.url).href;

const searches = [
  '/suppliers?page=1&search=me',
  '/lots?page=1&search=meadow',
  '/inward?page=1&pageSize=1&sort=grandTotal',
  '/recipes?page=1&search=me',
  '/activity?page=1&kind=inward',
  '/find?search=me',
  '/trace/find?search=me',
];

const longReads = [
  '/dashboard/morning',
  '/readiness',
  '/trace/lots/1?direction=both',
  '/mass-balance?itemId=1',
  '/certificates/1',
  '/transaction-certificates/uncovered?direction=sale',
  '/recalls/reach?lotIds=1',
  '/recalls/1',
  '/stock-on/items?asOn=2026-11-20&page=1',
  '/stock-on/lots?asOn=2026-11-20&page=1',
  '/stock-on/items?asOn=2026-11-20',
  '/stock-on/value?asOn=2026-11-20',
  '/stock-ledger?itemId=1',
  '/lots/totals',
  '/inward/totals',
  '/adjustments/totals',
  '/lots?search=meadow',
];

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.as('admin');
  const supplierId = await addSupplier(admin, { name: 'Meadow' });
  await addInward(admin, supplierId, [[await addMaterial(admin, { name: 'Meadow grass' }), 5]]);
  await admin('POST', '/recalls', { kind: 'drill', title: 'Drill', reason: 'To practise', lotIds: [1] });
  const season = { scheme: 'NPOP', body: 'Indocert', validFrom: '2026-04-01', validTo: '2027-03-31' };
  const certificate = { holder: 'supplier', supplierId, number: 'ORG/SC/26/001', allItems: true, itemIds: [] };
  await admin('POST', '/certificates', { ...certificate, ...season });
});

/** Keeps the thread of long reads busy until `release`. */
function blockThread(onEnd: () => void): { release: () => void; ended: Promise<unknown> } {
  const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const release = () => {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  };
  onTestFinished(release);
  const blocked = app.store.threads?.longReads.runModule(blockedThread, flag);
  return { release, ended: Promise.resolve(blocked).finally(onEnd) };
}

test.each(longReads)('%s waits for another long read, and searches do not', async (path) => {
  const ends: string[] = [];
  const { release, ended } = blockThread(() => ends.push('another'));
  const long = admin('GET', path).finally(() => ends.push('long read'));
  for (const search of searches) expect((await admin('GET', search)).status, search).toBe(200);
  ends.push('searches');
  release();
  await ended;
  expect((await long).status).toBe(200);
  expect(ends).toEqual(['searches', 'another', 'long read']);
});
