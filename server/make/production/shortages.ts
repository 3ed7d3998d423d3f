/** Refusals of the quantities that a production consumes. */
import type { FieldErrors } from '#contract/core/errors.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { entryAt } from '#contract/core/values/entryAt.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { productionTexts } from '#contract/make/production.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, type ApiError } from '../../core/http/errors.ts';
import { refusal, type Refusal } from '../../stock/documents/refusals.ts';
import { ShortageError } from '../../stock/ledger/consumption.ts';
import { LotsRefusedError } from '../../stock/ledger/documentMovements.ts';
import { findFreeQuantities, findHeldQuantities } from '../../stock/ledger/free.ts';
import { liveMovementsOfDocument } from '../../stock/ledger/movements.ts';
import type { MaterialName } from '../../stock/names/materialNames.ts';

/** Error for a quantity below its material's smallest, for its field and as a sentence; undefined if it suffices. */
export function findBelowMinimum(
  { name, unit, minProductionQuantity }: MaterialName,
  quantity: number,
): { inline: string; sentence: string } | undefined {
  if (quantity >= minProductionQuantity) return undefined;
  const least = formatQuantityWithUnit(fromThousandths(minProductionQuantity), unit);
  return {
    inline: productionTexts.belowMinimumInline(least),
    sentence: productionTexts.belowMinimum(name, least),
  };
}

interface ShortLine {
  itemId: number;
  itemName: string;
  unit: string;
  quantity: number;
  /** Field of the quantity. */
  field: string;
}

/** Why less of an item is available than its balance; empty where all of it is. Quantities in thousandths. */
function whyLess(available: number, held: number, unit: string): string {
  if (held === 0) return '';
  const inUnits = (thousandths: number) => formatQuantityWithUnit(fromThousandths(thousandths), unit);
  return ` ${productionTexts.lessThanBalance(inUnits(available + held), inUnits(held))}`;
}

/** The 409 of a shortage in the specification's words, on every line of the item; it adds the quantity on hold. */
async function shortageConflict(
  trx: Trx,
  shortages: ShortageError['shortages'],
  lines: readonly ShortLine[],
): Promise<ApiError> {
  const held = await findHeldQuantities(
    trx,
    shortages.map(({ itemId }) => itemId),
  );
  const errors: FieldErrors = {};
  const sentences: string[] = [];
  for (const { itemId, available } of shortages) {
    const linesOfItem = lines.filter((line) => line.itemId === itemId);
    for (const { field } of linesOfItem) {
      errors[field] = [productionTexts.exceedsBalanceInline(fromThousandths(available))];
    }
    const { itemName, unit } = entryAt(linesOfItem, 0);
    sentences.push(productionTexts.exceedsBalance(itemName) + whyLess(available, held.get(itemId) ?? 0, unit));
  }
  return conflict(sentences.join('\n'), errors);
}

/** The items of which a run requires more than is free together with its own earlier consumption. */
async function findShortages(
  trx: Trx,
  runId: number,
  lines: readonly ShortLine[],
): Promise<ShortageError['shortages']> {
  const ownLots = await liveMovementsOfDocument(trx, 'run', runId);
  const free = await findFreeQuantities(
    trx,
    lines.map(({ itemId }) => itemId),
  );
  return [...free].flatMap(([itemId, freeQuantity]) => {
    const sumOf = (ofItems: readonly { itemId: number; quantity: number }[]) =>
      ofItems.reduce((sum, each) => sum + (each.itemId === itemId ? each.quantity : 0), 0);
    const available = freeQuantity - sumOf(ownLots.filter(({ kind }) => kind === 'consumed'));
    return sumOf(lines) > available ? [{ itemId, available }] : [];
  });
}

/**
 * Refusals of the quantities of a run's inputs. Chosen lots with too little stock are a shortage of their item, where all
 * of its lots together have too little (specification §5).
 */
export function shortage(
  runId: number,
  lines: readonly ShortLine[],
  ofLots: (error: LotsRefusedError) => ApiError,
): Refusal[] {
  return [
    refusal(ShortageError, ({ shortages }, trx) => shortageConflict(trx, shortages, lines)),
    refusal(LotsRefusedError, async (error, trx) => {
      const isOfQuantity = error.lots.every(({ why }) => why === 'short');
      const shortages = isOfQuantity ? await findShortages(trx, runId, lines) : [];
      return shortages.length > 0 ? await shortageConflict(trx, shortages, lines) : ofLots(error);
    }),
  ];
}
