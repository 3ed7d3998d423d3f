/** Warnings for an inward: its invoice number, and the quantities and prices of its materials. */
import { sql } from 'kysely';
import { invoiceNumberWarnings, priceWarnings, quantityWarnings } from '#contract/stock/warnings/warningRules.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import { foldCase } from '../../core/db/fold.ts';
import { param, prepared } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { findLastLines } from '../../stock/ledger/lastLines.ts';
import type { Inward } from './queries.ts';

const inwardsWithNumber = prepared<{ inwardId: number; inwardDate: string }>(
  () => sql`
    select id as "inwardId", inward_date as "inwardDate" from inward
    where supplier_id = ${param('supplierId')} and fold(invoice_number) = ${param('folded')}
      and id <> ${param('exceptId')} and deleted_at is null
    order by inward_date desc, id desc`,
);

/** The newest other inward of a supplier with this invoice number, ignoring case. */
export async function findInvoiceNumberUse(
  db: Database | Trx,
  supplierId: number,
  invoiceNumber: string,
  exceptId = 0,
): Promise<{ inwardId: number; inwardDate: string } | null> {
  const [newest = null] = await inwardsWithNumber(db, { supplierId, folded: foldCase(invoiceNumber), exceptId });
  return newest;
}

/** The warnings for a saved inward. */
export async function findWarnings(trx: Trx, inward: Inward): Promise<Warning[]> {
  const { inwardId, supplierId, invoiceNumber, inwardDate, rawMaterials } = inward;
  const ids = rawMaterials.map((line) => line.rawMaterialId);
  const lastLines = await findLastLines(trx, ids, { exceptId: inwardId, until: inwardDate });
  const ofLines = rawMaterials.flatMap(({ rawMaterialId, quantity, pricePerUnit, unit }, index) => {
    const last = lastLines.get(rawMaterialId);
    return [
      ...quantityWarnings(`rawMaterials.${index}.quantity`, quantity, last?.quantity, unit),
      ...priceWarnings(`rawMaterials.${index}.pricePerUnit`, pricePerUnit, last?.pricePerUnit),
    ];
  });
  return [...invoiceNumberWarnings(await findInvoiceNumberUse(trx, supplierId, invoiceNumber, inwardId)), ...ofLines];
}
