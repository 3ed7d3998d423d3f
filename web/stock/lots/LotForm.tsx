/** Changes the code, expiry date and claim of a lot; of a batch the claim alone, the rest is in the batch's form. */
import { TextInput } from '@mantine/core';
import { claimLabels, claimTexts } from '#contract/stock/claims/claims.ts';
import { lotEndpoints, type LotRecord } from '#contract/stock/lots/lots.ts';
import { lotLabels, lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { claims } from '#contract/stock/stock.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { day, oneOf } from '#web/core/form/conflicts/compared.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';
import type { LotValues } from './lotValues.ts';

interface LotFormProps extends FormProps<LotRecord, LotValues> {
  lot: LotRecord;
}

function valuesOf({ code, supplierLotNumber, expiresOn, claim }: LotRecord): LotValues {
  return { code, supplierLotNumber, expiresOn: expiresOn ?? '', claim };
}

export function LotForm({ lot: current, ...props }: LotFormProps) {
  const { record: lot = current } = props;
  const { form, panel } = useRecordForm({
    resource: 'lots',
    initialValues: props.restored?.values ?? valuesOf(lot),
    draftOf: (values) => values,
    faultsOf: (values) => contractFaults(lotEndpoints.update, values),
    send: (values, _key, seen = lot) =>
      call(lotEndpoints.update, {
        params: { id: lot.lotId },
        body: { ...values, lotId: lot.lotId, updatedAt: seen.updatedAt },
      }),
    conflict: {
      kind: 'lots',
      idOf: ({ lotId }) => lotId,
      read: ({ lotId }) => call(lotEndpoints.get, { params: { id: lotId } }),
      valuesOf,
      compared: {
        labels: { ...lotLabels, claim: claimTexts.claim },
        as: { expiresOn: day, claim: oneOf(claimLabels) },
      },
    },
    done: lotTexts.updated,
    doneName: (): string => form.getValues().code,
    showError: (fault) => toastFailed(lotTexts.saveFailed, whyOf(fault)),
    ...props,
  });
  const isBatch = lot.finishedGoodId !== null;
  return (
    <FormPanel title={isBatch ? lotTexts.changeClaim : lotTexts.edit} save="Update" {...panel}>
      {!isBatch && (
        <>
          <TextInput
            label={lotLabels.code}
            required
            wrapperProps={{ 'data-span': 4 }}
            {...form.getInputProps('code')}
          />
          <TextInput
            label={lotLabels.supplierLotNumber}
            wrapperProps={{ 'data-span': 4 }}
            {...form.getInputProps('supplierLotNumber')}
          />
          <DateField
            tense="future"
            {...form.getInputProps('expiresOn')}
            label={lotLabels.expiresOn}
            span={4}
            value={form.values.expiresOn}
          />
        </>
      )}
      {lot.origin !== 'returned' && (
        <SelectField
          {...form.getInputProps('claim')}
          wrapperProps={{ 'data-span': 4 }}
          label={claimTexts.claim}
          allowDeselect={false}
          data={claims.map((value) => ({ value, label: claimLabels[value] }))}
        />
      )}
    </FormPanel>
  );
}
