import { useEffect, useEffectEvent, useState } from 'react';
import { isCalendarDate } from '#contract/core/values/dates.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { whyOf } from '#web/core/api/client.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { filledLots, inSheetOrder, type CountValues, type SheetLot } from './countValues.ts';

/** The lots with stock, and those of the counted ones that have none by now: they stay on the sheet. */
export function withCounted(inStock: readonly SheetLot[], counted: readonly SheetLot[]): SheetLot[] {
  const ids = new Set(inStock.map(({ lotId }) => lotId));
  return inSheetOrder([...inStock, ...counted.flatMap((lot) => (ids.has(lot.lotId) ? [] : { ...lot, onHandQty: 0 }))]);
}

interface Sheet {
  /** The day of the lots that the sheet opens with. */
  openedDay: string;
  /** Reads its lots as they were by the end of a day. */
  readLots: (day: string, signal?: AbortSignal) => Promise<SheetLot[]>;
  values: CountValues;
  lots: readonly SheetLot[];
  setLots: (lots: SheetLot[]) => void;
}

/** Reads the ledger again where another day is counted. The returned function sets the day of lots that were read elsewhere. */
export function useLedgerOfDay({ openedDay, readLots, values, lots, setLots }: Sheet) {
  const [shownDay, setShownDay] = useState(openedDay);
  const { date } = values;
  const showLots = useEffectEvent((inStock: readonly SheetLot[]) => {
    setLots(withCounted(inStock, filledLots(values, lots)));
  });
  const read = useEffectEvent((signal: AbortSignal) => readLots(date, signal));
  useEffect(() => {
    if (date === shownDay || !isCalendarDate(date)) return undefined;
    const stop = new AbortController();
    read(stop.signal).then(
      (inStock) => {
        setShownDay(date);
        showLots(inStock);
      },
      (fault: unknown) => {
        if (!stop.signal.aborted) toastFailed(lotTexts.loadFailed, whyOf(fault));
      },
    );
    return () => stop.abort();
  }, [date, shownDay]);
  return setShownDay;
}
