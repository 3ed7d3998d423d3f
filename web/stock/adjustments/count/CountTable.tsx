/** The lots on the count sheet, item by item. */
import { useCallback, useMemo } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import { countTexts } from '#contract/stock/adjustments/countTexts.ts';
import { quantityColumn } from '#web/core/ui/Quantity.tsx';
import { CountRow } from './CountRow.tsx';
import classes from './CountSheet.module.css';
import type { CountValues, SheetLot } from './countValues.ts';

interface CountTableProps {
  form: UseFormReturnType<CountValues>;
  lots: readonly SheetLot[];
  /** Those that the search finds. */
  shown: readonly SheetLot[];
  isBlind: boolean;
}

export function CountTable({ form, lots, shown, isBlind }: CountTableProps) {
  const { values, errors, setFieldValue } = form;
  const change = useCallback(
    (field: 'counted' | 'reasons', lotId: number, text: string) => setFieldValue(`${field}.${lotId}`, text),
    [setFieldValue],
  );
  const column = useMemo(
    () => quantityColumn(lots.map(({ onHandQty: quantity, unit }) => ({ quantity, unit }))),
    [lots],
  );
  return (
    <table className={classes.table} aria-label={countTexts.title} data-blind={isBlind || undefined}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Lot or batch</th>
          <th scope="col">Expires</th>
          {!isBlind && (
            <th scope="col" data-align="end">
              By the ledger
            </th>
          )}
          <th scope="col" data-align="end">
            Counted
          </th>
          {!isBlind && (
            <>
              <th scope="col" data-align="end">
                Difference
              </th>
              <th scope="col" data-align="end">
                Value, ₹
              </th>
              <th scope="col">Reason</th>
            </>
          )}
        </tr>
      </thead>
      <tbody
        onBlur={(event) => {
          const { path } = event.target.dataset;
          if (path) form.getInputProps(path).onBlur(event);
        }}
      >
        {shown.map((lot, index) => (
          <CountRow
            key={lot.lotId}
            lot={lot}
            isFirst={shown[index - 1]?.itemId !== lot.itemId}
            isBlind={isBlind}
            column={column}
            countedText={values.counted[lot.lotId] ?? ''}
            reason={values.reasons[lot.lotId] ?? ''}
            error={errors[`counted.${lot.lotId}`]}
            reasonError={errors[`reasons.${lot.lotId}`]}
            change={change}
          />
        ))}
      </tbody>
    </table>
  );
}
