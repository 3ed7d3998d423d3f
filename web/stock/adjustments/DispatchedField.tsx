/** The line of a dispatch that a buyer returned, searched by buyer, invoice or batch. */
import { useState } from 'react';
import { dispatchEndpoints, type DispatchRecord } from '#contract/ship/dispatches.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import { clearFaults } from '#web/core/form/lines.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import { isLeftOut, type AdjustmentLineProps } from './adjustmentValues.ts';
import { dispatchChoice, dispatchedOf, dispatchedText, linesLeft, returnLines } from './dispatchedLines.ts';

export function DispatchedField({ form, line, index }: AdjustmentLineProps) {
  const [dispatch, setDispatch] = useState<DispatchRecord>();
  const path = `lines.${index}.dispatched`;
  const { error, ...input } = form.getInputProps(path);
  const { dispatched } = line;
  const left = dispatch ? linesLeft(dispatch) : [];
  const choose = (each: DispatchRecord) => {
    setDispatch(each);
    const before = dispatched?.dispatch?.value;
    const [first, ...more] = returnLines(each);
    clearFaults(form, 'lines');
    form.setFieldValue('lines', (lines) =>
      lines.flatMap((other) => {
        if (other.key === line.key) return [{ ...line, dispatched: first?.dispatched ?? null, quantity: '' }, ...more];
        // They came with the dispatch that was chosen here before.
        return isLeftOut(other) && other.dispatched?.dispatch?.value === before ? [] : [other];
      }),
    );
  };
  return (
    <>
      <LookupField
        {...input}
        error={dispatch ? undefined : error}
        label="Dispatch"
        required
        data-autofocus={(index === 0 && !dispatched?.dispatch) || undefined}
        placeholder="Buyer, invoice or batch"
        endpoint={dispatchEndpoints.list}
        toChoice={dispatchChoice}
        chosen={
          dispatch
            ? dispatchChoice(dispatch)
            : dispatched && (dispatched.dispatch ?? { value: 0, label: dispatched.label })
        }
        onChoose={choose}
      />
      <SelectField
        label="What came back"
        required
        allowDeselect={false}
        error={dispatch ? error : undefined}
        data={
          dispatch
            ? left.map((each) => ({ value: String(each.dispatchLineId), label: dispatchedText(each) }))
            : dispatched
              ? [{ value: String(dispatched.dispatchLineId), label: dispatched.label }]
              : []
        }
        value={dispatched ? String(dispatched.dispatchLineId) : null}
        onChange={(id) => {
          const chosen = left.find((each) => String(each.dispatchLineId) === id);
          if (dispatch && chosen) form.setFieldValue(path, dispatchedOf(chosen, dispatch, false));
        }}
      />
    </>
  );
}
