/** Claims of many lots, for papers, mass balances and the form of a run (docs/domain.md, Claims under schemes). */
import { needsCertificate } from '#contract/stock/claims/claims.ts';
import type { Scheme, SchemeClaim } from '#contract/stock/claims/schemes.ts';
import { carries, type SoldAs } from '#contract/stock/claims/soldAs.ts';
import type { Claim } from '#contract/stock/stock.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import {
  bySchemes,
  claimsOf,
  findCertificatesOf,
  isBetter,
  provedBy,
  provedUnder,
  schemeClaimsOf,
  type LotClaim,
} from './claims.ts';
import type { Certificate } from './coverage.ts';
import type { Fraction } from './fractions.ts';
import { findOrigins, type Origins } from './origins.ts';

/** The best claim of a lot, and its claims by scheme. */
interface NamedClaims {
  claim: Claim;
  claims: SchemeClaim[];
}

/** The claims of a lot that has none. */
export const unclaimed: NamedClaims = { claim: 'conventional', claims: [] };

/** The claims of lots as papers have them, by lot id: one for each of the lots. */
export async function findNamedClaims(
  db: Database | Trx,
  lotIds: readonly number[],
): Promise<ReadonlyMap<number, NamedClaims>> {
  const origins = await findOrigins(db, lotIds);
  const certificates = await findCertificatesOf(db, origins);
  const [best, proved] = [claimsOf(origins, certificates), schemeClaimsOf(origins, certificates)];
  return new Map(
    lotIds.map((lotId) => [
      lotId,
      { claim: best.get(lotId)?.claim ?? 'conventional', claims: proved.get(lotId) ?? [] },
    ]),
  );
}

/** Claims of lots by scheme, and in it by lot id. */
export type ClaimsByScheme = ReadonlyMap<Scheme, ReadonlyMap<number, LotClaim>>;

/**
 * Claims that the certificates of suppliers alone prove under each of their schemes, whether or not our own cover what was made.
 */
export function suppliedClaims(origins: Origins, certificates: readonly Certificate[]): ClaimsByScheme {
  return new Map(
    bySchemes(certificates).map(([scheme, own]) => [scheme, provedBy(scheme, origins, own, () => true)] as const),
  );
}

/** The scheme under which a lot has the best claim that needs a certificate; null without one. */
export function bestSchemeOf(lotId: number, claims: ClaimsByScheme): Scheme | null {
  let best: { scheme: Scheme; claim: LotClaim } | undefined;
  for (const [scheme, ofLots] of claims) {
    const claim = ofLots.get(lotId);
    if (claim && needsCertificate(claim.claim) && (!best || isBetter(claim, best.claim))) best = { scheme, claim };
  }
  return best?.scheme ?? null;
}

/** Whether a lot may be sold under a claim, by its own one under the scheme of that. */
export function mayBeSoldAs(own: LotClaim | undefined, sold: SoldAs): boolean {
  const status = own?.claim ?? 'conventional';
  return status !== 'conventional' && carries([{ scheme: sold.scheme, status }], sold);
}

/** The organic mass of what a run consumes, and all of its ingredients, under each scheme of their suppliers' certificates. */
export async function findOrganicMasses(
  db: Database | Trx,
  origins: Origins,
  madeLotId: number,
): Promise<{ scheme: Scheme; organic: Fraction; total: Fraction }[]> {
  const certificates = await findCertificatesOf(db, origins);
  return bySchemes(certificates).flatMap(([scheme]) => {
    const composition = provedUnder(scheme, origins, certificates).get(madeLotId)?.composition;
    return composition ? [{ scheme, organic: composition.organic, total: composition.total }] : [];
  });
}

/** The claims of lots by scheme (schemeClaimsOf), by lot id. */
export async function findSchemeClaims(
  db: Database | Trx,
  lotIds: readonly number[],
): Promise<ReadonlyMap<number, SchemeClaim[]>> {
  const origins = await findOrigins(db, lotIds);
  return schemeClaimsOf(origins, await findCertificatesOf(db, origins));
}
