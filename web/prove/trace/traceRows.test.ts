import { expect, test } from 'vitest';
import type { Trace, TraceNode } from '#contract/prove/trace.ts';
import { rowsOf } from './traceRows.ts';

function nodeOf(kind: TraceNode['kind'], recordId: number, more: Partial<TraceNode> = {}): TraceNode {
  return { id: `${kind}-${recordId}`, kind, recordId, label: `${kind} ${recordId}`, link: '/', gaps: [], ...more };
}

const summary: Trace['summary'] = {
  lots: 0,
  suppliers: 0,
  buyers: 2,
  broughtGrams: null,
  unit: 'jar',
  quantityIn: 20,
  dispatchedQty: 18,
  onHandQty: 2,
  withoutBatchQty: 0,
  lostQty: 0,
  certifiedPercent: null,
  gaps: [],
  ms: 1,
};

test('each lot of one return names the buyer who returned it, and a surplus of a count names nobody', () => {
  const moved = { quantity: 1, unit: 'jar', grams: 1000, shareGrams: 1000 };
  const sent = [1, 2].flatMap((at) => [
    { from: 'lot-9', to: `dispatch-${at}`, ...moved },
    { from: `dispatch-${at}`, to: `buyer-${at}`, ...moved },
    { from: `dispatch-${at}`, to: 'adjustment-1', ...moved },
    { from: 'adjustment-1', to: `lot-${at}`, ...moved, returnedBy: `buyer-${at}` },
  ]);
  const { returned } = rowsOf({
    root: 'lot-9',
    nodes: [
      nodeOf('lot', 9),
      ...[1, 2].flatMap((at) => [nodeOf('dispatch', at), nodeOf('buyer', at), nodeOf('adjustment', at)]),
      ...[1, 2].map((at) => nodeOf('lot', at, { origin: 'returned' })),
    ],
    edges: [...sent, { from: 'adjustment-2', to: 'lot-2', ...moved }],
    summary,
  });
  expect(returned.map(({ lot, party }) => [lot.id, party?.id])).toEqual([
    ['lot-1', 'buyer-1'],
    ['lot-2', 'buyer-2'],
    ['lot-2', undefined],
  ]);
});
