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
  type FamilyMasses,
} from './family.ts';
import type { LotSum, Moved } from './familyFlows.ts';
import type { Period } from './statement.ts';

const positive = (mass: bigint): bigint => (mass > 0n ? mass : 0n);

/** Mass in lots that has no document: the surplus of counts less their deficits. */
interface Undocumented {
  /** In stock before the period. */
  before: bigint;
  /** Came within the period. */
  within: bigint;
  /** Not included: lost within the period and found again. */
  again: bigint;
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
  let [before, within, again] = [0, 0, 0];
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
    again += Math.min(found, lost);
  }
  const massOf = (quantity: number) => BigInt(quantity) * BigInt(milligrams ?? 0);
  return { before: massOf(before), within: massOf(within), again: massOf(again) };
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

/**
 * Compares organic sales with organic purchases: sales by their entered claims, purchases as proved by certificates and
 * documents, which counts are not. Undefined if no lot of the item has an organic claim, or if the mass of an organic
 * sale is unknown.
 */
export async function coverageOf(trx: Trx, family: FamilyMasses, period: Period): Promise<MassBalance['covered']> {
  const { flows, keys, runs, content, sums, seeds, milligrams } = family;
  const isSale = ({ kind }: LotSum) => kind === 'dispatched' || kind === 'returnedByBuyer';
  const sold = sums.filter(isSale).map(({ lotId }) => lotId);
  const origins = await findOrigins(trx, [...seeds, ...sold]);
  const declared = declaredClaims(origins);
  const claiming = new Set([...seeds].filter((lotId) => declared.get(lotId) === 'organic'));
  if (claiming.size === 0) return undefined;
  const soldSums = sums.filter((sum) => isSale(sum) && needsCertificate(declared.get(sum.lotId) ?? null));
  const unweighed = unweighedItems(family);
  if (soldSums.some(({ lotId }) => unweighed.has(flows.lots.get(lotId)?.itemId ?? 0))) return undefined;
  const certified = await findProvedLots(trx, origins);
  const proved = new Set([...claiming].filter((lotId) => certified.has(lotId)));
  const { lots } = flows;
  const massOf = (own: ReadonlySet<number>) => {
    const ofOwn = own.size === seeds.size ? content : contentOf(flows, keys, runs, own, milligrams);
    return { lots, seeds: own, runs, content: ofOwn };
  };
  const claimed = massOf(claiming);
  const soldOrganic = whereaboutsOf(claimed, soldSums).sold;
  const covered = proved.size === claiming.size ? claimed : massOf(proved);
  const moved = whereaboutsOf(covered, sums);
  const { bought } = moved;
  const opening = moved.opening + inRuns(flows, covered, (day) => day < period.from);
  const left = moved.left + inRuns(flows, covered, (day) => day <= period.to);
  const undocumented = await findUndocumented(trx, family, proved, period);
  const gained = gainedIn(runs, covered.content, period);
  const gainedBefore = gainedIn(runs, covered.content, { from: '', to: period.to }) - gained;
  // Dispatches dated before their receipt make the opening negative, which means no stock.
  const unprovedBefore = least(positive(opening), undocumented.before + gainedBefore);
  const unproved = unprovedBefore + undocumented.within + gained;
  const sent = whereaboutsOf(covered, soldSums).sold;
  // Undocumented mass is attributed to the remaining stock first, then to sales; mass that came back beyond the sales
  // was proved.
  const leftProved = positive(left - unproved);
  const soldProved = sent - least(positive(sent), unproved - (left - leftProved));
  const came = opening + bought - unprovedBefore - undocumented.within - undocumented.again;
  // The remaining stock could have been sent in place of unproved mass; lost or returned mass could not.
  const short = soldOrganic - soldProved - leftProved;
  return {
    boughtGrams: milligramsOf(came),
    soldGrams: milligramsOf(soldOrganic),
    otherGrams: milligramsOf(came - soldProved - leftProved),
    leftGrams: milligramsOf(leftProved),
    shortGrams: milligramsOf(positive(short)),
  };
}
