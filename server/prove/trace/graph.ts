/** The nodes and edges of a trace, collected from its flows. */
import type { z } from 'zod';
import { kinds, type DocumentKind } from '#contract/kinds.ts';
import { documentTexts } from '#contract/stock/documentTexts.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { divided } from '#contract/core/values/ratios.ts';
import type { TraceNodeKind, traceAnswer } from '#contract/prove/trace.ts';
import type { TracedLot } from '../../stock/origins/tracedLots.ts';

export type TraceAnswer = z.output<typeof traceAnswer>;
export type Node = TraceAnswer['nodes'][number];
export type Edge = TraceAnswer['edges'][number];

const pages: Readonly<Record<TraceNodeKind, string>> = {
  lot: kinds.lots.screenPath,
  run: kinds.runs.screenPath,
  inward: kinds.inward.screenPath,
  dispatch: kinds.dispatches.screenPath,
  adjustment: kinds.adjustments.screenPath,
  supplier: kinds.suppliers.screenPath,
  buyer: kinds.buyers.screenPath,
};

/** The id of the node of a record. */
export const nodeId = (kind: TraceNodeKind | DocumentKind, recordId: number): string => `${kind}-${recordId}`;

/** A node; fields that do not apply to its kind are left out. */
export function nodeOf(kind: TraceNodeKind, recordId: number, label: string, more: Partial<Node> = {}): Node {
  const link = `${pages[kind]}/${recordId}`;
  return { id: nodeId(kind, recordId), kind, recordId, label, link, gaps: [], ...more };
}

/** Whether a lot counts in the organic percentage. */
export const isIngredient = ({ part }: Pick<TracedLot, 'part'>): boolean => part === 'ingredient';

/**
 * The node of a lot. Written out, since nearly all nodes are of lots and runs: an object that grows by the fields of another
 * one takes twice the time.
 */
export function lotNode(lot: TracedLot): Node {
  const { lotId, finishedGoodId } = lot;
  return {
    id: nodeId('lot', lotId),
    kind: 'lot',
    recordId: lotId,
    label: lot.code,
    link: finishedGoodId === null ? `${pages.lot}/${lotId}` : `${kinds.goods.screenPath}/${finishedGoodId}`,
    day: lot.receivedOn,
    itemName: lot.itemName,
    unit: lot.unit,
    finishedGoodId: finishedGoodId ?? undefined,
    origin: lot.origin,
    supplierLotNumber: lot.supplierLotNumber,
    quantityIn: lot.quantityIn,
    onHandQty: lot.onHand,
    expiresOn: lot.expiresOn ?? undefined,
    claim: undefined,
    counts: isIngredient(lot),
    certificateId: undefined,
    certificateNumber: undefined,
    gaps: [],
  };
}

/** The node of a run on its day. */
export function runNode(runId: number, day: string): Node {
  const label = documentTexts.run(formatDate(day));
  return {
    id: nodeId('run', runId),
    kind: 'run',
    recordId: runId,
    label,
    link: `${pages.run}/${runId}`,
    day,
    gaps: [],
  };
}

/** Milligrams of a quantity, rounded; null if the grams of a unit are unknown. */
export function massOf({ milligrams }: Pick<TracedLot, 'milligrams'>, quantity: number): number | null {
  if (milligrams === null) return null;
  return divided(BigInt(quantity) * BigInt(milligrams), 1000n);
}

/** Nodes and edges, each once: a repeated one leaves the first. */
export class Graph {
  readonly #nodes = new Map<string, Node>();
  /** By their ends: two lookups cost less than a text of both. */
  readonly #edgesFrom = new Map<string, Map<string, Edge>>();
  readonly edges: Edge[] = [];

  addNode(node: Node): void {
    if (!this.#nodes.has(node.id)) this.#nodes.set(node.id, node);
  }

  /** Adds an edge without its nodes, which the caller adds; returns whether it is new. */
  addEdge(edge: Edge): boolean {
    const edges = this.#edgesFrom.get(edge.from);
    if (edges?.has(edge.to)) return false;
    if (edges) edges.set(edge.to, edge);
    else this.#edgesFrom.set(edge.from, new Map([[edge.to, edge]]));
    this.edges.push(edge);
    return true;
  }

  /** Adds an edge to an existing one with the same ends: the sum has a quantity if all parts have one unit. */
  addSum(edge: Edge): void {
    const known = this.edgeBetween(edge.from, edge.to);
    if (!known) {
      this.addEdge(edge);
      return;
    }
    const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
    const isOneUnit = known.unit === edge.unit;
    known.quantity = isOneUnit ? sum(known.quantity, edge.quantity) : null;
    known.unit = isOneUnit ? edge.unit : '';
    known.grams = sum(known.grams, edge.grams);
    known.shareGrams = sum(known.shareGrams, edge.shareGrams);
  }

  edgeBetween(from: string, to: string): Edge | undefined {
    return this.#edgesFrom.get(from)?.get(to);
  }

  has(id: string): boolean {
    return this.#nodes.has(id);
  }

  get(id: string): Node | undefined {
    return this.#nodes.get(id);
  }

  get nodes(): Node[] {
    return [...this.#nodes.values()];
  }
}
