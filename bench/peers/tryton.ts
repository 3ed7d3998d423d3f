/** Tryton from the packages of Debian, on the PostgreSQL that the tests bring. Its SQLite locks nothing while it assigns stock. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { freePort } from '#test/freePort.ts';
import { onPostgres } from '#test/testDatabases.ts';
import { startProcess } from '../ownProcess.ts';
import type { Data, Document, Purchase } from './data.ts';
import { onOwnPostgres, type Peer, type PeerKind, send } from './peer.ts';
import { installed, runProgram } from './programs.ts';

const PACKAGES = ['tryton-server', 'tryton-modules-production', 'python3-psycopg2'];
const PYTHON = '/usr/bin/python3';
const DATABASE = 'tryton';
const PASSWORD = 'a password to measure with';
/** Records of a call while seeding. */
const BATCH = 50;

/** Fields that its lists show of a record; it reads those that are requested. */
const MATERIAL_FIELDS = ['rec_name', 'code', 'default_uom.rec_name', 'list_price'];
const MOVE_FIELDS = ['product.rec_name', 'quantity', 'uom.rec_name', 'unit_price'];
const PRODUCTION_FIELDS = ['number', 'effective_date', 'state'];
const SHIPMENT_FIELDS = ['number', 'reference', 'effective_date', 'supplier.rec_name', 'state'];

const ids = z.array(z.int());
const identified = z.array(z.object({ id: z.int() }));
const rows = z.array(z.unknown());
const stocked = z.array(z.object({ id: z.int(), quantity: z.number() }));
const answered = z.union([z.object({ result: z.unknown() }), z.object({ error: z.unknown() })]);
const signedIn = z.tuple([z.int(), z.string()]);

/** Unpacks the packages that Debian would install, without installing them. */
async function unpack(folder: string): Promise<void> {
  if (!existsSync('/usr/bin/apt-get')) throw new Error('it comes from packages of Debian, which this system has not');
  const wanted = await runProgram(['apt-get', 'install', '--simulate', '--no-install-recommends', ...PACKAGES]);
  const missing = wanted.split('\n').flatMap((line) => /^Inst (\S+)/.exec(line)?.[1] ?? []);
  if (missing.length > 0) await runProgram(['apt-get', 'download', ...missing], { cwd: folder });
  for (const file of readdirSync(folder)) await runProgram(['dpkg', '-x', file, 'unpacked'], { cwd: folder });
}

const install = async () => await installed('tryton', unpack);

const decimal = (value: number) => ({ __class__: 'Decimal', decimal: String(value) });
function date(day: string) {
  const [year, month, inMonth] = day.split('-').map(Number);
  return { __class__: 'date', year, month, day: inMonth };
}

/** Creates its database and starts its server over it; returns the address for calls. */
async function startServer(folder: string, databaseUrl: string) {
  const packages = path.join(await install(), 'unpacked/usr');
  const port = await freePort();
  const config = path.join(folder, 'trytond.conf');
  const password = path.join(folder, 'password');
  const site = path.join(folder, 'site');
  const url = `http://127.0.0.1:${port}`;
  mkdirSync(site);
  writeFileSync(path.join(site, 'index.html'), 'It is up.');
  writeFileSync(password, PASSWORD);
  const uri = databaseUrl.slice(0, databaseUrl.lastIndexOf('/') + 1).replace(/^postgres:/, 'postgresql:');
  writeFileSync(config, `[database]\nuri = ${uri}\n[web]\nlisten = 127.0.0.1:${port}\nroot = ${site}\n`);
  await onPostgres(databaseUrl, `create database ${DATABASE}`);
  const env = {
    PATH: process.env['PATH'],
    PYTHONPATH: path.join(packages, 'lib/python3/dist-packages'),
    TRYTONPASSFILE: password,
  };
  const own = ['-c', config, '-d', DATABASE];
  const modules = ['-u', 'production', '--activate-dependencies', '--email', 'bench@example.in', '-p'];
  await runProgram([PYTHON, path.join(packages, 'bin/trytond-admin'), ...own, ...modules], { env });
  const command = [PYTHON, path.join(packages, 'bin/trytond'), ...own];
  const { stop } = await startProcess(command, env, url, path.join(folder, 'trytond.log'));
  return { url, stop };
}

/** Calls its API as the administrator. */
async function signIn(url: string) {
  const headers: Record<string, string> = {};
  const context: Record<string, unknown> = {};
  async function ask(method: string, params: readonly unknown[], to = `${url}/${DATABASE}/`): Promise<unknown> {
    const { json } = await send(to, headers, { id: 1, method, params });
    const answer = answered.parse(json);
    if ('error' in answer) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
    return answer.result;
  }
  const [user, session] = signedIn.parse(await ask('common.db.login', ['admin', { password: PASSWORD }]));
  headers['authorization'] = `Session ${Buffer.from(`admin:${user}:${session}`).toString('base64')}`;
  const call = async (name: string, params: readonly unknown[], more: object = {}) =>
    await ask(`model.${name}`, [...params, { ...context, ...more }]);
  const create = async (model: string, values: readonly object[]) => ids.parse(await call(`${model}.create`, [values]));
  const find = async (model: string, ...domain: readonly unknown[]) =>
    ids.parse(await call(`${model}.search`, [domain, 0, 1, null]))[0] ?? 0;
  const [currency = 0] = await create('currency.currency', [
    { name: 'Rupee', symbol: '₹', code: 'INR', rates: [['create', [{ date: date('2025-01-01'), rate: decimal(1) }]]] },
  ]);
  const [party = 0] = await create('party.party', [{ name: 'Bench' }]);
  const [company = 0] = await create('company.company', [{ party, currency }]);
  await call('res.user.write', [[user], { companies: [['add', [company]]], company }]);
  context['company'] = company;
  return { ask, call, create, find, company, currency };
}

async function startPeer(url: string, stop: () => Promise<void>): Promise<Peer> {
  const { ask, call, create, find, company, currency } = await signIn(url);
  const kilogram = await find('product.uom', ['symbol', '=', 'kg']);
  const placeOf = async (code: string) => await find('stock.location', ['code', '=', code]);
  const [supplierPlace, input, storage, warehouse, workshop] = [
    await placeOf('SUP'),
    await placeOf('IN'),
    await placeOf('STO'),
    await placeOf('WH'),
    await placeOf('PROD'),
  ];
  let materialIds: number[] = [];
  let supplierIds: number[] = [];
  const purchaseIds: number[] = [];
  const version = z.string().parse(await ask('common.server.version', [], `${url}/`));

  const moveOf = (from: number, to: number) => {
    return ({ material, quantity }: { material: number; quantity: number }) => ({
      product: materialIds[material],
      uom: kilogram,
      quantity,
      from_location: from,
      to_location: to,
      company,
      currency,
      unit_price: decimal(10),
    });
  };
  async function addPurchases(purchases: readonly Purchase[]): Promise<number[]> {
    const made = await create(
      'stock.shipment.in',
      purchases.map(({ supplier, number, day, lines }) => ({
        supplier: supplierIds[supplier],
        reference: number,
        company,
        warehouse,
        effective_date: date(day),
        incoming_moves: [['create', lines.map(moveOf(supplierPlace, input))]],
      })),
    );
    await call('stock.shipment.in.receive', [made]);
    await call('stock.shipment.in.done', [made]);
    return made;
  }
  /** Takes what they need from the stock, if it suffices and no other client is about to. */
  async function assign(productions: readonly number[]): Promise<boolean> {
    try {
      return z.boolean().parse(await call('production.assign_try', [productions]));
    } catch (error) {
      if (error instanceof Error && /could not (obtain lock|serialize access)/.test(error.message)) return false;
      throw error;
    }
  }
  async function addProductions(productions: readonly Document[]): Promise<boolean> {
    const made = await create(
      'production',
      productions.map(({ day, lines }) => ({
        company,
        warehouse,
        location: workshop,
        effective_start_date: date(day),
        effective_date: date(day),
        inputs: [['create', lines.map(moveOf(storage, workshop))]],
      })),
    );
    await call('production.wait', [made]);
    if (!(await assign(made))) return false;
    await call('production.run', [made]);
    await call('production.done', [made]);
    return true;
  }
  async function inBatches<T>(all: readonly T[], work: (batch: T[]) => Promise<unknown>): Promise<void> {
    for (let first = 0; first < all.length; first += BATCH) await work(all.slice(first, first + BATCH));
  }
  async function balances(domain: readonly unknown[], day: string): Promise<z.infer<typeof stocked>> {
    const context = { locations: [warehouse], with_childs: true, stock_date_end: date(day) };
    const fields = ['rec_name', 'quantity', 'default_uom.rec_name'];
    return stocked.parse(await call('product.product.search_read', [domain, 0, null, null, fields], context));
  }

  return {
    name: `Tryton ${version}, PostgreSQL`,
    async seed({ materials: names, suppliers, purchases, productions }: Data) {
      const priced = { default_uom: kilogram, type: 'goods', list_price: decimal(0), cost_price_method: 'fixed' };
      const templates = names.map((name) => ({
        name,
        ...priced,
        products: [['create', [{ cost_price: decimal(10) }]]],
      }));
      await inBatches(templates, async (batch) => await create('product.template', batch));
      materialIds = ids.parse(await call('product.product.search', [[], 0, null, [['id', 'ASC']]]));
      supplierIds = await create(
        'party.party',
        suppliers.map((name) => ({ name, addresses: [['create', [{}]]] })),
      );
      await inBatches(purchases, async (batch) => purchaseIds.push(...(await addPurchases(batch))));
      await inBatches(productions, addProductions);
    },
    async materials(page, term) {
      const domain = term === undefined ? [] : [['rec_name', 'ilike', `%${term}%`]];
      const order = [['id', 'ASC']];
      const read = await call('product.product.search_read', [domain, (page - 1) * 15, 15, order, MATERIAL_FIELDS]);
      const total = z.int().parse(await call('product.product.search_count', [domain]));
      return { rows: rows.parse(read).length, total };
    },
    async productions(page) {
      const asked = [[], (page - 1) * 15, 15, [['id', 'DESC']], PRODUCTION_FIELDS];
      const read = identified.parse(await call('production.search_read', asked));
      const ofThem = [['production_input', 'in', read.map(({ id }) => id)]];
      const lines = await call('stock.move.search_read', [ofThem, 0, null, null, MOVE_FIELDS]);
      const total = z.int().parse(await call('production.search_count', [[]]));
      return { rows: rows.parse(lines).length, total };
    },
    async purchase(index) {
      const id = purchaseIds[index] ?? 0;
      await call('stock.shipment.in.read', [[id], SHIPMENT_FIELDS]);
      const ofIt = [
        ['shipment', '=', `stock.shipment.in,${id}`],
        ['from_location', '=', supplierPlace],
      ];
      return rows.parse(await call('stock.move.search_read', [ofIt, 0, null, null, MOVE_FIELDS])).length;
    },
    async stockOf(material) {
      const today = new Date().toISOString().slice(0, 10);
      const [found] = await balances([['id', '=', materialIds[material]]], today);
      return found?.quantity ?? 0;
    },
    async stockOn(day) {
      const found = new Map((await balances([], day)).map(({ id, quantity }) => [id, quantity]));
      return materialIds.map((id) => found.get(id) ?? 0);
    },
    async saveSupplier(name) {
      await create('party.party', [{ name, addresses: [['create', [{}]]] }]);
    },
    async savePurchase(purchase) {
      await addPurchases([purchase]);
    },
    saveProduction: async (production) => await addProductions([production]),
    stop,
  };
}

export const tryton: PeerKind = {
  name: 'Tryton',
  remark:
    "its purchase is a supplier shipment (created, received, done: three calls), without a bill; its production is created, waits, is assigned, run and done (five calls), and assigning checks the stock (a client that meets another one's lock is refused, which counts as not saved). One process with threads, as `trytond` starts.",
  install,
  start: async (folder) =>
    await onOwnPostgres(async (databaseUrl) => {
      const { url, stop } = await startServer(folder, databaseUrl);
      return await startPeer(url, stop);
    }),
};
