/**
 * Answers from several tables are read on one snapshot (docs/decisions/050). Before each statement of a GET another
 * connection renames everything in one transaction; an answer with two generations of names is torn.
 */
import { mergeEndpoints } from '#contract/masters/merging.ts';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { KyselyPlugin } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import {
  addCategory,
  addInward,
  addMaterial,
  addProduct,
  addProduction,
  addRecipe,
  addSupplier,
  dataUrl,
  pdf,
  transactionCertificateFields,
} from '#test/factories.ts';
import { ownStatements } from '#test/statementCounts.ts';

let app: TestApp;
let admin: Caller;
let heard: string[] = [];
let isRenaming = false;
let generation = 0;
let execute: (script: string) => Promise<void>;
let disconnect: () => Promise<void>;

/** The day of all productions of a generation. */
function dayOf(number: number): string {
  return new Date(Date.UTC(2001, 0, 1 + number)).toISOString().slice(0, 10);
}

/**
 * Renames every record and moves every production to another day, in one transaction. A replaced bill stays, as in
 * production.
 */
function renamed(): string {
  generation += 1;
  const name = `'gen${generation}'`;
  const bytes = `%PDF-1.4 gen${generation}`;
  const bill = app.store.engine === 'sqlite' ? `cast('${bytes}' as blob)` : `convert_to('${bytes}', 'UTF8')`;
  return `begin;
    update certification_body set name = ${name}, code = ${name};
    update app_user set full_name = ${name};
    update supplier set name = ${name};
    update buyer set name = ${name};
    update category set name = ${name};
    update raw_material set name = ${name}, unit = ${name};
    update product set name = ${name}, unit = ${name};
    update finished_good set batch_number = ${name} || '-' || id;
    insert into bill (media_type, bytes, created_at) values ('application/pdf', ${bill}, '2026-11-20T00:00:00.000Z');
    update inward set invoice_number = ${name}, bill_id = (select max(id) from bill);
    update production set production_date = '${dayOf(generation)}';
    commit`;
}

/** Opens another connection. On SQLite its writes run synchronously before the recorded statement. */
async function connectOther({ place, store }: TestApp): Promise<void> {
  if (store.engine === 'sqlite') {
    const other = new Sqlite(join(place.dataDir, 'godown.db'));
    execute = (script) => Promise.resolve(void other.exec(script));
    disconnect = () => Promise.resolve(void other.close());
    return;
  }
  const other = new pg.Client({ connectionString: place.environment['DATABASE_URL'] });
  await other.connect();
  execute = async (script) => void (await other.query(script));
  disconnect = () => other.end();
}

const renameBehind: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    if (isRenaming) await execute(renamed());
    return result;
  },
};

beforeAll(async () => {
  app = await buildTestApp(
    {},
    {
      onStatement: (text) => {
        heard.push(text);
        if (isRenaming && app.store.engine === 'sqlite') execute(renamed()).catch(expect.unreachable);
      },
      plugins: [renameBehind],
    },
  );
  admin = await app.as('admin');
  const party = { name: 'Party', phone: '9811111112', status: 1 };
  const supplier = await addSupplier(admin, party);
  await admin('POST', '/buyers', party);
  await addCategory(admin);
  const materials = [await addMaterial(admin, { categoryId: 1 }), await addMaterial(admin, { categoryId: 1 })];
  const product = await addProduct(admin, { categoryId: 1 });
  await addRecipe(admin, product, [[materials[0] ?? 0, 5]]);
  for (const batchNumber of ['B-1', 'B-2']) await admin('POST', '/goods', { productId: 1, batchNumber, quantity: 5 });
  await admin('POST', '/dispatches', {
    buyerId: 1,
    dispatchDate: '2026-11-10',
    invoiceNumber: 'gen',
    lines: [{ finishedGoodId: 1, quantity: 1 }],
  });
  await admin('POST', '/adjustments', {
    kind: 'opening',
    date: '2026-11-10',
    lines: [{ productId: product, quantity: 2 }],
  });
  const suspensions = [{ scheme: 'EU', from: '2026-05-20' }];
  const { json: body } = await admin('POST', '/certification-bodies', { name: 'gen', suspensions });
  await admin('POST', '/certificates', {
    holder: 'supplier',
    supplierId: supplier,
    scheme: 'EU',
    certificationBodyId: body.certificationBodyId,
    number: 'gen',
    validFrom: '2026-04-01',
    validTo: '2027-03-31',
    itemIds: [1],
    file: dataUrl(pdf),
  });
  await admin('POST', '/recalls', { kind: 'real', title: 'gen', reason: 'gen', lotIds: [1] });
  for (const quantity of [5, 7]) {
    await addInward(
      admin,
      supplier,
      materials.map((material) => [material, quantity]),
    );
  }
  const [{ rawMaterials }] = (await admin('GET', '/inward/get-all-with-rawmaterials')).json;
  const covering = transactionCertificateFields(supplier, rawMaterials[0].id, { number: 'gen', file: dataUrl(pdf) });
  const made = await admin('POST', '/transaction-certificates', covering);
  expect(made.status, made.text).toBe(201);
  for (const material of materials) await addProduction(admin, material, 6);
  await admin('PUT', '/materials/1', { rawMaterialId: 1, name: 'Other', unit: 'kg', categoryId: 1 });
  await connectOther(app);
  await execute(renamed());
});

afterAll(() => disconnect());

/** Required query parameters besides page, search and order. */
const needed: Record<string, string> = {
  '/transaction-certificates/uncovered': 'direction=sale',
  '/find': 'search=gen',
  '/trace/find': 'search=gen',
  '/recalls/reach': 'lotIds=1',
  '/mass-balance': 'itemId=1&withProducts=true',
  '/goods/batch-number-use': 'batchNumber=gen1',
  '/stock-on/items': 'asOn=2026-11-20',
  '/stock-on/lots': 'asOn=2026-11-20',
  '/stock-on/value': 'asOn=2026-11-20',
  '/stock-ledger': 'itemId=1',
  '/inward/invoice-number-use': 'supplierId=1&invoiceNumber=gen1',
  '/dispatches/invoice-number-use': 'invoiceNumber=gen1&dispatchDate=2026-11-20',
  '/dispatches/claims': 'lotId=1&soldAs=EU%20organic',
  '/production-runs/organic': 'lots=1:1',
  ...Object.fromEntries(Object.values(mergeEndpoints).map(({ preview }) => [preview.path, 'mergedId=1'])),
};
/** Mails a code; its answer contains no data. */
const noReading = '/Auth/reset-password-otp';

/** The URLs of a read: a list whole and paged, plain, searched and sorted. */
function addressesOf({ path, query }: Endpoint): string[] {
  const address = path.replaceAll(':id', '1');
  const names = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  if (!names.includes('page')) return [[address, needed[path]].filter(Boolean).join('?')];
  const searches = names.includes('search') ? ['search=gen', 'page=1&search=gen', 'page=1&search=g&order=asc'] : [];
  const always = needed[path];
  return ['', 'page=1', ...searches].map((asked) => {
    const parameters = [always, asked].filter(Boolean).join('&');
    return parameters === '' ? address : `${address}?${parameters}`;
  });
}

/** An answer with generations normalized, and the generations it contained. */
async function read(address: string): Promise<{ text: string; generations: Set<string> }> {
  const { status, text } = await admin('GET', address);
  expect(status, `${address}: ${text}`).toBe(200);
  const generations = new Set<string>();
  const alike = text
    .replace(/data:application\/pdf;base64,([\w+/=]*)/g, (_, bytes: string) => atob(bytes))
    // How long a trace took.
    .replace(/"ms":[\d.]+/, '"ms":0')
    .replace(/200[1-9]-\d\d-\d\d/g, (day) => `gen${(Date.parse(day) - Date.UTC(2001, 0, 1)) / 86_400_000}`)
    .replace(/gen\d+/g, (found) => {
      generations.add(found);
      return 'gen';
    });
  return { text: alike, generations };
}

const readings = () =>
  app.endpoints.filter(({ method, path, mediaTypes }) => method === 'GET' && !mediaTypes && path !== noReading);

describe('while everything is renamed between its statements', () => {
  test('every GET is answered as of one moment', async () => {
    expect(readings().length).toBeGreaterThan(30);
    const torn: string[] = [];
    let named = 0;
    for (const address of readings().flatMap(addressesOf)) {
      const quiet = await read(address);
      named += Number(quiet.generations.size > 0);
      isRenaming = true;
      const answer = await read(address).finally(() => (isRenaming = false));
      if (answer.generations.size > 1 || answer.text !== quiet.text) torn.push(`${address}: ${answer.text}`);
    }
    expect(torn).toEqual([]);
    // Most answers must contain names, or the test is void.
    expect(named).toBeGreaterThan(40);
  });
});

/** The total may be older than the rows. */
// Files never change: a replaced one stays.
const files = /from "bill"/;
const totals = /^\s*select \(\s*select (cast\(coalesce\(sum\(records|count)/;

test('no GET has more than one statement outside of a snapshot, beside those of the session and the total', async () => {
  for (const address of readings().flatMap(addressesOf)) {
    heard = [];
    await read(address);
    let isSnapshot = false;
    const outside = heard.filter((text) => {
      if (/^(begin|start transaction)/.test(text)) isSnapshot = true;
      if (text === 'commit') isSnapshot = false;
      return !isSnapshot && text !== 'commit';
    });
    expect(
      ownStatements(outside).filter((text) => !totals.test(text) && !files.test(text)).length,
      `${address}: ${outside.join('\n')}`,
    ).toBeLessThanOrEqual(1);
  }
});
