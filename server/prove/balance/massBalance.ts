/** The mass balance of an item or a lot over a period (docs/domain.md, Mass balance). */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { massBalanceAnswer } from '#contract/prove/massBalance.ts';
import { isWithin, percentOf } from '#contract/core/values/ratios.ts';
import type { Trx } from '../../core/db/tables.ts';
import { runKey } from '../../stock/origins/flows.ts';
import {
  contentOf,
  conversionOf,
  finishedRuns,
  milligramsOf,
  inRuns,
  whereaboutsOf,
  withSources,
  type Conversion,
  type FamilyMasses,
  type MassFlows,
} from './family.ts';
import { ALWAYS } from '../../core/calendar.ts';
import { findOrganicCover } from './organicCover.ts';
import { findFamilyFlows, findLotSums } from './familyFlows.ts';
import type { WeighedItem } from './items.ts';
import { findRunFacts, findRuns, type Run } from './runFacts.ts';
import { findStatement, type Period, type Statement, type Subject } from './statement.ts';
import { yearBefore, yieldsOf, type ProductYield } from './yields.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/names/itemNames.ts';

type MassBalance = z.output<typeof massBalanceAnswer>;

interface SubjectRow {
  itemId: number;
  rawMaterialId: number | null;
  itemName: string;
  unit: string;
  milligrams: number | null;
  tolerance: number | null;
  lotCode: string | null;
}

/** The item, or the lot with its item; undefined if it does not exist. */
async function findSubject(trx: Trx, request: { itemId?: number | undefined; lotId?: number | undefined }) {
  const { itemId = 0, lotId = 0 } = request;
  const { rows } = await sql<SubjectRow>`
    select i.id as "itemId", i.raw_material_id as "rawMaterialId", ${nameOfItem} as "itemName", ${unitOfItem} as unit,
      i.weight as milligrams, i.balance_tolerance as tolerance, l.code as "lotCode"
    from item i ${withMasters}
      left join lot l on l.item_id = i.id and l.id = ${lotId} and l.deleted_at is null
    where ${lotId > 0 ? sql`l.id = ${lotId}` : sql`i.id = ${itemId}`}`.execute(trx);
  return rows[0];
}

/** The lots of a subject that are not deleted. */
export async function findLotIds(trx: Trx, { itemId, lotId }: Subject): Promise<number[]> {
  if (lotId !== null) return [lotId];
  const rows = await trx
    .selectFrom('lot')
    .select('id')
    .where('item_id', '=', itemId)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lots of one item that are weighed, alone or with all that is made of them. */
interface Weighed {
  lotIds: readonly number[];
  milligrams: number | null;
  withProducts: boolean;
}

/**
 * The mass of lots in them and in all made of them over a period, with the items that have no grams per unit. Runs of
 * the other periods are included.
 */
export async function findFamilyMasses(
  trx: Trx,
  { lotIds, milligrams, withProducts }: Weighed,
  period: Period,
  others: readonly Period[] = [],
): Promise<FamilyMasses & { withoutGrams: ReadonlySet<string> }> {
  const seeds = new Set(lotIds);
  // Without products, the runs that consumed its own lots are enough.
  const flows = await findFamilyFlows(trx, lotIds, withProducts ? undefined : 1);
  const sums = withProducts ? await findLotSums(trx, flows.lots, period) : [];
  const allRuns = await findRuns(trx, flows);
  const overlapsPeriod = ({ since, finishedOn = ALWAYS.to }: Run) =>
    [period, ...others].some(({ from, to }) => since <= to && finishedOn >= from);
  // Lots used up before the period matter only as sources of later lots.
  const keys = withSources(flows, [
    ...sums.map(({ lotId }) => lotId),
    ...allRuns.filter(overlapsPeriod).map(({ runId }) => runKey(runId)),
  ]);
  const counted = allRuns.filter(({ runId }) => keys.has(runKey(runId)));
  const { runs, withoutGrams } = await findRunFacts(trx, flows, counted);
  const content = contentOf(flows, keys, runs, seeds, milligrams);
  return { flows, keys, runs, content, sums, seeds, milligrams, withoutGrams };
}

/** `tolerance` is in thousandths of a percent; compared as Readiness does, before the percentage is rounded. */
function varianceOf({ lines, opening }: Statement, tolerance: number | null) {
  const of = (kind: string) => lines.find((line) => line.kind === kind)?.quantity ?? 0;
  const variance = of('found') - of('lost');
  // A negative opening left before its receipt, which lies within the period.
  const passed = Math.max(0, opening) + of('opening') + of('received') + of('produced') + of('returnedByBuyer');
  return {
    variance,
    variancePercent: percentOf(BigInt(variance), BigInt(passed)),
    tolerancePercent: tolerance,
    withinTolerance: tolerance === null ? null : isWithin(variance, passed, tolerance),
  };
}

function yieldOf({ input, output }: Pick<ProductYield, 'input' | 'output'>): number | null {
  return output === 0n ? null : percentOf(output, input);
}

function answeredConversion({ input, output, loss, inProgress }: Conversion): MassBalance['conversion'] {
  return {
    inputGrams: milligramsOf(input),
    outputGrams: milligramsOf(output),
    lossGrams: milligramsOf(loss),
    unexplainedGrams: milligramsOf(input - output - loss),
    inProgressGrams: milligramsOf(inProgress),
    yieldPercent: yieldOf({ input, output }),
  };
}

/** The yields of a period beside those of the year before, the largest consumption first. */
function answeredYields(
  yields: ReadonlyMap<number | null, ProductYield>,
  earlier: ReadonlyMap<number | null, ProductYield>,
  items: ReadonlyMap<number, WeighedItem>,
): MassBalance['yields'] {
  const rows = [...yields].map(([itemId, own]) => {
    const before = earlier.get(itemId);
    const { productId = null, itemName = '' } = items.get(itemId ?? 0) ?? {};
    return {
      itemId,
      productId,
      itemName,
      runs: own.runs,
      inputGrams: milligramsOf(own.input),
      outputGrams: milligramsOf(own.output),
      lossGrams: milligramsOf(own.loss),
      unexplainedGrams: milligramsOf(own.input - own.output - own.loss),
      yieldPercent: yieldOf(own),
      // Thousandths of a percent to hundredths.
      expectedPercent: own.judged === 0n ? null : percentOf(own.expected, own.judged * 100_000n),
      yearBeforePercent: before ? yieldOf(before) : null,
    };
  });
  return rows.toSorted((a, b) => b.inputGrams - a.inputGrams || (a.itemId ?? 0) - (b.itemId ?? 0));
}

function familyOf(
  { flows, content, sums, seeds, runs }: FamilyMasses,
  { from }: Period,
): NonNullable<MassBalance['family']> {
  const worked = { lots: flows.lots, seeds, runs, content };
  const all = whereaboutsOf(worked, sums);
  const inRunsBefore = inRuns(flows, worked, (day) => day < from);
  const inProducts = sums.filter(({ lotId }) => !seeds.has(lotId));
  const ofItem = Map.groupBy(inProducts, ({ lotId }) => flows.lots.get(lotId)?.itemId ?? 0);
  return {
    openingGrams: milligramsOf(all.opening + inRunsBefore),
    boughtGrams: milligramsOf(all.bought),
    soldGrams: milligramsOf(all.sold),
    leftGrams: milligramsOf(all.left),
    lostGrams: milligramsOf(all.lost),
    conversionGrams: milligramsOf(inRunsBefore + all.consumed - all.made),
    products: [...ofItem].map(([itemId, own]) => {
      const { made, sold, left, lost }: MassFlows = whereaboutsOf(worked, own);
      return {
        itemId,
        itemName: flows.items.get(itemId)?.itemName ?? '',
        madeGrams: milligramsOf(made),
        soldGrams: milligramsOf(sold),
        leftGrams: milligramsOf(left),
        lostGrams: milligramsOf(lost),
      };
    }),
  };
}

export interface BalanceRequest {
  itemId?: number | undefined;
  lotId?: number | undefined;
  withProducts: boolean;
  from?: string | undefined;
  to?: string | undefined;
}

/** The mass balance, in a snapshot; undefined if there is no such item or lot. */
export async function findMassBalance(trx: Trx, request: BalanceRequest): Promise<MassBalance | undefined> {
  const row = await findSubject(trx, request);
  if (!row) return undefined;
  const { tolerance, milligrams, ...names } = row;
  const subject = { itemId: row.itemId, lotId: request.lotId ?? null };
  const period = { from: request.from ?? ALWAYS.from, to: request.to ?? ALWAYS.to };
  const statement = await findStatement(trx, subject, period);
  const earlier = yearBefore(request);
  const lotIds = await findLotIds(trx, subject);
  const weighed = { lotIds, milligrams, withProducts: request.withProducts };
  const { withoutGrams, ...masses } = await findFamilyMasses(trx, weighed, period, earlier ? [earlier] : []);
  const { flows, runs, content } = masses;
  const milligramsOfQuantity = (quantity: number) =>
    milligrams === null ? null : milligramsOf(BigInt(quantity) * BigInt(milligrams));
  const finished = finishedRuns(runs, content, period);
  const inProgress = inRuns(flows, { lots: flows.lots, runs, content }, (day) => day <= period.to);
  const yields = yieldsOf(flows, finished);
  const yieldsBefore = yieldsOf(flows, earlier ? finishedRuns(runs, content, earlier) : []);
  const common = {
    ...names,
    gramsPerUnit: milligrams,
    from: request.from ?? null,
    to: request.to ?? null,
    ...statement,
    lines: statement.lines.map((line) => ({ ...line, grams: milligramsOfQuantity(line.quantity) })),
    ...varianceOf(statement, tolerance),
    conversion: answeredConversion({ ...conversionOf(finished), inProgress }),
    yields: answeredYields(yields, yieldsBefore, flows.items),
    withoutGrams: [...(milligrams === null ? [row.itemName] : []), ...withoutGrams].filter(
      (name, index, all) => all.indexOf(name) === index,
    ),
  };
  if (!request.withProducts) return common;
  const covered = await findOrganicCover(trx, masses, period);
  return { ...common, ...(covered ? { covered } : {}), family: familyOf(masses, period) };
}
