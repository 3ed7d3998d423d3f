/**
 * Allocation without chosen lots, in the order of contract/stock/lots/allocationOrder.ts (docs/domain.md, Allocation). Lots on hold
 * or recalled are never allocated.
 */
import { sql } from 'kysely';
import {
  allocateInOrder,
  compareAllocationKeys,
  inAllocationOrder,
  allocationOrder,
  type AllocationKey,
} from '#contract/stock/lots/allocationOrder.ts';
import { piecesOf } from '../../core/db/pieces.ts';
import { executeKeyed } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { allocationColumns } from './allocationOrder.ts';

/** Most quantities are covered by fewer lots; each further read multiplies the limit by this. */
const LOTS_AT_FIRST = 4;
const GROWTH = 4;
/** SQLite allows at most 500 terms in a compound select. */
const SCANS_PER_BATCH = 100;

export interface OpenLot extends AllocationKey {
  /** Thousandths that can still be allocated. */
  available: number;
}

export interface Allocation {
  lotId: number;
  quantity: number;
}

/** Required quantity of an item on a day; thousandths. */
interface Requested {
  itemId: number;
  day: string;
  quantity: number;
}

interface LotScan extends Requested {
  /** Read so far, in their order. */
  lots: OpenLot[];
  isExhausted: boolean;
}

type Range = 'unexpired' | 'expired';

const keyColumns = allocationColumns('lot');
const keyValues = (lot: AllocationKey) => allocationOrder.map((field) => lot[field]);

/** The next open lots of each scan, in one statement with an index range per scan. */
async function readFurther(trx: Trx, range: Range, scans: readonly LotScan[], limit: number): Promise<OpenLot[][]> {
  const lasts = scans.map(({ lots }) => lots.at(-1));
  const shape = `open lots ${range} ${lasts.map((last) => (last ? 'further' : 'first')).join()}`;
  const values = scans.flatMap(({ itemId, day }, index) => {
    const last = lasts[index];
    return [index, itemId, day, ...(last ? keyValues(last) : []), limit];
  });
  const { rows } = await executeKeyed(trx, shape, values, () => {
    const queries = scans.map(({ itemId, day }, index) => {
      const last = lasts[index];
      const further = last ? sql`and (${keyColumns}) > (${sql.join(keyValues(last))})` : sql``;
      return sql`
        select * from (
          select cast(${index} as integer) as scan, id as "lotId", received_on as "receivedOn",
            use_by as "useBy", on_hand as available
          from lot
          where item_id = ${itemId} and on_hand > 0 and state = 'released'
            and ${range === 'unexpired' ? sql`use_by >= ${day}` : sql`use_by < ${day}`} ${further}
          order by ${keyColumns} limit ${limit}) as next`;
    });
    return sql<OpenLot & { scan: number }>`${sql.join(queries, sql` union all `)}`;
  });
  const byScan = Map.groupBy(rows, ({ scan }) => scan);
  return scans.map((_, index) =>
    (byScan.get(index) ?? []).map(({ scan: __, ...lot }) => lot).sort(compareAllocationKeys),
  );
}

function sumOf(lots: readonly OpenLot[]): number {
  return lots.reduce((sum, { available }) => sum + available, 0);
}

/** Reads further lots until `isEnough` or there are no more. */
async function scanUntil(
  trx: Trx,
  range: Range,
  all: readonly LotScan[],
  isEnough: (scan: LotScan) => boolean,
): Promise<void> {
  for (const chunk of piecesOf(all, SCANS_PER_BATCH)) {
    let scans = chunk;
    for (let limit = LOTS_AT_FIRST; scans.length > 0; limit *= GROWTH) {
      const lotsOfScans = await readFurther(trx, range, scans, limit);
      for (const [index, scan] of scans.entries()) {
        const lots = lotsOfScans[index] ?? [];
        // Not spread: the number of arguments of a call is limited.
        for (const lot of lots) scan.lots.push(lot);
        scan.isExhausted = lots.length < limit;
      }
      scans = scans.filter((scan) => !scan.isExhausted && !isEnough(scan));
    }
  }
}

const received = ({ lots, day }: LotScan) => lots.filter((lot) => lot.receivedOn <= day);

/**
 * The lots to allocate each quantity from, in their order: as many as cover it, or all available ones. Their items are
 * locked, and all entries of one item and day must have the same quantity. A lot in several answers is the same object,
 * so that a quantity allocated to one is missing for the others.
 */
export async function findOpenLots(trx: Trx, requested: readonly Requested[]): Promise<OpenLot[][]> {
  const scanOf = (each: Requested): LotScan => ({ ...each, lots: [], isExhausted: false });
  const keyOf = ({ itemId, day }: Requested) => `${itemId} ${day}`;
  const byKey = new Map(requested.map((each) => [keyOf(each), scanOf(each)]));
  const scans = [...byKey.values()];
  await scanUntil(trx, 'unexpired', scans, (scan) => sumOf(received(scan)) >= scan.quantity);
  const short = scans.filter((scan) => sumOf(scan.lots) < scan.quantity);
  const expired = new Map(short.map((scan) => [scan, scanOf({ ...scan, quantity: scan.quantity - sumOf(scan.lots) })]));
  await scanUntil(trx, 'expired', [...expired.values()], (scan) => sumOf(scan.lots) >= scan.quantity);
  const lotById = new Map<number, OpenLot>();
  const sharedLot = (lot: OpenLot): OpenLot => {
    const shared = lotById.get(lot.lotId) ?? lot;
    lotById.set(lot.lotId, shared);
    return shared;
  };
  const inOrder = (scan: LotScan) =>
    inAllocationOrder([...scan.lots, ...(expired.get(scan)?.lots ?? [])], scan.day, (lot) => lot).map(sharedLot);
  const lotsOf = new Map([...byKey].map(([key, scan]) => [key, inOrder(scan)]));
  return requested.map((each) => lotsOf.get(keyOf(each)) ?? []);
}

/** Allocates `quantity` from lots in their order and reduces their `available`; `missing` is the rest. */
export function allocateFrom(
  lots: readonly OpenLot[],
  quantity: number,
): { allocations: Allocation[]; missing: number } {
  const allocated = allocateInOrder(lots, quantity, ({ available }) => available);
  let missing = quantity;
  for (const each of allocated) {
    each.lot.available -= each.quantity;
    missing -= each.quantity;
  }
  return { allocations: allocated.map(({ lot: { lotId }, quantity: own }) => ({ lotId, quantity: own })), missing };
}
