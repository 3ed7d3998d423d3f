import { expect, test } from 'vitest';
import type { Trace, TraceNode } from '#contract/prove/trace.ts';
import { MAX_NODES, placed } from './traceLayout.ts';

function nodeOf(kind: TraceNode['kind'], recordId: number, more: Partial<TraceNode> = {}): TraceNode {
  return {
    id: `${kind}-${recordId}`,
    kind,
    recordId,
    label: `${kind} ${recordId}`,
    link: '/',
    gaps: [],
    ...more,
  };
}

const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);

/** So many suppliers of one lot each, all in a batch that went to so many buyers. */
function wideTrace(parties: number, { days = 1, items = 1, onHandQty = 0 }): Trace {
  const numbers = Array.from({ length: parties }, (_, index) => index + 1);
  const batch = nodeOf('lot', 0, { origin: 'produced', itemName: 'Mix', day: dayOf(days) });
  const nodes = numbers.flatMap((index) => [
    nodeOf('supplier', index),
    nodeOf('inward', index),
    nodeOf('lot', index, {
      origin: 'received',
      itemName: `Item ${index % items}`,
      day: dayOf(index % days),
      onHandQty,
      unit: 'kg',
    }),
    nodeOf('dispatch', index),
    nodeOf('buyer', index),
  ]);
  const moved = { quantity: 1, unit: 'kg', grams: 1000, shareGrams: 1000 };
  const edges = numbers.flatMap((index) => [
    { from: `supplier-${index}`, to: `inward-${index}`, ...moved },
    { from: `inward-${index}`, to: `lot-${index}`, ...moved },
    { from: `lot-${index}`, to: 'run-1', ...moved },
    { from: 'lot-0', to: `dispatch-${index}`, ...moved },
    { from: `dispatch-${index}`, to: `buyer-${index}`, ...moved },
  ]);
  const summary = {
    lots: parties,
    suppliers: parties,
    buyers: parties,
    broughtGrams: parties * 1000,
    unit: 'kg',
    quantityIn: parties,
    dispatchedQty: parties,
    onHandQty: 0,
    withoutBatchQty: 0,
    lostQty: 0,
    certifiedPercent: 100,
    gaps: [],
    ms: 1,
  };
  const made = { from: 'run-1', to: 'lot-0', ...moved };
  return {
    root: 'lot-0',
    nodes: [batch, nodeOf('run', 1, { day: dayOf(days) }), ...nodes],
    edges: [...edges, made],
    summary,
  };
}

test('a small trace has each record once, with what is in the store', () => {
  const { nodes, edges, grouped } = placed(wideTrace(3, { onHandQty: 2 }));
  expect(grouped).toBe(0);
  // As heavy as it is: 2 kg beside the 1 kg that went into the run.
  expect(edges.filter(({ to }) => to.startsWith('store ')).map(({ grams }) => grams)).toEqual([2000, 2000, 2000]);
  expect(nodes.filter(({ isPlace }) => isPlace)).toHaveLength(3);
  expect(nodes).toHaveLength(2 + 3 * 3 + 3);
});

test('lots are grouped by item and day, parties only where there are still too many', () => {
  const byDay = placed(wideTrace(110, { days: 20 }));
  expect(byDay.grouped).toBe(332);
  expect(byDay.nodes.filter(({ label }) => label.startsWith('supplier '))).toHaveLength(110);
  const all = placed(wideTrace(400, { days: 20 }));
  expect(all.nodes.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['400 suppliers', '400 buyers', '20 lots']),
  );
  expect(all.nodes.find(({ isRoot }) => isRoot)?.label).toBe('lot 0');
});

test.each([
  ['many parties', 1200, { days: 1 }],
  ['many days', 1200, { days: 2000 }],
  ['many items', 1200, { days: 400, items: 250 }],
  ['more items than boxes', 1200, { items: 900 }],
  ['a box for each store', 90, { onHandQty: 1 }],
])('at most as many boxes as can be looked at: %s', (_, parties, shape) => {
  const trace = wideTrace(parties, shape);
  const { nodes, edges, grouped } = placed(trace);
  expect(nodes.length).toBeLessThanOrEqual(MAX_NODES);
  expect(grouped).toBe(2 + 3 * parties);
  // All that came in still leads to all that left, by way of the batch.
  const reached = new Set(['lot-0']);
  for (const { from, to } of [...edges, ...edges, ...edges]) if (reached.has(from)) reached.add(to);
  expect([...reached].some((id) => id.startsWith('buyer'))).toBe(true);
});

test('opening stock with a supplier comes from the supplier alone; what a count found of it from the count', () => {
  const trace = wideTrace(1, {});
  const moved = { quantity: 1, unit: 'kg', grams: 1000, shareGrams: 1000 };
  const lots = [
    nodeOf('lot', 11, { origin: 'opening', onHandQty: 2, unit: 'kg' }),
    nodeOf('lot', 12, { origin: 'opening' }),
  ];
  const opened = [
    { from: 'supplier-1', to: 'lot-11', ...moved, quantity: null, unit: '' },
    { from: 'adjustment-1', to: 'lot-11', ...moved },
    { from: 'adjustment-2', to: 'lot-11', ...moved },
    { from: 'adjustment-3', to: 'lot-12', ...moved },
  ];
  const adjustments = [1, 2, 3].map((id) => nodeOf('adjustment', id));
  const { edges, nodes } = placed({
    ...trace,
    nodes: [...trace.nodes, ...lots, ...adjustments],
    edges: [...trace.edges, ...opened],
  });
  const into = (lot: string) => edges.filter(({ to }) => to === lot).map(({ from }) => from);
  expect([into('lot-11'), into('lot-12')]).toEqual([['supplier-1', 'adjustment-2'], ['adjustment-3']]);
  expect(nodes.some(({ id }) => id === 'adjustment-1')).toBe(false);
  expect(edges.find(({ to }) => to === 'store lot-11')?.grams).toBe(2000);
});
