/** Stock changes of an adjustment's lines. */
import type { AdjustmentKind } from '#contract/documentStatus.ts';
import type { Movement } from '../ledger/movements.ts';
import type { AdjustmentLine } from './queries.ts';

type CountedLine = Pick<AdjustmentLine, 'quantity' | 'ledgerQuantity'>;

type StockChange = Pick<Movement, 'kind' | 'quantity'>;

const changeByKind: Readonly<Record<AdjustmentKind, (line: CountedLine) => StockChange>> = {
  opening: ({ quantity }) => ({ kind: 'opening', quantity }),
  count: ({ quantity, ledgerQuantity }) => {
    const difference = quantity - (ledgerQuantity ?? 0);
    return { kind: difference > 0 ? 'found' : 'lost', quantity: difference };
  },
  writeOff: ({ quantity }) => ({ kind: 'wasted', quantity: -quantity }),
  supplierReturn: ({ quantity }) => ({ kind: 'returnedToSupplier', quantity: -quantity }),
  buyerReturn: ({ quantity }) => ({ kind: 'returnedByBuyer', quantity }),
};

/** The change of stock by a line: its kind, and its signed thousandths, 0 where a count agrees with the ledger. */
export function stockChangeOf(kind: AdjustmentKind, line: CountedLine): StockChange {
  return changeByKind[kind](line);
}

type MovedLine = CountedLine & Pick<AdjustmentLine, 'lotId' | 'itemId' | 'adjustmentLineId'>;

/** The movements of an adjustment's lines; of a count those that differ from the ledger. */
export function adjustmentMovements(
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
