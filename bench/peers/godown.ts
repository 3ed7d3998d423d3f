/** Godown itself, through the same jobs: by the calls of its screens. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { TOTAL_COUNT_HEADER } from '#contract/core/lists.ts';
import { inwardFields, runFields, supplierFields } from '#test/factories.ts';
import { startGodown } from '../godown.ts';
import { type Data, type Document, type Purchase } from './data.ts';
import { onOwnPostgres, type Page, type Peer, type PeerKind, Refused, send } from './peer.ts';

const CONFLICT = 409;

const lists = z.array(z.unknown());
const runs = z.array(z.object({ inputs: lists }));
const inward = z.object({ rawMaterials: lists });
const stock = z.object({ balanceQty: z.number() });
const stocks = z.array(z.object({ rawMaterialId: z.int(), balanceQty: z.number() }));

/** Starts it on SQLite in the folder, or on the PostgreSQL at the address. */
async function startOn(folder: string, engine: string, databaseUrl?: string): Promise<Peer> {
  const { url, headers, stop } = await startGodown({ productions: 0, folder, databaseUrl });
  const materialIds: number[] = [];
  const supplierIds: number[] = [];
  const purchaseIds: number[] = [];

  const get = async (path: string) => await send(`${url}/api${path}`, headers);
  async function add(path: string, body: unknown, id: string): Promise<number> {
    const { json } = await send(`${url}/api${path}`, { ...headers, 'idempotency-key': randomUUID() }, body);
    return z.looseObject({ [id]: z.int() }).parse(json)[id] ?? 0;
  }
  async function page(path: string): Promise<Page & { json: unknown }> {
    const answer = await get(path);
    const total = Number(answer.headers.get(TOTAL_COUNT_HEADER));
    return { rows: lists.parse(answer.json).length, total, json: answer.json };
  }
  const addPurchase = async ({ supplier, number, day, lines }: Purchase) => {
    const entered = lines.map(({ material, quantity }): [number, number] => [materialIds[material] ?? 0, quantity]);
    const over = { invoiceNumber: number, inwardDate: day };
    return await add('/inward', inwardFields(supplierIds[supplier] ?? 0, entered, over), 'inwardId');
  };
  const addProduction = async ({ day, lines }: Document) => {
    const inputs = lines.map(({ material, quantity }) => ({ rawMaterialId: materialIds[material], quantity }));
    await add('/production-runs', runFields(inputs, { productionDate: day }), 'runId');
  };

  return {
    name: `Godown, ${engine}`,
    async seed({ materials, suppliers, purchases, productions }: Data) {
      for (const name of materials) {
        materialIds.push(await add('/materials', { name, unit: 'kg', minProductionQuantity: 1 }, 'rawMaterialId'));
      }
      for (const name of suppliers) {
        supplierIds.push(await add('/suppliers', supplierFields({ name }), 'supplierId'));
      }
      for (const purchase of purchases) purchaseIds.push(await addPurchase(purchase));
      for (const production of productions) await addProduction(production);
    },
    async materials(number, term = '') {
      const { rows, total } = await page(`/materials?page=${number}&pageSize=15&search=${term}`);
      return { rows, total };
    },
    async productions(number) {
      const { json, total } = await page(`/production-runs?page=${number}&pageSize=15`);
      return { rows: runs.parse(json).flatMap(({ inputs }) => inputs).length, total };
    },
    async purchase(index) {
      const { json } = await get(`/inward/${purchaseIds[index] ?? 0}`);
      return inward.parse(json).rawMaterials.length;
    },
    async stockOf(material) {
      const { json } = await get(`/Production/get-rawmaterial-stock/${materialIds[material] ?? 0}`);
      return stock.parse(json).balanceQty;
    },
    async stockOn(day) {
      const { json } = await get(`/stock-on/items?asOn=${day}&kind=rawMaterial`);
      const balances = new Map(stocks.parse(json).map(({ rawMaterialId, balanceQty }) => [rawMaterialId, balanceQty]));
      return materialIds.map((id) => balances.get(id) ?? 0);
    },
    async saveSupplier(name) {
      await add('/suppliers', supplierFields({ name }), 'supplierId');
    },
    async savePurchase(purchase) {
      await addPurchase(purchase);
    },
    async saveProduction(production) {
      try {
        await addProduction(production);
        return true;
      } catch (error) {
        if (error instanceof Refused && error.status === CONFLICT) return false;
        throw error;
      }
    },
    stop,
  };
}

const remark = `its purchase is an inward with a bill; it keeps each lot's balance, a history of every change and the rule that nothing goes below zero.`;

export const godownOnSqlite: PeerKind = {
  name: 'Godown on SQLite',
  remark,
  install: () => Promise.resolve(),
  start: async (folder) => await startOn(folder, 'SQLite'),
};

export const godownOnPostgres: PeerKind = {
  name: 'Godown on PostgreSQL',
  remark: 'the same, on the PostgreSQL that the tests bring.',
  install: () => Promise.resolve(),
  start: async (folder) => await onOwnPostgres(async (databaseUrl) => await startOn(folder, 'PostgreSQL', databaseUrl)),
};
