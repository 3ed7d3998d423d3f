/** Production runs with inputs, outputs and losses. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { entryAt } from '#contract/core/values/entryAt.ts';
import { productionStatuses } from '#contract/documentStatus.ts';
import type { runRecord, runWithClaims, runWithLots } from '#contract/make/runs.ts';
import { gainOf, yieldOf, type Loss, type MeasuredOutput, type RunGain } from '#contract/make/runYield.ts';
import type { ItemPart } from '#contract/stock/stock.ts';
import { listed, param } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import type { ListSource } from '../../core/lists/listing.ts';
import { anyOf, contained, matchesByWords, stateBegins } from '../../core/lists/search.ts';
import { supplierOfLot } from '../../stock/names/lotSuppliers.ts';
import { allocationColumns } from '../../stock/ledger/allocationOrder.ts';
import { claimsOf, findCertificatesOf, percentOf, schemeClaimsOf } from '../../stock/origins/claims.ts';
import { findOrigins } from '../../stock/origins/origins.ts';
import { matchingMaterials } from '../../stock/names/materialNames.ts';
import { nameOfItem, unitOfItem } from '../../stock/names/itemNames.ts';

export type Run = z.output<typeof runRecord>;
export type RunWithLots = z.output<typeof runWithLots>;
export type RunWithClaims = z.output<typeof runWithClaims>;

/** An input as it is stored: a production of the specification, with a day and a status of its own. */
export type StoredInput = Run['inputs'][number] & Pick<Run, 'productionDate' | 'status' | 'createdAt' | 'updatedAt'>;

/** A run with its inputs as they are stored. */
export interface StoredRun extends Run {
  inputs: StoredInput[];
}

/** A run without its lines. */
type RunRow = Omit<Run, 'inputs' | 'outputs' | 'losses' | 'yield'>;

const rowId = sql<number>`r.id`;

/** Runs, newest first; searched by inputs, outputs and batch number. */
export const runList: ListSource<RunRow> = {
  columns: sql`
    r.id as "runId", r.production_date as "productionDate", r.status, v.recipe_id as "recipeId",
    v.version as "recipeVersion", v.expected_yield as "expectedYieldPercent", r.note, r.gain_reason as "gainReason",
    r.after_expiry_reason as "afterExpiryReason",
    r.charges, r.hours, r.created_at as "createdAt", r.updated_at as "updatedAt"`,
  from: sql`production_run r left join recipe_version v on v.id = r.recipe_version_id`,
  where: sql`r.deleted_at is null`,
  counted: 'production_run',
  states: productionStatuses,
  filters: {
    productId: (equalsParam) => sql`r.id in (
      select g.run_id from finished_good g where g.product_id ${equalsParam} and g.deleted_at is null)`,
    rawMaterialId: (equalsParam) => sql`r.id in (
      select p.run_id from production p where p.raw_material_id ${equalsParam} and p.deleted_at is null)`,
    status: (equalsParam) => sql`r.status ${equalsParam}`,
    productionDateFrom: sql`r.production_date >= ${param('productionDateFrom')}`,
    productionDateTo: sql`r.production_date <= ${param('productionDateTo')}`,
  },
  matches: (term) => {
    const products = sql`select id from product where ${matchesByWords(term, 'product_words', 'id', ['name'])}`;
    return anyOf(
      sql`r.id in (
        select p.run_id from production p
        where p.deleted_at is null and (p.raw_material_id in (${matchingMaterials(term)}) or p.product_id in (${products})))`,
      sql`r.id in (
        select g.run_id from finished_good g
        where g.deleted_at is null and (g.product_id in (${products}) or ${contained(term, ['g.batch_number'])}))`,
      term.state && stateBegins('r.status'),
    );
  },
  sort: { runId: rowId, productionDate: sql`r.production_date`, status: sql`r.status` },
  defaultSort: { by: 'runId', order: 'desc' },
  id: rowId,
};

/** Columns of a line beside its fields: its run, and those from which the yield is computed. */
interface LineColumns {
  runId: number;
  milligramsPerUnit: number | null;
  part: ItemPart;
}
type InputRow = StoredInput & LineColumns;
type OutputRow = Run['outputs'][number] & LineColumns & Pick<MeasuredOutput, 'maxGain'>;
type LossRow = Run['losses'][number] & LineColumns;

const item = sql`${nameOfItem} as "itemName", ${unitOfItem} as unit`;
const weighed = sql`i.weight as "milligramsPerUnit", i.part`;

async function findInputs(db: Database | Trx, ids: readonly number[]): Promise<InputRow[]> {
  const { rows } = await sql<InputRow>`
    select c.run_id as "runId", c.id as "productionId", i.id as "itemId", c.raw_material_id as "rawMaterialId",
      c.product_id as "productId", ${item}, c.quantity, c.production_date as "productionDate", c.status,
      c.created_at as "createdAt", c.updated_at as "updatedAt", ${weighed}
    from production c
      join item i on i.raw_material_id = c.raw_material_id or i.product_id = c.product_id
      left join raw_material m on m.id = c.raw_material_id left join product p on p.id = c.product_id
    where c.run_id in ${listed(ids)} and c.deleted_at is null order by c.id`.execute(db);
  return rows;
}

async function findOutputs(db: Database | Trx, ids: readonly number[]): Promise<OutputRow[]> {
  const { rows } = await sql<OutputRow>`
    select g.run_id as "runId", g.id as "finishedGoodId", g.lot_id as "lotId", i.id as "itemId", g.product_id as "productId",
      p.name as "productName", p.unit, g.batch_number as "batchNumber", g.quantity,
      g.manufacture_date as "manufactureDate", g.expiry_date as "expiryDate", g.cost_share as "costShare",
      g.by_product_price as "byProductPrice", ${weighed}, i.max_gain as "maxGain"
    from finished_good g join product p on p.id = g.product_id join item i on i.product_id = p.id
    where g.run_id in ${listed(ids)} and g.deleted_at is null order by g.id`.execute(db);
  return rows;
}

async function findLosses(db: Database | Trx, ids: readonly number[]): Promise<LossRow[]> {
  const { rows } = await sql<LossRow>`
    select s.run_id as "runId", s.reason, s.milligrams as grams, i.id as "itemId", s.raw_material_id as "rawMaterialId",
      s.product_id as "productId", ${item}, s.quantity, s.scrap_price as "scrapPrice", ${weighed}
    from run_loss s left join item i on i.raw_material_id = s.raw_material_id or i.product_id = s.product_id
      left join raw_material m on m.id = s.raw_material_id left join product p on p.id = s.product_id
    where s.run_id in ${listed(ids)} order by s.run_id, s.position`.execute(db);
  return rows;
}

function withoutLineColumns<Row extends LineColumns>({
  runId: _runId,
  milligramsPerUnit: _milligramsPerUnit,
  part: _part,
  ...line
}: Row) {
  return line;
}

/** An input of a run, without the fields that it has as a production. */
function inputOf(stored: StoredInput): Run['inputs'][number] {
  const { productionId, itemId, rawMaterialId, productId, itemName, unit, quantity } = stored;
  return { productionId, itemId, rawMaterialId, productId, itemName, unit, quantity };
}

/** Adds their lines and yields to runs, by three statements. */
export async function addLines(db: Database | Trx, runs: readonly RunRow[]): Promise<Run[]> {
  return (await withStoredLines(db, runs)).map((run) => ({ ...run, inputs: run.inputs.map(inputOf) }));
}

interface Lines {
  inputs: readonly InputRow[];
  outputs: readonly OutputRow[];
  losses: readonly LossRow[];
}

/** The lines of a run as its yield and its gain measure them. */
function measured({ inputs, outputs, losses }: Lines) {
  return [
    inputs,
    outputs.map((output) => ({ ...output, itemName: output.productName })),
    losses.map(({ grams, quantity, itemName, ...loss }): Loss =>
      grams === null ? { ...loss, itemName: itemName ?? '', quantity: quantity ?? 0 } : { milligrams: grams },
    ),
  ] as const;
}

async function withStoredLines(db: Database | Trx, runs: readonly RunRow[]): Promise<StoredRun[]> {
  if (runs.length === 0) return [];
  const ids = runs.map(({ runId }) => runId);
  const [inputs, outputs, losses] = [await findInputs(db, ids), await findOutputs(db, ids), await findLosses(db, ids)];
  return runs.map((run) => {
    const isOfRun = ({ runId }: LineColumns) => runId === run.runId;
    const lines = {
      inputs: inputs.filter(isOfRun),
      outputs: outputs.filter(isOfRun),
      losses: losses.filter(isOfRun),
    };
    return {
      ...run,
      inputs: lines.inputs.map(withoutLineColumns),
      outputs: lines.outputs.map(({ maxGain: _, ...output }) => withoutLineColumns(output)),
      losses: lines.losses.map(withoutLineColumns),
      yield: yieldOf(...measured(lines)),
    };
  });
}

/** The gain of a run, with the batch number of its first output beyond; undefined without one. */
export async function findRunGain(trx: Trx, runId: number): Promise<(RunGain & { batchNumber: string }) | undefined> {
  const [inputs, outputs] = [await findInputs(trx, [runId]), await findOutputs(trx, [runId])];
  const gain = gainOf(...measured({ inputs, outputs, losses: await findLosses(trx, [runId]) }));
  return gain && { ...gain, batchNumber: entryAt(outputs, gain.output).batchNumber };
}

type ClaimedLot = RunWithClaims['inputs'][number]['lots'][number];
/** A lot that an input consumed, with the present dates and state of the lot. */
type ConsumedLot = Omit<ClaimedLot, 'claim' | 'claims' | 'organicPercent'>;
type LotRow = Omit<ConsumedLot, 'beforeReceipt'> & { productionId: number; beforeReceipt: number };

async function findConsumedLots(db: Database | Trx, runId: number): Promise<LotRow[]> {
  const { rows } = await sql<LotRow>`
    select v.line_id as "productionId", l.id as "lotId", l.code as "lotCode", s.name as "supplierName",
      cast(-sum(v.quantity) as bigint) as quantity, l.received_on as "madeOrReceivedOn", l.expires_on as "expiresOn",
      l.state, case when l.received_on > c.production_date then 1 else 0 end as "beforeReceipt"
    from movement v join production c on c.id = v.line_id join lot l on l.id = v.lot_id
      left join inward_line n on n.lot_id = l.id left join inward w on w.id = n.inward_id
      left join supplier s on s.id = ${supplierOfLot}
    where v.document_kind = 'run' and v.document_id = ${runId}
    group by v.line_id, l.id, l.code, s.name, l.received_on, l.expires_on, l.use_by, l.state, c.production_date having sum(v.quantity) <> 0
    order by v.line_id, ${allocationColumns('l')}`.execute(db);
  return rows;
}

/** One run as it is stored, unless it is deleted. */
export async function findStoredRun(db: Database | Trx, id: number): Promise<StoredRun | undefined> {
  const { columns, from, where } = runList;
  const { rows } = await sql<RunRow>`select ${columns} from ${from} where ${where} and r.id = ${id}`.execute(db);
  return (await withStoredLines(db, rows))[0];
}

/** One run with the lots of its inputs, unless it is deleted. */
export async function findRun(db: Database | Trx, id: number): Promise<RunWithLots | undefined> {
  const run = await findStoredRun(db, id);
  return run && (await withLots(db, run));
}

/** Adds its lots to each input of a run; `lotOf` selects their fields. */
function joinLots<Lot>(run: StoredRun, lots: readonly LotRow[], lotOf: (lot: ConsumedLot) => Lot) {
  const lotsOf = (productionId: number) =>
    lots
      .filter((lot) => lot.productionId === productionId)
      .map(({ productionId: _, beforeReceipt, ...lot }) => lotOf({ ...lot, beforeReceipt: beforeReceipt === 1 }));
  return { ...run, inputs: run.inputs.map((input) => ({ ...inputOf(input), lots: lotsOf(input.productionId) })) };
}

/** A consumed lot in the history: without the fields of the lot that may change later. */
function inHistory({ lotId, lotCode, supplierName, quantity, beforeReceipt }: ConsumedLot) {
  return { lotId, lotCode, supplierName, quantity, beforeReceipt };
}

/** Adds the lots that its inputs consumed to a run. */
export async function withLots(db: Database | Trx, run: StoredRun): Promise<RunWithLots> {
  return joinLots(run, await findConsumedLots(db, run.runId), inHistory);
}

/** One run with the present claims of the lots of its inputs, unless it is deleted. */
export async function findRunWithClaims(db: Database | Trx, id: number): Promise<RunWithClaims | undefined> {
  const run = await findStoredRun(db, id);
  if (!run) return undefined;
  const lots = await findConsumedLots(db, id);
  const origins = await findOrigins(db, [...new Set(lots.map(({ lotId }) => lotId))]);
  const certificates = await findCertificatesOf(db, origins);
  const claims = claimsOf(origins, certificates);
  const bySchemes = schemeClaimsOf(origins, certificates);
  const claimOf = (lotId: number) => {
    if (origins.sources.get(lotId)?.part !== 'ingredient') return { claim: null, claims: [], organicPercent: null };
    const lotClaim = claims.get(lotId);
    const { claim = 'conventional' } = lotClaim ?? {};
    return { claim, claims: bySchemes.get(lotId) ?? [], organicPercent: percentOf(lotClaim) };
  };
  return joinLots(run, lots, (lot): ClaimedLot => ({ ...lot, ...claimOf(lot.lotId) }));
}

/** A run in the history. */
export function withoutClaims(run: RunWithClaims): RunWithLots {
  return { ...run, inputs: run.inputs.map((input) => ({ ...input, lots: input.lots.map(inHistory) })) };
}
