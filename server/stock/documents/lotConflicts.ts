/** Maps lots-in-use errors to a 409 that names lots, quantities and documents. */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { lotTexts } from '#contract/stock/lots.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, type ApiFault } from '../../core/http/errors.ts';
import { findCounts, findBlockingMovements } from '../ledger/blockingMovements.ts';
import { SentRecalledError } from '../ledger/documents.ts';
import { LotsInUseError } from '../ledger/lotsInUse.ts';
import { documentKey, findDocumentLabels } from '../ledger/documentLabels.ts';
import { findLotNames, LotsRecalledError } from '../ledger/lots.ts';
import { findHolding } from '../ledger/recalled.ts';
import { recallLinks } from './recallLinks.ts';

const DOCUMENTS_NAMED = 5;

async function sentStays(trx: Trx, { lots }: SentRecalledError): Promise<ApiFault> {
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

/**
 * Runs a change of the ledger; a LotsInUseError becomes a 409 with the documents that took from the lots, or counted
 * them, a LotsRecalledError one with the lots, a SentRecalledError one with the recalls.
 */
export async function lotsInUseAsConflict<T>(trx: Trx, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof SentRecalledError) throw await sentStays(trx, error);
    if (error instanceof LotsRecalledError) throw conflict(lotTexts.recalledStays(error.codes));
    if (!(error instanceof LotsInUseError)) throw error;
    const lotIds = error.lots.map(({ lotId }) => lotId);
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
    const sentences = error.lots.map(({ lotId, wentOut }) => {
      const { itemName = '', lotCode = '', unit = '' } = names.get(lotId) ?? {};
      const quantityText = (thousandths: number) => formatQuantityWithUnit(fromThousandths(thousandths), unit);
      const own = departures.filter((each) => each.lotId === lotId);
      if (!isMoved.has(lotId)) return stockRefusals.lotCounted(itemName, lotCode, own.map(labelOf));
      const documents = own
        .slice(0, DOCUMENTS_NAMED)
        .map((departure) => lotTexts.takenBy(labelOf(departure), quantityText(departure.quantity)));
      const more = own.length - documents.length;
      if (wentOut === 0) return lotTexts.counted(itemName, lotCode, documents);
      return lotTexts.inUse(itemName, lotCode, quantityText(wentOut), documents, more);
    });
    const documents = new Map(
      departures.map((departure) => {
        const { documentKind: kind, documentId: id } = departure;
        return [documentKey(departure), { kind, id, label: labelOf(departure) }];
      }),
    );
    throw conflict(sentences.join(' '), undefined, [...documents.values()]);
  }
}
