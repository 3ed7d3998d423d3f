/** Compares organic sales of an item, and of products made from it, with its organic purchases (decision 86). */
import { sql } from 'kysely';
import type { z } from 'zod';
import { needsCertificate } from '#contract/stock/claims/claims.ts';
import { schemes, type Scheme } from '#contract/stock/claims/schemes.ts';
import { soldAsOf, type SoldAs } from '#contract/stock/claims/soldAs.ts';
import type { Claim } from '#contract/stock/stock.ts';
import type { massBalanceAnswer } from '#contract/prove/massBalance.ts';
import { least } from '#contract/core/values/ratios.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { declaredClaims, findSupplierCertificates } from '../../stock/origins/claims.ts';
import { bestSchemeOf, suppliedClaims, type ClaimsByScheme } from '../../stock/origins/schemeClaims.ts';
import { findOrigins } from '../../stock/origins/origins.ts';
import {
  contentOf,
  finishedRuns,
  milligramsOf,
  inRuns,
  whereaboutsOf,
  type Content,
  type FamilyMass,
  type FamilyMasses,
} from './family.ts';
import type { LotSum, Moved } from './familyFlows.ts';
import type { Period } from './statement.ts';

type Covered = NonNullable<z.output<typeof massBalanceAnswer>['covered']>;
type Cover = Omit<Covered, 'schemes'>;

const positive = (mass: bigint): bigint => (mass > 0n ? mass : 0n);

/** Mass in lots that has no document: the surplus of counts less their deficits. */
interface Undocumented {
  /** In stock before the period. */
  before: bigint;
  /** Came within the period. */
  within: bigint;
  /** Not included: lost within the period and found again. */
  foundAgain: bigint;
}

/** Undocumented mass in the item's own lots. One statement if a count has a surplus, else none. */
async function findUndocumented(
  trx: Trx,
  { flows, milligrams }: FamilyMasses,
  own: ReadonlySet<number>,
  { from, to }: Period,
): Promise<Undocumented> {
  const counts = await inPieces(
    trx,
    'counts of balanced lots',
    [...own].filter((lotId) => (flows.lots.get(lotId)?.found ?? 0) > 0),
    (chunk) => sql<Moved>`
      select lot_id as "lotId", kind, occurred_on as day, quantity
      from movement where lot_id in ${chunk} and kind in ('found', 'lost') and occurred_on <= ${to}`,
    [to],
  );
  let [before, within, foundAgain] = [0, 0, 0];
  for (const moved of Map.groupBy(counts, ({ lotId }) => lotId).values()) {
    let [earlier, found, lost] = [0, 0, 0];
    for (const { day, kind, quantity } of moved) {
      if (day < from) earlier += quantity;
      else if (kind === 'found') found += quantity;
      else lost -= quantity;
    }
    const all = Math.max(0, earlier + found - lost);
    const unchanged = Math.min(Math.max(0, earlier), all);
    before += unchanged;
    within += all - unchanged;
    foundAgain += Math.min(found, lost);
  }
  const massIn = (quantity: number) => BigInt(quantity) * BigInt(milligrams ?? 0);
  return { before: massIn(before), within: massIn(within), foundAgain: massIn(foundAgain) };
}

/** Output of finished runs beyond their inputs, in proportion to the item: no document accounts for it either. */
function gainedIn(runs: FamilyMasses['runs'], content: Content, period: Period): bigint {
  let sum = 0n;
  for (const { own, input, output } of finishedRuns(runs, content, period)) {
    sum += (positive(output - input) * own) / input;
  }
  return sum;
}

/** The item, and products made from it, without grams per unit. */
function unweighedItems({ flows: { lots, outputs }, seeds, milligrams }: FamilyMasses): Set<number> {
  const all = [...outputs.values()].flat();
  const unweighed = new Set(all.flatMap((output) => (output.milligrams === null ? [output.itemId] : [])));
  for (const lotId of milligrams === null ? seeds : []) unweighed.add(lots.get(lotId)?.itemId ?? 0);
  return unweighed;
}

/** The mass of some of the item's own lots, and of all that was made from them. */
function massOf({ flows, keys, runs, content, seeds, milligrams }: FamilyMasses, own: ReadonlySet<number>): FamilyMass {
  const contentOfOwn = own.size === seeds.size ? content : contentOf(flows, keys, runs, own, milligrams);
  return { lots: flows.lots, seeds: own, runs, content: contentOfOwn };
}

/** Mass of the proved lots over a period. */
interface ProvedMasses {
  /** In stock before or bought, as far as it has a document. */
  bought: bigint;
  /** Sold as organic. */
  sold: bigint;
  left: bigint;
  /** Without a document: surplus of counts, and outputs beyond inputs. */
  unproved: bigint;
}

async function findProvedMasses(
  trx: Trx,
  family: FamilyMasses,
  proved: FamilyMass,
  { soldSums, period }: { soldSums: readonly LotSum[]; period: Period },
): Promise<ProvedMasses> {
  const { flows, runs, sums } = family;
  const all = whereaboutsOf(proved, sums);
  const opening = all.opening + inRuns(flows, proved, (day) => day < period.from);
  const left = all.left + inRuns(flows, proved, (day) => day <= period.to);
  const undocumented = await findUndocumented(trx, family, proved.seeds, period);
  const gained = gainedIn(runs, proved.content, period);
  const gainedBefore = gainedIn(runs, proved.content, { from: '', to: period.to }) - gained;
  // Dispatches dated before their receipt make the opening negative, which means no stock.
  const unprovedBefore = least(positive(opening), undocumented.before + gainedBefore);
  return {
    bought: opening + all.bought - unprovedBefore - undocumented.within - undocumented.foundAgain,
    sold: whereaboutsOf(proved, soldSums).sold,
    left,
    unproved: unprovedBefore + undocumented.within + gained,
  };
}

/** Masses of a cover of organic sales. */
interface CoverMasses {
  bought: bigint;
  sold: bigint;
  other: bigint;
  left: bigint;
  /** Sold without proof. */
  unproved: bigint;
  /** The part of it that the remaining stock does not cover either. */
  short: bigint;
}

/** The cover of organic sales by proved mass. */
function coverOf(soldOrganic: bigint, { bought, sold, left, unproved }: ProvedMasses): CoverMasses {
  // Undocumented mass counts as left first, then as sold. Sales below zero have none of it: what came back was proved.
  const leftProved = positive(left - unproved);
  const soldProved = sold - least(positive(sold), unproved - (left - leftProved));
  return {
    bought,
    sold: soldOrganic,
    other: bought - soldProved - leftProved,
    left: leftProved,
    unproved: soldOrganic - soldProved,
    // The remaining stock could have been sent in place of unproved mass; lost or returned mass could not.
    short: positive(soldOrganic - soldProved - leftProved),
  };
}

function answeredCover({ bought, sold, other, left, unproved, short }: CoverMasses): Cover {
  return {
    boughtGrams: milligramsOf(bought),
    soldGrams: milligramsOf(sold),
    otherGrams: milligramsOf(other),
    leftGrams: milligramsOf(left),
    shortGrams: milligramsOf(short),
    standInGrams: milligramsOf(unproved - short),
  };
}

/** Sales of a lot under a claim that its dispatches state, or without one. */
interface Sale extends LotSum {
  soldAs: SoldAs | null;
}

interface StatedSale {
  lotId: number;
  soldAs: string;
  quantity: number;
}

const isSale = ({ kind }: LotSum) => kind === 'dispatched' || kind === 'returnedByBuyer';

/** Dispatched quantities of lots in a period by their stated claims, in thousandths below zero. */
const findStatedSales = async (trx: Trx, sums: readonly LotSum[], { from, to }: Period) =>
  await inPieces(
    trx,
    'stated sales of balanced lots',
    sums.filter(({ kind }) => kind === 'dispatched').map(({ lotId }) => lotId),
    (chunk) => sql<StatedSale>`
      select v.lot_id as "lotId", d.sold_as as "soldAs", cast(sum(v.quantity) as bigint) as quantity
      from movement v join dispatch d on d.id = v.document_id
      where v.lot_id in ${chunk} and v.kind = 'dispatched' and v.occurred_on between ${from} and ${to}
        and d.sold_as is not null
      group by v.lot_id, d.sold_as having sum(v.quantity) <> 0`,
    [from, to],
  );

/** Stated claims of dispatches that buyers sent back, by dispatch. */
async function findSoldAs(trx: Trx, dispatchIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await inPieces(
    trx,
    'claims of returned dispatches',
    dispatchIds,
    (chunk) => sql<{ id: number; soldAs: string }>`
      select id, sold_as as "soldAs" from dispatch where id in ${chunk} and sold_as is not null`,
  );
  return new Map(rows.map(({ id, soldAs }) => [id, soldAs]));
}

/** The sales of a period, those under each stated claim apart. */
async function findSales(trx: Trx, { flows, sums }: FamilyMasses, period: Period): Promise<Sale[]> {
  const sold = sums.filter(isSale);
  const stated = Map.groupBy(await findStatedSales(trx, sold, period), ({ lotId }) => lotId);
  const dispatchOf = ({ lotId }: LotSum) => flows.returned.get(lotId)?.dispatchId;
  const returned = await findSoldAs(trx, [
    ...new Set(sold.flatMap((sum) => (sum.kind === 'returnedByBuyer' ? (dispatchOf(sum) ?? []) : []))),
  ]);
  return sold.flatMap((sum): Sale[] => {
    if (sum.kind === 'returnedByBuyer') {
      return [{ ...sum, soldAs: soldAsOf(returned.get(dispatchOf(sum) ?? 0) ?? null) }];
    }
    const own = stated.get(sum.lotId) ?? [];
    const rest = own.reduce((left, { quantity }) => left - quantity, sum.quantity);
    const sales = own.map(({ soldAs, quantity }) => ({ ...sum, quantity, soldAs: soldAsOf(soldAs) }));
    return rest === 0 ? sales : [...sales, { ...sum, quantity: rest, soldAs: null }];
  });
}

/** The own lots of an item under claims that need a certificate, and how they are proved. */
interface Claiming {
  organic: ReadonlySet<number>;
  /** Those, and the ones that are made with organic where a sale of the item states that claim. */
  all: ReadonlySet<number>;
  /** The lots that are organic under some schemes, and those that are made with organic at best. */
  provedUnder: (proving: readonly Scheme[]) => { whole: ReadonlySet<number>; partly: ReadonlySet<number> };
}

/** Lots claim as it was declared, or as a dispatch of the lot states, which declares it so (decision 147). */
function claimingOf(
  { seeds }: FamilyMasses,
  declared: ReadonlyMap<number, Claim>,
  supplied: ClaimsByScheme,
  sales: readonly Sale[],
): Claiming {
  const statedAs = (status: Claim) =>
    new Set(sales.flatMap(({ lotId, soldAs }) => (soldAs?.status === status && seeds.has(lotId) ? lotId : [])));
  const under = (status: Claim, stated: ReadonlySet<number>) =>
    new Set([...seeds].filter((lotId) => declared.get(lotId) === status || stated.has(lotId)));
  const statedPartly = statedAs('madeWithOrganic');
  const isStated = statedPartly.size > 0;
  const organic = under('organic', statedAs('organic'));
  const all = isStated ? organic.union(under('madeWithOrganic', statedPartly)) : organic;
  return {
    organic,
    all,
    provedUnder: (proving) => {
      const provedAs = (status: Claim) =>
        new Set(
          [...all].filter((lotId) => proving.some((scheme) => supplied.get(scheme)?.get(lotId)?.claim === status)),
        );
      const whole = provedAs('organic');
      return { whole, partly: isStated ? provedAs('madeWithOrganic').difference(whole) : new Set() };
    },
  };
}

/**
 * Compares organic sales with organic purchases, in all and under each scheme: sales by what their dispatches are sold as,
 * else by entered claims, purchases as proved by certificates and documents, which counts are not. Undefined if no lot of
 * the item has an organic claim, or if the mass of an organic sale is unknown.
 */
export async function findOrganicCover(trx: Trx, family: FamilyMasses, period: Period): Promise<Covered | undefined> {
  const { flows, seeds } = family;
  const all = await findSales(trx, family, period);
  const origins = await findOrigins(trx, [...seeds, ...all.map(({ lotId }) => lotId)]);
  const certificates = await findSupplierCertificates(trx, origins);
  const declared = declaredClaims(origins, certificates);
  const supplied = suppliedClaims(origins, certificates);
  const { organic, all: own, provedUnder } = claimingOf(family, declared, supplied, all);
  if (own.size === 0) return undefined;
  // Own lots are sold as their own dispatches state; without a stated claim only organic ones are sold under one.
  const statusOf = ({ lotId, soldAs }: Sale): Claim | null => {
    if (soldAs) return soldAs.status;
    const claim = declared.get(lotId) ?? null;
    return own.has(lotId) && claim !== 'organic' ? null : claim;
  };
  const sales = all.filter((sale) => needsCertificate(statusOf(sale)));
  const unweighed = unweighedItems(family);
  if (sales.some(({ lotId }) => unweighed.has(flows.lots.get(lotId)?.itemId ?? 0))) return undefined;
  const massOfProved = async (lots: ReadonlySet<number>, soldSums: readonly Sale[]) => {
    const mass = massOf(family, lots);
    return { mass, proved: await findProvedMasses(trx, family, mass, { soldSums, period }) };
  };
  const soldIn = (lots: ReadonlySet<number>, soldSums: readonly Sale[]) =>
    whereaboutsOf(massOf(family, lots), soldSums).sold;
  const coverBy = async (proving: readonly Scheme[], soldSums: readonly Sale[]) => {
    const { whole, partly } = provedUnder(proving);
    const carried = soldSums.filter((sale) => !partly.has(sale.lotId) || statusOf(sale) !== 'organic');
    const { mass, proved } = await massOfProved(whole.union(partly), carried);
    const { made } = whereaboutsOf(
      mass,
      family.sums.filter(({ lotId, kind }) => kind === 'produced' && !seeds.has(lotId)),
    );
    const cover = coverOf(soldIn(own, soldSums), proved);
    const madeGrams = milligramsOf(made);
    if (partly.size === 0) return { ...answeredCover(cover), madeGrams };
    // Stock that is made with organic stands in for no sale as organic.
    const asOrganic = soldSums.filter((sale) => !own.has(sale.lotId) || statusOf(sale) === 'organic');
    const { proved: provedOrganic } = await massOfProved(whole, asOrganic);
    const { short } = coverOf(soldIn(organic, asOrganic), provedOrganic);
    return { ...answeredCover({ ...cover, short: short > cover.short ? short : cover.short }), madeGrams };
  };
  const { madeGrams: _, ...cover } = await coverBy([...supplied.keys()], sales);
  const bySchemes = Map.groupBy(sales, ({ lotId, soldAs }) => soldAs?.scheme ?? bestSchemeOf(lotId, supplied));
  const rows: Covered['schemes'] = [];
  for (const scheme of [...schemes, null]) {
    const ofScheme = bySchemes.get(scheme) ?? [];
    if (ofScheme.length === 0 && (scheme === null || !supplied.has(scheme))) continue;
    const row = { scheme, ...(await coverBy(scheme ? [scheme] : [], ofScheme)) };
    if (row.boughtGrams !== 0 || row.soldGrams !== 0) rows.push(row);
  }
  return { ...cover, schemes: rows };
}
