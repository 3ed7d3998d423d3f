/** Changes what a lot is called, when it expires and what it claims. */
import { TextInput } from '@mantine/core';
import { claimLabels, claimTexts } from '#contract/claims.ts';
import { limits } from '#contract/fields.ts';
import { lotEndpoints, lotLabels, lotTexts, type LotRecord } from '#contract/lots.ts';
import { claims } from '#contract/stock.ts';
import { call, whyOf } from '#web/api/client.ts';
import { contractFaults } from '#web/form/contractFaults.ts';
import { DateField } from '#web/form/DateField.tsx';
import { FormPanel } from '#web/form/FormPanel.tsx';
import { SelectField } from '#web/form/SelectField.tsx';
import { useRecordForm } from '#web/form/useRecordForm.ts';
import { toastFailed } from '#web/ui/toast.tsx';

interface LotFormProps {
  lot: LotRecord;
  onChanged: (changed: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

export function LotForm({ lot, ...props }: LotFormProps) {
  const { form, panel } = useRecordForm({
    resource: 'lots',
    record: lot,
    initialValues: {
      code: lot.code,
      supplierLotNumber: lot.supplierLotNumber,
      expiresOn: lot.expiresOn ?? '',
      claim: lot.claim,
    },
    draftOf: (values) => values,
    faultsOf: (values) => contractFaults(lotEndpoints.update, values),
    send: (values) =>
      call(lotEndpoints.update, {
        params: { id: lot.lotId },
        body: { ...values, lotId: lot.lotId, updatedAt: lot.updatedAt },
      }),
    done: lotTexts.updated,
    sayFailed: (fault) => toastFailed(lotTexts.saveFailed, whyOf(fault)),
    ...props,
  });
  return (
    <FormPanel title={lotTexts.edit} save="Update" {...panel}>
      <TextInput
        label={lotLabels.code}
        required
        maxLength={limits.batchNumber}
        wrapperProps={{ 'data-span': 4 }}
        {...form.getInputProps('code')}
      />
      <TextInput
        label={lotLabels.supplierLotNumber}
        maxLength={limits.batchNumber}
        wrapperProps={{ 'data-span': 4 }}
        {...form.getInputProps('supplierLotNumber')}
      />
      <DateField
        {...form.getInputProps('expiresOn')}
        label={lotLabels.expiresOn}
        span={4}
        value={form.values.expiresOn}
      />
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
