/** Stock changes of an adjustment's lines. */
import type { AdjustmentKind } from '#contract/documentStatus.ts';
import type { MovementKind } from '#contract/stock/stock.ts';
import type { Movement } from '../ledger/movements.ts';
import type { AdjustmentLine } from './queries.ts';

type CountedLine = Pick<AdjustmentLine, 'quantity' | 'ledgerQuantity'>;

const movementKindOf: Readonly<Record<AdjustmentKind, (change: number) => MovementKind>> = {
  opening: () => 'opening',
  count: (change) => (change > 0 ? 'found' : 'lost'),
  writeOff: () => 'wasted',
  supplierReturn: () => 'returnedToSupplier',
  buyerReturn: () => 'returnedByBuyer',
};

function signedQuantity(kind: AdjustmentKind, { quantity, ledgerQuantity }: CountedLine): number {
  if (kind === 'count') return quantity - (ledgerQuantity ?? 0);
  return kind === 'writeOff' || kind === 'supplierReturn' ? -quantity : quantity;
}

/** The change of stock by a line: its kind, and its signed thousandths, 0 where a count agrees with the ledger. */
export function stockChangeOf(kind: AdjustmentKind, line: CountedLine): Pick<Movement, 'kind' | 'quantity'> {
  const quantity = signedQuantity(kind, line);
  return { kind: movementKindOf[kind](quantity), quantity };
}

type MovedLine = CountedLine & Pick<AdjustmentLine, 'lotId' | 'itemId' | 'adjustmentLineId'>;

/** The movements of an adjustment's lines; of a count those that differ from the ledger. */
export function movementsOf(
  id: number,
  { kind, date }: { kind: AdjustmentKind; date: string },
  lines: readonly MovedLine[],
): Movement[] {
  return lines.flatMap((line): Movement[] => {
    const change = stockChangeOf(kind, line);
    if (change.quantity === 0) return [];
    const { lotId, itemId, adjustmentLineId } = line;
    const document = { documentKind: 'adjustment', documentId: id, lineId: adjustmentLineId } as const;
    return [{ lotId, itemId, ...change, occurredOn: date, ...document, reversesId: null }];
  });
}
