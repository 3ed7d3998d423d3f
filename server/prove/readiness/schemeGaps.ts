/** Batches in stock that claim organic while no scheme is proved (docs/domain.md, Claims under schemes). */
import { sql } from 'kysely';
import { needsCertificate } from '#contract/stock/claims/claims.ts';
import type { Trx } from '../../core/db/tables.ts';
import { claimsOf, findCertificatesOf, schemeClaimsOf } from '../../stock/origins/claims.ts';
import { organicClaims } from '../../stock/origins/coverage.ts';
import { findOrigins } from '../../stock/origins/origins.ts';

/** Batches in stock that were made of anything that claims organic, or of other batches; the newest first. */
async function findDoubtful(trx: Trx): Promise<number[]> {
  const claiming = await sql`select 1 from lot l where l.claim in ${organicClaims} limit 1`.execute(trx);
  if (claiming.rows.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select l.id from finished_good g join lot l on l.id = g.lot_id
    where g.run_id is not null and l.on_hand > 0 and l.deleted_at is null and coalesce(l.claim, 'organic') <> 'conventional' and exists (
      select 1 from movement v join lot used on used.id = v.lot_id
      where v.document_kind = 'run' and v.document_id = g.run_id and v.kind = 'consumed'
        and (used.claim in ${organicClaims} or (used.claim is null and used.origin in ('produced', 'returned'))))
    order by l.id desc`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * The batches in stock, the newest first, whose ingredients allow a claim that neither their suppliers' nor our own
 * certificates prove under any one scheme. Shares need all that the batches came from, which SQL alone can't weigh.
 */
export async function findUnderNoScheme(trx: Trx): Promise<number[]> {
  const lotIds = await findDoubtful(trx);
  if (lotIds.length === 0) return [];
  const origins = await findOrigins(trx, lotIds);
  const certificates = await findCertificatesOf(trx, origins);
  const proved = schemeClaimsOf(origins, certificates);
  const unproved = lotIds.filter((lotId) => !proved.has(lotId));
  if (unproved.length === 0) return [];
  const best = claimsOf(origins, certificates);
  return unproved.filter((lotId) => needsCertificate(best.get(lotId)?.claim ?? null));
}
