/**
 * Organic claims (docs/domain.md, Claims and certificates). The claim of a purchase is the one on its line, and counts
 * while a certificate of the supplier covers the item on its day; so does that of opening stock that names its
 * supplier. The claim of an output is computed from its inputs, by mass of the ingredients: water, salt, aids and
 * packaging are left out.
 */
import { claimOfShare, needsCertificate, rankOf } from '#contract/stock/claims/claims.ts';
import type { Claim, ItemPart } from '#contract/stock/stock.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { coveringOf, findCertificates, type Certificate } from './coverage.ts';
import { one, add, rounded, roundedDown, multiply, fromInteger, zero, type Fraction } from './fractions.ts';
import { evaluateOrigins, type Origins, type Source } from './origins.ts';

/** One input: thousandths of its unit times milligrams of one unit. */
interface Weighed {
  itemId: number;
  part: ItemPart;
  mass: bigint;
}

/** Composition of a produced lot's organic share. */
interface Composition {
  /** Organic mass of the ingredients. */
  organic: Fraction;
  total: bigint;
  /** Inputs that don't count: water, salt, aids and packaging. */
  leftOut: readonly Weighed[];
  /** Ingredients without grams per unit, at any depth: they make the share unknown. */
  unweighed: readonly number[];
}

export interface LotClaim {
  claim: Claim;
  /** The certificate behind the claim; undefined if none covers it, or none is needed. */
  certificate: Certificate | undefined;
  /** How much of the mass is organic, from 0 to 1; undefined if it is not known. */
  share: Fraction | undefined;
  /** Set for outputs of a run. */
  composition: Composition | undefined;
}

type ClaimOf = (lotId: number) => LotClaim | undefined;

function bought(
  { claim, supplierId, itemId, receivedOn, certificateId }: Source,
  certificates: readonly Certificate[],
) {
  const certificate =
    needsCertificate(claim) && supplierId !== null
      ? coveringOf(certificates, { supplierId, itemId, day: receivedOn, certificateId })
      : undefined;
  const isProved = claim === 'organic' && certificate !== undefined;
  return { claim: claim ?? 'conventional', certificate, share: isProved ? one : zero, composition: undefined };
}

/** Sums the inputs of a run by their part in its organic share. */
function compositionOf({ inputs, sources }: Origins, runId: number, claimOf: ClaimOf): Composition {
  let organic = zero;
  let total = 0n;
  const leftOut = new Map<number, Weighed>();
  const unweighed = new Set<number>();
  for (const { lotId, quantity } of inputs.get(runId) ?? []) {
    const source = sources.get(lotId);
    if (!source) continue;
    const { itemId, part, milligrams } = source;
    const mass = BigInt(quantity) * BigInt(milligrams ?? 0);
    if (part !== 'ingredient') {
      leftOut.set(itemId, { itemId, part, mass: mass + (leftOut.get(itemId)?.mass ?? 0n) });
      continue;
    }
    const { share, composition } = claimOf(lotId) ?? {};
    if (milligrams === null) unweighed.add(itemId);
    for (const earlier of composition?.unweighed ?? []) unweighed.add(earlier);
    if (share) organic = add(organic, multiply(fromInteger(mass), share));
    total += mass;
  }
  return { organic, total, leftOut: [...leftOut.values()], unweighed: [...unweighed] };
}

/** Source of claims for lots without a run, and whether an entered claim of a batch outranks its inputs. */
interface Basis {
  claimOf: (source: Source) => LotClaim;
  isDeclared: boolean;
}

function produced({ claim, runId }: Source, origins: Origins, { isDeclared }: Basis, claimOf: ClaimOf): LotClaim {
  const composition = runId === null ? undefined : compositionOf(origins, runId, claimOf);
  const isKnown = composition !== undefined && composition.unweighed.length === 0 && composition.total > 0n;
  const share = isKnown ? multiply(composition.organic, { numerator: 1n, denominator: composition.total }) : undefined;
  const computed = share ? claimOfShare(share) : 'conventional';
  const own = claim !== null && (isDeclared || rankOf(claim) < rankOf(computed)) ? claim : computed;
  // A lot that claims less than its inputs allow doesn't count as organic in later products.
  const passedOn = rankOf(own) < rankOf(computed) ? zero : share;
  return { claim: own, certificate: undefined, share: passedOn, composition };
}

function stated({ claim }: Source): LotClaim {
  return {
    claim: claim ?? 'conventional',
    certificate: undefined,
    share: claim === 'organic' ? one : zero,
    composition: undefined,
  };
}

function evaluateClaims(origins: Origins, basis: Basis): ReadonlyMap<number, LotClaim> {
  const claims = evaluateOrigins<LotClaim>(origins, (source, claimOf) => {
    if (source.origin === 'produced') return produced(source, origins, basis, claimOf);
    const parent = source.origin === 'returned' ? claimOf(source.parentLotId ?? 0) : undefined;
    return parent ?? basis.claimOf(source);
  });
  return new Map([...claims].flatMap(([lotId, claim]) => (claim ? [[lotId, claim] as const] : [])));
}

async function findClaimed(
  db: Database | Trx,
  origins: Origins,
  ofOthers: (source: Source) => LotClaim,
): Promise<ReadonlyMap<number, LotClaim>> {
  const claiming = [...origins.sources.values()].filter(({ claim }) => needsCertificate(claim));
  const suppliers = new Set(claiming.flatMap(({ supplierId }) => supplierId ?? []));
  const certificates = await findCertificates(db, [...suppliers]);
  const claimOf = (source: Source) => (source.supplierId === null ? ofOthers(source) : bought(source, certificates));
  return evaluateClaims(origins, { claimOf, isDeclared: false });
}

/** The claims of lots and of all that they came from, by lot id. Two statements beyond those of the origins. */
export async function findClaims(db: Database | Trx, origins: Origins): Promise<ReadonlyMap<number, LotClaim>> {
  return await findClaimed(db, origins, stated);
}

/** The lots that are organic by certificates alone, which lots without a supplier have not. Two statements, too. */
export async function findProvedLots(db: Database | Trx, origins: Origins): Promise<ReadonlySet<number>> {
  const claims = await findClaimed(db, origins, (source) => ({ ...stated(source), share: zero }));
  const isProved = ({ claim, share }: LotClaim) => claim === 'organic' && share !== undefined && share.numerator > 0n;
  return new Set([...claims].flatMap(([lotId, claim]) => (isProved(claim) ? [lotId] : [])));
}

/**
 * Entered claims of lots and of all their sources, with or without a present certificate: for a batch the claim entered
 * by hand, else the one that follows from its inputs. By lot id.
 */
export function declaredClaims(origins: Origins): ReadonlyMap<number, Claim> {
  const declared = evaluateClaims(origins, { claimOf: stated, isDeclared: true });
  return new Map([...declared].map(([lotId, { claim }]) => [lotId, claim]));
}

/** The highest claim that a produced lot may carry. */
export function computedClaim({ composition }: LotClaim): Claim {
  if (!composition || composition.unweighed.length > 0 || composition.total === 0n) return 'conventional';
  return claimOfShare(multiply(composition.organic, { numerator: 1n, denominator: composition.total }));
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
  if (total === 0n) return null;
  const tenths = roundedDown(multiply(organic, { numerator: 1000n, denominator: total }));
  return tenths === null ? null : tenths * 100;
}

/** All or nothing, for a lot that is no output of a run. */
function wholly(claim: LotClaim | undefined): number | null {
  if (!claim?.share || claim.composition) return null;
  return claim.share.numerator === 0n ? 0 : 100_000;
}
