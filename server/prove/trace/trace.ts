/** A trace: the graph of lots and documents before and after its root, and its summary (docs/domain.md, Trace). */
import { divided, least } from '#contract/core/values/ratios.ts';
import { massBeyond } from '#contract/stock/claims/massBound.ts';
import type { TraceDirection } from '#contract/prove/trace.ts';
import type { Trx } from '../../core/db/tables.ts';
import { claimsOf, findCertificatesOf, schemeClaimsOf } from '../../stock/origins/claims.ts';
import { findOrigins, findRunInputs, inputMassOf } from '../../stock/origins/origins.ts';
import {
  findReturns,
  flowsInto,
  flowsOutOf,
  runKey,
  type Flow,
  type Flows,
  type FlowsInto,
  type Return,
} from '../../stock/origins/flows.ts';
import { isIngredient, lotNode, massOf, type TraceAnswer } from './graph.ts';
import { findTracedLots, type TracedLot } from '../../stock/origins/tracedLots.ts';
import { ALL, sharesInto, sharesOutOf, type Shares } from './shares.ts';
import { Tracer, type WorkedClaims } from './tracer.ts';

/** The root of a trace: lots, a run, or the quantities of lots that dispatches sent. */
export interface TraceQuestion {
  root: string;
  lotIds: readonly number[];
  runIds: readonly number[];
  /** Quantities that each requested dispatch took. */
  sent: readonly Flow[];
  /** The requested record, if no lot of its own may lead to it in the graph. */
  record?: { kind: 'supplier' | 'buyer' | 'inward'; id: number };
}

type Summary = TraceAnswer['summary'];

/** A part of a mass. */
function partOf(mass: number | null, share: bigint | undefined): number | null {
  if (mass === null || share === undefined) return null;
  return divided(BigInt(mass) * share, ALL);
}

/** A whole number of a quantity times ALL, rounded. */
const roundedAmount = (amount: bigint): number => divided(amount, ALL);

interface Backward {
  flows: FlowsInto;
  shares: Shares;
}

async function traceBackward(trx: Trx, tracer: Tracer, question: TraceQuestion): Promise<Backward> {
  const { lotIds, runIds, sent } = question;
  const flows = await flowsInto(trx, [...lotIds, ...sent.map(({ lotId }) => lotId)], runIds);
  const seeds = new Map<number, bigint>([...lotIds, ...runIds.map(runKey)].map((key) => [key, ALL]));
  for (const { lotId, quantity } of sent) {
    const part = (BigInt(quantity) * ALL) / BigInt(flows.lots.get(lotId)?.quantityIn || 1);
    seeds.set(lotId, (seeds.get(lotId) ?? 0n) + part);
  }
  const shares = sharesInto(flows, seeds);
  // An input counts by the part of the run's outputs, an output by the part of its lot.
  await tracer.addRuns(flows, (lot, quantity, node) => partOf(massOf(lot, quantity), shares.get(node)));
  await tracer.addMadeMore(flows);
  tracer.addUnmade(flows);
  await tracer.addOrigins(flows, (lot, quantity) => partOf(massOf(lot, quantity), shares.get(lot.lotId)));
  return { flows, shares };
}

interface Forward {
  flows: Flows;
  /** Quantity of the root in each lot, in its own unit or in milligrams, times ALL. */
  amounts: Shares;
  /** The lot whose unit amounts are in; undefined if they are milligrams. */
  unitOf: TracedLot | undefined;
}

async function traceForward(trx: Trx, tracer: Tracer, question: TraceQuestion): Promise<Forward> {
  const returned = await returnsOf(trx, question.sent);
  const lotIds = [...question.lotIds, ...returned.map(({ lotId }) => lotId)];
  const flows = await flowsOutOf(trx, lotIds, question.runIds);
  const own = lotIds.flatMap((lotId) => flows.lots.get(lotId) ?? []);
  const [first] = own;
  const unitOf = question.runIds.length > 0 || own.some(({ itemId }) => itemId !== first?.itemId) ? undefined : first;
  const seeds = new Map<number, bigint>();
  for (const lot of own) {
    // A root lot with another root among its inputs counts as a whole.
    const amount = unitOf ? lot.quantityIn : massOf(lot, lot.quantityIn);
    if (amount !== null) seeds.set(lot.lotId, BigInt(amount));
  }
  for (const [runId, mass] of await massesOfRuns(trx, question.runIds)) seeds.set(runKey(runId), mass);
  const amounts = sharesOutOf(flows, seeds);
  const milligramsOf = (amount: bigint | undefined): number | null => {
    if (amount === undefined) return null;
    if (!unitOf) return roundedAmount(amount);
    return unitOf.milligrams === null ? null : roundedAmount((amount * BigInt(unitOf.milligrams)) / 1000n);
  };
  const partOfLot = (lot: TracedLot, quantity: number): bigint | undefined => {
    const amount = amounts.get(lot.lotId);
    if (amount === undefined || lot.quantityIn === 0) return amount;
    return (amount * BigInt(quantity)) / BigInt(lot.quantityIn);
  };
  // All of a lot came from its run, its receipt or its return; the surplus of a count does not belong to the seeds.
  const cameInto = (lot: TracedLot, quantity: number): bigint | undefined => {
    const key = lot.lotId;
    return seeds.has(key) ? partOfLot(lot, quantity) : amounts.get(key);
  };
  await tracer.addRuns(flows, (lot, quantity, node) =>
    milligramsOf(node === lot.lotId ? cameInto(lot, quantity) : partOfLot(lot, quantity)),
  );
  await tracer.addMadeMore(flows);
  await tracer.addOutgoing(flows, (lot, quantity) => milligramsOf(partOfLot(lot, quantity)));
  await tracer.addReturns(flows, (lot, quantity) => milligramsOf(cameInto(lot, quantity)));
  return { flows, amounts, unitOf };
}

/** Adds quantities of the requested dispatches that are not in the graph yet. */
async function addSent(trx: Trx, tracer: Tracer, { sent }: TraceQuestion): Promise<void> {
  const lots = await findTracedLots(trx, [...new Set(sent.map(({ lotId }) => lotId))]);
  for (const lot of lots) tracer.graph.addNode(lotNode(lot));
  await tracer.addOutgoing({ outgoing: [...sent], lots: new Map(lots.map((lot) => [lot.lotId, lot])) }, massOf);
}

/** Inputs of runs, in milligrams, without packaging. */
async function massesOfRuns(trx: Trx, runIds: readonly number[]): Promise<Map<number, bigint>> {
  const inputs = await findRunInputs(trx, runIds);
  const lots = new Map(
    (
      await findTracedLots(
        trx,
        inputs.map(({ lotId }) => lotId),
      )
    ).map((lot) => [lot.lotId, lot]),
  );
  const masses = new Map(runIds.map((runId) => [runId, 0n]));
  for (const { runId, lotId, quantity } of inputs) {
    const lot = lots.get(lotId);
    const mass = lot && lot.part !== 'packaging' ? (massOf(lot, quantity) ?? 0) : 0;
    masses.set(runId, (masses.get(runId) ?? 0n) + BigInt(mass));
  }
  return masses;
}

/** The lots that buyers returned of dispatches. */
async function returnsOf(trx: Trx, sent: readonly Flow[]): Promise<Return[]> {
  if (sent.length === 0) return [];
  const dispatches = new Set(sent.map(({ documentId }) => documentId));
  const returns = await findReturns(trx, [...new Set(sent.map(({ lotId }) => lotId))]);
  return returns.filter(({ dispatchId }) => dispatches.has(dispatchId));
}

/** Quantities of the root that are in stock, with buyers or lost. */
function quantitiesByPlace({ flows, amounts, unitOf }: Forward, question: TraceQuestion): Partial<Summary> {
  if (!unitOf || question.sent.length > 0) return {};
  const seeds = new Set(question.lotIds);
  const part = (lotId: number, quantity: number): bigint | undefined => {
    const lot = flows.lots.get(lotId);
    const amount = amounts.get(lotId);
    return !lot || amount === undefined ? undefined : (amount * BigInt(quantity)) / BigInt(lot.quantityIn || 1);
  };
  const total = (rows: readonly { lotId: number; quantity: number }[]): number | null => {
    let sum = 0n;
    for (const { lotId, quantity } of rows) {
      const own = part(lotId, quantity);
      if (own === undefined) return null;
      sum += own;
    }
    return roundedAmount(sum);
  };
  const lots = [...flows.lots.values()];
  const sent = flows.outgoing.filter(({ documentKind }) => documentKind === 'dispatch');
  const back = lots.filter(({ parentLotId }) => parentLotId !== null && flows.lots.has(parentLotId));
  const dispatched = total(sent);
  const returned = total(back.map(({ lotId, quantityIn }) => ({ lotId, quantity: quantityIn })));
  return {
    unit: unitOf.unit,
    quantityIn: lots.reduce((sum, { lotId, quantityIn }) => sum + (seeds.has(lotId) ? quantityIn : 0), 0),
    dispatchedQty: dispatched === null || returned === null ? null : dispatched - returned,
    onHandQty: total(lots.map(({ lotId, onHand }) => ({ lotId, quantity: onHand }))),
    withoutBatchQty: total(flows.consumed.filter(({ runId }) => !flows.outputs.get(runId)?.length)),
    lostQty: total(flows.outgoing.filter(({ documentKind }) => documentKind === 'adjustment')),
  };
}

/** A tenth of a percent divided by this exceeds what cut-off digits take from a share; it is added before rounding down. */
const CUT_OFF = 1_000_000_000n;

/** The mass of outputs of runs beyond their inputs, as far as it is in the root: in milligrams times ALL. */
function unsourced({ flows: { consumed, outputs, lots }, shares }: Backward): bigint {
  const inputs = Map.groupBy(consumed, ({ runId }) => runId);
  let sum = 0n;
  for (const [runId, made] of outputs) {
    const beyond = massBeyond(
      inputMassOf(inputs.get(runId) ?? [], lots),
      made.map((output) => ({ ...output, mass: BigInt(output.quantity) * BigInt(output.milligrams ?? 0) })),
      made.some(({ hasGainReason }) => hasGainReason === 1),
    );
    sum += (beyond * (shares.get(runKey(runId)) ?? 0n)) / 1000n;
  }
  return sum;
}

/**
 * The certified part of incoming quantities with a document, without surpluses of counts and what runs made beyond them:
 * in thousandths of a percent to one decimal, rounded down like the share of a lot; null without quantities, or if a mass
 * is unknown.
 */
function percentOf(lots: readonly TracedLot[], backward: Backward, proved: ReadonlySet<number>): number | null {
  const { shares } = backward;
  let [all, certified] = [unsourced(backward), 0n];
  for (const lot of lots) {
    const [mass, share] = [massOf(lot, lot.quantityIn), shares.get(lot.lotId)];
    if (mass === null || share === undefined) return null;
    all += BigInt(mass) * share;
    if (!proved.has(lot.lotId)) continue;
    const documented = BigInt(massOf(lot, lot.quantityIn - lot.undocumented) ?? 0) * ALL;
    certified += least(BigInt(mass) * share, documented);
  }
  return all === 0n ? null : Number((certified * 1000n * CUT_OFF + all) / (all * CUT_OFF)) * 100;
}

/** Purchased mass, the number of its lots, and its certified part. */
function purchasedPart(backward: Backward, proved: ReadonlySet<number>): Partial<Summary> {
  const { flows, shares } = backward;
  const bought = [...flows.lots.values()].filter(({ origin, part }) => {
    return part !== 'packaging' && origin !== 'produced' && origin !== 'returned';
  });
  const massIn = (lots: readonly TracedLot[]): number | null => {
    let sum = 0;
    for (const lot of lots) {
      const mass = partOf(massOf(lot, lot.quantityIn), shares.get(lot.lotId));
      if (mass === null) return null;
      sum += mass;
    }
    return sum;
  };
  const counted = bought.filter(isIngredient);
  return { lots: bought.length, broughtGrams: massIn(bought), certifiedPercent: percentOf(counted, backward, proved) };
}

const nothing: Omit<Summary, 'gaps' | 'ms' | 'suppliers' | 'buyers'> = {
  lots: 0,
  broughtGrams: null,
  unit: '',
  quantityIn: null,
  dispatchedQty: null,
  onHandQty: null,
  withoutBatchQty: null,
  lostQty: null,
  certifiedPercent: null,
};

async function findWorkedClaims(trx: Trx, lotIds: readonly number[]): Promise<WorkedClaims> {
  const origins = await findOrigins(trx, lotIds);
  const certificates = await findCertificatesOf(trx, origins);
  return { claims: claimsOf(origins, certificates), bySchemes: schemeClaimsOf(origins, certificates) };
}

/** Traces the root in a snapshot, at any depth, each node once. */
export async function trace(trx: Trx, question: TraceQuestion, direction: TraceDirection): Promise<TraceAnswer> {
  const start = performance.now();
  const tracer = new Tracer(trx);
  const { graph, gaps } = tracer;
  await addSent(trx, tracer, question);
  const backward = direction === 'forward' ? undefined : await traceBackward(trx, tracer, question);
  const forward = direction === 'backward' ? undefined : await traceForward(trx, tracer, question);
  if (question.record?.kind === 'inward') await tracer.addInwards([question.record.id]);
  else if (question.record) await tracer.addParties(question.record.kind, [question.record.id]);
  const into = [...(backward?.flows.lots.values() ?? [])];
  const worked = backward ? await findWorkedClaims(trx, question.lotIds) : undefined;
  const known = new Set(into.map(({ lotId }) => lotId));
  const after = [...(forward?.flows.lots.values() ?? [])].filter(({ lotId }) => !known.has(lotId));
  const proved = await tracer.addClaims([...into, ...after], worked);
  return {
    root: question.root,
    nodes: graph.nodes,
    edges: graph.edges,
    summary: {
      ...nothing,
      ...(backward ? purchasedPart(backward, proved) : {}),
      ...(forward ? quantitiesByPlace(forward, question) : {}),
      suppliers: graph.nodes.filter(({ kind }) => kind === 'supplier').length,
      buyers: tracer.sentTo.size,
      gaps,
      ms: Math.round((performance.now() - start) * 10) / 10,
    },
  };
}
