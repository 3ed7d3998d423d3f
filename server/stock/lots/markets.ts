/**
 * Access of a lot to markets, and to a claim that it is sold under (docs/domain.md, Claims under schemes, Sold as): the claim
 * for each, or its blocker.
 */
import { sql } from 'kysely';
import type { z } from 'zod';
import { rankOf } from '#contract/stock/claims/claims.ts';
import { marketTexts, type marketAccess } from '#contract/stock/claims/marketAccess.ts';
import { isOfSubstance } from '#contract/stock/claims/massBound.ts';
import {
  knowsStatus,
  markets,
  schemeClaimText,
  schemesOf,
  type Scheme,
  type SchemeStatus,
} from '#contract/stock/claims/schemes.ts';
import { soldAsTexts, type SoldAs } from '#contract/stock/claims/soldAs.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { nameOfItem, withMasters } from '../names/itemNames.ts';
import { findItemNames } from '../ledger/items.ts';
import { withSupplier } from '../names/lotSuppliers.ts';
import { findCertificatesOf, isOwnCovered, percentOf, provedUnder, type LotClaim } from '../origins/claims.ts';
import type { Certificate } from '../origins/coverage.ts';
import { fromInteger, isLess, multiply, one, subtract, zero, type Fraction } from '../origins/fractions.ts';
import { findOrigins, type Origins, type Source } from '../origins/origins.ts';
import { findPlannedOrigins, PLANNED_LOT, type PlannedRun } from '../origins/plannedRun.ts';
import { mayBeSoldAs } from '../origins/schemeClaims.ts';

export type MarketAccess = z.output<typeof marketAccess>;
type Reason = MarketAccess['why'][number];

interface LotNames {
  lotId: number;
  code: string;
  itemName: string;
  supplierName: string | null;
  /** Its page; null for what is only planned. */
  link: string | null;
}

type Names = ReadonlyMap<number, LotNames>;

async function findNames(db: Database | Trx, lotIds: readonly number[]): Promise<Names> {
  const rows = await inPieces(
    db,
    'names of blocking lots',
    lotIds,
    (chunk) => sql<Omit<LotNames, 'link'>>`
      select l.id as "lotId", l.code, ${nameOfItem} as "itemName", s.name as "supplierName"
      from lot l join item i on i.id = l.item_id ${withMasters} ${withSupplier} where l.id in ${chunk}`,
  );
  return new Map(rows.map((row) => [row.lotId, { ...row, link: `/lots/${row.lotId}` }]));
}

/** A claim under one scheme, and all that it came from. */
interface UnderScheme {
  scheme: Scheme;
  origins: Origins;
  certificates: readonly Certificate[];
  claims: ReadonlyMap<number, LotClaim>;
}

/** The ingredient of a run that lacks the most organic mass under a scheme, without its water; undefined if none lacks any. */
function largestGap(runId: number, { origins, claims }: UnderScheme): number | undefined {
  let largest: { lotId: number; lacking: Fraction } | undefined;
  for (const { lotId, quantity } of origins.inputs.get(runId) ?? []) {
    const source = origins.sources.get(lotId);
    if (source?.part !== 'ingredient') continue;
    const { share = zero, ingredients = one } = claims.get(lotId) ?? {};
    const mass = fromInteger(BigInt(quantity) * BigInt(source.milligrams ?? 0));
    const lacking = multiply(multiply(mass, ingredients), subtract(one, share));
    if (isLess(largest?.lacking ?? zero, lacking)) largest = { lotId, lacking };
  }
  return largest?.lotId;
}

/** The blocking lot of a claim under a scheme: the lot itself, or the one among its sources that lacks the most. */
function blockingLot(lotId: number, under: UnderScheme): Source | undefined {
  let source = under.origins.sources.get(lotId);
  const visited = new Set<number>();
  while (source && !visited.has(source.lotId)) {
    visited.add(source.lotId);
    const next = blockingSource(source, under);
    if (next === undefined) return source;
    source = under.origins.sources.get(next);
  }
  return source;
}

/** The source of a lot that keeps it from a claim; undefined if the lot itself does. */
function blockingSource(source: Source, under: UnderScheme): number | undefined {
  const { lotId, origin, parentLotId, runId, claim } = source;
  if (origin === 'returned') return parentLotId ?? undefined;
  const { composition, computed = 'conventional' } = under.claims.get(lotId) ?? {};
  if (runId === null || !composition || composition.isBeyond || composition.unweighed.length > 0) return undefined;
  if (!isOwnCovered(under.certificates, under.scheme, source)) return undefined;
  if (claim !== null && rankOf(claim) < rankOf(computed)) return undefined;
  return largestGap(runId, under);
}

/**
 * The item whose missing grams per unit block a batch: an ingredient, without which its share is unknown, or of a batch beyond
 * the mass that went in, any input that would add to it. Undefined if there is none.
 */
function unweighedOf({ lotId, runId }: Source, { origins, claims }: UnderScheme): number | undefined {
  const composition = claims.get(lotId)?.composition;
  const [ingredient] = composition?.unweighed ?? [];
  if (ingredient !== undefined || !composition?.isBeyond || runId === null) return ingredient;
  const inputs = (origins.inputs.get(runId) ?? []).flatMap((input) => origins.sources.get(input.lotId) ?? []);
  return inputs.find(({ part, milligrams }) => isOfSubstance(part) && milligrams === null)?.itemId;
}

function reasonOfMade(
  source: Source,
  under: UnderScheme,
  { code, itemName, link }: LotNames,
  unweighed?: string,
): Reason {
  const { lotId, runId, receivedOn } = source;
  const composition = under.claims.get(lotId)?.composition;
  if (runId === null || !composition) return { text: marketTexts.noRun(code), link };
  if (unweighed !== undefined) return { text: marketTexts.unweighed(unweighed), link };
  if (composition.isBeyond) return { text: marketTexts.beyondMass(code), link: link && `/production/${runId}` };
  if (!isOwnCovered(under.certificates, under.scheme, source)) {
    return { text: marketTexts.noOwnCertificate(under.scheme, itemName, receivedOn), link: '/certificates' };
  }
  return { text: marketTexts.lowered(code), link };
}

function reasonOfBought(source: Source, under: UnderScheme, { code, itemName, supplierName }: LotNames): Reason {
  const { lotId, claim, supplierId, receivedOn } = source;
  const link = `/lots/${lotId}`;
  if (claim === null || claim === 'conventional') return { text: marketTexts.conventional(code, itemName), link };
  if (supplierId === null) return { text: marketTexts.noSupplier(code, itemName), link };
  const { scheme } = under;
  if (under.claims.get(lotId)?.certificate) {
    if (!knowsStatus(scheme, claim)) return { text: marketTexts.unknownStatus(scheme, code, itemName, claim), link };
    if (claim === 'inConversion') return { text: marketTexts.inConversion(code, itemName), link };
    if (claim === 'madeWithOrganic') return { text: marketTexts.madeWith(code, itemName), link };
  }
  const other = under.certificates.find((each) => each.supplierId === supplierId && each.scheme === scheme);
  if (other) {
    const { certificateId, number } = other;
    return { text: marketTexts.notCovering(number, itemName, receivedOn), link: `/certificates/${certificateId}` };
  }
  return { text: marketTexts.noCertificate(scheme, supplierName ?? '', itemName, receivedOn), link };
}

/**
 * The scheme under which a lot has the best claim or, without one, comes nearest to it. Schemes of one rank are compared by
 * percent and not by share (`isBetter`): the share is zero where our own certificate is missing, though the lot comes near.
 */
function nearestScheme(lotId: number, all: readonly UnderScheme[]): UnderScheme | undefined {
  const [best] = all.toSorted((a, b) => {
    const [first, second] = [a.claims.get(lotId), b.claims.get(lotId)];
    const byRank = rankOf(second?.claim ?? 'conventional') - rankOf(first?.claim ?? 'conventional');
    return byRank || (percentOf(second) ?? 0) - (percentOf(first) ?? 0);
  });
  return best;
}

/** A lot that lacks a claim under a scheme. */
interface Case {
  lotId: number;
  under: UnderScheme;
}

/** Why a lot lacks a claim. */
interface Blocker {
  /** The lot that lacks it. */
  code: string;
  /** The blocking lot: itself, or one that it was made of. */
  sourceCode: string;
  reasons: Reason[];
}

/** The blocker of each case, in their order. */
async function findBlockers(
  db: Database | Trx,
  cases: readonly Case[],
  planned: Names = new Map(),
): Promise<Blocker[]> {
  const blocked = cases.map((each) => ({ ...each, source: blockingLot(each.lotId, each.under) }));
  const recorded = await findNames(
    db,
    blocked.flatMap(({ lotId, source }) => [lotId, source?.lotId ?? lotId]).filter((lotId) => !planned.has(lotId)),
  );
  const names = new Map([...recorded, ...planned]);
  const itemNames = await findItemNames(
    db,
    blocked.flatMap(({ source, under }) => (source && unweighedOf(source, under)) ?? []),
  );
  return blocked.map(({ lotId, under, source }): Blocker => {
    const { code = '' } = names.get(lotId) ?? {};
    const sourceNames = source && names.get(source.lotId);
    if (!source || !sourceNames) return { code, sourceCode: code, reasons: [] };
    const reason =
      source.origin === 'produced'
        ? reasonOfMade(source, under, sourceNames, itemNames.get(unweighedOf(source, under) ?? 0))
        : reasonOfBought(source, under, sourceNames);
    const percent = percentOf(under.claims.get(lotId));
    const isMade = under.origins.sources.get(lotId)?.origin === 'produced';
    const isBelow = isMade && source.lotId !== lotId && percent !== null;
    const below = isBelow ? [{ text: marketTexts.below(under.scheme, percent / 1000), link: null }] : [];
    return { code, sourceCode: sourceNames.code, reasons: [...below, reason] };
  });
}

function isClaimed(claim: LotClaim | undefined): claim is LotClaim & { claim: SchemeStatus } {
  return claim !== undefined && claim.claim !== 'conventional';
}

const none = { may: false, scheme: null, status: null, percent: null };

/** The same answer for each market. */
export function forNoMarket(why: MarketAccess['why']): MarketAccess[] {
  return markets.map((market) => ({ ...none, market, why }));
}

/**
 * For each market the claim of a lot under a scheme that is accepted there on a day, or its first blocker. Undefined if there
 * is no such lot.
 */
export async function findMarkets(db: Database | Trx, lotId: number, day: string): Promise<MarketAccess[] | undefined> {
  const origins = await findOrigins(db, [lotId]);
  const lot = origins.sources.get(lotId);
  if (!lot) return undefined;
  if (lot.receivedOn > day) {
    const { code = '' } = (await findNames(db, [lotId])).get(lotId) ?? {};
    return forNoMarket([{ text: marketTexts.later(code, lot.receivedOn), link: null }]);
  }
  return await findAccess(db, { origins, lotId, day });
}

/** The markets of what a planned run of an item would make, as of a batch of its day. */
export async function findPlannedMarkets(
  db: Database | Trx,
  planned: PlannedRun,
  itemName: string,
): Promise<MarketAccess[]> {
  const origins = await findPlannedOrigins(db, planned);
  const names = { lotId: PLANNED_LOT, code: itemName, itemName, supplierName: null, link: null };
  return await findAccess(db, { origins, lotId: PLANNED_LOT, day: planned.day }, new Map([[PLANNED_LOT, names]]));
}

interface Traced {
  origins: Origins;
  lotId: number;
  day: string;
}

async function findAccess(
  db: Database | Trx,
  { origins, lotId, day }: Traced,
  planned: Names = new Map(),
): Promise<MarketAccess[]> {
  const certificates = await findCertificatesOf(db, origins);
  const evaluated = new Map<Scheme, UnderScheme>();
  for (const scheme of markets.flatMap((market) => schemesOf(market, day))) {
    if (evaluated.has(scheme)) continue;
    evaluated.set(scheme, { scheme, origins, certificates, claims: provedUnder(scheme, origins, certificates) });
  }
  const best = markets.map((market) => {
    const accepted = schemesOf(market, day).flatMap((scheme) => evaluated.get(scheme) ?? []);
    return { market, under: nearestScheme(lotId, accepted) };
  });
  const unclaimed = best.flatMap(({ under }) =>
    under && !isClaimed(under.claims.get(lotId)) ? [{ lotId, under }] : [],
  );
  const blockers = await findBlockers(db, unclaimed, planned);
  return best.map(({ market, under }): MarketAccess => {
    if (!under) return { ...none, market, why: [{ text: marketTexts.notAccepted, link: null }] };
    const { scheme, claims } = under;
    const claim = claims.get(lotId);
    const percent = percentOf(claim);
    if (!isClaimed(claim)) {
      const why = blockers[unclaimed.findIndex((each) => each.under === under)]?.reasons ?? [];
      return { ...none, market, scheme, percent, why };
    }
    const { claim: status } = claim;
    const why = [{ text: schemeClaimText({ scheme, status }), link: null }];
    return { market, may: true, scheme, status, percent, why };
  });
}

/** Why a lot may not be sold under a claim. */
interface SaleRefusal {
  /** One sentence that names the lot, and the blocking one. */
  text: string;
  link: string | null;
}

/**
 * Why lots may not be sold under a claim, by lot id; those that may be are missing. The status under its scheme must
 * be the one that is sold, or organic.
 */
export async function findSaleRefusals(
  db: Database | Trx,
  lotIds: readonly number[],
  sold: SoldAs,
): Promise<Map<number, SaleRefusal>> {
  const origins = await findOrigins(db, lotIds);
  const certificates = await findCertificatesOf(db, origins);
  const { scheme } = sold;
  const claims = provedUnder(scheme, origins, certificates);
  const under = { scheme, origins, certificates, claims };
  const refused = [...new Set(lotIds)].filter((lotId) => !mayBeSoldAs(claims.get(lotId), sold));
  const blockers = await findBlockers(
    db,
    refused.map((lotId) => ({ lotId, under })),
  );
  return new Map(
    refused.map((lotId, index) => {
      const { code = '', sourceCode = code, reasons = [] } = blockers[index] ?? {};
      const text = soldAsTexts.breaks(
        code,
        schemeClaimText(sold),
        sourceCode,
        reasons.map((reason) => reason.text),
      );
      return [lotId, { text, link: reasons.at(-1)?.link ?? null }];
    }),
  );
}
