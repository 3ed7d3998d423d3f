/** Places a trace from left to right: suppliers, lots, runs, batches, buyers. */
import { graphlib, layout } from '@dagrejs/dagre';
import type { Trace, TraceEdge, TraceNode } from '#contract/prove/trace.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';

/** Beyond so many nodes they are grouped, as much as it takes. */
export const MAX_NODES = 300;
const NODE_WIDTH = 190;
const NODE_HEIGHT = 56;

export type EdgeTone = 'organic' | 'conventional' | 'leftOut' | 'gap';

export interface PlacedNode {
  id: string;
  label: string;
  detail: string;
  /** Where a click leads; empty for a group. */
  link: string;
  isRoot: boolean;
  isGap: boolean;
  /** A node for remaining stock, not for a record. */
  isPlace: boolean;
  x: number;
  y: number;
}

interface PlacedEdge {
  id: string;
  from: string;
  to: string;
  grams: number;
  tone: EdgeTone;
}

export interface Placed {
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  /** How many nodes stand behind groups; 0 without. */
  grouped: number;
}

type Draft = Omit<PlacedNode, 'x' | 'y'>;

const amountOf = ({ quantityIn, unit }: TraceNode): string =>
  quantityIn === undefined ? '' : formatQuantityWithUnit(quantityIn, unit ?? '');

function detailOf(node: TraceNode): string {
  if (node.kind === 'lot') return [node.itemName, amountOf(node)].filter(Boolean).join(', ');
  if (node.kind === 'supplier' || node.kind === 'buyer') return node.address?.split('\n').at(-1) ?? '';
  return node.day === undefined ? '' : formatDate(node.day);
}

/** A run is called by its day, which has a line of its own here: with it, the name is longer than a box. */
const labelOf = ({ kind, day, label }: TraceNode): string =>
  kind === 'run' && day !== undefined ? 'Production' : label;

/** Inwards and dispatches are represented by their lots and parties, so edges skip them. */
function isPassed({ kind }: TraceNode): boolean {
  return kind === 'inward' || kind === 'dispatch';
}

/**
 * The edges from opening stock to lots with a known supplier, which shows their source: the first into each lot, since
 * surpluses of counts come later.
 */
function findCoveredBySupplier({ nodes, edges }: Trace): ReadonlySet<TraceEdge> {
  const kinds = new Map(nodes.map(({ id, kind }) => [id, kind]));
  const lots = new Set(edges.flatMap(({ from, to }) => (kinds.get(from) === 'supplier' ? [to] : [])));
  const covered = new Set<TraceEdge>();
  for (const edge of edges) {
    if (kinds.get(edge.to) !== 'lot' || kinds.get(edge.from) !== 'adjustment' || !lots.delete(edge.to)) continue;
    covered.add(edge);
  }
  return covered;
}

/** Removes edges that suppliers replace, and opening stock without remaining edges. */
function withoutCovered(trace: Trace): Trace {
  const covered = findCoveredBySupplier(trace);
  if (covered.size === 0) return trace;
  const edges = trace.edges.filter((edge) => !covered.has(edge));
  const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const opened = new Set([...covered].flatMap(({ from }) => (ends.has(from) ? [] : from)));
  return { ...trace, edges, nodes: trace.nodes.filter(({ id }) => !opened.has(id)) };
}

function toneOf(lot: TraceNode | undefined): EdgeTone {
  if (!lot) return 'organic';
  if (lot.gaps.some((gap) => gap === 'noCertificate' || gap === 'beforeReceipt')) return 'gap';
  if (lot.counts === false) return 'leftOut';
  return lot.claim === 'conventional' || lot.claim === 'inConversion' ? 'conventional' : 'organic';
}

type KeyOf = (node: TraceNode) => string;

const monthOf = (day: string | undefined): string => (day ?? '').slice(0, 'yyyy-mm'.length);

/** Grouping keys, each coarser than the one before: by item and day, all parties, by month, by item, by kind. */
const groupings: readonly KeyOf[] = [
  ({ id }) => id,
  ({ kind, id, itemName, day }) => (kind === 'lot' ? `lot ${itemName} ${day}` : kind === 'run' ? `run ${day}` : id),
  ({ kind, itemName, day }) => (kind === 'lot' ? `lot ${itemName} ${day}` : kind === 'run' ? `run ${day}` : kind),
  ({ kind, itemName, day }) =>
    kind === 'lot' ? `lot ${itemName} ${monthOf(day)}` : kind === 'run' ? `run ${monthOf(day)}` : kind,
  ({ kind, itemName }) => (kind === 'lot' ? `lot ${itemName}` : kind),
  ({ kind, origin }) => (kind === 'lot' ? `lot ${origin}` : kind),
];

/** The first grouping with few enough nodes; remaining stock has nodes of its own where nothing is grouped. */
function groupingOf(shown: readonly TraceNode[]): { keyOf: KeyOf; isGrouped: boolean } {
  const stores = shown.filter(({ onHandQty }) => (onHandQty ?? 0) > 0).length;
  const level = groupings.findIndex((keyOf, index) => {
    const groups = new Set(shown.map(keyOf)).size;
    return groups + (index === 0 ? stores : 0) <= MAX_NODES;
  });
  return { keyOf: groupings.at(level) ?? (({ id }) => id), isGrouped: level !== 0 };
}

const plurals = {
  lot: 'lots',
  run: 'runs',
  supplier: 'suppliers',
  buyer: 'buyers',
  adjustment: 'adjustments',
} as const;

function groupOf(nodes: readonly TraceNode[]): Pick<PlacedNode, 'label' | 'detail'> {
  const [first] = nodes;
  if (!first) return { label: '', detail: '' };
  const kinds = new Map<string, string>(Object.entries(plurals));
  const items = new Set(nodes.map(({ itemName }) => itemName));
  const days = nodes.flatMap(({ day }) => day ?? []).sort();
  const [from, to] = [days.at(0), days.at(-1)].map((day) => (day === undefined ? '' : formatDate(day)));
  const period = from === to ? from : `${from} to ${to}`;
  return {
    label: `${nodes.length} ${kinds.get(first.kind) ?? first.kind}`,
    detail: [items.size === 1 ? first.itemName : `${items.size} items`, period].filter(Boolean).join(', '),
  };
}

function draftOf(id: string, nodes: readonly TraceNode[], root: string): Draft {
  const [only] = nodes;
  const isGap = nodes.some(({ gaps }) => gaps.length > 0);
  const isRoot = nodes.some((node) => node.id === root);
  const shown =
    nodes.length === 1 && only
      ? { label: labelOf(only), detail: detailOf(only), link: only.link }
      : { ...groupOf(nodes), link: '' };
  return { id, ...shown, isRoot, isGap, isPlace: false };
}

/** Mass of a lot's remaining stock, by the mass of another movement of the lot; 0 if unknown. */
function gramsInStore({ id, onHandQty = 0 }: TraceNode, edges: Trace['edges']): number {
  const weighed = edges.find(({ from, to, quantity, grams }) => (from === id || to === id) && quantity && grams);
  if (!weighed?.quantity) return 0;
  return ((weighed.shareGrams ?? weighed.grams ?? 0) * onHandQty) / weighed.quantity;
}

/** Places the nodes of a trace; the tables have everything that is grouped or left out here. */
export function placed(whole: Trace): Placed {
  const trace = withoutCovered(whole);
  const byId = new Map(trace.nodes.map((node) => [node.id, node]));
  const shown = trace.nodes.filter((node) => !isPassed(node));
  const { keyOf: groupKey, isGrouped } = groupingOf(shown);
  const keyOf: KeyOf = (node) => (node.id === trace.root ? node.id : groupKey(node));
  const drafts = new Map<string, Draft>();
  for (const [id, nodes] of Map.groupBy(shown, keyOf)) {
    drafts.set(id, draftOf(id, nodes, trace.root));
    const [node] = nodes;
    if (!isGrouped && node?.kind === 'lot' && node.onHandQty !== undefined && node.onHandQty > 0) {
      const detail = formatQuantityWithUnit(node.onHandQty, node.unit ?? '');
      const store = { label: 'In the store', detail, link: '', isRoot: false, isGap: false, isPlace: true };
      drafts.set(`store ${id}`, { id: `store ${id}`, ...store });
    }
  }
  const edges = new Map<string, PlacedEdge>();
  const connect = (from: string, to: string, grams: number, tone: EdgeTone) => {
    if (from === to || !drafts.has(from) || !drafts.has(to)) return;
    const id = `${from} > ${to}`;
    const known = edges.get(id);
    edges.set(id, { id, from, to, grams: (known?.grams ?? 0) + grams, tone: known?.tone === 'gap' ? 'gap' : tone });
  };
  const outOf = Map.groupBy(trace.edges, ({ from }) => from);
  for (const { from, to, shareGrams, grams } of trace.edges) {
    const [start, end] = [byId.get(from), byId.get(to)];
    if (!start || !end || isPassed(start)) continue;
    const tone = toneOf(start.kind === 'lot' ? start : end.kind === 'lot' ? end : undefined);
    if (!isPassed(end)) connect(keyOf(start), keyOf(end), shareGrams ?? grams ?? 0, tone);
    // Past an inward to its lots, past a dispatch to its buyer.
    else {
      for (const next of outOf.get(to) ?? []) {
        const target = byId.get(next.to);
        if (!target) continue;
        const mass = end.kind === 'inward' || target.kind === 'lot' ? next.shareGrams : shareGrams;
        connect(keyOf(start), keyOf(target), mass ?? 0, end.kind === 'inward' ? toneOf(target) : tone);
      }
    }
  }
  for (const node of shown) {
    const own = keyOf(node);
    if (drafts.has(`store ${own}`)) connect(own, `store ${own}`, gramsInStore(node, whole.edges), toneOf(node));
  }
  const graph = new graphlib.Graph()
    .setGraph({ rankdir: 'LR', nodesep: 12, ranksep: 60 })
    .setDefaultEdgeLabel(() => ({}));
  for (const { id } of drafts.values()) graph.setNode(id, { width: NODE_WIDTH, height: NODE_HEIGHT });
  for (const { from, to } of edges.values()) graph.setEdge(from, to);
  layout(graph);
  const nodes = [...drafts.values()].map((node) => {
    const { x = 0, y = 0 } = graph.node(node.id);
    return { ...node, x: x - NODE_WIDTH / 2, y: y - NODE_HEIGHT / 2 };
  });
  return { nodes, edges: [...edges.values()], grouped: isGrouped ? shown.length : 0 };
}
