/** Which differences of a count post themselves, and which wait for the office (docs/domain.md, Access). */
import { sql } from 'kysely';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { countedLotColumns, findBeyond, type CountedLot } from './beyondTolerance.ts';
import type { PreparedLine } from './lotOfLine.ts';

/** Whether a line of a count waits for the office (`findBeyond`). The items of the lines are locked. */
export async function isBeyondTolerance(trx: Trx, prepared: readonly PreparedLine[]): Promise<boolean> {
  const differing = prepared.filter(({ line, ledgerQuantity }) => line.quantity !== ledgerQuantity);
  const lots = await inPieces(
    trx,
    'tolerances of counted lots',
    differing.flatMap(({ lot }) => lot?.lotId ?? []),
    (chunk) => sql<CountedLot>`
      select l.id as "lotId", ${countedLotColumns} from lot l join item i on i.id = l.item_id where l.id in ${chunk}`,
  );
  const lotOf = new Map(lots.map((lot) => [lot.lotId, lot]));
  return differing.some(
    ({ lot, line, ledgerQuantity }) =>
      findBeyond(lotOf.get(lot?.lotId ?? 0), line.quantity, ledgerQuantity ?? 0) !== null,
  );
}
