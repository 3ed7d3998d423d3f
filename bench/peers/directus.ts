/** Directus from the registry of npm, on SQLite, used by its API as a client without code of its own on the server. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { freePort } from '#test/freePort.ts';
import { root } from '../../scripts/processes.ts';
import { startProcess } from '../ownProcess.ts';
import type { Data, Document, Purchase } from './data.ts';
import { type Peer, type PeerKind, send } from './peer.ts';
import { installed, runProgram } from './programs.ts';

const VERSION = '12.4.0';
/** Its own version of it does not compile for this Node; the jobs don't use it. */
const manifest = { private: true, dependencies: { directus: VERSION }, overrides: { 'isolated-vm': '6.2.0' } };
const TOKEN = 'a-token-to-measure-with';
/** Records of a call while seeding. */
const BATCH = 100;

const rows = z.object({ data: z.array(z.unknown()) });
const page = rows.extend({ meta: z.object({ filter_count: z.int() }) });
const withLines = z.object({ lines: z.array(z.unknown()) });
const added = z.object({ data: z.array(z.object({ id: z.int() })) });
const sums = z.object({ data: z.array(z.object({ material: z.int(), sum: z.object({ quantity: z.number() }) })) });

/** Fields of its collections by their type. */
const collections = {
  materials: { name: 'string', unit: 'string' },
  suppliers: { name: 'string', phone: 'string', address: 'string' },
  purchases: { number: 'string', day: 'date' },
  productions: { day: 'date', status: 'string' },
  movements: { day: 'date', quantity: 'float', price: 'float' },
};

/** References: collection, field, referred collection, and the name of its lines there. */
const references = [
  ['purchases', 'supplier', 'suppliers', null],
  ['movements', 'material', 'materials', null],
  ['movements', 'purchase', 'purchases', 'lines'],
  ['movements', 'production', 'productions', 'lines'],
] as const;

const install = async () =>
  await installed(`directus-${VERSION}`, async (folder) => {
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
    const env = {
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
      // The headers of this Node, for what is compiled.
      npm_config_nodedir: path.join(root, `node_modules/node-${process.platform}-${process.arch}`),
    };
    const npm = ['npm', '--prefix', folder];
    await runProgram([...npm, 'install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, env });
    await runProgram([...npm, 'rebuild', 'sqlite3'], { cwd: folder, env });
  });

/** Starts it over a new database; returns its address. */
async function startServer(folder: string) {
  const cli = path.join(await install(), 'node_modules/directus/cli.js');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    KEY: 'bench',
    SECRET: 'a-secret-to-measure-with-0123456789',
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: path.join(folder, 'directus.db'),
    ADMIN_EMAIL: 'bench@example.in',
    ADMIN_PASSWORD: 'a password to measure with',
    ADMIN_TOKEN: TOKEN,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    TELEMETRY: 'false',
    // It would refuse calls while others use the processors.
    PRESSURE_LIMITER_ENABLED: 'false',
    LOG_LEVEL: 'warn',
    EXTENSIONS_PATH: path.join(folder, 'extensions'),
    STORAGE_LOCAL_ROOT: path.join(folder, 'uploads'),
  };
  await runProgram([process.execPath, cli, 'bootstrap'], { env });
  const command = [process.execPath, cli, 'start'];
  const { stop } = await startProcess(command, env, `${url}/server/ping`, path.join(folder, 'directus.log'));
  return { url, stop };
}

/** Makes the collections with their references, which are indexed as Godown's are. */
async function model(post: (path: string, body: unknown) => Promise<unknown>): Promise<void> {
  for (const [collection, fields] of Object.entries(collections)) {
    const key = { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } };
    const own = Object.entries(fields).map(([field, type]) => ({ field, type, schema: {}, meta: {} }));
    await post('/collections', { collection, schema: {}, meta: {}, fields: [key, ...own] });
  }
  for (const [collection, field, related, lines] of references) {
    const schema = { is_indexed: true };
    await post(`/fields/${collection}`, { field, type: 'integer', schema, meta: { special: ['m2o'] } });
    if (lines) await post(`/fields/${related}`, { field: lines, type: 'alias', meta: { special: ['o2m'] } });
    const meta = { one_field: lines };
    await post('/relations', { collection, field, related_collection: related, schema: {}, meta });
  }
}

async function startPeer({ url, stop }: { url: string; stop: () => Promise<void> }): Promise<Peer> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const get = async (to: string) => (await send(`${url}${to}`, headers)).json;
  const post = async (to: string, body: unknown) => (await send(`${url}${to}`, headers, body)).json;
  await model(post);
  let materialIds: number[] = [];
  let supplierIds: number[] = [];
  let purchaseIds: number[] = [];

  const purchaseOf = ({ supplier, number, day, lines }: Purchase) => ({
    supplier: supplierIds[supplier],
    number,
    day,
    lines: lines.map(({ material, quantity }) => ({ material: materialIds[material], quantity, price: 10, day })),
  });
  const productionOf = ({ day, lines }: Document) => ({
    day,
    status: 'completed',
    lines: lines.map(({ material, quantity }) => ({ material: materialIds[material], quantity: -quantity, day })),
  });
  async function addAll(collection: string, records: readonly object[]): Promise<number[]> {
    const made: number[] = [];
    for (let first = 0; first < records.length; first += BATCH) {
      const saved = await post(`/items/${collection}`, records.slice(first, first + BATCH));
      made.push(...added.parse(saved).data.map(({ id }) => id));
    }
    return made;
  }
  /** Sums of movements by material, as a filter of its API narrows them. */
  async function balances(filter: string): Promise<Map<number, number>> {
    const answer = await get(`/items/movements?aggregate[sum]=quantity&groupBy[]=material&limit=-1&${filter}`);
    return new Map(sums.parse(answer).data.map(({ material, sum }) => [material, sum.quantity]));
  }
  return {
    name: `Directus ${VERSION}, SQLite`,
    async seed({ materials: names, suppliers, purchases, productions }: Data) {
      materialIds = await addAll(
        'materials',
        names.map((name) => ({ name, unit: 'kg' })),
      );
      supplierIds = await addAll(
        'suppliers',
        suppliers.map((name) => ({ name, phone: '9811111112' })),
      );
      purchaseIds = await addAll('purchases', purchases.map(purchaseOf));
      await addAll('productions', productions.map(productionOf));
    },
    async materials(number, term) {
      const searched = term === undefined ? '' : `&search=${term}`;
      const answer = await get(`/items/materials?sort=id&limit=15&page=${number}&meta=filter_count${searched}`);
      const { data, meta } = page.parse(answer);
      return { rows: data.length, total: meta.filter_count };
    },
    async productions(number) {
      const fields = 'fields=*,lines.quantity,lines.material.id,lines.material.name';
      const answer = await get(`/items/productions?${fields}&sort=-id&limit=15&page=${number}&meta=filter_count`);
      const { data, meta } = page.parse(answer);
      return { rows: data.flatMap((row) => withLines.parse(row).lines).length, total: meta.filter_count };
    },
    async purchase(index) {
      const fields = 'fields=*,supplier.name,lines.*,lines.material.name';
      const answer = await get(`/items/purchases/${purchaseIds[index] ?? 0}?${fields}`);
      return z.object({ data: withLines }).parse(answer).data.lines.length;
    },
    async stockOf(material) {
      const id = materialIds[material] ?? 0;
      return (await balances(`filter[material][_eq]=${id}`)).get(id) ?? 0;
    },
    async stockOn(day) {
      const found = await balances(`filter[day][_lte]=${day}`);
      rows.parse(await get('/items/materials?fields=id,name,unit&limit=-1'));
      return materialIds.map((id) => found.get(id) ?? 0);
    },
    async saveSupplier(name) {
      await post('/items/suppliers', { name, phone: '9811111112', address: 'Kullu' });
    },
    async savePurchase(purchase) {
      await post('/items/purchases', purchaseOf(purchase));
    },
    async saveProduction(production) {
      const wanted = production.lines.map(({ material }) => materialIds[material]);
      const found = await balances(`filter[material][_in]=${wanted.join(',')}`);
      const suffices = ({ material, quantity }: { material: number; quantity: number }) =>
        quantity <= (found.get(materialIds[material] ?? 0) ?? 0);
      if (!production.lines.every(suffices)) return false;
      await post('/items/productions', productionOf(production));
      return true;
    },
    stop,
  };
}

export const directus: PeerKind = {
  name: 'Directus',
  remark:
    'it has no rule for stock. Movements are a collection of ours, a balance is their sum, and a client reads it before it saves a production (two calls). A document is saved with its lines in one call, without lots and bill.',
  install,
  start: async (folder) => await startPeer(await startServer(folder)),
};
