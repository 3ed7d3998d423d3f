/** Gaps of what was sold under a claim (docs/domain.md, Sold as). */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { kinds } from '#contract/kinds.ts';
import type { ReadinessKind } from '#contract/prove/readiness.ts';
import { transactionCertificateDueOn } from '#contract/prove/transactionCertificates.ts';
import { dispatchLabels, dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { claimsForImport, importMarkets, type ImportMarket } from '#contract/stock/claims/soldAs.ts';
import { returnedOfLine } from '../../stock/ledger/returned.ts';
import { coveredQuantity } from '../../stock/origins/transactionCover.ts';
import { findSoldWithoutProof } from '../certificates/lostClaims.ts';
import { pageOfKind, type GapKind } from './gapKind.ts';

const dispatchColumns = {
  id: sql`d.id`,
  label: sql`d.invoice_number`,
  day: sql`d.dispatch_date`,
  text: sql`coalesce(b.name, ${sql.lit(dispatchTexts.noBuyer)})`,
  soldAs: sql`d.sold_as`,
};
const itsBuyer = sql`left join buyer b on b.id = d.buyer_id`;

const literals = (texts: readonly string[]) => sql`(${sql.join(texts.map((each) => sql.lit(each)))})`;

const paperColumns = { EU: sql`d.inspection_certificate`, US: sql`d.import_certificate` } as const;

/** Whether dispatch d of buyer b lacks the paper of a market (contract/stock/claims/soldAs.ts, needsPaperOf). */
function lacksPaper(market: ImportMarket): RawBuilder<SqlBool> {
  const isFor = sql`b.market = ${sql.lit(market)} or d.sold_as in ${literals(claimsForImport(market))}`;
  return sql<SqlBool>`(${paperColumns[market]} = '' and (${isFor}))`;
}

/** Dispatches that may need a paper of import, found by their claims and by their buyers. */
const importDispatches = sql`(
  select d.id from dispatch d where d.deleted_at is null and d.sold_as in ${literals(importMarkets.flatMap(claimsForImport))}
  union
  select d.id from buyer b join dispatch d on d.buyer_id = b.id
  where b.market in ${literals(importMarkets)} and d.deleted_at is null)`;

/** Dispatches beyond the claim of a batch, under a claim that was lost, and without their papers. */
export const shipmentGaps = {
  soldBeyondClaim: {
    statement: () => ({
      columns: { ...dispatchColumns, reason: sql`d.sold_as_reason` },
      from: sql`dispatch d`,
      names: itsBuyer,
      where: sql`d.sold_as_reason <> '' and d.deleted_at is null`,
      order: sql`d.id desc`,
    }),
    link: pageOfKind('dispatches'),
  },
  soldWithoutProof: {
    findIds: findSoldWithoutProof,
    statement: () => ({
      columns: dispatchColumns,
      from: sql`dispatch d`,
      names: itsBuyer,
      order: sql`d.id desc`,
    }),
    link: pageOfKind('dispatches'),
  },
  transactionCertificatesDue: {
    statement: () => ({
      columns: dispatchColumns,
      from: sql`dispatch d`,
      names: itsBuyer,
      where: sql`d.sold_as is not null and d.deleted_at is null and exists (
        select 1 from dispatch_line x where x.dispatch_id = d.id and x.deleted_at is null
          and x.quantity - ${returnedOfLine(sql`x.id`)} > ${coveredQuantity('sale')})`,
      order: sql`d.dispatch_date, d.id`,
    }),
    link: () => kinds.transactionCertificates.screenPath,
    day: ({ day }) => day && transactionCertificateDueOn(day),
  },
  shipmentPapersMissing: {
    statement: () => ({
      columns: {
        ...dispatchColumns,
        reason: sql`
          case when ${lacksPaper('EU')} then ${sql.lit(dispatchLabels.inspectionCertificate)}
            else ${sql.lit(dispatchLabels.importCertificate)} end`,
      },
      from: sql`${importDispatches} imported join dispatch d on d.id = imported.id ${itsBuyer}`,
      where: sql`(${lacksPaper('EU')} or ${lacksPaper('US')})`,
      order: sql`d.dispatch_date desc, d.id desc`,
    }),
    link: pageOfKind('dispatches'),
  },
} satisfies Partial<Record<ReadinessKind, GapKind>>;
