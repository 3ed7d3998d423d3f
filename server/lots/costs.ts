/**
 * What a lot cost. A received lot has the price of its inward line, opening stock the one that was noted, what a buyer
 * returned that of the lot it is a part of. A produced lot costs what went into its run, spread over the outputs by mass:
 * to any depth, each lot once. Prices are fractions until the end, so that no rounding is passed on.
 */
import { sql } from 'kysely';
import type { LotOrigin } from '#contract/stock.ts';
import { executeKeyed, listed } from '../db/statements.ts';
import type { Database, Trx } from '../db/tables.ts';
import { milligramsPerUnit } from '../stock/weights.ts';

type Db = Database | Trx;

/** Engines limit how many parameters one statement may have. */
const IDS_AT_ONCE = 500;

/** A lot and where its cost comes from. */
interface Source {
  lotId: number;
  origin: LotOrigin;
  parentLotId: number | null;
  /** Paise per unit, where it is noted. */
  price: number | null;
  runId: number | null;
}

/** How much of a lot a run consumed, in thousandths. */
interface Input {
  runId: number;
  lotId: number;
  quantity: number;
}

/** An output of a run: thousandths, and milligrams of one unit. */
interface Output {
  runId: number;
  lotId: number;
  itemId: number;
  quantity: number;
  milligrams: number | null;
}

/** Paise per unit as a fraction. */
interface Price {
  over: bigint;
  under: bigint;
}

async function inPieces<Row>(
  ids: readonly number[],
  read: (some: readonly number[]) => Promise<{ rows: Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    rows.push(...(await read(ids.slice(start, start + IDS_AT_ONCE))).rows);
  }
  return rows;
}

/** The noted price of lots, in a query with lot l and, of received ones, inward_line n. */
export const notedPrice = sql<number | null>`
  case l.origin when 'received' then n.price_per_unit when 'opening' then (
    select o.price_per_unit from adjustment_line o where o.lot_id = l.id and o.price_per_unit is not null
    order by o.id limit 1) end`;

const findSources = async (db: Db, lotIds: readonly number[]): Promise<Source[]> =>
  await inPieces(lotIds, (some) =>
    executeKeyed(
      db,
      `cost sources ${some.length}`,
      some,
      () => sql<Source>`
        select l.id as "lotId", l.origin, l.parent_lot_id as "parentLotId", ${notedPrice} as price, g.run_id as "runId"
        from lot l left join inward_line n on n.lot_id = l.id left join finished_good g on g.lot_id = l.id
        where l.id in ${listed(some)}`,
    ),
  );

const findInputs = async (db: Db, runIds: readonly number[]): Promise<Input[]> =>
  await inPieces(runIds, (some) =>
    executeKeyed(
      db,
      `cost inputs ${some.length}`,
      some,
      () => sql<Input>`
        select document_id as "runId", lot_id as "lotId", cast(-sum(quantity) as bigint) as quantity
        from movement where document_kind = 'run' and kind = 'consumed' and document_id in ${listed(some)}
        group by document_id, lot_id having sum(quantity) <> 0 order by document_id, lot_id`,
    ),
  );

const findOutputs = async (db: Db, runIds: readonly number[]): Promise<Output[]> =>
  await inPieces(runIds, (some) =>
    executeKeyed(
      db,
      `cost outputs ${some.length}`,
      some,
      () => sql<Output>`
        select g.run_id as "runId", l.id as "lotId", l.item_id as "itemId", l.produced as quantity,
          ${milligramsPerUnit} as milligrams
        from finished_good g join lot l on l.id = g.lot_id join item i on i.id = l.item_id
          left join raw_material m on m.id = i.raw_material_id left join product p on p.id = i.product_id
        where g.run_id in ${listed(some)} and g.deleted_at is null and l.deleted_at is null`,
    ),
  );

/** All lots and runs that the cost of some lots follows from, read a level at a time. */
interface Origins {
  sources: ReadonlyMap<number, Source>;
  inputs: ReadonlyMap<number, readonly Input[]>;
  outputs: ReadonlyMap<number, readonly Output[]>;
}

async function findOrigins(db: Db, lotIds: readonly number[]): Promise<Origins> {
  const sources = new Map<number, Source>();
  const inputs = new Map<number, Input[]>();
  const outputs = new Map<number, Output[]>();
  let level = [...new Set(lotIds)];
  while (level.length > 0) {
    const found = await findSources(db, level);
    for (const source of found) sources.set(source.lotId, source);
    const runIds = [...new Set(found.flatMap(({ runId }) => runId ?? []))].filter((runId) => !inputs.has(runId));
    const [consumed, produced] = [await findInputs(db, runIds), await findOutputs(db, runIds)];
    for (const runId of runIds) inputs.set(runId, []);
    for (const [runId, own] of Map.groupBy(consumed, (each) => each.runId)) inputs.set(runId, own);
    for (const [runId, own] of Map.groupBy(produced, (each) => each.runId)) outputs.set(runId, own);
    const next = [...consumed.map(({ lotId }) => lotId), ...found.flatMap(({ parentLotId }) => parentLotId ?? [])];
    level = [...new Set(next)].filter((lotId) => !sources.has(lotId));
  }
  return { sources, inputs, outputs };
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function reduced({ over, under }: Price): Price {
  const divisor = commonDivisor(over, under) || 1n;
  return { over: over / divisor, under: under / divisor };
}

/** The share of a run's cost that one unit of each output carries, before the cost: by mass, else by quantity. */
function weightsOf(outputs: readonly Output[]): Map<number, Price> | undefined {
  const [first] = outputs;
  const isOneItem = outputs.every(({ itemId }) => itemId === first?.itemId);
  const hasMass = outputs.every(({ milligrams }) => milligrams !== null);
  if (!isOneItem && !hasMass) return undefined;
  const weightOf = ({ milligrams }: Output) => BigInt(hasMass ? (milligrams ?? 0) : 1);
  const whole = outputs.reduce((sum, output) => sum + weightOf(output) * BigInt(output.quantity), 0n);
  if (whole === 0n) return undefined;
  return new Map(outputs.map((output) => [output.lotId, { over: weightOf(output), under: whole }]));
}

/** Works out prices from their origins; undefined is unknown. */
class Costs {
  readonly #origins: Origins;
  readonly #prices = new Map<number, Price | undefined>();

  constructor(origins: Origins) {
    this.#origins = origins;
  }

  /** The price of one unit of a lot, after those that it follows from: without recursion, since chains may be long. */
  priceOf(lotId: number): Price | undefined {
    const waiting = [lotId];
    const begun = new Set<number>();
    for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
      const needed = begun.has(last) || this.#prices.has(last) ? [] : this.#needsOf(last);
      begun.add(last);
      // What has begun already goes in a circle, and stays unknown.
      const next = needed.filter((other) => !this.#prices.has(other) && !begun.has(other));
      if (next.length > 0) {
        waiting.push(...next);
        continue;
      }
      waiting.pop();
      if (!this.#prices.has(last)) this.#prices.set(last, this.#priceFrom(this.#origins.sources.get(last)));
    }
    return this.#prices.get(lotId);
  }

  /** The lots that the price of a lot follows from. */
  #needsOf(lotId: number): number[] {
    const source = this.#origins.sources.get(lotId);
    if (source?.runId) return (this.#origins.inputs.get(source.runId) ?? []).map((input) => input.lotId);
    return source?.parentLotId ? [source.parentLotId] : [];
  }

  #priceFrom(source: Source | undefined): Price | undefined {
    if (!source) return undefined;
    if (source.price !== null) return { over: BigInt(source.price), under: 1n };
    if (source.origin === 'returned') return this.#prices.get(source.parentLotId ?? 0);
    if (source.origin !== 'produced' || source.runId === null) return undefined;
    const weight = weightsOf(this.#origins.outputs.get(source.runId) ?? [])?.get(source.lotId);
    const cost = weight && this.#costOf(source.runId);
    return cost && reduced({ over: cost.over * weight.over, under: cost.under * weight.under });
  }

  /** What a run's inputs cost, in paise by thousandths. Unknown where one has no price. */
  #costOf(runId: number): Price | undefined {
    const inputs = this.#origins.inputs.get(runId) ?? [];
    let sum: Price = { over: 0n, under: 1n };
    for (const { lotId, quantity } of inputs) {
      const price = this.#prices.get(lotId);
      if (!price) return undefined;
      sum = reduced({
        over: sum.over * price.under + BigInt(quantity) * price.over * sum.under,
        under: sum.under * price.under,
      });
    }
    return inputs.length > 0 ? sum : undefined;
  }
}

/** Half up to the paisa; null beyond what can be kept. */
function rounded({ over, under }: Price): number | null {
  const paise = (over * 2n + under) / (under * 2n);
  return paise > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(paise);
}

/**
 * What one unit of each lot cost, in whole paise, by lot id; null where it is unknown. Three statements for each level of
 * runs, however many lots there are.
 */
export async function findPrices(db: Db, lotIds: readonly number[]): Promise<Map<number, number | null>> {
  const costs = new Costs(await findOrigins(db, lotIds));
  return new Map(
    lotIds.map((lotId) => {
      const price = costs.priceOf(lotId);
      return [lotId, price ? rounded(price) : null];
    }),
  );
}

/** What a quantity in thousandths is worth at a price in paise; null where unknown, or beyond what can be kept. */
export function valueOf(thousandths: number, price: number | null): number | null {
  return price === null ? null : rounded({ over: BigInt(thousandths) * BigInt(price), under: 1000n });
}
