/**
 * Claims under a scheme that lots held by a certificate, and hold no more (docs/domain.md, Claims and certificates): of lots that
 * it covered, and of lots made of them. Another scheme may still be proved.
 */
import { sql, type RawBuilder } from 'kysely';
import { claimsByItself, rankOf } from '#contract/stock/claims/claims.ts';
import { covers } from '#contract/stock/claims/coverage.ts';
import type { Scheme } from '#contract/stock/claims/schemes.ts';
import { holds, soldAsOf, type SoldAs } from '#contract/stock/claims/soldAs.ts';
import { inPieces, listed } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { lotsOfSuppliers, supplierOfLot, withSupplier } from '../../stock/names/lotSuppliers.ts';
import { findCertificatesOf, provedUnder, type LotClaim } from '../../stock/origins/claims.ts';
import { findTakenBack, isCoveredByOwnUnder, isCoveredUnder, type Certificate } from '../../stock/origins/coverage.ts';
import { flowsOutOf, type Flow, type Flows } from '../../stock/origins/flows.ts';
import { findOrigins, type Origins } from '../../stock/origins/origins.ts';
import type { TracedLot } from '../../stock/origins/tracedLots.ts';
import { lostDaysOf, type OnceCovered } from './onceCovered.ts';

/** A lot that a certificate covered under a scheme and none covers now; of our own certificates a batch. */
interface Root {
  scheme: Scheme;
  lotId: number;
  itemId: number;
  supplierId: number | null;
  receivedOn: string;
  createdAt: string;
}

/** Lots of the suppliers of scopes, or batches for our own, which no certificate of the scheme covers: as a query. */
function uncoveredUnder(scheme: Scheme, once: readonly OnceCovered[], isOwn: boolean): RawBuilder<Root> {
  const [first = ''] = once.map(({ validFrom }) => validFrom).toSorted();
  const last =
    once
      .map(({ validTo }) => validTo)
      .toSorted()
      .at(-1) ?? '';
  const columns = sql`
    ${sql.lit(scheme)} as scheme, l.id as "lotId", l.item_id as "itemId", l.received_on as "receivedOn",
    l.created_at as "createdAt"`;
  const isThen = sql`l.received_on between ${first} and ${last} and l.deleted_at is null`;
  if (isOwn) {
    return sql<Root>`
      select ${columns}, cast(null as bigint) as "supplierId" from lot l
      where l.origin = 'produced' and ${isThen} and not ${isCoveredByOwnUnder(scheme)}`;
  }
  const suppliers = [...new Set(once.map(({ supplierId }) => supplierId))];
  return sql<Root>`
    select ${columns}, ${supplierOfLot} as "supplierId"
    from (${lotsOfSuppliers(sql`in ${listed(suppliers)}`)}) own join lot l on l.id = own.id ${withSupplier}
    where l.claim <> 'conventional' and ${isThen} and not ${isCoveredUnder(scheme)}`;
}

/** The later of two times, of which null never comes. */
function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null;
  return one > other ? one : other;
}

/** The lots that scopes covered before they lost it, by scheme, each with the time of the loss. */
export type Roots = ReadonlyMap<Scheme, ReadonlyMap<number, string | null>>;

/** The lots that scopes covered under their scheme and that no certificate of it covers now; one statement. */
export async function findRoots(trx: Trx, onceCovered: readonly OnceCovered[]): Promise<Roots> {
  const holders = Map.groupBy(onceCovered, ({ scheme, supplierId }) => `${scheme} ${supplierId === null}`);
  const queries = [...holders.values()].flatMap((once) =>
    once.slice(0, 1).map(({ scheme, supplierId }) => uncoveredUnder(scheme, once, supplierId === null)),
  );
  const roots = new Map<Scheme, Map<number, string | null>>();
  if (queries.length === 0) return roots;
  const { rows } = await sql<Root>`${sql.join(queries, sql` union all `)}`.execute(trx);
  for (const { scheme, lotId, itemId, supplierId, receivedOn, createdAt } of rows) {
    const lostAt = onceCovered
      .filter((each) => each.scheme === scheme && each.supplierId === supplierId && covers(each, itemId, receivedOn))
      .map((each) => each.lostAt)
      .filter((at) => at === null || createdAt <= at);
    if (lostAt.length === 0) continue;
    const ofScheme = roots.get(scheme) ?? new Map<number, string | null>();
    roots.set(scheme, ofScheme.set(lotId, lostAt.reduce(later)));
  }
  return roots;
}

/** The ids of the lots of all schemes. */
export function idsOf(roots: Roots): number[] {
  return [...new Set([...roots.values()].flatMap((ofScheme) => [...ofScheme.keys()]))];
}

/** The lots that came from some lots by flows out of them, and those themselves. */
export function reachedFrom(lotIds: readonly number[], { consumed, outputs, returns }: Flows): ReadonlySet<number> {
  const runsOf = Map.groupBy(consumed, ({ lotId }) => lotId);
  const returnsOf = Map.groupBy(returns, ({ parentLotId }) => parentLotId);
  const reached = new Set(lotIds);
  for (const lotId of reached) {
    const made = (runsOf.get(lotId) ?? []).flatMap(({ runId }) => outputs.get(runId) ?? []);
    for (const next of [...made, ...(returnsOf.get(lotId) ?? [])]) reached.add(next.lotId);
  }
  return reached;
}

interface SoldUnder {
  dispatchId: number;
  /** Null where it was sold under the best claims of its lots. */
  soldAs: string | null;
  soldAsReason: string;
  createdAt: string;
}

/** The dispatches of flows, by id. */
async function findSoldUnder(trx: Trx, outgoing: readonly Flow[]): Promise<ReadonlyMap<number, SoldUnder>> {
  const ids = outgoing.flatMap(({ documentKind, documentId }) => (documentKind === 'dispatch' ? [documentId] : []));
  const rows = await inPieces(
    trx,
    'claims of dispatches',
    [...new Set(ids)],
    (chunk) => sql<SoldUnder>`
      select id as "dispatchId", sold_as as "soldAs", sold_as_reason as "soldAsReason", created_at as "createdAt"
      from dispatch where id in ${chunk} and deleted_at is null`,
  );
  return new Map(rows.map((row) => [row.dispatchId, row]));
}

/** Whether a claim may be sold under with what a lot claims now under its scheme. */
function isHeld(sold: SoldAs, now: LotClaim | undefined): boolean {
  const status = now?.claim ?? 'conventional';
  return status !== 'conventional' && holds([{ scheme: sold.scheme, status }], sold);
}

/** Whether goods were sold as a claim under a scheme that does not hold with what their lot claims under it now. */
function isBroken(soldAs: string | null, scheme: Scheme, now: LotClaim | undefined): boolean {
  const sold = soldAsOf(soldAs);
  return sold?.scheme === scheme && !isHeld(sold, now);
}

/** A lot that lost claims, with the schemes of these and what was sent under them. */
export interface LostLot {
  lot: TracedLot;
  schemes: Scheme[];
  /** Whether a certificate itself covered it; else it came from such lots. */
  wasCovered: boolean;
  /** Quantities sent under a lost claim, by dispatch: as stated, or as one of the best claims. */
  sent: Map<number, Flow>;
}

/** When lots were recorded, by id; what a buyer returned with the lot that it is a part of. */
async function findCreated(trx: Trx, lotIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await inPieces(
    trx,
    'times of lots',
    lotIds,
    (chunk) => sql<{ lotId: number; at: string }>`
      select l.id as "lotId", coalesce(parent.created_at, l.created_at) as at
      from lot l left join lot parent on parent.id = l.parent_lot_id where l.id in ${chunk}`,
  );
  return new Map(rows.map(({ lotId, at }) => [lotId, at]));
}

/** As if nothing were suspended or withdrawn. */
const restored = (certificate: Certificate): Certificate => ({ ...certificate, withdrawnOn: null, suspensions: [] });

/** Flows out of lots, with what the claims of all lots in them are computed from. */
export interface Followed {
  flows: Flows;
  origins: Origins;
  certificates: readonly Certificate[];
}

/** Follows lots to all that came from them. */
export async function follow(trx: Trx, lotIds: readonly number[]): Promise<Followed> {
  const flows = await flowsOutOf(trx, lotIds);
  const origins = await findOrigins(trx, [...flows.lots.keys()]);
  return { flows, origins, certificates: await findCertificatesOf(trx, origins) };
}

/**
 * Lots that hold less under a scheme than with what certificates covered once, and were recorded before they lost it: the roots
 * and what came from them. Where several certificates are gone, each has the lots that came from its own, so that no loss
 * hides the other.
 */
export async function findLostClaims(
  trx: Trx,
  onceCovered: readonly OnceCovered[],
  roots: Roots,
  { flows, origins, certificates }: Followed,
): Promise<LostLot[]> {
  if (roots.size === 0) return [];
  const sold = await findSoldUnder(trx, flows.outgoing);
  const created = await findCreated(trx, [...flows.lots.keys()]);
  const sentOf = Map.groupBy(flows.outgoing, ({ lotId }) => lotId);
  const lost = new Map<number, LostLot>();
  for (const [scheme, ofScheme] of roots) {
    const lostAt = [...ofScheme.values()].reduce(later);
    const isBefore = (at: string | undefined) => at !== undefined && (lostAt === null || at <= lostAt);
    const once = onceCovered.filter((each) => each.scheme === scheme);
    const now = provedUnder(scheme, origins, certificates);
    const then = provedUnder(scheme, origins, [...certificates.map(restored), ...once]);
    const rank = (claims: typeof now, lotId: number) => rankOf(claims.get(lotId)?.claim ?? 'conventional');
    for (const lotId of reachedFrom([...ofScheme.keys()], flows)) {
      const lot = flows.lots.get(lotId);
      if (!lot || rank(now, lotId) >= rank(then, lotId) || !isBefore(created.get(lotId))) continue;
      const known = lost.get(lotId) ?? { lot, schemes: [], wasCovered: false, sent: new Map<number, Flow>() };
      known.schemes.push(scheme);
      known.wasCovered ||= ofScheme.has(lotId);
      for (const flow of sentOf.get(lotId) ?? []) {
        const dispatch = flow.documentKind === 'dispatch' ? sold.get(flow.documentId) : undefined;
        if (!dispatch) continue;
        const { soldAs, createdAt } = dispatch;
        const isSoldSo = soldAs === null ? isBefore(createdAt) : isBroken(soldAs, scheme, now.get(lotId));
        if (isSoldSo) known.sent.set(flow.documentId, flow);
      }
      lost.set(lotId, known);
    }
  }
  return [...lost.values()].filter(
    ({ lot, wasCovered, sent }) => lot.onHand > 0 || sent.size > 0 || (wasCovered && claimsByItself(lot.origin)),
  );
}

/**
 * Dispatches that were sold under a stated claim, without a reason, which a batch of theirs does not hold since certificates
 * were withdrawn or their bodies suspended; the newest first. Costs two statements where nothing rests on such certificates.
 */
export async function findSoldWithoutProof(trx: Trx): Promise<number[]> {
  const roots = await findRoots(trx, (await findTakenBack(trx)).flatMap(lostDaysOf));
  if (roots.size === 0) return [];
  const { outgoing } = await flowsOutOf(trx, idsOf(roots));
  const dispatches = await findSoldUnder(trx, outgoing);
  const stated = outgoing.flatMap(({ lotId, documentKind, documentId }) => {
    const { soldAs = null, soldAsReason = '' } = (documentKind === 'dispatch' && dispatches.get(documentId)) || {};
    const sold = soldAsReason === '' ? soldAsOf(soldAs) : null;
    return sold && roots.has(sold.scheme) ? [{ lotId, documentId, sold }] : [];
  });
  const origins = await findOrigins(
    trx,
    stated.map(({ lotId }) => lotId),
  );
  const certificates = await findCertificatesOf(trx, origins);
  const broken = [...Map.groupBy(stated, ({ sold }) => sold.scheme)].flatMap(([scheme, own]) => {
    const now = provedUnder(scheme, origins, certificates);
    return own.filter(({ lotId, sold }) => !isHeld(sold, now.get(lotId)));
  });
  return [...new Set(broken.map(({ documentId }) => documentId))].toSorted((a, b) => b - a);
}
