/**
 * Claims under a scheme that lots had by a certificate, and have no more (docs/domain.md, Claims and certificates): lots that it
 * covered, and lots made of them. Another scheme may still be proved.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { claimsByItself, rankOf } from '#contract/stock/claims/claims.ts';
import { covers } from '#contract/stock/claims/coverage.ts';
import type { Scheme } from '#contract/stock/claims/schemes.ts';
import { carries, soldAsOf, type SoldAs } from '#contract/stock/claims/soldAs.ts';
import { inPieces, listed } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { lotsOfSuppliers, supplierOfLot, withSupplier } from '../../stock/names/lotSuppliers.ts';
import { findCertificatesOf, provedUnder } from '../../stock/origins/claims.ts';
import { findTakenBack, isCoveredByOwnUnder, isCoveredUnder, type Certificate } from '../../stock/origins/coverage.ts';
import { flowsOutOf, type Flow, type Flows } from '../../stock/origins/flows.ts';
import { findOrigins, type Origins } from '../../stock/origins/origins.ts';
import { findSchemeClaims, mayBeSoldAs } from '../../stock/origins/schemeClaims.ts';
import type { TracedLot } from '../../stock/origins/tracedLots.ts';
import { lostScopesOf, type FormerScope } from './formerScopes.ts';
import { isBeforeLoss, laterLoss, type LossTime } from './lossTimes.ts';

/** A lot that no certificate of a scheme covers. */
interface BareLot {
  scheme: Scheme;
  lotId: number;
  itemId: number;
  /** Null for a batch, which our own certificates would cover. */
  supplierId: number | null;
  receivedOn: string;
  createdAt: string;
}

const bareLot = (scheme: Scheme) => sql`
  ${sql.lit(scheme)} as scheme, l.id as "lotId", l.item_id as "itemId", l.received_on as "receivedOn",
  l.created_at as "createdAt"`;

/** Whether lot l is of the days of scopes, from the first of any to the last. */
function isOfDays(scopes: readonly FormerScope[]): RawBuilder<SqlBool> {
  const days = scopes.flatMap(({ validFrom, validTo }) => [validFrom, validTo]).toSorted();
  return sql`l.received_on between ${days[0]} and ${days.at(-1)} and l.deleted_at is null`;
}

/** The batches of the days of our own scopes that no certificate of the scheme covers, as a query. */
function bareBatches(scheme: Scheme, scopes: readonly FormerScope[]): RawBuilder<BareLot> {
  return sql<BareLot>`
    select ${bareLot(scheme)}, cast(null as bigint) as "supplierId" from lot l
    where l.origin = 'produced' and ${isOfDays(scopes)} and not ${isCoveredByOwnUnder(scheme)}`;
}

/** The lots of the suppliers and days of scopes that no certificate of the scheme covers, as a query. */
function bareSupplies(scheme: Scheme, scopes: readonly FormerScope[]): RawBuilder<BareLot> {
  const suppliers = [...new Set(scopes.map(({ supplierId }) => supplierId))];
  return sql<BareLot>`
    select ${bareLot(scheme)}, ${supplierOfLot} as "supplierId"
    from (${lotsOfSuppliers(sql`in ${listed(suppliers)}`)}) own join lot l on l.id = own.id ${withSupplier}
    where l.claim <> 'conventional' and ${isOfDays(scopes)} and not ${isCoveredUnder(scheme)}`;
}

/** A lot that a former scope covered under its scheme and no certificate covers now. */
interface LostCover {
  scheme: Scheme;
  lotId: number;
  lostAt: LossTime;
}

/** The lots that lost the cover of scopes, by one statement. */
export async function findLostCover(trx: Trx, scopes: readonly FormerScope[]): Promise<LostCover[]> {
  const queries = [...Map.groupBy(scopes, ({ scheme }) => scheme)].flatMap(([scheme, ofScheme]) =>
    Array.from(
      Map.groupBy(ofScheme, ({ supplierId }) => (supplierId === null ? bareBatches : bareSupplies)),
      ([bareOf, ofHolders]) => bareOf(scheme, ofHolders),
    ),
  );
  if (queries.length === 0) return [];
  const { rows } = await sql<BareLot>`${sql.join(queries, sql` union all `)}`.execute(trx);
  return rows.flatMap(({ scheme, lotId, itemId, supplierId, receivedOn, createdAt }) => {
    const times = scopes
      .filter((each) => each.scheme === scheme && each.supplierId === supplierId && covers(each, itemId, receivedOn))
      .map(({ lostAt }) => lostAt)
      .filter((lostAt) => isBeforeLoss(createdAt, lostAt));
    return times.length === 0 ? [] : [{ scheme, lotId, lostAt: times.reduce(laterLoss) }];
  });
}

/** The lots that came from some lots by flows out of them, and those themselves. */
export function reachedFrom(lotIds: readonly number[], { consumed, outputs, returns }: Flows): ReadonlySet<number> {
  const runsOf = Map.groupBy(consumed, ({ lotId }) => lotId);
  const returnsOf = Map.groupBy(returns, ({ parentLotId }) => parentLotId);
  const reached = new Set(lotIds);
  for (const lotId of reached) {
    const produced = (runsOf.get(lotId) ?? []).flatMap(({ runId }) => outputs.get(runId) ?? []);
    for (const next of [...produced, ...(returnsOf.get(lotId) ?? [])]) reached.add(next.lotId);
  }
  return reached;
}

/** A dispatch, as far as it sent a lot. */
interface Sale extends Pick<Flow, 'lotId' | 'quantity'> {
  dispatchId: number;
  /** Null where it was sold under the best claims of its lots. */
  soldAs: SoldAs | null;
  soldAsReason: string;
  createdAt: string;
}

/** The sales among outgoing flows. */
async function findSales(trx: Trx, outgoing: readonly Flow[]): Promise<Sale[]> {
  const sent = outgoing.filter(({ documentKind }) => documentKind === 'dispatch');
  const rows = await inPieces(
    trx,
    'claims of dispatches',
    [...new Set(sent.map(({ documentId }) => documentId))],
    (chunk) => sql<Omit<Sale, 'soldAs'> & { soldAs: string | null }>`
      select id as "dispatchId", sold_as as "soldAs", sold_as_reason as "soldAsReason", created_at as "createdAt"
      from dispatch where id in ${chunk} and deleted_at is null`,
  );
  const dispatches = new Map(rows.map((row) => [row.dispatchId, { ...row, soldAs: soldAsOf(row.soldAs) }]));
  return sent.flatMap(({ lotId, documentId, quantity }) => {
    const dispatch = dispatches.get(documentId);
    return dispatch ? [{ ...dispatch, lotId, quantity }] : [];
  });
}

/** Lots and all that came from them, with what their claims are computed from, and their sales. */
export interface Descendants {
  flows: Flows;
  origins: Origins;
  certificates: readonly Certificate[];
  salesOf: ReadonlyMap<number, readonly Sale[]>;
}

/** Traces lots forward to all that came from them. */
export async function traceDescendants(trx: Trx, roots: readonly number[]): Promise<Descendants> {
  const flows = await flowsOutOf(trx, roots);
  const origins = await findOrigins(trx, [...flows.lots.keys()]);
  const certificates = await findCertificatesOf(trx, origins);
  const salesOf = Map.groupBy(await findSales(trx, flows.outgoing), ({ lotId }) => lotId);
  return { flows, origins, certificates, salesOf };
}

/** How much of a lot some of its sales sent, in thousandths. */
export function sentBy(sales: Iterable<Sale>): number {
  return Array.from(sales).reduce((sum, { quantity }) => sum + quantity, 0);
}

const neverTakenBack = (each: Certificate): Certificate => ({ ...each, withdrawnOn: null, suspensions: [] });

/** A claim of a lot under a scheme that was lost. */
interface LostClaim {
  scheme: Scheme;
  lot: TracedLot;
  /** Whether a certificate itself covered the lot; else it came from such lots. */
  wasCovered: boolean;
  /** Sales under the lost claim: as stated, or as one of the best claims. */
  sales: Sale[];
}

/** Lots whose claim under a scheme is lower than with the former scopes, and that were recorded before the loss. */
function lostClaimsUnder(
  scheme: Scheme,
  lostCover: readonly LostCover[],
  scopes: readonly FormerScope[],
  { flows, origins, certificates, salesOf }: Descendants,
): LostClaim[] {
  const lostAt = lostCover.map((each) => each.lostAt).reduce(laterLoss);
  const covered = new Set(lostCover.map(({ lotId }) => lotId));
  const claimsNow = provedUnder(scheme, origins, certificates);
  const claimsBefore = provedUnder(scheme, origins, [...certificates.map(neverTakenBack), ...scopes]);
  const rank = (claims: typeof claimsNow, lotId: number) => rankOf(claims.get(lotId)?.claim ?? 'conventional');
  const isUnderLost = ({ lotId, soldAs, createdAt }: Sale) =>
    soldAs ? soldAs.scheme === scheme && !mayBeSoldAs(claimsNow.get(lotId), soldAs) : isBeforeLoss(createdAt, lostAt);
  return [...reachedFrom([...covered], flows)].flatMap((lotId) => {
    const lot = flows.lots.get(lotId);
    if (!lot || rank(claimsNow, lotId) >= rank(claimsBefore, lotId)) return [];
    // A buyer's return claimed since the lot was recorded that it is a part of.
    const { createdAt } = flows.lots.get(lot.parentLotId ?? lotId) ?? lot;
    if (!isBeforeLoss(createdAt, lostAt)) return [];
    return [{ scheme, lot, wasCovered: covered.has(lotId), sales: (salesOf.get(lotId) ?? []).filter(isUnderLost) }];
  });
}

/** A lot that certificates no longer prove as they did. */
interface LotWithLostClaims {
  lot: TracedLot;
  lostSchemes: Scheme[];
  wasCovered: boolean;
  /** Sent under a lost claim, in thousandths. */
  shippedQty: number;
}

/** The lost claims of each lot together. A sale under the best claims is in each of them, and counts once. */
function mergeByLot(lostClaims: readonly LostClaim[]): LotWithLostClaims[] {
  return Array.from(
    Map.groupBy(lostClaims, ({ lot }) => lot),
    ([lot, own]) => ({
      lot,
      lostSchemes: own.map(({ scheme }) => scheme),
      wasCovered: own.some(({ wasCovered }) => wasCovered),
      shippedQty: sentBy(new Set(own.flatMap(({ sales }) => sales))),
    }),
  );
}

/**
 * Lots that claim less under a scheme than former scopes proved, as far as they are in stock or were sent under a lost claim:
 * those that lost cover, and what came from them. Claims now are compared with those that there would be if nothing were
 * withdrawn or suspended, so that a lost claim never hides another one.
 */
export function lotsWithLostClaims(
  lostCover: readonly LostCover[],
  scopes: readonly FormerScope[],
  descendants: Descendants,
): LotWithLostClaims[] {
  const lostClaims = [...Map.groupBy(lostCover, ({ scheme }) => scheme)].flatMap(([scheme, ofScheme]) =>
    lostClaimsUnder(scheme, ofScheme, scopes, descendants),
  );
  return mergeByLot(lostClaims).filter(
    ({ lot, wasCovered, shippedQty }) => lot.onHand > 0 || shippedQty > 0 || (wasCovered && claimsByItself(lot.origin)),
  );
}

/**
 * Dispatches that were sold under a stated claim, without a reason, which one of their lots lost since by a withdrawal or a
 * suspension; the newest first. Costs two statements where nothing rests on such certificates.
 */
export async function findSoldWithoutProof(trx: Trx): Promise<number[]> {
  const lostCover = await findLostCover(trx, (await findTakenBack(trx)).flatMap(lostScopesOf));
  if (lostCover.length === 0) return [];
  const schemes = new Set(lostCover.map(({ scheme }) => scheme));
  const { outgoing } = await flowsOutOf(trx, [...new Set(lostCover.map(({ lotId }) => lotId))]);
  const stated = (await findSales(trx, outgoing)).flatMap(({ lotId, dispatchId, soldAs, soldAsReason }) =>
    soldAs && soldAsReason === '' && schemes.has(soldAs.scheme) ? [{ lotId, dispatchId, soldAs }] : [],
  );
  const claims = await findSchemeClaims(
    trx,
    stated.map(({ lotId }) => lotId),
  );
  const unproved = stated.filter(({ lotId, soldAs }) => !carries(claims.get(lotId) ?? [], soldAs));
  return [...new Set(unproved.map(({ dispatchId }) => dispatchId))].toSorted((a, b) => b - a);
}
