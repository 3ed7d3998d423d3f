/** A trace: the graph of lots and documents before and after its root (docs/domain.md, Trace). */
import type { TraceDirection } from '#contract/prove/trace.ts';
import type { Trx } from '../../core/db/tables.ts';
import { claimsOf, findCertificatesOf, schemeClaimsOf } from '../../stock/origins/claims.ts';
import { findOrigins, findRunInputs } from '../../stock/origins/origins.ts';
import { findReturns, flowsInto, flowsOutOf, runKey, type Flow, type Return } from '../../stock/origins/flows.ts';
import { lotNode, massOf, type TraceAnswer } from './graph.ts';
import { findTracedLots, type TracedLot } from '../../stock/origins/tracedLots.ts';
import { ALL, partOf, roundedAmount, sharesInto, sharesOutOf } from './shares.ts';
import { purchasedPart, quantitiesByPlace, type Backward, type Forward } from './traceSummary.ts';
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
      ...(forward && question.sent.length === 0 ? quantitiesByPlace(forward, question.lotIds) : {}),
      suppliers: graph.nodes.filter(({ kind }) => kind === 'supplier').length,
      buyers: tracer.sentTo.size,
      gaps,
      ms: Math.round((performance.now() - start) * 10) / 10,
    },
  };
}
