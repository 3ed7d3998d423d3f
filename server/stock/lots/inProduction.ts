/**
 * Stock in production at the end of a day (docs/domain.md, Cost): what runs had taken that were not finished on it, less
 * what they had made. A run in progress is not finished; a completed one is finished on the last day of its inputs and
 * outputs. Lots have the price of now, on every day.
 */
import { sql } from 'kysely';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findRunCosts, valueOf } from '../origins/costs.ts';
import {
  add,
  quotient,
  fromInteger,
  isBelow,
  multiply,
  one,
  rounded,
  subtract,
  zero,
  type Fraction,
} from '../origins/fractions.ts';
import type { RunCost } from '../origins/runCost.ts';

/** How much of a lot is in production, in thousandths, and its value in paise; null where that is not known. */
export interface InProduction {
  lotId: number;
  itemId: number;
  quantity: number;
  value: number | null;
}

interface RunId {
  runId: number;
}

/** Runs that took something by the day and, unless they are in progress, took or made something after it. */
const unfinished = (asOn: string) => sql<RunId>`
  select r.id as "runId" from production_run r
  where r.status = 'in_progress' and r.begun_on <= ${asOn} and r.deleted_at is null
  union all
  select r.id from production_run r
  where r.status = 'completed' and r.begun_on <= ${asOn} and r.ended_on > ${asOn} and r.begun_on < r.ended_on
    and r.deleted_at is null`;

/** The unfinished runs that have some of these items among their inputs. */
const findUnfinishedOf = async (trx: Trx, asOn: string, itemIds: readonly number[]) =>
  await inPieces(
    trx,
    'unfinished runs of items',
    itemIds,
    (chunk) => sql<RunId>`
      with wanted as materialized (select raw_material_id, product_id from item where id in ${chunk})
      select "runId" from (${unfinished(asOn)}) u
      where "runId" in (
        select p.run_id from wanted w join production p on p.raw_material_id = w.raw_material_id and p.deleted_at is null
        union all
        select p.run_id from wanted w join production p on p.product_id = w.product_id and p.deleted_at is null)`,
    [asOn, asOn, asOn],
  );

interface Taken {
  runId: number;
  lotId: number;
  itemId: number;
  quantity: number;
}

const findTaken = async (trx: Trx, runIds: readonly number[], asOn: string) =>
  await inPieces(
    trx,
    'taken by runs until a day',
    runIds,
    (chunk) => sql<Taken>`
      select v.document_id as "runId", v.lot_id as "lotId", l.item_id as "itemId",
        cast(-sum(v.quantity) as bigint) as quantity
      from movement v join lot l on l.id = v.lot_id
      where v.document_kind = 'run' and v.kind = 'consumed' and v.document_id in ${chunk} and v.occurred_on <= ${asOn}
      group by v.document_id, v.lot_id, l.item_id having sum(v.quantity) <> 0`,
    [asOn],
  );

interface Made {
  runId: number;
  lotId: number;
  quantity: number;
}

const findMade = async (trx: Trx, runIds: readonly number[], asOn: string) =>
  await inPieces(
    trx,
    'made by runs until a day',
    runIds,
    (chunk) => sql<Made>`
      select g.run_id as "runId", g.lot_id as "lotId", cast(sum(v.quantity) as bigint) as quantity
      from finished_good g join movement v on v.lot_id = g.lot_id
      where g.run_id in ${chunk} and g.deleted_at is null and v.kind = 'produced' and v.occurred_on <= ${asOn}
      group by g.run_id, g.lot_id`,
    [asOn],
  );

const atLeast0 = (value: Fraction) => (isBelow(value, zero) ? zero : value);
/** Paise of a quantity in thousandths. */
const worthOf = (quantity: number, price: Fraction) =>
  multiply(price, { numerator: BigInt(quantity), denominator: 1000n });

/** The parts of the quantity and of the value of what a run took that are still in production. */
function partsLeft(
  cost: RunCost,
  taken: readonly Taken[],
  made: readonly Made[],
  priceOf: (lotId: number) => Fraction | undefined,
): { ofQuantity: Fraction; ofValue: Fraction } {
  const weightOf = ({ lotId, quantity }: Made) => multiply(cost.parts.get(lotId) ?? zero, fromInteger(quantity));
  const ofQuantity = atLeast0(subtract(one, made.map(weightOf).reduce(add, zero)));
  let material = zero;
  for (const { lotId, quantity } of taken) material = add(material, worthOf(quantity, priceOf(lotId) ?? zero));
  if (!cost.net || !cost.overhead || material.numerator === 0n) return { ofQuantity, ofValue: ofQuantity };
  const worth = made.map(({ lotId, quantity }) => worthOf(quantity, cost.prices.get(lotId) ?? zero)).reduce(add, zero);
  const wentIn = subtract(add(add(material, cost.charges), cost.overhead), cost.scrap);
  return { ofQuantity, ofValue: quotient(atLeast0(subtract(wentIn, worth)), material) };
}

/** Sums of known values; null without any. */
function together(left: InProduction, right: InProduction): InProduction {
  const values = [left.value, right.value].filter((value) => value !== null);
  const value = values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0);
  return { ...left, quantity: left.quantity + right.quantity, value };
}

/** Reads what of lots is in production at the end of a day, by lot: of all items, or of some. */
export async function findInProduction(
  trx: Trx,
  asOn: string,
  itemIds?: readonly number[],
): Promise<ReadonlyMap<number, InProduction>> {
  const runs = itemIds ? await findUnfinishedOf(trx, asOn, itemIds) : (await unfinished(asOn).execute(trx)).rows;
  const runIds = [...new Set(runs.map(({ runId }) => runId))];
  const lots = new Map<number, InProduction>();
  if (runIds.length === 0) return lots;
  const items = itemIds && new Set(itemIds);
  const taken = Map.groupBy(await findTaken(trx, runIds, asOn), ({ runId }) => runId);
  const made = Map.groupBy(await findMade(trx, runIds, asOn), ({ runId }) => runId);
  const { costs, prices } = await findRunCosts(trx, [...taken.keys()]);
  for (const [runId, inputs] of taken) {
    const cost = costs.get(runId);
    if (!cost) continue;
    const { ofQuantity, ofValue } = partsLeft(cost, inputs, made.get(runId) ?? [], (lotId) => prices.get(lotId));
    for (const { lotId, itemId, quantity } of inputs) {
      if (items && !items.has(itemId)) continue;
      const price = prices.get(lotId);
      const value = price ? valueOf(quantity, multiply(price, ofValue)) : null;
      const left = { lotId, itemId, quantity: rounded(multiply(fromInteger(quantity), ofQuantity)) ?? 0, value };
      const before = lots.get(lotId);
      lots.set(lotId, before ? together(before, left) : left);
    }
  }
  return lots;
}
