/**
 * Organic claims (docs/domain.md, Claims and certificates, Bounded by mass). The claim of a purchase is the one on its
 * line, and counts while a certificate of the supplier covers the item on its day; so does that of opening stock that
 * names its supplier. The claim of an output is computed from its inputs, by mass of the ingredients: water, salt, aids
 * and packaging are left out. It has none beyond the mass of the inputs.
 */
import { needsCertificate, rankOf } from '#contract/stock/claims/claims.ts';
import { covers } from '#contract/stock/claims/coverage.ts';
import {
  knowsStatus,
  schemeRules,
  schemes,
  statusOfShare,
  type Scheme,
  type SchemeClaim,
} from '#contract/stock/claims/schemes.ts';
import type { Claim } from '#contract/stock/stock.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { compositionOf, madeBy, type ClaimOf, type Composition, type LotClaim, type MadeRun } from './composition.ts';
import { coveringOf, findCertificates, findCertificatesWithOwn, type Certificate } from './coverage.ts';
import {
  fromInteger,
  isLess,
  multiply,
  one,
  quotient,
  rounded,
  roundedDown,
  zero,
  type Fraction,
} from './fractions.ts';
import { evaluateOrigins, type Origins, type Source } from './origins.ts';

export type { LotClaim } from './composition.ts';

const isAtLeastConverting = (claim: Claim | null) => claim === 'inConversion' || claim === 'organic';

function unproducedClaim(claim: Claim, share: Fraction, certificate?: Certificate): LotClaim {
  const isConverting = isAtLeastConverting(claim);
  return {
    claim,
    computed: 'conventional',
    certificate,
    share,
    ingredients: one,
    isConverting,
    composition: undefined,
  };
}

function coveringSource(
  { supplierId, itemId, receivedOn: day, certificateId }: Source,
  certificates: readonly Certificate[],
): Certificate | undefined {
  return supplierId === null ? undefined : coveringOf(certificates, { supplierId, itemId, day, certificateId });
}

/** A purchase proved by some certificates, with the one that is shown, which may be another. */
function purchaseClaim(source: Source, certificates: readonly Certificate[], shown: readonly Certificate[]): LotClaim {
  const isCovered = coveringSource(source, certificates) !== undefined;
  const certificate = needsCertificate(source.claim) ? coveringSource(source, shown) : undefined;
  const share = isCovered && source.claim === 'organic' ? one : zero;
  const claim = unproducedClaim(source.claim ?? 'conventional', share, certificate);
  return { ...claim, isConverting: isCovered && claim.isConverting };
}

/** How claims are evaluated, for all schemes together or under one. */
interface Basis {
  /** The claim of a lot without a run. */
  claimOf: (source: Source) => LotClaim;
  /** The claim that the ingredients of a lot allow, by its share if that is known. */
  computedOf: (source: Source, composition: Composition, share: Fraction | undefined) => Claim;
  /** Whether what was made counts at all, whatever went in. */
  isCertified: (source: Source) => boolean;
  /** Whether the entered claim of a batch outranks its inputs. */
  isDeclared: boolean;
}

const always = () => true;

/** The share of ingredients that is organic; undefined if it is not known. */
function shareOf({ organic, total, unweighed }: Composition): Fraction | undefined {
  return unweighed.length === 0 && total.numerator > 0n ? quotient(organic, total) : undefined;
}

function outputClaim(source: Source, run: MadeRun | undefined, basis: Basis): LotClaim {
  const { isDeclared, isCertified, computedOf } = basis;
  const { claim } = source;
  const composition = run && compositionOf(source, run);
  const counts = isCertified(source);
  const share = composition && (counts ? shareOf(composition) : zero);
  const computed = composition && counts ? computedOf(source, composition, share) : 'conventional';
  const own = claim !== null && (isDeclared || rankOf(claim) < rankOf(computed)) ? claim : computed;
  // A lot that claims less than its inputs allow doesn't count as organic in later products.
  const passedOn = rankOf(own) < rankOf(computed) ? zero : share;
  const ingredients = run?.within.has(source.lotId) ? run.ingredients : one;
  const isConverting = isAtLeastConverting(own);
  return { claim: own, computed, certificate: undefined, share: passedOn, ingredients, isConverting, composition };
}

function enteredClaim({ claim }: Source): LotClaim {
  return unproducedClaim(claim ?? 'conventional', claim === 'organic' ? one : zero);
}

function evaluateClaims(origins: Origins, basis: Basis): ReadonlyMap<number, LotClaim> {
  const runs = new Map<number, MadeRun>();
  const runOf = ({ runId }: Source, claimOf: ClaimOf) => {
    if (runId === null) return undefined;
    const run = runs.get(runId) ?? madeBy(origins, runId, claimOf);
    runs.set(runId, run);
    return run;
  };
  const claims = evaluateOrigins<LotClaim>(origins, (source, claimOf) => {
    if (source.origin === 'produced') return outputClaim(source, runOf(source, claimOf), basis);
    const parent = source.origin === 'returned' ? claimOf(source.parentLotId ?? 0) : undefined;
    return parent ?? basis.claimOf(source);
  });
  return new Map([...claims].flatMap(([lotId, claim]) => (claim ? [[lotId, claim] as const] : [])));
}

/** The suppliers of lots that claim anything. */
function suppliersOf({ sources }: Origins): number[] {
  const claiming = [...sources.values()].filter(({ claim }) => claim !== null && claim !== 'conventional');
  return [...new Set(claiming.flatMap(({ supplierId }) => supplierId ?? []))];
}

/** The certificates of the suppliers of lots that claim anything. */
export async function findSupplierCertificates(db: Database | Trx, origins: Origins): Promise<Certificate[]> {
  return await findCertificates(db, suppliersOf(origins));
}

/** The certificates of the suppliers of lots that claim anything, and our own where any of the lots was produced. */
export async function findCertificatesOf(db: Database | Trx, origins: Origins): Promise<Certificate[]> {
  const isMade = [...origins.sources.values()].some(({ origin }) => origin === 'produced');
  return await (isMade ? findCertificatesWithOwn : findCertificates)(db, suppliersOf(origins));
}

/** The claim that a scheme gives what was made: by its share, or in conversion where as much of one ingredient is; where no supplier has a certificate, it is by the shares of `other`. */
function computedUnder(scheme: Scheme): Basis['computedOf'] {
  return (_, composition, share) => {
    if (share === undefined || composition.isBeyond) return 'conventional';
    const isConverting = () =>
      schemeRules[scheme].hasConversion && statusOfShare(scheme, composition.converting) === 'organic';
    return statusOfShare(scheme, share) ?? (isConverting() ? 'inConversion' : 'conventional');
  };
}

/** The schemes of suppliers' certificates, each with these certificates. */
export function bySchemes(certificates: readonly Certificate[]): [Scheme, readonly Certificate[]][] {
  const ofSuppliers = Map.groupBy(
    certificates.filter(({ supplierId }) => supplierId !== null),
    ({ scheme }) => scheme,
  );
  return schemes.flatMap((scheme) => {
    const own = ofSuppliers.get(scheme);
    return own ? [[scheme, own]] : [];
  });
}

/** Whether a claim goes further than another one, or is of a larger share. */
export function isBetter(claim: LotClaim, than: LotClaim): boolean {
  if (claim.claim !== than.claim) return rankOf(claim.claim) > rankOf(than.claim);
  return claim.share !== undefined && than.share !== undefined && isLess(than.share, claim.share);
}

/** The best of each lot's claims under several schemes. */
function bestOf(evaluations: readonly ReadonlyMap<number, LotClaim>[]): ReadonlyMap<number, LotClaim> {
  const [first = new Map<number, LotClaim>(), ...others] = evaluations;
  if (others.length === 0) return first;
  const best = new Map(first);
  for (const evaluation of others) {
    for (const [lotId, claim] of evaluation) {
      const known = best.get(lotId);
      if (!known || isBetter(claim, known)) best.set(lotId, claim);
    }
  }
  return best;
}

/** The best claim of each lot under a single scheme: the organic mass of two schemes does not add up. */
function bestClaims(
  origins: Origins,
  certificates: readonly Certificate[],
  ofOthers: (source: Source) => LotClaim,
): ReadonlyMap<number, LotClaim> {
  const evaluate = (own: readonly Certificate[], computedOf: Basis['computedOf']) => {
    const claimOf = (source: Source) =>
      source.supplierId === null ? ofOthers(source) : purchaseClaim(source, own, certificates);
    return evaluateClaims(origins, { claimOf, computedOf, isCertified: always, isDeclared: false });
  };
  const certificatesByScheme = bySchemes(certificates);
  if (certificatesByScheme.length === 0) return evaluate([], computedUnder('other'));
  return bestOf(certificatesByScheme.map(([scheme, own]) => evaluate(own, computedUnder(scheme))));
}

/** The claims of lots and of all that they came from, by lot id, with certificates of their suppliers. */
export function claimsOf(origins: Origins, certificates: readonly Certificate[]): ReadonlyMap<number, LotClaim> {
  return bestClaims(origins, certificates, enteredClaim);
}

/** The claims of lots and of all that they came from, by lot id. Two statements beyond those of the origins. */
export async function findClaims(db: Database | Trx, origins: Origins): Promise<ReadonlyMap<number, LotClaim>> {
  return claimsOf(origins, await findSupplierCertificates(db, origins));
}

/** Whether a certificate of our own, under a scheme, covers what was made on its day. */
export function isOwnCovered(
  certificates: readonly Certificate[],
  scheme: Scheme,
  { itemId, receivedOn }: Source,
): boolean {
  return certificates.some(
    (each) => each.supplierId === null && each.scheme === scheme && covers(each, itemId, receivedOn),
  );
}

/** Claims that certificates of one scheme prove: of purchases those of their suppliers, of products where `isCertified`. */
export function provedBy(
  scheme: Scheme,
  origins: Origins,
  ofScheme: readonly Certificate[],
  isCertified: Basis['isCertified'],
): ReadonlyMap<number, LotClaim> {
  const claimOf = (source: Source): LotClaim => {
    const { claim } = source;
    const certificate = coveringSource(source, ofScheme);
    const isKnown = claim !== null && claim !== 'conventional' && knowsStatus(scheme, claim);
    if (!certificate || !isKnown) return unproducedClaim('conventional', zero, certificate);
    return unproducedClaim(claim, claim === 'organic' ? one : zero, certificate);
  };
  return evaluateClaims(origins, { claimOf, computedOf: computedUnder(scheme), isCertified, isDeclared: false });
}

/**
 * Claims that certificates prove under one scheme: of purchases those of their suppliers, of products our own, too. Lots without
 * a supplier prove nothing.
 */
export function provedUnder(
  scheme: Scheme,
  origins: Origins,
  certificates: readonly Certificate[],
): ReadonlyMap<number, LotClaim> {
  const ofScheme = certificates.filter((each) => each.scheme === scheme);
  return provedBy(scheme, origins, ofScheme, (source) => isOwnCovered(ofScheme, scheme, source));
}

/** The claims of lots by scheme, as far as certificates prove them (provedUnder); lots without any are missing. */
export function schemeClaimsOf(
  origins: Origins,
  certificates: readonly Certificate[],
): ReadonlyMap<number, SchemeClaim[]> {
  const claims = new Map<number, SchemeClaim[]>();
  for (const [scheme] of bySchemes(certificates)) {
    for (const [lotId, lotClaim] of provedUnder(scheme, origins, certificates)) {
      const { claim: status } = lotClaim;
      if (status === 'conventional') continue;
      const own = claims.get(lotId) ?? [];
      own.push({ scheme, status, percent: percentOf(lotClaim) });
      claims.set(lotId, own);
    }
  }
  return claims;
}

/**
 * Entered claims of lots and of all their sources, with or without a certificate of their day, by lot id: for a batch the claim
 * entered by hand, else the best that follows from its inputs under a single scheme. A purchase counts under each scheme of
 * which its supplier has a certificate of any day, and where it has none under all: so a missing certificate leaves a claim,
 * and a blend of schemes has none.
 */
export function declaredClaims(origins: Origins, certificates: readonly Certificate[]): ReadonlyMap<number, Claim> {
  const declare = (claimOf: Basis['claimOf'], computedOf: Basis['computedOf']) =>
    evaluateClaims(origins, { claimOf, computedOf, isCertified: always, isDeclared: true });
  const certificatesByScheme = bySchemes(certificates);
  const certified = new Set(certificates.map(({ supplierId }) => supplierId));
  const evaluations = certificatesByScheme.map(([scheme, own]) => {
    const holders = new Set(own.map(({ supplierId }) => supplierId));
    const claimOf = (source: Source) =>
      certified.has(source.supplierId) && !holders.has(source.supplierId)
        ? unproducedClaim('conventional', zero)
        : enteredClaim(source);
    return declare(claimOf, computedUnder(scheme));
  });
  const declared = evaluations.length === 0 ? declare(enteredClaim, computedUnder('other')) : bestOf(evaluations);
  return new Map([...declared].map(([lotId, { claim }]) => [lotId, claim]));
}

/** Stored grams (in milligrams) of a mass in thousandths of a unit times milligrams of one unit. */
export function milligramsOf(mass: Fraction): number {
  return rounded(multiply(mass, { numerator: 1n, denominator: 1000n })) ?? Number.MAX_SAFE_INTEGER;
}

/**
 * The organic share in thousandths of a percent, to one decimal; null if it is not known. Rounded down, so that it never
 * reaches the limit of a claim that the share doesn't.
 */
export function percentOf(claim: LotClaim | undefined): number | null {
  if (claim?.composition === undefined || claim.composition.unweighed.length > 0) return wholePercent(claim);
  const { organic, total } = claim.composition;
  if (total.numerator === 0n) return null;
  const tenths = roundedDown(multiply(quotient(organic, total), fromInteger(1000)));
  return tenths === null ? null : tenths * 100;
}

/** All or nothing, for a lot that is no output of a run. */
function wholePercent(claim: LotClaim | undefined): number | null {
  if (!claim?.share || claim.composition) return null;
  return claim.share.numerator === 0n ? 0 : 100_000;
}
