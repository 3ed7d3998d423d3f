/** Records shared by random worlds of traced lots: suppliers with certificates, buyers and items. */
import { certificateBody } from '#contract/prove/certificates/certificates.ts';
import type { ItemPart } from '#contract/stock/stock.ts';
import { insertUser } from '#server/core/auth/accounts.ts';
import type { Store } from '#server/core/db/connect.ts';
import { certificateDocument } from '#server/prove/certificates/actions.ts';
import { updateItem } from '#server/stock/lots/actions.ts';
import { buyers } from '#server/masters/buyers.ts';
import { categories } from '#server/masters/categories.ts';
import { materials } from '#server/masters/materials.ts';
import { products } from '#server/masters/products.ts';
import { suppliers } from '#server/masters/suppliers.ts';
import { masterActions } from '#server/core/records/crudRoutes.ts';
import type { Write } from '#server/core/records/write.ts';
import { writeIn } from '#server/stock/documents/movedStock.ts';
import { findItemIds } from '#server/stock/ledger/items.ts';
import type { Actor } from '#server/core/records/journal.ts';
import { certificateFields } from '#test/factories.ts';
import { certifiedSchemes, supplierNames, type Certified } from './certifiedSchemes.ts';

/** Item of a lot. */
export interface TracedItem {
  rawMaterialId: number | null;
  productId: number | null;
  unit: string;
  /** Weight of one unit. */
  milligrams: number;
  part: ItemPart;
  /** How much more than went in may come out as it, in thousandths of a percent. */
  maxGain: number;
}

/** Records shared by all worlds. */
export interface Ground {
  actor: Actor;
  /** By their names. */
  suppliers: ReadonlyMap<number, string>;
  buyerIds: number[];
  materials: TracedItem[];
  products: TracedItem[];
}

const masses: readonly [unit: string, milligrams: number, part: ItemPart][] = [
  ['kg', 1_000_000, 'ingredient'],
  ['g', 1000, 'ingredient'],
  ['piece', 12_345, 'packaging'],
  ['kg', 1_000_000, 'salt'],
];
const made: readonly [unit: string, milligrams: number, maxGain: number][] = [
  ['kg', 1_000_000, 0],
  ['jar', 200_000, 7500],
  ['pouch', 33_333, 60_000],
];

/** Sets what an item is in a recipe, and what one unit of it weighs. */
async function setItem(write: Write, item: TracedItem): Promise<void> {
  const [itemId = 0] = await findItemIds(write.trx, [item]);
  await updateItem(write, itemId, {
    itemId,
    gramsPerUnit: item.milligrams,
    part: item.part,
    balanceTolerancePercent: null,
    maxGainPercent: item.maxGain,
    reorderLevel: null,
    batchPattern: '',
    shelfLifeDays: null,
    gtin: '',
    updatedAt: undefined,
  });
}

/** Suppliers, buyers and items of several units and parts, which every world leaves as it found them. */
export async function makeGround({ db }: Store): Promise<Ground> {
  return await db.transaction().execute(async (trx) => {
    const when = '2026-11-20T00:00:00.000Z';
    const user = { fullName: 'Trace', email: 'trace@example.in', phone: '', userRole: 'admin', status: 1 } as const;
    const { userId } = await insertUser(trx, { ...user, passwordHash: '-' }, when);
    const write = writeIn(trx, { userId, at: when });
    const party = (name: string) => ({ name, email: '', gstinNumber: '', phone: '9811111112', address: '', status: 1 });
    const ground: Ground = {
      actor: write.actor,
      suppliers: new Map(),
      buyerIds: [],
      materials: [],
      products: [],
    };
    const supplierIds = new Map<string, number>();
    for (const name of supplierNames) {
      const { create: addSupplier } = masterActions<{ updatedAt: string; supplierId: number }>(suppliers);
      supplierIds.set(name, (await addSupplier(write, party(`Supplier ${name}`))).supplierId);
    }
    for (const name of ['A', 'B']) {
      const { create: addBuyer } = masterActions<{ updatedAt: string; buyerId: number }>(buyers);
      ground.buyerIds.push((await addBuyer(write, party(`Buyer ${name}`))).buyerId);
    }
    const { create: addCategory } = masterActions<{ updatedAt: string; categoryId: number }>(categories);
    const { categoryId } = await addCategory(write, { name: 'Traced', description: '', status: 1 });
    for (const [index, [unit, milligrams, part]] of masses.entries()) {
      const fields = { name: `Traced ${index}`, description: '', unit, categoryId: null, minProductionQuantity: 1 };
      const { create } = masterActions<{ updatedAt: string; rawMaterialId: number }>(materials);
      const { rawMaterialId } = await create(write, fields);
      const item = { rawMaterialId, productId: null, unit, milligrams, part, maxGain: 0 };
      await setItem(write, item);
      ground.materials.push(item);
    }
    for (const [index, [unit, milligrams, maxGain]] of made.entries()) {
      const { create } = masterActions<{ updatedAt: string; productId: number }>(products);
      const fields = { name: `Made ${index}`, description: '', unit, categoryId, price: 100 };
      const { productId } = await create(write, fields);
      const item = { rawMaterialId: null, productId, unit, milligrams, part: 'ingredient' as const, maxGain };
      await setItem(write, item);
      ground.products.push(item);
    }
    const certify = async (supplierId: number, over: object) => {
      const certificate = certificateFields(supplierId, { file: undefined, ...over });
      await certificateDocument.create(write, certificateBody.parse(certificate));
    };
    for (const [scheme, { suppliers: certified, products: units }] of Object.entries<Certified>(certifiedSchemes)) {
      for (const name of certified) await certify(supplierIds.get(name) ?? 0, { scheme });
      const own = ground.products.filter(({ unit }) => units.includes(unit));
      await certify(0, {
        holder: 'own',
        supplierId: undefined,
        scheme,
        allItems: false,
        itemIds: await findItemIds(trx, own),
      });
    }
    ground.suppliers = new Map([...supplierIds].map(([name, supplierId]) => [supplierId, name]));
    return ground;
  });
}
