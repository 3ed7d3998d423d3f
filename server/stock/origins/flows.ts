/**
 * Movements between lots and documents, read a level at a time: each lot and run once, at any depth
 * (docs/domain.md, Trace).
 */
import { sql } from 'kysely';
import { inPieces } from '../../core/db/statements.ts';
import type { MovementKind } from '#contract/stock/stock.ts';
import type { DocumentKind } from '#contract/kinds.ts';
import type { Trx } from '../../core/db/tables.ts';
import { signOf } from '../ledger/kinds.ts';
import { findRunInputs, findRunOutputs, type BoundedOutput, type Input, type Output } from './origins.ts';
import { findTracedOutputs, findTracedLots, type TracedLot } from './tracedLots.ts';

/** Net quantity that a document moved out of a lot or into it, in thousandths. */
export interface Flow {
  lotId: number;
  documentKind: DocumentKind;
  documentId: number;
  quantity: number;
}

/** A buyer's return, and the lot that it created. */
export interface Return {
  lotId: number;
  parentLotId: number;
  adjustmentId: number;
  dispatchId: number;
  /** In thousandths; a count may have come upon more of the lot. */
  quantity: number;
}

/** The key of a run among those of lots, which are their ids. */
export const runKey = (runId: number): number => -runId;

/** The lots of a trace, and movements between them. */
export interface Flows {
  lots: Map<number, TracedLot>;
  /** Inputs of runs. */
  consumed: Input[];
  /** Outputs of runs: all of each run, since shares are in proportion to them. */
  outputs: Map<number, Output[]>;
  /** Outgoing quantities apart from runs: dispatches, write-offs, counts, returns to suppliers. */
  outgoing: Flow[];
  /** Incoming quantities apart from inwards and runs: opening stock, surplus of counts, returns of buyers. */
  incoming: Flow[];
  returns: Return[];
}

/** A movement of a lot; the quantity in thousandths, below zero for outgoing ones. */
interface Moved {
  lotId: number;
  kind: MovementKind;
  documentKind: DocumentKind;
  documentId: number;
  quantity: number;
}

/** The movements of lots without receipts by inwards and runs, those of each lot together. */
const findMoved = async (trx: Trx, lotIds: readonly number[]) =>
  await inPieces(
    trx,
    'traced movements',
    lotIds,
    (chunk) => sql<Moved>`
      select lot_id as "lotId", kind, document_kind as "documentKind", document_id as "documentId", quantity
      from movement where lot_id in ${chunk} and kind not in ('received', 'produced') order by lot_id, occurred_on`,
  );

/** Net quantities that each document moved out of a lot or into it. */
function netOf(moved: readonly Moved[]): { outgoing: Flow[]; incoming: Flow[] } {
  const [outgoing, incoming]: [Flow[], Flow[]] = [[], []];
  const ofLot = new Map<string, Flow>();
  let current = 0;
  for (const { lotId, kind, documentKind, documentId, quantity } of moved) {
    const sign = signOf(kind);
    if (lotId !== current) ofLot.clear();
    current = lotId;
    const key = `${documentKind} ${sign} ${documentId}`;
    const known = ofLot.get(key);
    if (known) {
      known.quantity += sign * quantity;
      continue;
    }
    const flow = { lotId, documentKind, documentId, quantity: sign * quantity };
    ofLot.set(key, flow);
    (sign < 0 ? outgoing : incoming).push(flow);
  }
  const isAny = ({ quantity }: Flow) => quantity !== 0;
  return { outgoing: outgoing.filter(isAny), incoming: incoming.filter(isAny) };
}

const findIncoming = async (trx: Trx, lotIds: readonly number[]) =>
  await inPieces(
    trx,
    'traced inflows',
    lotIds,
    (chunk) => sql<Flow>`
      select lot_id as "lotId", document_kind as "documentKind", document_id as "documentId",
        cast(sum(quantity) as bigint) as quantity
      from movement where lot_id in ${chunk} and kind in ('opening', 'found', 'returnedByBuyer')
      group by lot_id, document_kind, document_id having sum(quantity) <> 0 order by lot_id, document_id`,
  );

/** Returns of buyers to lots. */
export const findReturns = async (trx: Trx, lotIds: readonly number[]) =>
  await inPieces(
    trx,
    'traced returns',
    lotIds,
    (chunk) => sql<Return>`
      select l.id as "lotId", l.parent_lot_id as "parentLotId", j.adjustment_id as "adjustmentId",
        x.dispatch_id as "dispatchId", j.quantity
      from lot l join adjustment_line j on j.lot_id = l.id and j.deleted_at is null
        join dispatch_line x on x.id = j.dispatch_line_id
      where l.parent_lot_id in ${chunk} and l.deleted_at is null order by l.id`,
  );

function emptyFlows(): Flows {
  return { lots: new Map(), consumed: [], outputs: new Map(), outgoing: [], incoming: [], returns: [] };
}

/** The returns of lots that are in the trace, of parents that are not in `known`. */
async function addReturns(
  trx: Trx,
  { lots, returns }: Flows,
  known: ReadonlyMap<number, unknown> = new Map(),
): Promise<void> {
  const parents = [...lots.values()].flatMap(({ parentLotId }) => parentLotId ?? []);
  const further = await findReturns(
    trx,
    [...new Set(parents)].filter((lotId) => !known.has(lotId)),
  );
  for (const each of further) if (lots.has(each.lotId)) returns.push(each);
}

/** Flows with what bounds the outputs of their runs. */
export interface FlowsInto extends Flows {
  outputs: Map<number, BoundedOutput[]>;
}

/** All sources of lots and runs: runs with their inputs, and the lots before them, back to purchases. */
export async function flowsInto(
  trx: Trx,
  lotIds: readonly number[],
  runIds: readonly number[] = [],
): Promise<FlowsInto> {
  const flows: FlowsInto = { ...emptyFlows(), outputs: new Map() };
  let [lots, runs] = [[...new Set(lotIds)], [...new Set(runIds)]];
  while (lots.length > 0 || runs.length > 0) {
    const tracedLots = await findTracedLots(trx, lots);
    for (const lot of tracedLots) flows.lots.set(lot.lotId, lot);
    const makers = new Set([...runs, ...tracedLots.flatMap(({ runId }) => runId ?? [])]);
    runs = [...makers].filter((runId) => !flows.outputs.has(runId));
    for (const runId of runs) flows.outputs.set(runId, []);
    for (const output of await findRunOutputs(trx, runs)) flows.outputs.get(output.runId)?.push(output);
    const consumed = await findRunInputs(trx, runs);
    for (const input of consumed) flows.consumed.push(input);
    const before = [
      ...consumed.map(({ lotId }) => lotId),
      ...tracedLots.flatMap(({ parentLotId }) => parentLotId ?? []),
    ];
    lots = [...new Set(before)].filter((lotId) => !flows.lots.has(lotId));
    runs = [];
  }
  const all = [...flows.lots.keys()];
  flows.incoming = await findIncoming(trx, all);
  await addReturns(trx, flows);
  return flows;
}

/**
 * All destinations of lots and runs: runs with their outputs, outgoing quantities, and the lots after, to the buyers.
 */
export async function flowsOutOf(trx: Trx, lotIds: readonly number[], runIds: readonly number[] = []): Promise<Flows> {
  const flows = emptyFlows();
  const { consumed, outputs, outgoing, incoming, returns } = flows;
  let lots = await findTracedLots(trx, [...new Set(lotIds)]);
  let runs = new Set(runIds);
  while (lots.length > 0 || runs.size > 0) {
    for (const lot of lots) flows.lots.set(lot.lotId, lot);
    const ids = lots.map(({ lotId }) => lotId);
    const net = netOf(await findMoved(trx, ids));
    for (const flow of net.incoming) incoming.push(flow);
    for (const flow of net.outgoing) {
      const { documentKind, documentId: runId, lotId, quantity } = flow;
      if (documentKind !== 'run') {
        outgoing.push(flow);
        continue;
      }
      consumed.push({ runId, lotId, quantity });
      runs.add(runId);
    }
    const used = [...runs].filter((runId) => !outputs.has(runId));
    for (const runId of used) outputs.set(runId, []);
    const after = new Map<number, TracedLot>();
    for (const lot of await findTracedOutputs(trx, used)) {
      const { runId, lotId, itemId, produced: quantity, milligrams } = lot;
      outputs.get(runId)?.push({ runId, lotId, itemId, quantity, milligrams });
      if (!flows.lots.has(lotId)) after.set(lotId, lot);
    }
    const back = await findReturns(trx, ids);
    for (const each of back) returns.push(each);
    const returned = back.map(({ lotId }) => lotId).filter((lotId) => !flows.lots.has(lotId));
    for (const lot of await findTracedLots(trx, returned)) after.set(lot.lotId, lot);
    lots = [...after.values()];
    runs = new Set();
  }
  flows.returns = returns.filter(({ lotId }) => flows.lots.has(lotId));
  // Adds the dispatched lots of requested returns.
  await addReturns(trx, flows, flows.lots);
  return flows;
}
