import { sql } from 'kysely';
import { executeKeyed, insertNumbered, listed } from '../db/statements.ts';
import type { Trx } from '../db/tables.ts';

/** Production rarely needs more lots; each further read multiplies the limit by this. */
const LOTS_AT_FIRST = 4;
const GROWTH = 4;
/** SQLite allows at most 500 terms in a compound select. */
const MATERIALS_AT_ONCE = 100;

export interface OpenLot {
  lotId: number;
  rawMaterialId: number;
  receivedOn: string;
  /** Thousandths that can still be taken. */
  available: number;
}

export interface Take {
  lotId: number;
  quantity: number;
}

/** Creates empty lots and returns their ids in order; movements fill them. */
export async function openLots(
  trx: Trx,
  lots: readonly { rawMaterialId: number; receivedOn: string }[],
): Promise<number[]> {
  return await insertNumbered(
    trx,
    'lot',
    lots.map((lot) => ({
      raw_material_id: lot.rawMaterialId,
      received_on: lot.receivedOn,
      received: 0,
      consumed: 0,
    })),
  );
}

/** Changes the date of receipt of lots. */
export async function redateLots(trx: Trx, lotIds: readonly number[], receivedOn: string): Promise<void> {
  if (lotIds.length === 0) return;
  await trx.updateTable('lot').set({ received_on: receivedOn }).where('id', 'in', lotIds).execute();
}

const columns = sql<OpenLot>`
  id as "lotId", raw_material_id as "rawMaterialId", received_on as "receivedOn", received - consumed as available`;

/** Lots by id, with their available quantity. */
export async function findLots(trx: Trx, lotIds: readonly number[]): Promise<OpenLot[]> {
  if (lotIds.length === 0) return [];
  const { rows } = await sql<OpenLot>`select ${columns} from lot where id in ${listed(lotIds)}`.execute(trx);
  return rows;
}

interface Search {
  rawMaterialId: number;
  /** Found so far, oldest first. */
  lots: OpenLot[];
  /** Thousandths still missing. */
  missing: number;
}

/** The next open lots of every searched material, in one statement with an index range per material. */
async function readFurther(trx: Trx, searches: readonly Search[], limit: number): Promise<OpenLot[]> {
  const walks = searches.map(({ rawMaterialId, lots }) => ({ rawMaterialId, last: lots.at(-1) }));
  const shape = `open lots ${walks.map(({ last }) => (last ? 'further' : 'first')).join()}`;
  const values = walks.flatMap(({ rawMaterialId, last }) =>
    last ? [rawMaterialId, last.receivedOn, last.lotId, limit] : [rawMaterialId, limit],
  );
  const { rows } = await executeKeyed(trx, shape, values, () => {
    const queries = walks.map(({ rawMaterialId, last }) => {
      const further = last ? sql`and (received_on, id) > (${last.receivedOn}, ${last.lotId})` : sql``;
      return sql`
        select * from (
          select ${columns} from lot
          where raw_material_id = ${rawMaterialId} and consumed < received ${further}
          order by received_on, id limit ${limit}) as oldest`;
    });
    return sql<OpenLot>`${sql.join(queries, sql` union all `)}`;
  });
  return rows.sort(oldestFirst);
}

/** The oldest open lots (inward date, then id) by material: as many as cover the `needed` quantity, or all. */
export async function findOpenLots(trx: Trx, needed: ReadonlyMap<number, number>): Promise<Map<number, OpenLot[]>> {
  const all = [...needed].map(([rawMaterialId, missing]): Search => ({ rawMaterialId, lots: [], missing }));
  for (let start = 0; start < all.length; start += MATERIALS_AT_ONCE) {
    let searches = all.slice(start, start + MATERIALS_AT_ONCE);
    for (let limit = LOTS_AT_FIRST; searches.length > 0; limit *= GROWTH) {
      const found = Map.groupBy(await readFurther(trx, searches, limit), (lot) => lot.rawMaterialId);
      for (const search of searches) {
        const lots = found.get(search.rawMaterialId) ?? [];
        search.lots.push(...lots);
        search.missing -= lots.reduce((sum, lot) => sum + lot.available, 0);
      }
      searches = searches.filter(
        ({ rawMaterialId, missing }) => missing > 0 && found.get(rawMaterialId)?.length === limit,
      );
    }
  }
  return new Map(all.map(({ rawMaterialId, lots }) => [rawMaterialId, lots]));
}

/** Orders lots by date of receipt, then by id (design §2). */
export function oldestFirst(a: OpenLot, b: OpenLot): number {
  if (a.receivedOn !== b.receivedOn) return a.receivedOn < b.receivedOn ? -1 : 1;
  return a.lotId - b.lotId;
}

/** Allocates `quantity` to lots in order and reduces their `available`. Throws if they hold too little. */
export function takeFrom(lots: readonly OpenLot[], quantity: number): Take[] {
  const takes: Take[] = [];
  let missing = quantity;
  for (const lot of lots) {
    const taken = Math.min(lot.available, missing);
    if (taken <= 0) continue;
    takes.push({ lotId: lot.lotId, quantity: taken });
    lot.available -= taken;
    missing -= taken;
  }
  if (missing > 0) throw new Error(`the lots hold ${missing} thousandths less than their balance says`);
  return takes;
}
