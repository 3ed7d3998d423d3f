/** Lots that runs and dispatches take after their expiry date (docs/domain.md, After its date). */
import { sql } from 'kysely';
import type { FieldErrors } from '#contract/core/errors.ts';
import { expiredText, type AfterExpiry, type ExpiredLot } from '#contract/stock/lots/afterExpiry.ts';
import { afterExpiryWarning } from '#contract/stock/warnings/warningRules.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict } from '../../core/http/errors.ts';
import type { ItemReference } from '../ledger/items.ts';
import { nameOfItem, withMasters } from '../names/itemNames.ts';

/** A quantity that a line of a document takes from a lot after its date, in thousandths. */
export interface ExpiredUse extends ExpiredLot, ItemReference {
  lineId: number;
  lotId: number;
  quantity: number;
  rule: AfterExpiry;
}

interface Taking {
  kind: 'run' | 'dispatch';
  id: number;
}

/** The fields of a use in a body. */
type FieldsOf = (use: ExpiredUse) => readonly string[];

/** The quantities that a run or a dispatch takes after the expiry date of a lot, in the order of its lines. */
export async function findExpiredUses(trx: Trx, { kind, id }: Taking): Promise<ExpiredUse[]> {
  const { rows } = await sql<ExpiredUse>`
    select v.line_id as "lineId", l.id as "lotId", l.code as "lotCode", ${nameOfItem} as "itemName",
      i.raw_material_id as "rawMaterialId", i.product_id as "productId", l.expires_on as "expiresOn",
      i.after_expiry as rule, cast(-sum(v.quantity) as bigint) as quantity
    from movement v join lot l on l.id = v.lot_id join item i on i.id = l.item_id ${withMasters}
    where v.document_kind = ${kind} and v.document_id = ${id} and v.occurred_on > l.expires_on
    group by v.line_id, l.id, l.code, ${nameOfItem}, i.raw_material_id, i.product_id, l.expires_on, i.after_expiry
    having sum(v.quantity) <> 0 order by v.line_id, l.id`.execute(trx);
  return rows;
}

function quantityOf(uses: readonly ExpiredUse[], lotId: number): number {
  return uses.reduce((sum, use) => (use.lotId === lotId ? sum + use.quantity : sum), 0);
}

interface Change {
  before: readonly ExpiredUse[];
  /** Before and after the change. */
  reasons: readonly [before: string, after: string];
  fieldsOf: FieldsOf;
}

/**
 * Throws 409 at each line of a saved document that takes more of a lot after its date than before, where its item refuses
 * that, or needs a reason and there is none; also where a reason that is still needed was removed. Returns what it takes so.
 */
export async function refuseExpiredUses(
  trx: Trx,
  taking: Taking,
  { before, reasons, fieldsOf }: Change,
): Promise<ExpiredUse[]> {
  const uses = await findExpiredUses(trx, taking);
  const [reasonBefore, reason] = reasons;
  const refused = uses.filter(({ lotId, rule }) => {
    const isMore = quantityOf(uses, lotId) > quantityOf(before, lotId);
    if (rule === 'refuse') return isMore;
    return rule === 'reason' && reason === '' && (isMore || reasonBefore !== '');
  });
  if (refused.length === 0) return uses;
  const errors: FieldErrors = {};
  const sentenceOf = (use: ExpiredUse) => expiredText(use.rule, false, use);
  for (const use of refused) for (const field of fieldsOf(use)) errors[field] ??= [sentenceOf(use)];
  throw conflict([...new Set(refused.map(sentenceOf))].join('\n'), errors);
}

/** The warnings of a saved run or dispatch that takes lots after their date. */
export function expiryWarnings(uses: readonly ExpiredUse[], fieldsOf: FieldsOf): Warning[] {
  return uses.flatMap((use) => fieldsOf(use).map((field) => afterExpiryWarning(field, use)));
}

/** The fields of a dispatch's lines. */
export function linesOfUse(lines: readonly { lotId: number }[]): FieldsOf {
  return (use) => lines.flatMap(({ lotId }, index) => (lotId === use.lotId ? `lines.${index}.lotId` : []));
}
