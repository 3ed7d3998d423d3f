/**
 * Stock in production at the end of a day (docs/domain.md, Cost): what runs had taken that were not finished on it, less
 * what they had made. A run in progress is not finished; a completed one is finished on the last day of its inputs and
 * outputs. Lots have the price of now, on every day.
 */
import { sql, type RawBuilder } from 'kysely';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findRunCosts } from '../origins/costs.ts';
import {
  add,
  atLeastZero,
  quotient,
  fromInteger,
  multiply,
  one,
  rounded,
  subtract,
  sum,
  worthOf,
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
const unfinished = (asOn: unknown) => sql<RunId>`
  select r.id as "runId" from production_run r
  where r.status = 'in_progress' and r.begun_on <= ${asOn} and r.deleted_at is null
  union all
  select r.id from production_run r
  where r.status = 'completed' and r.begun_on <= ${asOn} and r.ended_on > ${asOn} and r.begun_on < r.ended_on
    and r.deleted_at is null`;

/** The lots that unfinished runs had taken something of by a day. */
export const lotsInProduction = (asOn: RawBuilder<unknown>) => sql`
  select v.lot_id from (${unfinished(asOn)}) u
    join movement v on v.document_kind = 'run' and v.document_id = u."runId"
  where v.kind = 'consumed' and v.occurred_on <= ${asOn}`;

/** The unfinished runs that have some of these items among their inputs. */
const findUnfinishedOf = async (trx: Trx, asOn: string, itemIds: readonly number[]) =>
  await inPieces(
    trx,
    'unfinished runs of items',
    itemIds,
    (chunk) => sql<RunId>`
      with requested as materialized (select raw_material_id, product_id from item where id in ${chunk})
      select "runId" from (${unfinished(asOn)}) u
      where "runId" in (
        select p.run_id from requested join production p on p.raw_material_id = requested.raw_material_id and p.deleted_at is null
        union all
        select p.run_id from requested join production p on p.product_id = requested.product_id and p.deleted_at is null)`,
    [asOn, asOn, asOn],
  );

interface Taken {
  runId: number;
  lotId: number;
  itemId: number;
  quantity: number;
  /** Weight of one unit; null for packaging, and where it is not known. */
  milligrams: number | null;
}

const findTaken = async (trx: Trx, runIds: readonly number[], asOn: string) =>
  await inPieces(
    trx,
    'taken by runs until a day',
    runIds,
    (chunk) => sql<Taken>`
      select v.document_id as "runId", v.lot_id as "lotId", l.item_id as "itemId",
        case when i.part <> 'packaging' then i.weight end as milligrams, cast(-sum(v.quantity) as bigint) as quantity
      from movement v join lot l on l.id = v.lot_id join item i on i.id = l.item_id
      where v.document_kind = 'run' and v.kind = 'consumed' and v.document_id in ${chunk} and v.occurred_on <= ${asOn}
      group by v.document_id, v.lot_id, l.item_id, i.part, i.weight having sum(v.quantity) <> 0`,
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

const massOf = ({ quantity, milligrams }: Taken) => BigInt(quantity) * BigInt(milligrams ?? 0);

/** The part of what a run took by a day that is still in production: what is not in its outputs of that day. */
function quantityLeft(cost: RunCost, taken: readonly Taken[], made: readonly Made[]): Fraction {
  const sumOf = (parts: ReadonlyMap<number, Fraction>) =>
    sum(made.map(({ lotId, quantity }) => multiply(parts.get(lotId) ?? zero, fromInteger(quantity))));
  const mass = taken.reduce((total, each) => total + massOf(each), 0n);
  // The parts are of all that the run takes; inputs may come on several days.
  const ofAll =
    cost.inputMass === undefined || mass === 0n ? one : quotient(fromInteger(mass), fromInteger(cost.inputMass));
  const remaining = atLeastZero(subtract(one, quotient(sumOf(cost.byProductParts), ofAll)));
  return multiply(remaining, atLeastZero(subtract(one, quotient(sumOf(cost.parts), ofAll))));
}

/** The value in production of each lot that a run took by a day, in paise; undefined where it is not known. */
function valueLeft(
  cost: RunCost,
  taken: readonly Taken[],
  made: readonly Made[],
  priceOf: (lotId: number) => Fraction | undefined,
): (lot: Taken) => Fraction | undefined {
  const valueOfLot = ({ lotId, quantity }: Taken) => worthOf(quantity, priceOf(lotId) ?? zero);
  const ofQuantity = quantityLeft(cost, taken, made);
  if (!cost.net || !cost.overhead) {
    return (lot) => (priceOf(lot.lotId) ? multiply(valueOfLot(lot), ofQuantity) : undefined);
  }
  const material = sum(taken.map(valueOfLot));
  const worth = sum(made.map(({ lotId, quantity }) => worthOf(quantity, cost.prices.get(lotId) ?? zero)));
  const left = atLeastZero(subtract(subtract(add(add(material, cost.charges), cost.overhead), cost.scrap), worth));
  // Charges on what cost nothing are spread by mass, or evenly.
  const mass = fromInteger(taken.reduce((total, each) => total + massOf(each), 0n));
  const spreads: readonly [Fraction, (lot: Taken) => Fraction][] = [
    [material, valueOfLot],
    [mass, (lot) => fromInteger(massOf(lot))],
  ];
  const [whole, weightOf] = spreads.find(([all]) => all.numerator > 0n) ?? [fromInteger(taken.length), () => one];
  return (lot) => multiply(left, quotient(weightOf(lot), whole));
}

/** Sums of known values; null without any. */
function together(left: InProduction, right: InProduction): InProduction {
  const values = [left.value, right.value].filter((value) => value !== null);
  const value = values.length === 0 ? null : values.reduce((all, each) => all + each, 0);
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
    const madeByDay = made.get(runId) ?? [];
    const ofQuantity = quantityLeft(cost, inputs, madeByDay);
    const valueOfLot = valueLeft(cost, inputs, madeByDay, (lotId) => prices.get(lotId));
    for (const input of inputs) {
      const { lotId, itemId, quantity } = input;
      if (items && !items.has(itemId)) continue;
      const value = valueOfLot(input);
      const left = {
        lotId,
        itemId,
        quantity: rounded(multiply(fromInteger(quantity), ofQuantity)) ?? 0,
        value: value ? rounded(value) : null,
      };
      const before = lots.get(lotId);
      lots.set(lotId, before ? together(before, left) : left);
    }
  }
  return lots;
}
