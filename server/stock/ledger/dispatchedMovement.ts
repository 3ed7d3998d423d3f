/** The movement of a dispatch, on its own or of a sale by hand. */
import type { Movement } from './movements.ts';

interface DispatchedLine {
  lotId: number;
  itemId: number;
  lineId: number;
  /** Thousandths. */
  quantity: number;
}

/** The movement of a line of a dispatch. */
export function dispatchedMovement(
  { lotId, itemId, lineId, quantity }: DispatchedLine,
  { dispatchId, dispatchDate }: { dispatchId: number; dispatchDate: string },
): Movement {
  return {
    lotId,
    itemId,
    kind: 'dispatched',
    quantity: -quantity,
    occurredOn: dispatchDate,
    documentKind: 'dispatch',
    documentId: dispatchId,
    lineId,
    reversesId: null,
  };
}
