/** Compares organic sales of an item, and of products made from it, with its organic purchases (decision 86). */
import { sql } from 'kysely';
import { needsCertificate } from '#contract/stock/claims/claims.ts';
import type { MassBalance } from '#contract/prove/massBalance.ts';
import { least } from '#contract/core/values/ratios.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findProvedLots, declaredClaims } from '../../stock/origins/claims.ts';
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

type Cover = NonNullable<MassBalance['covered']>;

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

/** The cover of organic sales by proved mass. */
function coverOf(soldOrganic: bigint, { bought, sold, left, unproved }: ProvedMasses): Cover {
  // Undocumented mass is attributed to the remaining stock first, then to sales; mass that came back beyond the sales
  // was proved.
  const leftProved = positive(left - unproved);
  const soldProved = sold - least(positive(sold), unproved - (left - leftProved));
  return {
    boughtGrams: milligramsOf(bought),
    soldGrams: milligramsOf(soldOrganic),
    otherGrams: milligramsOf(bought - soldProved - leftProved),
    leftGrams: milligramsOf(leftProved),
    // The remaining stock could have been sent in place of unproved mass; lost or returned mass could not.
    shortGrams: milligramsOf(positive(soldOrganic - soldProved - leftProved)),
  };
}

/**
 * Compares organic sales with organic purchases: sales by their entered claims, purchases as proved by certificates and
 * documents, which counts are not. Undefined if no lot of the item has an organic claim, or if the mass of an organic
 * sale is unknown.
 */
export async function coverageOf(trx: Trx, family: FamilyMasses, period: Period): Promise<Cover | undefined> {
  const { flows, sums, seeds } = family;
  const isSale = ({ kind }: LotSum) => kind === 'dispatched' || kind === 'returnedByBuyer';
  const soldLots = sums.filter(isSale).map(({ lotId }) => lotId);
  const origins = await findOrigins(trx, [...seeds, ...soldLots]);
  const declared = declaredClaims(origins);
  const claimingLots = new Set([...seeds].filter((lotId) => declared.get(lotId) === 'organic'));
  if (claimingLots.size === 0) return undefined;
  const soldSums = sums.filter((sum) => isSale(sum) && needsCertificate(declared.get(sum.lotId) ?? null));
  const unweighed = unweighedItems(family);
  if (soldSums.some(({ lotId }) => unweighed.has(flows.lots.get(lotId)?.itemId ?? 0))) return undefined;
  const certified = await findProvedLots(trx, origins);
  const provedLots = new Set([...claimingLots].filter((lotId) => certified.has(lotId)));
  const claiming = massOf(family, claimingLots);
  const proved = provedLots.size === claimingLots.size ? claiming : massOf(family, provedLots);
  const provedMasses = await findProvedMasses(trx, family, proved, { soldSums, period });
  return coverOf(whereaboutsOf(claiming, soldSums).sold, provedMasses);
}
