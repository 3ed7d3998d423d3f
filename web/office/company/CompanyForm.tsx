import { Textarea, TextInput } from '@mantine/core';
import {
  COMPANY_ID,
  companyEndpoints,
  companyLabels,
  companyTexts,
  type CompanyRecord,
} from '#contract/masters/company.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { GstinField } from '#web/masters/GstinField.tsx';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { valuesOf, type CompanyValues } from './companyValues.ts';

interface CompanyFormProps extends FormProps<CompanyRecord, CompanyValues> {
  opened: CompanyRecord;
}

export function CompanyForm({ opened, ...props }: CompanyFormProps) {
  const { form, panel } = useRecordForm({
    resource: 'company',
    initialValues: props.restored?.values ?? valuesOf(opened),
    draftOf: (values) => values,
    faultsOf: (values) => contractFaults(companyEndpoints.update, values),
    send: (values, _key, seen = opened) =>
      call(companyEndpoints.update, { body: { ...values, updatedAt: seen.updatedAt } }),
    conflict: {
      kind: 'company',
      idOf: () => COMPANY_ID,
      read: () => call(companyEndpoints.get),
      valuesOf,
      compared: { labels: companyLabels },
    },
    done: companyTexts.updated,
    showError: (fault) => toastFailed(companyTexts.saveFailed, whyOf(fault)),
    ...props,
  });
  const { getInputProps } = form;
  return (
    <FormPanel title={companyTexts.title} save="Update" {...panel}>
      <TextInput {...getInputProps('name')} label={companyLabels.name} required />
      <TextInput {...getInputProps('phone')} label={companyLabels.phone} type="tel" />
      <TextInput {...getInputProps('email')} label={companyLabels.email} type="email" />
      <GstinField {...getInputProps('gstinNumber')} />
      <TextInput {...getInputProps('licenceNumber')} label={companyLabels.licenceNumber} />
      <Textarea {...getInputProps('address')} label={companyLabels.address} autosize maxRows={8} />
    </FormPanel>
  );
}
