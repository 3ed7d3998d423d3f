/** Adding and changing a certificate. */
import { masters } from '#contract/kinds.ts';
import { TextInput } from '@mantine/core';
import { schemeOptions } from '#contract/stock/claims/schemes.ts';
import {
  certificateHolderLabels,
  certificateHolders,
  certificateLabels,
  certificateScopeLabels,
  certificateScopes,
  certificateTexts,
  type CertificateRecord,
  type UncoveredLotRecord,
} from '#contract/prove/certificates/certificates.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { FileField } from '#web/core/form/files/FileField.tsx';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { certificateFile } from '#web/prove/certificates/certificateFile.ts';
import { SupplierField } from '#web/masters/SupplierField.tsx';
import { useDocumentForm } from '#web/core/records/useDocumentForm.ts';
import { certificates, type CertificatePrefill, type CertificateValues } from './certificateDefinition.ts';
import { CertificationBodyField } from './bodies/CertificationBodyField.tsx';
import { CoveredItems } from './CoveredItems.tsx';

interface CertificateFormProps extends FormProps<CertificateRecord, CertificateValues, CertificatePrefill> {
  /** Called with the lots that claim organic without a certificate after a change, and their descendants. */
  onUnproved?: (certificate: CertificateRecord, lots: readonly UncoveredLotRecord[]) => void;
}

const holders = certificateHolders.map((value) => ({ value, label: certificateHolderLabels[value] }));
const scopes = certificateScopes.map((value) => ({ value, label: certificateScopeLabels[value] }));

export function CertificateForm({ onUnproved, ...props }: CertificateFormProps) {
  const { record } = props;
  const { form, panel } = useDocumentForm(certificates, props, {
    onUpdated: (saved) => {
      if (saved.uncoveredLots.length > 0) onUnproved?.(saved, saved.uncoveredLots);
    },
  });
  const { values, getInputProps } = form;
  const ofSupplier = values.holder === 'supplier';

  return (
    <FormPanel {...panel}>
      <SelectField
        {...getInputProps('holder')}
        wrapperProps={{ 'data-span': '3' }}
        label={certificateLabels.supplierId}
        required
        allowDeselect={false}
        data={holders}
      />
      {ofSupplier && (
        <SupplierField
          {...getInputProps('supplierId')}
          label={masters.suppliers.label}
          required
          creates="suppliers"
          chosen={values.supplierId}
          onChoose={(supplier) => form.setFieldValue('supplierId', supplier)}
        />
      )}
      <SelectField
        {...getInputProps('scheme')}
        wrapperProps={{ 'data-span': '2' }}
        label={certificateLabels.scheme}
        required
        allowDeselect={false}
        data={schemeOptions}
      />
      <TextInput
        {...getInputProps('number')}
        wrapperProps={{ 'data-span': '3' }}
        label={certificateLabels.number}
        required
      />
      <CertificationBodyField
        {...getInputProps('certificationBodyId')}
        label={certificateLabels.body}
        chosen={values.certificationBodyId}
        written={values.body}
        onChoose={(certifier) => form.setValues({ certificationBodyId: certifier, body: certifier?.label ?? '' })}
      />
      <DateField
        {...getInputProps('validFrom')}
        span={3}
        label={certificateLabels.validFrom}
        required
        value={values.validFrom}
      />
      <DateField
        tense="future"
        {...getInputProps('validTo')}
        span={3}
        label={certificateLabels.validTo}
        required
        value={values.validTo}
      />
      <SelectField
        {...getInputProps('scope')}
        wrapperProps={{ 'data-span': '3' }}
        label={certificateLabels.items}
        required
        allowDeselect={false}
        data={scopes}
      />
      {values.scope === 'named' && (
        <CoveredItems
          items={values.items}
          onChange={(items) => form.setFieldValue('items', items)}
          error={getInputProps('items').error}
        />
      )}
      {record && (
        <DateField
          {...getInputProps('withdrawnOn')}
          span={3}
          label={certificateLabels.withdrawnOn}
          value={values.withdrawnOn}
        />
      )}
      <FileField
        label={certificateLabels.file}
        span={6}
        file={values.file}
        stored={record?.hasFile ? certificateFile(record) : undefined}
        tooLarge={certificateTexts.fileTooLarge}
        onFile={(file) => form.setFieldValue('file', file)}
        error={getInputProps('file').error}
      />
    </FormPanel>
  );
}
