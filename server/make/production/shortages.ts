/** Refusals of the quantities that a production consumes. */
import type { FieldErrors } from '#contract/core/errors.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { entryAt } from '#contract/core/values/entryAt.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { productionTexts } from '#contract/make/production.ts';
import { conflict } from '../../core/http/errors.ts';
import { refusal, type Refusal } from '../../stock/documents/refusals.ts';
import { ShortageError } from '../../stock/ledger/consumption.ts';
import type { MaterialName } from '../../stock/ledger/materialNames.ts';

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
  /** Field of the quantity. */
  field: string;
}

/** A shortage in the specification's words, on every line of the item. */
export function shortage(lines: readonly ShortLine[]): Refusal {
  return refusal(ShortageError, ({ shortages }) => {
    const errors: FieldErrors = {};
    const sentences: string[] = [];
    for (const { itemId, available } of shortages) {
      const linesOfItem = lines.filter((line) => line.itemId === itemId);
      for (const { field } of linesOfItem) {
        errors[field] = [productionTexts.exceedsBalanceInline(fromThousandths(available))];
      }
      sentences.push(productionTexts.exceedsBalance(entryAt(linesOfItem, 0).itemName));
    }
    return conflict(sentences.join('\n'), errors);
  });
}
