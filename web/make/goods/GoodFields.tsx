/** The fields of a finished good, for adding and editing (specification §2 and §5). */
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { z } from 'zod';
import { goodStatuses, goodStatusLabels, goodTexts, type GoodRecord, goodLabels } from '#contract/make/goods.ts';
import { productEndpoints } from '#contract/masters/products.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import { choice } from '#web/core/lookup/lookup.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import { useBatchNumberUse } from '#web/make/goods/useBatchNumberUse.ts';
import { today } from '#web/core/ui/today.ts';

export const goodValues = z.object({
  productId: choice.extend({ unit: z.string() }).nullable(),
  batchNumber: z.string(),
  quantity: z.string(),
  status: z.enum(goodStatuses),
  manufactureDate: z.string(),
  expiryDate: z.string(),
  updatedAt: z.string().optional(),
});

export type GoodValues = z.output<typeof goodValues>;

const statusOptions = goodStatuses.map((value) => ({ value, label: goodStatusLabels[value] }));

interface GoodFieldsProps {
  form: UseFormReturnType<GoodValues>;
  /** The edited finished good. */
  row?: GoodRecord;
}

export function GoodFields({ form, row }: GoodFieldsProps) {
  const { productId: product } = form.values;
  const otherUse = useBatchNumberUse(form.values.batchNumber, row?.finishedGoodId);
  const batchNumber = form.getInputProps('batchNumber');

  return (
    <>
      <LookupField
        {...form.getInputProps('productId')}
        label={goodLabels.productId}
        required
        creates="products"
        endpoint={productEndpoints.list}
        sort="name"
        toChoice={(each) => ({ value: each.productId, label: each.name })}
        hint={(each) => each.unit}
        chosen={product}
        onChoose={({ productId, name, unit }) =>
          form.setFieldValue('productId', { value: productId, label: name, unit })
        }
      />
      <TextInput
        {...batchNumber}
        label={goodLabels.batchNumber}
        required
        autoComplete="off"
        error={otherUse ? goodTexts.batchUsedInline : batchNumber.error}
      />
      <NumberField
        {...form.getInputProps('quantity')}
        label={goodLabels.quantity}
        required
        suffix={product?.unit}
        value={form.values.quantity}
      />
      <SelectField
        label={goodLabels.status}
        required
        allowDeselect={false}
        data={statusOptions}
        description={readsExpired(form.values) && goodTexts.readsExpired}
        {...form.getInputProps('status')}
      />
      <DateField
        {...form.getInputProps('manufactureDate')}
        label={goodLabels.manufactureDate}
        value={form.values.manufactureDate}
      />
      <DateField
        tense="future"
        {...form.getInputProps('expiryDate')}
        label={goodLabels.expiryDate}
        value={form.values.expiryDate}
      />
    </>
  );
}

/** Whether an available batch is past its expiry date. */
function readsExpired({ status, expiryDate }: GoodValues): boolean {
  return status === 'available' && expiryDate !== '' && expiryDate < today();
}
