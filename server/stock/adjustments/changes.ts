/** Stock changes of an adjustment's lines. */
import type { AdjustmentKind } from '#contract/documentStatus.ts';
import type { MovementKind } from '#contract/stock/stock.ts';
import type { Movement } from '../ledger/movements.ts';
import type { AdjustmentLine } from './queries.ts';

type Moved = Pick<AdjustmentLine, 'quantity' | 'ledgerQuantity'>;

const movementKindOf: Readonly<Record<AdjustmentKind, (change: number) => MovementKind>> = {
  opening: () => 'opening',
  count: (change) => (change > 0 ? 'found' : 'lost'),
  writeOff: () => 'wasted',
  supplierReturn: () => 'returnedToSupplier',
  buyerReturn: () => 'returnedByBuyer',
};

/** The signed change of stock by a line, in thousandths, and its kind; 0 where a count agrees with the ledger. */
export function changeBy(kind: AdjustmentKind, { quantity, ledgerQuantity }: Moved): [MovementKind, number] {
  const isOut = kind === 'writeOff' || kind === 'supplierReturn';
  const change = kind === 'count' ? quantity - (ledgerQuantity ?? 0) : isOut ? -quantity : quantity;
  return [movementKindOf[kind](change), change];
}

type MovedLine = Moved & Pick<AdjustmentLine, 'lotId' | 'itemId' | 'adjustmentLineId'>;

/** The movements of an adjustment's lines; of a count those that differ from the ledger. */
export function movementsOf(
  id: number,
  { kind, date }: { kind: AdjustmentKind; date: string },
  lines: readonly MovedLine[],
): Movement[] {
  return lines.flatMap((line): Movement[] => {
    const [movementKind, quantity] = changeBy(kind, line);
    if (quantity === 0) return [];
    const { lotId, itemId, adjustmentLineId } = line;
    const document = { documentKind: 'adjustment', documentId: id, lineId: adjustmentLineId } as const;
    return [{ lotId, itemId, kind: movementKind, quantity, occurredOn: date, ...document, reversesId: null }];
  });
}
