/** Places a trace from left to right: suppliers, lots, runs, batches, buyers. */
import { graphlib, layout } from '@dagrejs/dagre';
import type { Trace, TraceNode } from '#contract/trace.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/format.ts';

/** Beyond so many nodes, lots of an item and runs are grouped by day. */
const MOST_NODES = 300;
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
  /** Not a record: what is in the store. */
  isPlace: boolean;
  x: number;
  y: number;
}

export interface PlacedEdge {
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

type Draft = Omit<PlacedNode, 'x' | 'y'> & { count: number };

const amountOf = ({ quantityIn, unit }: TraceNode): string =>
  quantityIn === null ? '' : formatQuantityWithUnit(quantityIn, unit ?? '');

function detailOf(node: TraceNode): string {
  if (node.kind === 'lot') return [node.itemName, amountOf(node)].filter(Boolean).join(', ');
  if (node.kind === 'supplier' || node.kind === 'buyer') return node.address?.split('\n').at(-1) ?? '';
  return node.day === null || node.kind === 'run' ? '' : formatDate(node.day);
}

/** Inwards and dispatches are told by their lots and parties: the way goes past them. */
function isPassed({ kind }: TraceNode): boolean {
  return kind === 'inward' || kind === 'dispatch';
}

function toneOf(lot: TraceNode | undefined): EdgeTone {
  if (!lot) return 'organic';
  if (lot.gaps.some((gap) => gap === 'noCertificate' || gap === 'beforeReceipt')) return 'gap';
  if (lot.counts === false) return 'leftOut';
  return lot.claim === 'conventional' || lot.claim === 'inConversion' ? 'conventional' : 'organic';
}

/** Places the nodes of a trace; the table has everything that is grouped or left out here. */
export function placed(trace: Trace): Placed {
  const byId = new Map(trace.nodes.map((node) => [node.id, node]));
  const shown = trace.nodes.filter((node) => !isPassed(node));
  const isGrouped = shown.length > MOST_NODES;
  const keyOf = (node: TraceNode): string => {
    if (!isGrouped || node.id === trace.root) return node.id;
    if (node.kind === 'lot') return `lots ${node.itemName} ${node.day}`;
    return node.kind === 'run' ? `runs ${node.day}` : node.id;
  };
  const drafts = new Map<string, Draft>();
  for (const node of shown) {
    const id = keyOf(node);
    const known = drafts.get(id);
    const isGap = node.gaps.length > 0 || known?.isGap === true;
    const count = (known?.count ?? 0) + 1;
    const isGroup = count > 1;
    const day = node.day === null ? '' : formatDate(node.day);
    drafts.set(id, {
      id,
      label: isGroup ? `${count} ${node.kind === 'lot' ? 'lots' : 'runs'}` : node.label,
      detail: isGroup ? [node.itemName, day].filter(Boolean).join(', ') : detailOf(node),
      link: isGroup ? '' : node.link,
      isRoot: node.id === trace.root,
      isGap,
      isPlace: false,
      count,
    });
    if (node.kind === 'lot' && node.onHandQty !== null && node.onHandQty > 0 && !isGrouped) {
      const detail = formatQuantityWithUnit(node.onHandQty, node.unit ?? '');
      const store = { label: 'In the store', detail, link: '', isRoot: false, isGap: false, isPlace: true, count: 1 };
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
        const mass = end.kind === 'inward' ? next.shareGrams : shareGrams;
        connect(keyOf(start), keyOf(target), mass ?? 0, end.kind === 'inward' ? toneOf(target) : tone);
      }
    }
  }
  for (const node of shown) {
    const own = keyOf(node);
    if (drafts.has(`store ${own}`)) connect(own, `store ${own}`, 0, toneOf(node));
  }
  const graph = new graphlib.Graph()
    .setGraph({ rankdir: 'LR', nodesep: 12, ranksep: 90 })
    .setDefaultEdgeLabel(() => ({}));
  for (const { id } of drafts.values()) graph.setNode(id, { width: NODE_WIDTH, height: NODE_HEIGHT });
  for (const { from, to } of edges.values()) graph.setEdge(from, to);
  layout(graph);
  const nodes = [...drafts.values()].map(({ count: _, ...node }) => {
    const { x = 0, y = 0 } = graph.node(node.id);
    return { ...node, x: x - NODE_WIDTH / 2, y: y - NODE_HEIGHT / 2 };
  });
  return { nodes, edges: [...edges.values()], grouped: isGrouped ? shown.length : 0 };
}
