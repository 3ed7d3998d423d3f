import { useEffect, useEffectEvent } from 'react';
import { filledLots, type CountValues, type SheetLot } from './countValues.ts';
import { dropOwnSavedCount, saveCount } from './savedCount.ts';
import type { OfferedCount } from './useSavedCount.tsx';

/** Ledger quantities and typed texts of lots that were counted before their stock changed. */
export type CountedLedger = ReadonlyMap<number, { text: string | undefined; onHandQty: number }>;

export function countedLedgerOf(values: CountValues, lots: readonly SheetLot[]): CountedLedger {
  const counted = filledLots(values, lots);
  return new Map(counted.map(({ lotId, onHandQty }) => [lotId, { text: values.counted[lotId], onHandQty }]));
}

interface CountNow {
  values: CountValues;
  lots: readonly SheetLot[];
  ledger: CountedLedger;
}

/**
 * Saves the count automatically: with each key, since it is small and a delayed save could be lost. Lots counted before
 * their stock changed are stored with the earlier ledger quantity, so that the warning appears again.
 */
export function useAutosave(
  isEnabled: boolean,
  { values, lots, ledger, offer }: Pick<OfferedCount, 'offer'> & CountNow,
): void {
  const save = useEffectEvent(() => {
    if (!isEnabled) return;
    const asCounted = lots.map((lot) => {
      const counted = ledger.get(lot.lotId);
      return counted && counted.text === values.counted[lot.lotId] ? { ...lot, onHandQty: counted.onHandQty } : lot;
    });
    try {
      const isBlank = filledLots(values, lots).length + values.others.length === 0;
      const elsewhere = isBlank ? dropOwnSavedCount() : saveCount(values, asCounted);
      if (elsewhere) offer(elsewhere);
    } catch (error) {
      // A device without storage, such as in a private window, must not disturb typing.
      console.error(error);
    }
  });
  useEffect(() => save(), [isEnabled, values]);
}
