/** Refusals of the quantities that a production consumes. */
import type { FieldErrors } from '#contract/core/errors.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { entryAt } from '#contract/core/values/entryAt.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { productionTexts } from '#contract/make/production.ts';
import { conflict } from '../../core/http/errors.ts';
import { refusal, type Refusal } from '../../stock/documents/refusals.ts';
import { ShortageError } from '../../stock/ledger/consumption.ts';
import { findHeldQuantities } from '../../stock/ledger/free.ts';
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
  unit: string;
  /** Field of the quantity. */
  field: string;
}

/** Why less of an item is available than its balance; empty where all of it is. Quantities in thousandths. */
function whyLess(available: number, held: number, unit: string): string {
  if (held === 0) return '';
  const inUnits = (thousandths: number) => formatQuantityWithUnit(fromThousandths(thousandths), unit);
  return ` ${productionTexts.lessThanBalance(inUnits(available + held), inUnits(held))}`;
}

/** A shortage in the specification's words, on every line of the item; its sentence adds what of the item is on hold. */
export function shortage(lines: readonly ShortLine[]): Refusal {
  return refusal(ShortageError, async ({ shortages }, trx) => {
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
  });
}
