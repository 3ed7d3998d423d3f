/** What a buyer returned: a line of a dispatch, found by buyer, invoice or batch. */
import { useState } from 'react';
import { dispatchEndpoints, type DispatchRecord } from '#contract/dispatches.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/format.ts';
import { fromThousandths } from '#contract/numbers.ts';
import { SelectField } from '#web/form/fields/SelectField.tsx';
import { LookupField } from '#web/lookup/LookupField.tsx';
import type { AdjustmentLineProps } from './adjustmentDraft.ts';

type DispatchLine = DispatchRecord['lines'][number];

const THOUSANDTHS = 1000;

/** What is still with the buyer. */
function leftOf({ quantity, returnedQty }: DispatchLine): number {
  return fromThousandths(Math.round(quantity * THOUSANDTHS) - Math.round(returnedQty * THOUSANDTHS));
}

function labelOf({ invoiceNumber, dispatchDate, buyerName }: DispatchRecord): string {
  return [buyerName, invoiceNumber, formatDate(dispatchDate)].filter(Boolean).join(', ');
}

function textOf(line: DispatchLine): string {
  // The batch first: of what is too long for a phone, the end is cut.
  return `${line.lotCode}: ${formatQuantityWithUnit(leftOf(line), line.unit)}, ${line.itemName}`;
}

export function DispatchedField({ form, line, index }: AdjustmentLineProps) {
  const [dispatch, setDispatch] = useState<DispatchRecord>();
  const path = `lines.${index}.dispatched`;
  const { error, ...input } = form.getInputProps(path);
  const take = (chosen: DispatchLine | undefined) =>
    form.setFieldValue(
      path,
      chosen ? { dispatchLineId: chosen.dispatchLineId, label: textOf(chosen), unit: chosen.unit } : null,
    );
  const lines = dispatch?.lines.filter((each) => leftOf(each) > 0) ?? [];
  return (
    <>
      <LookupField
        {...input}
        error={dispatch ? undefined : error}
        label="Dispatch"
        required
        data-autofocus={index === 0 || undefined}
        placeholder="Buyer, invoice or batch"
        endpoint={dispatchEndpoints.list}
        toChoice={(each) => ({ value: each.dispatchId, label: labelOf(each) })}
        chosen={
          dispatch
            ? { value: dispatch.dispatchId, label: labelOf(dispatch) }
            : line.dispatched && { value: 0, label: line.dispatched.label }
        }
        onChoose={(each) => {
          setDispatch(each);
          take(each.lines.find((one) => leftOf(one) > 0));
        }}
      />
      <SelectField
        label="What came back"
        required
        allowDeselect={false}
        error={dispatch ? error : undefined}
        description={lines.find((each) => each.dispatchLineId === line.dispatched?.dispatchLineId)?.itemName}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={
          dispatch
            ? lines.map((each) => ({ value: String(each.dispatchLineId), label: textOf(each) }))
            : line.dispatched
              ? [{ value: String(line.dispatched.dispatchLineId), label: line.dispatched.label }]
              : []
        }
        value={line.dispatched ? String(line.dispatched.dispatchLineId) : null}
        onChange={(id) => take(lines.find((each) => String(each.dispatchLineId) === id))}
      />
    </>
  );
}
