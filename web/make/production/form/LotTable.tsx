/** The lots of an input's item with their allocated quantities, where others can be typed. */
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { numberOf, typedThousandthsOr0 } from '#web/core/form/fields/numberOf.ts';
import { ClaimNote } from '#web/stock/lots/ClaimNote.tsx';
import { LotStatePill } from '#web/stock/lots/LotStatePill.tsx';
import { sumOfAllocations } from '#web/stock/allocation/proposeAllocations.ts';
import { asTyped, type InputAllocation } from './inputAllocations.ts';
import type { InputValues, RunValues } from '../runValues.ts';
import classes from './InputLots.module.css';

export interface LotTableProps {
  form: UseFormReturnType<RunValues>;
  input: InputValues;
  index: number;
  allocation: InputAllocation;
  /** Whether its item counts in the organic share. */
  isIngredient: boolean;
  unit: string;
}

/** Every lot of the item with its allocated quantity; typing in one turns the input's lots into chosen ones. */
export function LotTable({ form, input, index, allocation: { allocated, lots }, isIngredient, unit }: LotTableProps) {
  const path = `inputs.${index}.lots` as const;
  const allocations = input.lots ?? allocated.map(asTyped);
  const missing = typedThousandthsOr0(input.quantity) - sumOfAllocations(allocations);
  const choose = (lotId: number, lotCode: string, quantity: string) => {
    const others = allocations.filter((allocation) => allocation.lotId !== lotId);
    form.setFieldValue(path, [...others, { lotId, lotCode, quantity }]);
  };
  const allocationOf = (lotId: number) => allocations.find((allocation) => allocation.lotId === lotId);
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label={`Lots of ${input.item?.itemName}`}>
          <Headings />
          <tbody>
            {lots.map(({ lot, available }) => (
              <tr key={lot.lotId} data-held={lot.state !== 'released' || undefined}>
                <td>
                  <strong>{lot.code}</strong>
                  <small>{lot.supplierName}</small>
                  {isIngredient && lot.claim !== null && (
                    <ClaimNote claim={lot.claim} claims={lot.claims} organicPercent={lot.organicPercent} />
                  )}
                </td>
                <td>{formatDate(lot.madeOrReceivedOn)}</td>
                <td>{lot.expiresOn ? formatDate(lot.expiresOn) : '—'}</td>
                <td className={classes.end}>{formatQuantityWithUnit(fromThousandths(available), unit)}</td>
                <td className={classes.allocated}>
                  {lot.state === 'released' || allocationOf(lot.lotId) ? (
                    <NumberField
                      size="xs"
                      aria-label={`Take from ${lot.code}`}
                      value={allocationOf(lot.lotId)?.quantity ?? ''}
                      onChange={(quantity) => choose(lot.lotId, lot.code, quantity)}
                      suffix={unit}
                      data-path={path}
                      error={input.lots !== null && missing !== 0}
                    />
                  ) : (
                    <LotStatePill state={lot.state} />
                  )}
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
