/** Layout of a mass balance's drawing: sources of the item, its products, and their destinations. */
import { formatKilograms } from '#contract/core/values/format.ts';
import type { MassBalance } from '#contract/prove/massBalance.ts';
import { massBalanceTexts } from '#contract/prove/massBalanceTexts.ts';

type FlowTone = 'kept' | 'sold' | 'lost' | 'gap';

interface FlowNode {
  id: string;
  label: string;
  amount: string;
  x: number;
  y: number;
  height: number;
  tone: FlowTone;
}

interface FlowLink {
  id: string;
  /** Data of a filled SVG path. */
  path: string;
  tone: FlowTone;
}

export interface FlowDrawing {
  nodes: FlowNode[];
  links: FlowLink[];
  height: number;
}

export const FLOW_WIDTH = 1000;
export const NODE_WIDTH = 7;
/** Products beyond which the smaller ones are shown as one. */
const MAX_PRODUCTS = 8;
/** All of it together. */
const TALLEST = 240;
/** Two lines of text. */
const SLOT = 34;
const GAP = 8;
const COLUMNS = [0, 230, 520, 840] as const;

type Column = 0 | 1 | 2 | 3;
interface NodeDraft {
  id: string;
  label: string;
  column: Column;
  tone: FlowTone;
}
interface Flow {
  from: string;
  to: string;
  grams: number;
  tone: FlowTone;
}

interface Went {
  label: string;
  sold: number;
  left: number;
  lost: number;
}

/** Masses of each product, largest first, those beyond the limit combined; and the unchanged rest. */
function productFlows({ products, soldGrams, leftGrams, lostGrams }: NonNullable<MassBalance['family']>): Went[] {
  const texts = massBalanceTexts.flowNodes;
  const sum = (part: 'soldGrams' | 'leftGrams' | 'lostGrams', some = products) =>
    some.reduce((total, product) => total + product[part], 0);
  const all = (product: (typeof products)[number]) => product.soldGrams + product.leftGrams + product.lostGrams;
  // Dispatches dated before production make the remaining mass negative.
  const isDrawn = ({ soldGrams: sold, leftGrams: left, lostGrams: lost }: (typeof products)[number]) =>
    sold > 0 || left > 0 || lost > 0;
  const sorted = products.filter(isDrawn).toSorted((a, b) => all(b) - all(a));
  const isCut = sorted.length > MAX_PRODUCTS;
  const shown = isCut ? sorted.slice(0, MAX_PRODUCTS - 1) : sorted;
  const rest = sorted.slice(shown.length);
  const wentOf = (label: string, some: typeof products): Went => {
    return { label, sold: sum('soldGrams', some), left: sum('leftGrams', some), lost: sum('lostGrams', some) };
  };
  const asItIs = {
    label: texts.asItIs,
    sold: soldGrams - sum('soldGrams'),
    left: leftGrams - sum('leftGrams'),
    lost: lostGrams - sum('lostGrams'),
  };
  return [
    ...shown.map((product) => wentOf(product.itemName, [product])),
    ...(isCut ? [wentOf(texts.others(rest.length), rest)] : []),
    asItIs,
  ];
}

/** Flows between the nodes; amounts below a gram, from rounding, are left out. */
function flowsOf({ itemName, conversion }: MassBalance, family: NonNullable<MassBalance['family']>) {
  const texts = massBalanceTexts.flowNodes;
  const nodes: NodeDraft[] = [{ id: 'item', label: itemName, column: 1, tone: 'kept' }];
  const flows: Flow[] = [];
  const { lossGrams, inProgressGrams } = conversion;
  const unexplained = family.conversionGrams - lossGrams - inProgressGrams;
  const add = (from: string, to: string, grams: number, tone: FlowTone) => {
    if (grams >= 1) flows.push({ from, to, grams, tone });
  };
  const node = (id: string, label: string, column: Column, tone: FlowTone) => nodes.push({ id, label, column, tone });
  node('opening', texts.opening, 0, 'kept');
  node('bought', texts.bought, 0, 'kept');
  node('gained', texts.gained, 0, 'gap');
  add('opening', 'item', family.openingGrams, 'kept');
  add('bought', 'item', family.boughtGrams, 'kept');
  add('gained', 'item', -unexplained, 'gap');
  for (const [index, { label, sold, left, lost }] of productFlows(family).entries()) {
    const id = `product-${index}`;
    node(id, label, 2, 'kept');
    add('item', id, sold + left + lost, 'kept');
    add(id, 'sold', sold, 'sold');
    add(id, 'left', left, 'kept');
    add(id, 'lost', lost, 'lost');
  }
  node('runs', texts.runs, 2, 'lost');
  add('item', 'runs', lossGrams + inProgressGrams + Math.max(0, unexplained), 'lost');
  add('runs', 'runLoss', lossGrams, 'lost');
  add('runs', 'unexplained', unexplained, 'gap');
  add('runs', 'inProgress', inProgressGrams, 'kept');
  node('sold', texts.sold, 3, 'sold');
  node('left', texts.left, 3, 'kept');
  node('lost', texts.lost, 3, 'lost');
  node('runLoss', texts.runLoss, 3, 'lost');
  node('unexplained', texts.unexplained, 3, 'gap');
  node('inProgress', texts.inProgress, 3, 'kept');
  return { nodes, flows };
}

function ribbon(x1: number, y1: number, x2: number, y2: number, height: number): string {
  const middle = (x1 + x2) / 2;
  const [bottom1, bottom2] = [y1 + height, y2 + height];
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}V${bottom2}C${middle} ${bottom2} ${middle} ${bottom1} ${x1} ${bottom1}Z`;
}

/** The drawing of a balance with products; undefined if nothing moved. */
export function drawFlow(balance: MassBalance): FlowDrawing | undefined {
  if (!balance.family) return undefined;
  const { nodes, flows } = flowsOf(balance, balance.family);
  const total = (id: string, end: 'from' | 'to') =>
    flows.reduce((sum, flow) => sum + (flow[end] === id ? flow.grams : 0), 0);
  const sized = nodes.map((node) => ({ ...node, grams: Math.max(total(node.id, 'from'), total(node.id, 'to')) }));
  const scale = TALLEST / Math.max(1, ...sized.map(({ grams }) => grams));
  const present = sized.filter(({ grams }) => grams >= 1);
  if (present.length === 0) return undefined;
  const heightOf = (grams: number) => Math.max(1, grams * scale);
  const inColumn = (column: Column) => present.filter((node) => node.column === column);
  const slotOf = (grams: number) => Math.max(SLOT, heightOf(grams)) + GAP;
  const columnHeight = (column: Column) => inColumn(column).reduce((sum, { grams }) => sum + slotOf(grams), 0);
  const height = Math.max(...([0, 1, 2, 3] as const).map(columnHeight));
  const placed = new Map<string, FlowNode>();
  for (const column of [0, 1, 2, 3] as const) {
    let top = (height - columnHeight(column)) / 2;
    for (const { id, label, tone, grams } of inColumn(column)) {
      const own = heightOf(grams);
      const y = top + (slotOf(grams) - own) / 2;
      placed.set(id, { id, label, amount: formatKilograms(grams), x: COLUMNS[column], y, height: own, tone });
      top += slotOf(grams);
    }
  }
  const used = new Map<string, number>();
  const next = (key: string, grams: number) => {
    const before = used.get(key) ?? 0;
    used.set(key, before + grams * scale);
    return before;
  };
  const links = flows.flatMap(({ from, to, grams, tone }): FlowLink[] => {
    const [start, end] = [placed.get(from), placed.get(to)];
    if (!start || !end) return [];
    const y1 = start.y + next(`from ${from}`, grams);
    const y2 = end.y + next(`to ${to}`, grams);
    const path = ribbon(start.x + NODE_WIDTH, y1, end.x, y2, heightOf(grams));
    return [{ id: `${from} ${to}`, path, tone }];
  });
  return { nodes: [...placed.values()], links, height };
}
