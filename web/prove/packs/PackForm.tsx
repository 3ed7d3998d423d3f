/** Requests a pack of a period, or of chosen lots. */
import { Input } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { packEndpoints, packLabels, packTexts, type PackRecord } from '#contract/prove/packs.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { bodyOf, newPack, type PackValues } from './packValues.ts';
import classes from './PacksPage.module.css';

export function PackForm(props: FormProps<PackRecord, PackValues>) {
  const { form, panel } = useRecordForm<PackRecord, PackValues, PackValues>({
    ...props,
    resource: 'packs',
    initialValues: props.restored?.values ?? newPack(),
    draftOf: (values) => values,
    faultsOf: (values) => contractFaults(packEndpoints.create, bodyOf(values)),
    fieldOf: (path) => (path.startsWith('lotIds') ? 'lots' : path),
    send: (values, idempotencyKey) => call(packEndpoints.create, { body: bodyOf(values), idempotencyKey }),
    done: packTexts.asked,
    showError: (fault) => toastFailed(packTexts.askFailed, whyOf(fault)),
  });
  const { values, getInputProps } = form;
  return (
    <FormPanel title={packTexts.make} save={packTexts.save} {...panel}>
      <DateField {...getInputProps('from')} span={3} label={packLabels.from} required value={values.from} />
      <DateField {...getInputProps('to')} span={3} label={packLabels.to} required value={values.to} />
      <LookupField
        label={packTexts.addLot}
        description={packTexts.lotsHelp}
        endpoint={lotEndpoints.list}
        sort="lotId"
        toChoice={({ lotId, code }) => ({ value: lotId, label: code })}
        hint={({ itemName }) => itemName}
        chosen={null}
        error={getInputProps('lots').error}
        onChoose={({ lotId, code }) => {
          if (!values.lots.some((lot) => lot.value === lotId)) {
            form.setFieldValue('lots', [...values.lots, { value: lotId, label: code }]);
          }
        }}
      />
      {values.lots.length > 0 && (
        <Input.Wrapper data-span="12">
          <ul className={classes.lots} aria-label={packTexts.chosenLots}>
            {values.lots.map(({ value, label }) => (
              <li key={value}>
                {label}
                <RowAction
                  label={`Take out ${label}`}
                  onClick={() =>
                    form.setFieldValue(
                      'lots',
                      values.lots.filter((lot) => lot.value !== value),
                    )
                  }
                >
                  <IconX size={15} />
                </RowAction>
              </li>
            ))}
          </ul>
        </Input.Wrapper>
      )}
    </FormPanel>
  );
}
