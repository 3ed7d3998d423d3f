/** A line of an adjustment and its lot: whether the line determines the lot's code, supplier and dates. */
import type { AdjustmentKind } from '#contract/documentStatus.ts';
import { storedCode } from '../../core/db/batchOrder.ts';
import { isSameCode } from '../ledger/codes.ts';
import type { LotRow } from '../ledger/lots.ts';
import type { MatchedLine } from './rules.ts';

export interface PreparedLine extends MatchedLine {
  itemId: number;
  itemName: string;
  /** Its lot; undefined if one is to be opened. */
  lot: LotRow | undefined;
  /** The dispatched lot that a buyer's return belongs to. */
  parent: LotRow | undefined;
  /** The ledger's quantity at the end of the day of a count; an existing line has its earlier figure. */
  ledgerQuantity: number | null;
}

/** Whether the lot of a line is opened, called and dated by it. */
export function ownsLot(kind: AdjustmentKind, { storedLine, lot }: Pick<PreparedLine, 'storedLine' | 'lot'>): boolean {
  return !lot || (kind === 'opening' && storedLine !== undefined);
}

/** The code that a line gives its own lot, where it is another than the lot has. */
export function newCodeOf(kind: AdjustmentKind, each: PreparedLine): string | undefined {
  const { line, lot } = each;
  const isSame = line.code === '' || (lot !== undefined && isSameCode(lot.code, line.code));
  return isSame || !ownsLot(kind, each) ? undefined : line.code;
}

/** The supplier that a line of opening stock gives its lot, where it is another than it had; undefined if it stays. */
export function newSupplierOf(kind: AdjustmentKind, { line, storedLine }: MatchedLine): number | null | undefined {
  if (kind !== 'opening' || line.supplierId === storedLine?.supplierId) return undefined;
  return line.supplierId;
}

/** The stored form of a new lot's code; undefined if the code is to be proposed. */
export function storedCodeOf({ line }: PreparedLine) {
  return line.code === '' ? undefined : storedCode(line.code);
}
