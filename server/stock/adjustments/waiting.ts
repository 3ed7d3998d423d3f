/** The lines of a count that waits for the office: stored beside the adjustment, since they move nothing. */
import { insertNumbered } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import type { PreparedLine } from './lotOfLine.ts';

/** Stores the lines of a count that waits. */
export async function addWaitingLines(trx: Trx, id: number, prepared: readonly PreparedLine[]): Promise<void> {
  const rows = prepared.map(({ line, lot, itemId, ledgerQuantity }, position) => ({
    adjustment_id: id,
    position,
    item_id: itemId,
    lot_id: lot?.lotId ?? null,
    code: line.code,
    expires_on: line.expiresOn,
    quantity: line.quantity,
    ledger_quantity: ledgerQuantity ?? 0,
    reason: line.reason,
  }));
  await insertNumbered(trx, 'waiting_line', rows);
}

/** Removes the lines of a count that no longer waits. */
export async function removeWaitingLines(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('waiting_line').where('adjustment_id', '=', id).execute();
}
