/** Returns to suppliers, which fix the supplier of the returned lots. */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import type { BlockingDocument } from '#contract/core/errors.ts';
import { piecesOf } from '../../core/db/pieces.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findBlocking } from '../names/documentLabels.ts';

/** Returns to a supplier, because of which lots cannot get another one: as a sentence, and for links. */
interface SupplierReturns {
  text: string;
  documents: BlockingDocument[];
}

/**
 * The returns to a supplier of some of these lots; undefined without one. Their items are locked, so
 * that no other return is recorded meanwhile.
 */
export async function findSupplierReturns(trx: Trx, lotIds: readonly number[]): Promise<SupplierReturns | undefined> {
  const returns = new Set<number>();
  for (const chunk of piecesOf(lotIds)) {
    const rows = await trx
      .selectFrom('adjustment as a')
      .select('a.id')
      .where('a.kind', '=', 'supplierReturn')
      .where('a.deleted_at', 'is', null)
      .where('a.id', 'in', (of) =>
        of
          .selectFrom('adjustment_line')
          .select('adjustment_id')
          .where('lot_id', 'in', chunk)
          .where('deleted_at', 'is', null),
      )
      .orderBy('a.adjustment_date')
      .orderBy('a.id')
      .execute();
    for (const { id } of rows) returns.add(id);
  }
  if (returns.size === 0) return undefined;
  const documents = await findBlocking(
    trx,
    [...returns].map((id) => ({ documentKind: 'adjustment', documentId: id })),
  );
  return { text: stockRefusals.supplierStays(documents.map(({ label }) => label)), documents };
}
