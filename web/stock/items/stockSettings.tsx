/** The stock settings of a raw material or a product, as a second form of its list. */
import { Suspense } from 'react';
import { itemTexts } from '#contract/stock/items/items.ts';
import { type FormProps, useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import type { SecondForm } from '#web/core/records/masters/master.ts';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { settingsValues, stocked, type SettingsValues, type Stocked } from './settingsValues.ts';

const StockSettingsForm = preloadedComponent(async () => (await import('./StockSettingsForm.tsx')).StockSettingsForm);

export function useStockSettings(): SecondForm<Pick<Stocked, 'itemId' | 'name'>> {
  const { isOpen, key, record, props, dialog, ...form } = useOpenedForm('items', {
    record: stocked,
    values: settingsValues,
    draftKey: (item) => item?.itemId,
  });
  return {
    ...form,
    label: itemTexts.title,
    isOf: ({ itemId }) => record?.itemId === itemId,
    form: (
      <>
        <Suspense>{isOpen && <Form key={key} {...props} />}</Suspense>
        {dialog}
      </>
    ),
  };
}

function Form(props: FormProps<Stocked, SettingsValues>) {
  return props.record && <StockSettingsForm {...props} opened={props.record} />;
}
