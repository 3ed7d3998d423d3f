/** Opening stock, write-offs and returns: a head, and lines of lots. */
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { AdjustmentRecord, FormKind } from '#contract/stock/adjustments/adjustments.ts';
import { adjustmentLabels, writeOffReasons } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { SuggestField } from '#web/core/form/fields/SuggestField.tsx';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { linesOf } from '#web/core/form/lines.ts';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { SupplierField } from '#web/masters/SupplierField.tsx';
import { useDocumentForm } from '#web/core/records/useDocumentForm.ts';
import { adjustmentOf } from './adjustmentDefinition.ts';
import { blankLine, choiceOf, faultsOf, type AdjustmentValues, type AdjustmentPrefill } from './adjustmentValues.ts';
import classes from './AdjustmentForm.module.css';
import { AdjustmentLineRow } from './AdjustmentLineRow.tsx';

interface AdjustmentFormProps extends FormProps<AdjustmentRecord, AdjustmentValues, AdjustmentPrefill> {
  kind: FormKind;
  /** The lot of opening stock whose supplier is missing: that field gets the focus. */
  namesSupplierOf?: number;
  /** Called with the id of a new one. */
  onRecorded?: (adjustmentId: number) => void;
}

export function AdjustmentForm({ kind, namesSupplierOf, onRecorded, ...props }: AdjustmentFormProps) {
  const { record } = props;
  const restored = props.restored?.values.kind === kind ? props.restored : undefined;
  const { form, panel } = useDocumentForm(
    adjustmentOf(kind),
    { ...props, restored },
    { faultsOf, onCreated: ({ adjustmentId }) => onRecorded?.(adjustmentId) },
  );
  const { values, getInputProps } = form;
  const supplierLine = values.lines.findIndex(
    (line) => namesSupplierOf !== undefined && line.lot?.lotId === namesSupplierOf,
  );
  const lines = linesOf(form, { first: choiceOf[kind], blank: blankLine });

  const reason = {
    ...getInputProps('reason'),
    wrapperProps: { 'data-span': '4' },
    label: adjustmentLabels.reason,
  };

  return (
    <FormPanel
      afterLastField={lines.add}
      {...panel}
      save={record ? 'Update' : 'Record'}
      below={
        <div className={classes.lines}>
          {values.lines.map((line, index) => (
            <AdjustmentLineRow
              key={line.key}
              form={form}
              line={line}
              index={index}
              takesFocus={supplierLine < 0 ? index === 0 && 'choice' : index === supplierLine && 'supplier'}
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
        <SupplierField
          {...getInputProps('supplier')}
          wrapperProps={{ 'data-span': '4' }}
          label={adjustmentLabels.supplierId}
          required
          creates="suppliers"
          chosen={values.supplier}
          onChoose={(supplier) => form.setFieldValue('supplier', supplier)}
        />
      )}
      {kind === 'writeOff' ? (
        <SuggestField {...reason} required data={writeOffReasons} value={values.reason} />
      ) : (
        <TextInput {...reason} />
      )}
    </FormPanel>
  );
}
