/** The typed quantities of a run with their weights. */
import type { ItemRecord } from '#contract/stock/items/items.ts';
import { toMilligrams, toThousandths } from '#contract/core/values/numbers.ts';
import type { Loss, MeasuredItem } from '#contract/make/runYield.ts';
import { typedNumber, typedThousandths } from '#web/core/form/fields/numberOf.ts';
import type { RunValues } from '../runValues.ts';

export type Items = ReadonlyMap<number, ItemRecord>;

/** A typed quantity of an item with its weight; none while one of them is unknown. */
export function measuredItems(itemId: number | undefined, typed: string, items: Items): MeasuredItem[] {
  const item = itemId === undefined ? undefined : items.get(itemId);
  const quantity = typedThousandths(typed);
  if (!item || quantity === undefined) return [];
  const { name: itemName, gramsPerUnit, part } = item;
  const milligramsPerUnit = gramsPerUnit === null ? null : (toThousandths(gramsPerUnit) ?? null);
  return [{ itemName, quantity, milligramsPerUnit, part }];
}

/** The typed losses: masses, and pieces of inputs. */
export function measuredLosses({ losses }: RunValues, items: Items): Loss[] {
  return losses.flatMap(({ itemId, quantity }): Loss[] => {
    if (itemId !== null) return measuredItems(itemId, quantity, items);
    const milligrams = toMilligrams(typedNumber(quantity));
    return milligrams === undefined ? [] : [{ milligrams }];
  });
}
