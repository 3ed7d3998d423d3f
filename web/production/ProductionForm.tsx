/** Records the consumption of one or more materials, or edits one record (specification §5). */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import {
  productionEndpoints,
  productionStatuses,
  productionStatusLabels,
  productionTexts,
  type ProductionRecord,
  productionLabels,
} from '#contract/production.ts';
import { call, whyOf } from '#web/api/client.ts';
import { DateField } from '#web/form/DateField.tsx';
import { focusSave } from '#web/form/fieldFocus.ts';
import { FormPanel } from '#web/form/FormPanel.tsx';
import { linesOf } from '#web/form/lines.ts';
import { SelectField } from '#web/form/SelectField.tsx';
import type { FormProps } from '#web/form/useOpenedForm.ts';
import { useRecordForm } from '#web/form/useRecordForm.ts';
import { useStock } from '#web/stock/MaterialField.tsx';
import { toastFailed } from '#web/ui/toast.tsx';
import {
  alertOf,
  blankLine,
  contentOf,
  faultsOf,
  fieldOf,
  materialsOf,
  valuesOf,
  type ProductionDraft,
  withOwnQuantity,
} from './productionDraft.ts';
import { ProductionLineRow } from './ProductionLineRow.tsx';
import classes from './ProductionPage.module.css';
import { useQuantityWarnings } from './useQuantityWarnings.ts';

const statusOptions = productionStatuses.map((value) => ({ value, label: productionStatusLabels[value] }));

export function ProductionForm(props: FormProps<ProductionRecord, ProductionDraft>) {
  const { record } = props;
  const { form, panel, stock } = useProductionForm(props);
  const warnings = useQuantityWarnings(form.values.lines, record?.productionId);
  const { add, remove } = linesOf(form, {
    list: 'lines',
    first: 'rawMaterialId',
    blank: blankLine,
    count: () => form.getValues().lines.length,
  });

  return (
    <FormPanel
      title={record ? 'Update production' : 'Add production'}
      save={record ? 'Update production' : 'Save production'}
      pinned={record === undefined}
      takesFocus={record !== undefined || props.again}
      afterLastField={record ? focusSave : add}
      {...panel}
      below={
        record === undefined && (
          <Button
            variant="subtle"
            className={classes.another}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={add}
          >
            Add another material
          </Button>
        )
      }
    >
      <div data-span="12">
        <DateField
          {...form.getInputProps('productionDate')}
          label={productionLabels.productionDate}
          required
          value={form.values.productionDate}
        />
      </div>
      {form.values.lines.map((line, index) => (
        <ProductionLineRow
          key={line.key}
          form={form}
          line={line}
          index={index}
          stock={stock}
          record={record}
          warnings={warnings.get(line.key) ?? []}
          remove={remove}
        />
      ))}
      {record && (
        <div data-span="12">
          <SelectField
            {...form.getInputProps('status')}
            label={productionLabels.status}
            required
            allowDeselect={false}
            data={statusOptions}
          />
        </div>
      )}
    </FormPanel>
  );
}

function useProductionForm(props: FormProps<ProductionRecord, ProductionDraft>) {
  const { record, restored } = props;
  const recordForm = useRecordForm({
    ...props,
    resource: 'production',
    initialValues: restored?.values ?? valuesOf(record),
    draftOf: (values) => values,
    faultsOf: (values) => faultsOf(values, stock, record),
    fieldOf,
    alertOf: (values) => alertOf(values, stock, record),
    send: async (values, idempotencyKey) => {
      const content = contentOf(values);
      const [only] = content;
      if (record && only) {
        const { productionId, updatedAt } = record;
        const body = { ...only, productionId, updatedAt };
        await call(productionEndpoints.update, { params: { id: productionId }, body });
      } else if (only && content.length === 1) {
        await call(productionEndpoints.create, { body: only, idempotencyKey });
      } else {
        await call(productionEndpoints.createMany, { body: content, idempotencyKey });
      }
    },
    done: record ? productionTexts.updated : productionTexts.added,
    sayFailed: (fault) => {
      const isMany = recordForm.form.getValues().lines.length > 1;
      const failed = isMany ? productionTexts.addManyFailed : productionTexts.addFailed;
      toastFailed(record ? productionTexts.updateFailed : failed, whyOf(fault));
    },
  });
  const stock = withOwnQuantity(useStock(materialsOf(recordForm.form.values.lines)), record);
  return { ...recordForm, stock };
}
