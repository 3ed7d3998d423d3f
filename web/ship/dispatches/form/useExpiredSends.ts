/** The batches of a dispatch's form that are past their expiry date on its day, where their items don't simply allow it. */
import type { DispatchRecord } from '#contract/ship/dispatches.ts';
import { expiredText, isExpiredOn } from '#contract/stock/lots/afterExpiry.ts';
import { useStaysShown } from '#web/core/form/useStaysShown.ts';
import { useItems } from '#web/stock/items/useItems.ts';
import type { DispatchValues } from '../dispatchValues.ts';
import { bodyLines } from './dispatchBody.ts';
import type { Batches } from './splitLines.ts';

interface ExpiredSends {
  /** By lot. */
  texts: ReadonlyMap<number, string>;
  isReasonAsked: boolean;
}

/** Stored quantities stay: nothing is said of them, but a reason can be given. */
export function useExpiredSends(
  values: DispatchValues,
  batches: Batches,
  record: DispatchRecord | undefined,
): ExpiredSends {
  const { dispatchDate, afterExpiryReason } = values;
  const hasReason = afterExpiryReason !== '';
  const staysAsked = useStaysShown(hasReason);
  const items = useItems(values.lines.flatMap(({ item }) => item?.itemId ?? []));
  const expired = bodyLines(values, batches).flatMap(({ line: { lotId, quantity }, index }) => {
    const item = values.lines[index]?.item;
    const lot = batches.get(item?.itemId ?? 0)?.find((each) => each.lotId === lotId);
    const rule = items.get(item?.itemId ?? 0)?.afterExpiry ?? 'say';
    if (!item || !lot || rule === 'say' || !isExpiredOn(lot.expiresOn, dispatchDate)) return [];
    const isStored =
      dispatchDate === record?.dispatchDate &&
      record.lines.some((stored) => stored.lotId === lotId && stored.quantity >= quantity);
    const { itemName } = item;
    return [{ lotId, rule, isStored, itemName, lotCode: lot.code, expiresOn: lot.expiresOn ?? '' }];
  });
  return {
    texts: new Map(
      expired
        .filter(({ isStored }) => !isStored)
        .map(({ lotId, rule, ...lot }) => [lotId, expiredText(rule, hasReason, lot)]),
    ),
    isReasonAsked: staysAsked || expired.some(({ rule }) => rule === 'reason'),
  };
}
