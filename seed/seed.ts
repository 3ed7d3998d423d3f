/**
 * Fills a database with the requested amounts, deterministically by seed. It uses the functions of normal entry, so the
 * ledger's rules hold and every document has its event; only the days are in the past and a whole day is recorded at
 * once (docs/decisions/029).
 */
import type { BuyerRecord } from '#contract/masters/buyers.ts';
import type { CategoryRecord } from '#contract/masters/categories.ts';
import type { MaterialRecord } from '#contract/masters/materials.ts';
import type { ProductRecord } from '#contract/masters/products.ts';
import type { SupplierRecord } from '#contract/masters/suppliers.ts';
import { sql } from 'kysely';
import { findRecordTables } from '#server/core/db/rowCounts.ts';
import { inTransaction } from '#server/core/db/transaction.ts';
import { piecesOf } from '#server/core/db/pieces.ts';
import type { Database, Trx } from '#server/core/db/tables.ts';
import { adjustmentDocument } from '#server/stock/adjustments/actions.ts';
import { createFinishedGood } from '#server/make/goods/actions.ts';
import type { Write } from '#server/core/records/write.ts';
import { writeIn } from '#server/stock/documents/movedStock.ts';
import { inwardDocument } from '#server/buy/inward/actions.ts';
import { buyers } from '#server/masters/buyers.ts';
import { categories } from '#server/masters/categories.ts';
import { masterActions } from '#server/core/records/crudRoutes.ts';
import { markDeleted } from '#server/core/records/crudQueries.ts';
import { materials } from '#server/masters/materials.ts';
import { products } from '#server/masters/products.ts';
import { suppliers } from '#server/masters/suppliers.ts';
import { createProductions } from '#server/make/production/actions.ts';
import { timestampAt } from '#server/core/calendar.ts';
import { addUser } from '#server/office/users/actions.ts';
import { claimInstallation, insertUser } from '#server/core/auth/accounts.ts';
import { changeItem, findItemIds } from '#server/stock/ledger/items.ts';
import { days, type Amounts, type Day, type Trade } from './days.ts';
import type { Family } from './making.ts';
import { recordMade } from './recordMade.ts';
import { SeededRandom } from './seededRandom.ts';
import {
  buyerBodies,
  categoryBodies,
  familyBodies,
  materialBodies,
  productBodies,
  saltBody,
  supplierBodies,
  userBodies,
} from './masters.ts';

interface SeedOptions extends Amounts {
  materials: number;
  suppliers: number;
  users: number;
  seed: number;
  timeZone: string;
  /** The password hash of all accounts. */
  passwordHash: string;
  /** Called with the progress. */
  onProgress: (done: number, total: number) => void;
}

interface Seeded {
  /** The addresses of the accounts; the first is an administrator. */
  accounts: string[];
}

const MINUTE_MS = 60_000;
const MASTERS_PER_BATCH = 500;
const LINES_OF_A_RUN = 20;
/** The day before the first invoice. */
const MASTERS_DAY = '2021-03-31';

/** Relative effort per record; a production is 1. */
const PRODUCTS_PER_FAMILY = 3;
const RUNS_PER_FAMILY = 25;
const MAX_FAMILIES = 40;
/** More than all runs take, in thousandths: there is one lot of it, which goes into everything. */
const SALT = 1_000_000_000;
const SALT_PAISE = 1800;
/** Settings of an item without any. */
const nothingSaid = {
  part: 'ingredient' as const,
  balanceTolerancePercent: null,
  reorderLevel: null,
  batchPattern: '',
  shelfLifeDays: null,
  gtin: '',
};

const effort = { master: 5, inwardLine: 3, run: 20, good: 6 };
const EFFORT_PER_BATCH = 1000;

function effortOf({ inwards, productions, made, goods }: Day): number {
  const lines = inwards.reduce((sum, { rawMaterials }) => sum + rawMaterials.length, 0);
  return lines * effort.inwardLine + productions.length + made.runs.length * effort.run + goods.length * effort.good;
}

/** The tables with rows, deleted ones included. */
export async function findFilledTables(db: Database): Promise<string[]> {
  const filled: string[] = [];
  for (const table of await findRecordTables(db)) {
    const { rows } = await sql`select id from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) filled.push(table);
  }
  return filled;
}

async function largestId(db: Database, table: 'finished_good' | 'app_user'): Promise<number> {
  const row = await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

class Seeding {
  readonly #db: Database;
  readonly #options: SeedOptions;
  readonly #total: number;
  readonly #recorder: number;
  #midnight = { date: '', at: 0 };
  #done = 0;

  constructor(db: Database, options: SeedOptions, recorder: number, masters: number) {
    this.#db = db;
    this.#options = options;
    this.#recorder = recorder;
    this.#total =
      masters * effort.master +
      options.inwardLines * effort.inwardLine +
      options.runs * effort.run +
      options.goods * effort.good +
      options.productions;
  }

  #writeAt(trx: Trx, date: string, minutes: number): Write {
    // Time zone conversion is slow, so it is done once per day.
    if (this.#midnight.date !== date) {
      this.#midnight = { date, at: Date.parse(timestampAt(date, 0, this.#options.timeZone)) };
    }
    const at = new Date(this.#midnight.at + minutes * MINUTE_MS).toISOString();
    return writeIn(trx, { userId: this.#recorder, at });
  }

  #progress(work: number): void {
    this.#done += work;
    this.#options.onProgress(this.#done, this.#total);
  }

  /** Records masters in batched transactions and returns them. */
  async masters<Body, Row>(
    bodies: readonly Body[],
    create: (write: Write, body: Body) => Promise<Row>,
  ): Promise<Row[]> {
    const made: Row[] = [];
    for (const chunk of piecesOf(bodies, MASTERS_PER_BATCH)) {
      const rows = await inTransaction(this.#db, async (trx) => {
        const recorded: Row[] = [];
        for (const [index, body] of chunk.entries()) {
          recorded.push(await create(this.#writeAt(trx, MASTERS_DAY, 540 + index), body));
        }
        return recorded;
      });
      made.push(...rows);
      this.#progress(chunk.length * effort.master);
    }
    return made;
  }

  /** Opens the lot of salt that goes into every run. */
  async openSalt(rawMaterialId: number): Promise<void> {
    await inTransaction(this.#db, async (trx) => {
      const line = { lotId: undefined, dispatchLineId: undefined, rawMaterialId, productId: null, quantity: SALT };
      const lot = { code: '', expiresOn: null, pricePerUnit: SALT_PAISE, reason: '' };
      const adjustment = { kind: 'opening' as const, date: MASTERS_DAY, reason: '', supplierId: null };
      await adjustmentDocument.create(this.#writeAt(trx, MASTERS_DAY, 1200), {
        ...adjustment,
        lines: [{ ...line, ...lot }],
      });
    });
  }

  /** Records days in batched transactions of a few thousand rows. */
  async days(all: Iterable<Day>): Promise<void> {
    let some: Day[] = [];
    let waiting = 0;
    const record = async () => {
      await inTransaction(this.#db, async (trx) => {
        for (const day of some) await this.#recordDay(trx, day);
      });
      this.#progress(waiting);
      some = [];
      waiting = 0;
    };
    for (const day of all) {
      some.push(day);
      waiting += effortOf(day);
      if (waiting >= EFFORT_PER_BATCH) await record();
    }
    if (some.length > 0) await record();
  }

  async #recordDay(trx: Trx, { date, inwards, productions, made, goods }: Day): Promise<void> {
    for (const [index, inward] of inwards.entries()) {
      await inwardDocument.create(this.#writeAt(trx, date, 600 + index), inward);
    }
    for (const chunk of piecesOf(productions, LINES_OF_A_RUN)) {
      await createProductions(this.#writeAt(trx, date, 960), chunk);
    }
    await recordMade((minutes) => this.#writeAt(trx, date, minutes), date, made);
    for (const good of goods) await createFinishedGood(this.#writeAt(trx, date, 1020), good, date);
  }
}

/**
 * The recording user in the ledger and history of seeded rows. Created as deleted and without a password, so that setup
 * still creates the first administrator.
 */
async function addRecorder(db: Database, seed: number, timeZone: string): Promise<number> {
  const at = timestampAt(MASTERS_DAY, 0, timeZone);
  return await inTransaction(db, async (trx) => {
    const recorder = { fullName: `Seed ${seed}`, email: '', phone: '', userRole: 'manager', status: 0 } as const;
    const { userId } = await insertUser(trx, { ...recorder, passwordHash: '-' }, at);
    await markDeleted(trx, 'app_user', userId, at);
    return userId;
  });
}

/** The products of each family, which were made one after the other. */
function familiesOf(productIds: readonly number[]): Family[] {
  return productIds.flatMap((bulk, index) => {
    const [jar, box] = productIds.slice(index + 1, index + PRODUCTS_PER_FAMILY);
    return index % PRODUCTS_PER_FAMILY === 0 && jar !== undefined && box !== undefined ? [{ bulk, jar, box }] : [];
  });
}

/** Fills a migrated database. */
export async function seedDatabase(db: Database, options: SeedOptions): Promise<Seeded> {
  const random = new SeededRandom(options.seed);
  const count = {
    categories: Math.min(60, Math.max(4, Math.ceil(options.materials / 200))),
    products: Math.max(5, Math.ceil(options.goods / 100), Math.ceil(options.materials / 50)),
    buyers: options.suppliers,
    families: options.runs === 0 ? 0 : Math.min(MAX_FAMILIES, Math.ceil(options.runs / RUNS_PER_FAMILY)),
  };
  const goodsBefore = await largestId(db, 'finished_good');
  const people = userBodies(options.users, (await largestId(db, 'app_user')) + 1);
  const recorder = await addRecorder(db, options.seed, options.timeZone);
  const masters =
    options.users +
    options.suppliers +
    options.materials +
    count.categories +
    count.products +
    count.buyers +
    count.families * PRODUCTS_PER_FAMILY +
    (options.runs > 0 ? 1 : 0);
  const seeding = new Seeding(db, options, recorder, masters);

  await seeding.masters(people, async (write, person) => {
    await claimInstallation(write.trx, write.actor.at);
    await addUser(write, { ...person, passwordHash: options.passwordHash });
  });
  const supplierActions = masterActions<SupplierRecord>(suppliers);
  const materialActions = masterActions<MaterialRecord>(materials);
  const categoryActions = masterActions<CategoryRecord>(categories);
  const productActions = masterActions<ProductRecord>(products);
  const buyerActions = masterActions<BuyerRecord>(buyers);
  const buyerRows = await seeding.masters(buyerBodies(random, count.buyers), buyerActions.create);
  const categoryIds = (await seeding.masters(categoryBodies(random, count.categories), categoryActions.create)).map(
    ({ categoryId }) => categoryId,
  );
  const productRows = await seeding.masters(productBodies(random, count.products, categoryIds), productActions.create);
  const bought = await seeding.masters(materialBodies(random, options.materials), async (write, { body, price }) => ({
    record: await materialActions.create(write, body),
    price,
  }));
  const [salt] = await seeding.masters(options.runs > 0 ? [saltBody] : [], materialActions.create);
  const familyRows = await seeding.masters(
    familyBodies(count.families, categoryIds[0] ?? 0),
    async (write, { body, milligrams }) => {
      const { productId } = await productActions.create(write, body);
      const [itemId = 0] = await findItemIds(write.trx, [{ rawMaterialId: null, productId }]);
      if (milligrams !== null)
        await changeItem(write.trx, itemId, { ...nothingSaid, gramsPerUnit: milligrams, at: write.actor.at });
      return productId;
    },
  );
  const trade: Trade = {
    suppliers: await seeding.masters(supplierBodies(random, options.suppliers), supplierActions.create),
    materials: bought,
    productIds: productRows.map(({ productId }) => productId),
    goodsBefore,
    making: salt && {
      families: familiesOf(familyRows),
      saltId: salt.rawMaterialId,
      buyerIds: buyerRows.map(({ buyerId }) => buyerId),
      goodsBefore,
    },
  };
  if (salt) await seeding.openSalt(salt.rawMaterialId);
  await seeding.days(days(random, trade, options));
  return { accounts: people.map(({ email }) => email) };
}
