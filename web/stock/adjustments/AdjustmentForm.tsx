/** Opening stock, write-offs and returns: a head, and lines of lots. */
import { adjustmentKindLabels } from '#contract/documentStatus.ts';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import {
  adjustmentLabels,
  adjustmentTexts,
  writeOffReasons,
  type AdjustmentRecord,
  type FormKind,
} from '#contract/stock/adjustments.ts';
import { supplierEndpoints } from '#contract/masters/suppliers.ts';
import { whyOf } from '#web/core/api/client.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { SuggestField } from '#web/core/form/fields/SuggestField.tsx';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { linesOf } from '#web/core/form/lines.ts';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import {
  blankLine,
  blankValues,
  contentOf,
  faultsOf,
  fieldOf,
  valuesOf,
  type AdjustmentValues,
  type Beginning,
} from './adjustmentDraft.ts';
import classes from './AdjustmentForm.module.css';
import { AdjustmentLineRow } from './AdjustmentLineRow.tsx';
import { adjustmentConflict } from './comparedAdjustment.ts';
import { saveAdjustment } from './saveAdjustment.ts';

interface AdjustmentFormProps extends FormProps<AdjustmentRecord, AdjustmentValues> {
  kind: FormKind;
  beginsWith?: Beginning;
  /** The lot of opening stock whose supplier is missing: that field gets the focus. */
  namesSupplierOf?: number;
  /** Called with the id of a new one. */
  onRecorded?: (adjustmentId: number) => void;
}

const firstFields = { opening: 'item', writeOff: 'lot', supplierReturn: 'lot', buyerReturn: 'dispatched' } as const;

export function AdjustmentForm({ kind, beginsWith, namesSupplierOf, onRecorded, ...props }: AdjustmentFormProps) {
  const recorded = useRef(0);
  const restored = props.restored?.values.kind === kind ? props.restored.values : undefined;
  const { record } = props;
  const { form, panel } = useRecordForm<AdjustmentRecord, AdjustmentValues, AdjustmentValues>({
    ...props,
    resource: 'adjustments',
    initialValues: restored ?? (record ? valuesOf(record, kind) : blankValues(kind, beginsWith)),
    draftOf: (values) => values,
    faultsOf,
    fieldOf,
    send: async (values, idempotencyKey, seen) => {
      const saved = await saveAdjustment(seen, contentOf(values), idempotencyKey);
      recorded.current = saved.adjustmentId;
    },
    conflict: adjustmentConflict(kind),
    done: record ? adjustmentTexts.updated : adjustmentTexts.added,
    showError: (fault) => toastFailed(adjustmentTexts.saveFailed, whyOf(fault)),
    onSaved: () => {
      props.onSaved();
      onRecorded?.(recorded.current);
    },
  });
  const { values, getInputProps } = form;
  const named = values.lines.findIndex((line) => namesSupplierOf !== undefined && line.lot?.lotId === namesSupplierOf);
  const lines = linesOf(form, { first: firstFields[kind], blank: blankLine });

  const reason = {
    ...getInputProps('reason'),
    wrapperProps: { 'data-span': '4' },
    label: adjustmentLabels.reason,
  };

  return (
    <FormPanel
      title={adjustmentKindLabels[kind]}
      save={record ? 'Update' : 'Record'}
      afterLastField={lines.add}
      {...panel}
      below={
        <div className={classes.lines}>
          {values.lines.map((line, index) => (
            <AdjustmentLineRow
              key={line.key}
              form={form}
              line={line}
              index={index}
              takesFocus={named < 0 ? index === 0 && 'choice' : index === named && 'supplier'}
              remove={lines.remove}
            />
          ))}
          <div className={classes.add}>
            <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={lines.add}>
              Add line
            </Button>
          </div>
        </div>
      }
    >
      <DateField {...getInputProps('date')} span={3} label={adjustmentLabels.date} required value={values.date} />
      {kind === 'supplierReturn' && (
        <LookupField
          {...getInputProps('supplier')}
          wrapperProps={{ 'data-span': '4' }}
          label={adjustmentLabels.supplierId}
          required
          placeholder="Type to search"
          creates="suppliers"
          endpoint={supplierEndpoints.list}
          sort="name"
          toChoice={(supplier) => ({ value: supplier.supplierId, label: supplier.name })}
          chosen={values.supplier}
          onChoose={({ supplierId, name }) => form.setFieldValue('supplier', { value: supplierId, label: name })}
        />
      )}
      {kind === 'writeOff' ? (
        <SuggestField {...reason} required data={[...writeOffReasons]} />
      ) : (
        <TextInput {...reason} />
      )}
    </FormPanel>
  );
}
