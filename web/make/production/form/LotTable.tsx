/** The lots of an input's item with their allocated quantities, where others can be typed. */
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths, sumOfQuantities } from '#contract/core/values/numbers.ts';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { numberOf } from '#web/core/form/fields/numberOf.ts';
import { ClaimNote } from '#web/stock/lots/ClaimNote.tsx';
import { LotStatePill } from '#web/stock/lots/LotStatePill.tsx';
import { sumOfAllocations, type TypedAllocation } from '#web/stock/allocation/proposeAllocations.ts';
import { thousandthsOf, type RecordedLot } from './inputAllocations.ts';
import type { InputDraft, RunDraft } from '../runDraft.ts';
import classes from './InputLots.module.css';

export interface LotTableProps {
  form: UseFormReturnType<RunDraft>;
  input: InputDraft;
  index: number;
  /** Present allocation of an edited input. */
  recorded: readonly RecordedLot[];
  /** Whether its item counts in the organic share. */
  isIngredient: boolean;
  lots: readonly LotRecord[];
  /** Proposed or present allocation, while nothing is chosen. */
  shown: readonly TypedAllocation[];
  unit: string;
}

/** Every lot of the item with its allocated quantity; typing in one turns the input's lots into chosen ones. */
export function LotTable({ form, input, index, lots, recorded, isIngredient, shown, unit }: LotTableProps) {
  const path = `inputs.${index}.lots` as const;
  const allocations = input.lots ?? shown;
  const missing = thousandthsOf(input.quantity) - sumOfAllocations(allocations);
  const recordedQuantities = new Map(recorded.map((lot) => [lot.lotId, lot.quantity]));
  // In an edited run, lots that it emptied are not among those with stock.
  const emptied = recorded.filter(({ lotId }) => !lots.some((lot) => lot.lotId === lotId));
  const choose = (lotId: number, lotCode: string, quantity: string) => {
    const others = allocations.filter((allocation) => allocation.lotId !== lotId);
    form.setFieldValue(path, [...others, { lotId, lotCode, quantity }]);
  };
  const quantityField = (lotId: number, code: string) => (
    <NumberField
      size="xs"
      aria-label={`Take from ${code}`}
      value={allocations.find((allocation) => allocation.lotId === lotId)?.quantity ?? ''}
      onChange={(quantity) => choose(lotId, code, quantity)}
      suffix={unit}
      data-path={path}
      error={input.lots !== null && missing !== 0}
    />
  );
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label={`Lots of ${input.item?.itemName}`}>
          <Headings />
          <tbody>
            {emptied.map((lot) => (
              <tr key={lot.lotId}>
                <td>
                  <strong>{lot.lotCode}</strong>
                  <small>{lot.supplierName}</small>
                  <ClaimNote {...lot} />
                </td>
                <td />
                <td />
                <td className={classes.end}>{formatQuantityWithUnit(lot.quantity, unit)}</td>
                <td className={classes.take}>{quantityField(lot.lotId, lot.lotCode)}</td>
              </tr>
            ))}
            {lots.map((lot) => (
              <tr key={lot.lotId} data-held={lot.state !== 'released' || undefined}>
                <td>
                  <strong>{lot.code}</strong>
                  <small>{lot.supplierName}</small>
                  {isIngredient && <ClaimNote {...lot} />}
                </td>
                <td>{formatDate(lot.madeOrReceivedOn)}</td>
                <td>{lot.expiresOn ? formatDate(lot.expiresOn) : '—'}</td>
                <td className={classes.end}>
                  {formatQuantityWithUnit(
                    sumOfQuantities([lot.onHandQty, recordedQuantities.get(lot.lotId) ?? 0]),
                    unit,
                  )}
                </td>
                <td className={classes.take}>
                  {lot.state === 'released' ? quantityField(lot.lotId, lot.code) : <LotStatePill state={lot.state} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {input.lots !== null && (
        <p className={classes.sum} data-wrong={missing !== 0 || undefined} role={missing === 0 ? undefined : 'alert'}>
          {missing === 0 ? 'Chosen by hand' : differenceText(input.quantity, missing, unit)} ·{' '}
          <Button variant="transparent" size="compact-xs" onClick={() => form.setFieldValue(path, null)}>
            Propose again
          </Button>
        </p>
      )}
    </>
  );
}

function Headings() {
  return (
    <thead>
      <tr>
        <th scope="col">Lot</th>
        <th scope="col">Received</th>
        <th scope="col">Expires</th>
        <th scope="col" className={classes.end}>
          Left
        </th>
        <th scope="col" className={classes.end}>
          Take
        </th>
      </tr>
    </thead>
  );
}

function differenceText(quantity: string, missing: number, unit: string): string {
  const difference = formatQuantityWithUnit(fromThousandths(Math.abs(missing)), unit);
  const whole = formatQuantityWithUnit(numberOf(quantity) ?? 0, unit);
  return missing > 0 ? `${difference} of ${whole} not taken from a lot yet` : `${difference} more than ${whole} taken`;
}
