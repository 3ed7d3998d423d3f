/** Values of adjustments: opening stock at its prices, counts and write-offs at the cost of their lots. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { adjustmentEndpoints, adjustmentRecord } from '#contract/stock/adjustments/adjustments.ts';
import type { AdjustmentKind } from '#contract/documentStatus.ts';
import type { Engine } from '../../core/db/connect.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { listReader } from '../../core/lists/listing.ts';
import { findPrices, sumOfKnown, valueOf } from '../origins/costs.ts';
import { fromInteger } from '../origins/fractions.ts';
import { stockChangeOf } from './movements.ts';
import { adjustmentList, type Adjustment, type AdjustmentLine } from './queries.ts';

type ValuedAdjustment = z.output<typeof adjustmentRecord>;
type Query = z.output<typeof adjustmentEndpoints.totals.query>;
type Totals = z.output<typeof adjustmentEndpoints.totals.answer>;

interface Line extends Pick<AdjustmentLine, 'lotId' | 'quantity' | 'ledgerQuantity' | 'pricePerUnit'> {
  kind: AdjustmentKind;
}

/** True for lines that are valued at the cost of their lots. */
function isAtCost({ kind }: Line): boolean {
  return kind === 'count' || kind === 'writeOff';
}

/** The value of each line in paise, in order; null for returns, and where it is unknown. */
async function findValues(db: Database | Trx, lines: readonly Line[]): Promise<(number | null)[]> {
  const lotIds = lines.filter(isAtCost).map(({ lotId }) => lotId);
  const prices = await findPrices(db, lotIds);
  return lines.map((line) => {
    const { kind, lotId, pricePerUnit } = line;
    const change = stockChangeOf(kind, line).quantity;
    if (kind === 'opening') return valueOf(change, pricePerUnit === null ? undefined : fromInteger(pricePerUnit));
    if (!isAtCost(line)) return null;
    return change === 0 ? 0 : valueOf(change, prices.get(lotId));
  });
}

/** Adds values to adjustments, with as many statements as their lots are levels of runs deep. */
export async function withValues(db: Database | Trx, adjustments: readonly Adjustment[]): Promise<ValuedAdjustment[]> {
  const allLines = adjustments.flatMap(({ kind, lines }) => lines.map((line) => ({ ...line, kind })));
  const values = (await findValues(db, allLines)).values();
  return adjustments.map((adjustment) => {
    const lines = adjustment.lines.map((line) => ({ ...line, value: values.next().value ?? null }));
    const known = lines.flatMap(({ value }) => value ?? []);
    return { ...adjustment, lines, value: known.length === 0 ? null : sumOfKnown(known) };
  });
}

/** Adds the value to one adjustment. */
export async function withValue(db: Database | Trx, adjustment: Adjustment): Promise<ValuedAdjustment> {
  const [valued] = await withValues(db, [adjustment]);
  if (!valued) throw new Error('an adjustment without its value');
  return valued;
}

/** Reads the total value of adjustments that a query selects: the sums of the values in their list. */
export function adjustmentTotals(engine: Engine): (query: Query, snapshot: Trx) => Promise<Totals> {
  const read = listReader(engine, adjustmentList).rows(sql<{ id: number }>`a.id`);
  return async (query, snapshot) => {
    const adjustments = await read(query, snapshot);
    const lines = await inPieces<Line>(
      snapshot,
      'adjusted lines',
      adjustments.map(({ id }) => id),
      (chunk) => sql<Line>`
        select a.kind, j.lot_id as "lotId", j.quantity, j.ledger_quantity as "ledgerQuantity",
          j.price_per_unit as "pricePerUnit"
        from adjustment a join adjustment_line j on j.adjustment_id = a.id
        where a.id in ${chunk} and j.deleted_at is null and a.kind in ('opening', 'count', 'writeOff')`,
    );
    const values = await findValues(snapshot, lines);
    const sumWhere = (isIncluded: (line: Line) => boolean) =>
      sumOfKnown(lines.flatMap((line, index) => (isIncluded(line) ? (values[index] ?? null) : [])));
    return {
      count: adjustments.length,
      value: sumWhere(({ kind }) => kind === 'opening'),
      adjustedValue: sumWhere(isAtCost),
    };
  };
}
