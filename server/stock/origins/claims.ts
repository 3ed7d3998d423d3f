/**
 * Organic claims (docs/domain.md, Claims and certificates, Bounded by mass). The claim of a purchase is the one on its
 * line, and counts while a certificate of the supplier covers the item on its day; so does that of opening stock that
 * names its supplier. The claim of an output is computed from its inputs, by mass of the ingredients: water, salt, aids
 * and packaging are left out. It has none beyond the mass of the inputs.
 */
import { claimOfShare, needsCertificate, rankOf } from '#contract/stock/claims/claims.ts';
import { covers } from '#contract/stock/claims/coverage.ts';
import { isOfSubstance, withinMass } from '#contract/stock/claims/massBound.ts';
import {
  knowsStatus,
  schemeRules,
  schemes,
  statusOfShare,
  type Scheme,
  type SchemeClaim,
} from '#contract/stock/claims/schemes.ts';
import type { Claim, ItemPart } from '#contract/stock/stock.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { coveringOf, findCertificates, findCertificatesWithOwn, type Certificate } from './coverage.ts';
import {
  add,
  fromInteger,
  isLess,
  lesser,
  multiply,
  one,
  quotient,
  rounded,
  roundedDown,
  zero,
  type Fraction,
} from './fractions.ts';
import { evaluateOrigins, findOrigins, type BoundedOutput, type Origins, type Source } from './origins.ts';

/** One input: thousandths of its unit times milligrams of one unit. */
interface Weighed {
  itemId: number;
  part: ItemPart;
  mass: bigint;
}

/** Composition of a produced lot's organic share. */
interface Composition {
  /** Organic mass of the ingredients; zero for an output beyond the mass of the inputs. */
  organic: Fraction;
  total: Fraction;
  /** Inputs that don't count: water, salt, aids and packaging. */
  leftOut: readonly Weighed[];
  /** Ingredients without grams per unit, at any depth: they make the share unknown. */
  unweighed: readonly number[];
  /** True for an output beyond the mass of the inputs, which has no claim. */
  isBeyond: boolean;
  /** Whether it was made of one ingredient, all of whose lots are at least in conversion. */
  isInConversion: boolean;
}

export interface LotClaim {
  claim: Claim;
  /** The highest claim that a produced lot may carry. */
  computed: Claim;
  /** The certificate behind the claim; undefined if none covers it, or none is needed. */
  certificate: Certificate | undefined;
  /** How much of its ingredients is organic, from 0 to 1; undefined if it is not known. */
  share: Fraction | undefined;
  /** How much of its mass is ingredients, from 0 to 1: the rest is water, salt and gain, which later products leave out. */
  ingredients: Fraction;
  /** Set for outputs of a run. */
  composition: Composition | undefined;
}

type ClaimOf = (lotId: number) => LotClaim | undefined;

function unproduced(claim: Claim, share: Fraction, certificate?: Certificate): LotClaim {
  return { claim, computed: 'conventional', certificate, share, ingredients: one, composition: undefined };
}

function coveringSource(
  { supplierId, itemId, receivedOn: day, certificateId }: Source,
  certificates: readonly Certificate[],
): Certificate | undefined {
  return supplierId === null ? undefined : coveringOf(certificates, { supplierId, itemId, day, certificateId });
}

/** A purchase proved by some certificates, with the one that is shown, which may be another. */
function bought(source: Source, certificates: readonly Certificate[], shown: readonly Certificate[]): LotClaim {
  const isProved = source.claim === 'organic' && coveringSource(source, certificates) !== undefined;
  const certificate = needsCertificate(source.claim) ? coveringSource(source, shown) : undefined;
  return unproduced(source.claim ?? 'conventional', isProved ? one : zero, certificate);
}

/** The inputs of a run together, and which of its outputs are within their mass. */
interface MadeRun {
  /** The composition of each output within the mass. */
  composition: Composition;
  /** How much of the mass of those outputs is ingredients. */
  ingredients: Fraction;
  /** Outputs within the mass of the inputs. */
  within: ReadonlySet<number>;
}

const massOf = ({ quantity, milligrams }: Pick<BoundedOutput, 'quantity' | 'milligrams'>) =>
  milligrams === null ? null : BigInt(quantity) * BigInt(milligrams);

/** Sums the inputs of a run by their part in its organic share, and bounds its outputs by their mass. */
function madeBy({ inputs, outputs, sources }: Origins, runId: number, claimOf: ClaimOf): MadeRun {
  let organic = zero;
  let total = zero;
  let wentIn = 0n;
  let isInConversion = true;
  const ingredientIds = new Set<number>();
  const leftOut = new Map<number, Weighed>();
  const unweighed = new Set<number>();
  for (const { lotId, quantity } of inputs.get(runId) ?? []) {
    const source = sources.get(lotId);
    if (!source) continue;
    const { itemId, part, milligrams } = source;
    const mass = BigInt(quantity) * BigInt(milligrams ?? 0);
    if (isOfSubstance(part)) wentIn += mass;
    if (part !== 'ingredient') {
      leftOut.set(itemId, { itemId, part, mass: mass + (leftOut.get(itemId)?.mass ?? 0n) });
      continue;
    }
    const { claim = 'conventional', share, ingredients = one, composition } = claimOf(lotId) ?? {};
    ingredientIds.add(itemId);
    isInConversion &&= claim === 'inConversion' || claim === 'organic';
    if (milligrams === null) unweighed.add(itemId);
    for (const earlier of composition?.unweighed ?? []) unweighed.add(earlier);
    const counted = multiply(fromInteger(mass), ingredients);
    if (share) organic = add(organic, multiply(counted, share));
    total = add(total, counted);
  }
  const made = outputs.get(runId) ?? [];
  const isWithin = withinMass(
    wentIn,
    made.map((output) => ({ ...output, mass: massOf(output) })),
    made.some(({ hasGainReason }) => hasGainReason === 1),
  );
  const within = made.filter((_, index) => isWithin[index]);
  const cameOut = within.reduce((sum, output) => sum + (massOf(output) ?? 0n), 0n);
  return {
    composition: {
      organic,
      total,
      leftOut: [...leftOut.values()],
      unweighed: [...unweighed],
      isBeyond: false,
      isInConversion: isInConversion && ingredientIds.size === 1,
    },
    ingredients: cameOut === 0n ? one : lesser(one, quotient(total, fromInteger(cameOut))),
    within: new Set(within.map(({ lotId }) => lotId)),
  };
}

/** The composition of an output of a run. */
function compositionOf({ lotId, itemId, milligrams }: Source, { composition, within }: MadeRun): Composition {
  if (milligrams === null) return { ...composition, unweighed: [...new Set([...composition.unweighed, itemId])] };
  return within.has(lotId) ? composition : { ...composition, organic: zero, isBeyond: true };
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
const byShare: Basis['computedOf'] = (_, __, share) => (share ? claimOfShare(share) : 'conventional');

/** The share of ingredients that is organic; undefined if it is not known. */
function shareOf({ organic, total, unweighed }: Composition): Fraction | undefined {
  return unweighed.length === 0 && total.numerator > 0n ? quotient(organic, total) : undefined;
}

function produced(source: Source, run: MadeRun | undefined, basis: Basis): LotClaim {
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
  return { claim: own, computed, certificate: undefined, share: passedOn, ingredients, composition };
}

function stated({ claim }: Source): LotClaim {
  return unproduced(claim ?? 'conventional', claim === 'organic' ? one : zero);
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
    if (source.origin === 'produced') return produced(source, runOf(source, claimOf), basis);
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

async function findSupplierCertificates(db: Database | Trx, origins: Origins): Promise<Certificate[]> {
  return await findCertificates(db, suppliersOf(origins));
}

/** The certificates of the suppliers of lots that claim anything, and our own where any of the lots was produced. */
export async function findCertificatesOf(db: Database | Trx, origins: Origins): Promise<Certificate[]> {
  const isMade = [...origins.sources.values()].some(({ origin }) => origin === 'produced');
  return await (isMade ? findCertificatesWithOwn : findCertificates)(db, suppliersOf(origins));
}

function claimUnder(scheme: Scheme, share: Fraction | undefined): Claim {
  return (share && statusOfShare(scheme, share)) ?? 'conventional';
}

/** The schemes of suppliers' certificates, each with these certificates. */
function bySchemes(certificates: readonly Certificate[]): [Scheme, readonly Certificate[]][] {
  const ofSuppliers = Map.groupBy(
    certificates.filter(({ supplierId }) => supplierId !== null),
    ({ scheme }) => scheme,
  );
  return schemes.flatMap((scheme) => {
    const own = ofSuppliers.get(scheme);
    return own ? [[scheme, own]] : [];
  });
}

function isBetter(claim: LotClaim, than: LotClaim): boolean {
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
function claimed(
  origins: Origins,
  certificates: readonly Certificate[],
  ofOthers: (source: Source) => LotClaim,
): ReadonlyMap<number, LotClaim> {
  const evaluate = (own: readonly Certificate[], computedOf: Basis['computedOf']) => {
    const claimOf = (source: Source) =>
      source.supplierId === null ? ofOthers(source) : bought(source, own, certificates);
    return evaluateClaims(origins, { claimOf, computedOf, isCertified: always, isDeclared: false });
  };
  const bySchemeOf = bySchemes(certificates);
  if (bySchemeOf.length === 0) return evaluate([], byShare);
  return bestOf(bySchemeOf.map(([scheme, own]) => evaluate(own, (_, __, share) => claimUnder(scheme, share))));
}

/** The claims of lots and of all that they came from, by lot id, with certificates of their suppliers. */
export function claimsOf(origins: Origins, certificates: readonly Certificate[]): ReadonlyMap<number, LotClaim> {
  return claimed(origins, certificates, stated);
}

/** The claims of lots and of all that they came from, by lot id. Two statements beyond those of the origins. */
export async function findClaims(db: Database | Trx, origins: Origins): Promise<ReadonlyMap<number, LotClaim>> {
  return claimsOf(origins, await findSupplierCertificates(db, origins));
}

/** The lots that are organic by certificates alone, which lots without a supplier have not. Two statements, too. */
export async function findProvedLots(db: Database | Trx, origins: Origins): Promise<ReadonlySet<number>> {
  const certificates = await findSupplierCertificates(db, origins);
  const claims = claimed(origins, certificates, (source) => ({ ...stated(source), share: zero }));
  const isProved = ({ claim, share }: LotClaim) => claim === 'organic' && share !== undefined && share.numerator > 0n;
  return new Set([...claims].flatMap(([lotId, claim]) => (isProved(claim) ? [lotId] : [])));
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
  const claimOf = (source: Source): LotClaim => {
    const { claim } = source;
    const certificate = coveringSource(source, ofScheme);
    const isKnown = claim !== null && claim !== 'conventional' && knowsStatus(scheme, claim);
    if (!certificate || !isKnown) return unproduced('conventional', zero);
    return unproduced(claim, claim === 'organic' ? one : zero, certificate);
  };
  const computedOf: Basis['computedOf'] = (_, { isInConversion, isBeyond }, share) => {
    const status = claimUnder(scheme, share);
    const isConverting = isInConversion && !isBeyond && share !== undefined && schemeRules[scheme].hasConversion;
    return status === 'conventional' && isConverting ? 'inConversion' : status;
  };
  const isCertified = (source: Source) => isOwnCovered(ofScheme, scheme, source);
  return evaluateClaims(origins, { claimOf, computedOf, isCertified, isDeclared: false });
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

/** The claims of lots by scheme (schemeClaimsOf), by lot id. */
export async function findSchemeClaims(
  db: Database | Trx,
  lotIds: readonly number[],
): Promise<ReadonlyMap<number, SchemeClaim[]>> {
  const origins = await findOrigins(db, lotIds);
  return schemeClaimsOf(origins, await findCertificatesOf(db, origins));
}

/**
 * Entered claims of lots and of all their sources, with or without a present certificate: for a batch the claim entered
 * by hand, else the one that follows from its inputs. By lot id.
 */
export function declaredClaims(origins: Origins): ReadonlyMap<number, Claim> {
  const declared = evaluateClaims(origins, {
    claimOf: stated,
    computedOf: byShare,
    isCertified: always,
    isDeclared: true,
  });
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
  if (claim?.composition === undefined || claim.composition.unweighed.length > 0) return wholly(claim);
  const { organic, total } = claim.composition;
  if (total.numerator === 0n) return null;
  const tenths = roundedDown(multiply(quotient(organic, total), fromInteger(1000)));
  return tenths === null ? null : tenths * 100;
}

/** All or nothing, for a lot that is no output of a run. */
function wholly(claim: LotClaim | undefined): number | null {
  if (!claim?.share || claim.composition) return null;
  return claim.share.numerator === 0n ? 0 : 100_000;
}
