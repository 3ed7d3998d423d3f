/** Puts a lot on hold, or releases it, with a reason. */
import { TextInput } from '@mantine/core';
import { lotEndpoints, type LotRecord } from '#contract/stock/lots/lots.ts';
import { lotLabels, lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';

interface StateFormProps {
  lot: LotRecord;
  onChanged: (changed: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

export function StateForm({ lot, ...props }: StateFormProps) {
  const isHeld = lot.state === 'onHold';
  const endpoint = isHeld ? lotEndpoints.release : lotEndpoints.hold;
  const { form, panel } = useRecordForm({
    resource: 'holds',
    initialValues: { reason: '' },
    draftOf: (values) => values,
    faultsOf: (values) => contractFaults(endpoint, values),
    send: (body, idempotencyKey) => call(endpoint, { params: { id: lot.lotId }, body, idempotencyKey }),
    done: isHeld ? lotTexts.released : lotTexts.held,
    doneName: () => lot.code,
    showError: (fault) => toastFailed(lotTexts.saveFailed, whyOf(fault)),
    ...props,
  });
  return (
    <FormPanel title={isHeld ? lotTexts.release : lotTexts.hold} save={isHeld ? 'Release' : 'Put on hold'} {...panel}>
      <TextInput
        label={lotLabels.stateReason}
        required
        wrapperProps={{ 'data-span': 8 }}
        {...form.getInputProps('reason')}
      />
    </FormPanel>
  );
}
