/**
 * Refusals of the ledger as a 409: a row for each error with its sentence, fields and documents. Rows of `ofLedger` hold
 * for all documents; a document adds those that are its own.
 */
import type { FieldErrors } from '#contract/core/errors.ts';
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { documentTexts } from '#contract/stock/documentTexts.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import type { LotState } from '#contract/stock/stock.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, type ApiError } from '../../core/http/errors.ts';
import { findCounts, findBlockingMovements, type BlockingMovement } from '../ledger/blockingMovements.ts';
import { LotsRefusedError, SentRecalledError, type RefusedLot } from '../ledger/documentMovements.ts';
import { HandSaleReturnedError } from '../ledger/handSales.ts';
import { LotsInUseError } from '../ledger/lotsInUse.ts';
import { documentKey, findDocumentLabels } from '../names/documentLabels.ts';
import { findLotNames, LotCodeTakenError, LotsRecalledError, LotsTakenEarlierError } from '../ledger/lots.ts';
import { findHolding } from '../ledger/recalled.ts';
import { recallLinks } from './recallLinks.ts';

const DOCUMENTS_NAMED = 5;

/** Maps an error to the fault that people read; undefined for errors that it isn't about. */
export type Refusal = (error: unknown, trx: Trx) => ApiError | Promise<ApiError> | undefined;

/** A row for the errors of one class. */
export function refusal<Refused extends Error>(
  of: new (...args: never[]) => Refused,
  faultOf: (error: Refused, trx: Trx) => ApiError | Promise<ApiError>,
): Refusal {
  return (error, trx) => (error instanceof of ? faultOf(error, trx) : undefined);
}

async function sentStays(trx: Trx, { lots }: SentRecalledError): Promise<ApiError> {
  const holding = await findHolding(
    trx,
    lots.map(({ lotId }) => lotId),
  );
  const texts = lots.map(({ lotId, code }) => {
    const own = recallLinks(holding.filter((recall) => recall.lotId === lotId));
    return stockRefusals.sentStays(
      code,
      own.map(({ label }) => label),
    );
  });
  return conflict(texts.join('\n'), undefined, recallLinks(holding));
}

/** Names the documents that took from the lots, or counted them. */
async function lotsInUse(trx: Trx, { lots }: LotsInUseError): Promise<ApiError> {
  const lotIds = lots.map(({ lotId }) => lotId);
  const names = await findLotNames(trx, lotIds);
  const moved = await findBlockingMovements(trx, lotIds);
  const isMoved = new Set(moved.map(({ lotId }) => lotId));
  const counts = await findCounts(
    trx,
    lotIds.filter((lotId) => !isMoved.has(lotId)),
  );
  const departures = [...moved, ...counts];
  const labels = await findDocumentLabels(trx, departures);
  const labelOf = (departure: (typeof departures)[number]) => labels.get(documentKey(departure)) ?? '';
  const sentences = lots.map(({ lotId, outQty }) => {
    const { itemName = '', lotCode = '', unit = '' } = names.get(lotId) ?? {};
    const quantityText = (thousandths: number) => formatQuantityWithUnit(fromThousandths(thousandths), unit);
    const own = departures.filter((each) => each.lotId === lotId);
    if (!isMoved.has(lotId)) return stockRefusals.lotCounted(itemName, lotCode, own.map(labelOf));
    const documents = own
      .slice(0, DOCUMENTS_NAMED)
      .map((departure) => stockRefusals.takenBy(labelOf(departure), quantityText(departure.quantity)));
    const more = own.length - documents.length;
    if (outQty === 0) return stockRefusals.counted(itemName, lotCode, documents);
    return stockRefusals.inUse(itemName, lotCode, quantityText(outQty), documents, more);
  });
  const documents = new Map(
    departures.map((departure) => {
      const { documentKind: kind, documentId: id } = departure;
      return [documentKey(departure), { kind, id, label: labelOf(departure) }];
    }),
  );
  return conflict(sentences.join(' '), undefined, [...documents.values()]);
}

async function saleReturned(trx: Trx, { lotId, quantity }: HandSaleReturnedError): Promise<ApiError> {
  const { lotCode = '', unit = '' } = (await findLotNames(trx, [lotId])).get(lotId) ?? {};
  return conflict(documentTexts.returned(lotCode, formatQuantityWithUnit(fromThousandths(quantity), unit)));
}

async function takenEarlier(trx: Trx, { taken }: LotsTakenEarlierError, field?: string): Promise<ApiError> {
  const names = await findLotNames(
    trx,
    taken.map(({ lotId }) => lotId),
  );
  const labels = await findDocumentLabels(trx, taken);
  const labelOf = (movement: BlockingMovement) => labels.get(documentKey(movement)) ?? '';
  const sentences = [...Map.groupBy(taken, ({ lotId }) => lotId)].map(([lotId, own]) => {
    const [first = ''] = own.map(({ occurredOn }) => occurredOn).toSorted();
    return stockRefusals.receivedAfterTaken(names.get(lotId)?.lotCode ?? '', own.map(labelOf), formatDate(first));
  });
  const documents = new Map(
    taken.map((movement) => {
      const { documentKind: kind, documentId: id } = movement;
      return [documentKey(movement), { kind, id, label: labelOf(movement) }];
    }),
  );
  const sentence = sentences.join(' ');
  return conflict(sentence, field === undefined ? undefined : { [field]: [sentence] }, [...documents.values()]);
}

/** A row for lots that would come in after an adjustment took from them, at the field of their day. */
export function takenEarlierAt(field: string): Refusal {
  return refusal(LotsTakenEarlierError, (error, trx) => takenEarlier(trx, error, field));
}

const ofLedger: readonly Refusal[] = [
  refusal(SentRecalledError, (error, trx) => sentStays(trx, error)),
  refusal(LotsRecalledError, ({ codes }) => conflict(stockRefusals.recalledStays(codes))),
  refusal(LotsInUseError, (error, trx) => lotsInUse(trx, error)),
  refusal(LotsTakenEarlierError, (error, trx) => takenEarlier(trx, error)),
  refusal(LotCodeTakenError, ({ code }) => conflict(stockRefusals.lotTaken(code))),
  refusal(HandSaleReturnedError, (error, trx) => saleReturned(trx, error)),
];

interface LotTexts {
  lotUnknown: string;
  lotShort: (code: string, left: string) => string;
  /** For documents that consume or dispatch: others take from held lots, too. */
  lotHeld?: (code: string, state: LotState) => string;
}

/** The fields of the quantities of a lot in a body. */
type FieldsOf = (lotId: number) => readonly string[];

/** The quantities in `lines` of a body, or in another list of lots. */
export function linesOfLot(lines: readonly { lotId?: number | undefined }[], path = 'lines'): FieldsOf {
  return (lotId) => lines.flatMap((line, index) => (line.lotId === lotId ? `${path}.${index}.quantity` : []));
}

function sentenceOf(texts: LotTexts, { why, lot, available }: RefusedLot): string {
  const { code = '', unit = '', state = 'onHold' } = lot ?? {};
  if (why === 'unknown') return texts.lotUnknown;
  const held = why === 'held' ? texts.lotHeld?.(code, state) : undefined;
  return held ?? texts.lotShort(code, formatQuantityWithUnit(fromThousandths(available), unit));
}

/** The 409 of lots that can't cover a document, in its words. */
export function lotsConflict({ lots }: LotsRefusedError, texts: LotTexts, fieldsOf?: FieldsOf, between = '\n') {
  const errors: FieldErrors = {};
  for (const lot of lots) for (const field of fieldsOf?.(lot.lotId) ?? []) errors[field] = [sentenceOf(texts, lot)];
  return conflict(lots.map((lot) => sentenceOf(texts, lot)).join(between), fieldsOf && errors);
}

/** A row for lots that can't cover a document, in its words. */
export function lotsRefused(texts: LotTexts, fieldsOf?: FieldsOf, between?: string): Refusal {
  return refusal(LotsRefusedError, (error) => lotsConflict(error, texts, fieldsOf, between));
}

/** Runs a change of the ledger; what it refuses becomes a 409, by the first row that knows the error. */
export async function refusalsAsConflict<T>(trx: Trx, own: readonly Refusal[], change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    for (const faultOf of [...own, ...ofLedger]) {
      const fault = await faultOf(error, trx);
      if (fault) throw fault;
    }
    throw error;
  }
}
