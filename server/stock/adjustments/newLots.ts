/** The lots that adjustments open, by their kind. */
import { adjustmentTexts } from '#contract/stock/adjustments/adjustmentTexts.ts';
import type { AdjustmentKind } from '#contract/documentStatus.ts';
import type { Trx } from '../../core/db/tables.ts';
import { proposeReturnCodes } from '../ledger/codes.ts';
import type { NewLot } from '../ledger/lots.ts';
import { storedCodeOf, type PreparedLine } from './lotOfLine.ts';
import type { AdjustmentBody } from './rules.ts';

type Lines = readonly PreparedLine[];

function newLot(each: PreparedLine, { date }: AdjustmentBody) {
  const { itemId, itemName, line } = each;
  return { receivedOn: date, itemId, itemName, code: storedCodeOf(each), expiresOn: line.expiresOn };
}

/** A buyer's return is on hold until it is inspected; a part of a recalled lot is recalled with it. */
async function returnedLots(trx: Trx, { date, reason }: AdjustmentBody, lines: Lines): Promise<NewLot[]> {
  const codes = await proposeReturnCodes(
    trx,
    lines.map(({ itemId, parent }) => ({ itemId, code: parent?.code ?? '' })),
  );
  return lines.map(({ itemId, itemName, parent }, index) => ({
    receivedOn: date,
    itemId,
    itemName,
    origin: 'returned',
    code: codes[index],
    expiresOn: parent?.expiresOn ?? null,
    parentLotId: parent?.lotId ?? null,
    state: parent?.state === 'recalled' ? 'recalled' : 'onHold',
    stateReason: parent?.state === 'recalled' ? parent.stateReason : reason || adjustmentTexts.returnedState,
  }));
}

const byKind: Readonly<
  Record<AdjustmentKind, (trx: Trx, body: AdjustmentBody, lines: Lines) => NewLot[] | Promise<NewLot[]>>
> = {
  opening: (_, body, lines) =>
    lines.map((each) => ({ ...newLot(each, body), origin: 'opening', supplierId: each.line.supplierId })),
  count: (_, body, lines) => lines.map((each) => ({ ...newLot(each, body), origin: 'found', supplierId: null })),
  buyerReturn: returnedLots,
  // Their lines name lots that exist.
  writeOff: () => [],
  supplierReturn: () => [],
};

/** The lots that lines without one open, in their order. */
export async function newLotsOf(trx: Trx, body: AdjustmentBody, lines: Lines): Promise<NewLot[]> {
  return await byKind[body.kind](trx, body, lines);
}
