/** Adding and changing a certificate. */
import { TextInput } from '@mantine/core';
import { schemes } from '#contract/stock/covers.ts';
import {
  certificateEndpoints,
  certificateLabels,
  certificateTexts,
  type CertificateRecord,
  type UncoveredLotRecord,
} from '#contract/prove/certificates.ts';
import { limits } from '#contract/core/fields.ts';
import { supplierEndpoints } from '#contract/masters/suppliers.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { FileField } from '#web/core/form/files/FileField.tsx';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import { certificateFile } from '#web/prove/certificates/certificateFile.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import type { Choice } from '#web/core/lookup/lookup.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';
import {
  blankValues,
  contentOf,
  faultsOf,
  valuesOf,
  valuesOfNext,
  type CertificateDraft,
  type CertificateValues,
} from './certificateDraft.ts';
import { certificateConflict } from './comparedCertificate.ts';
import { CoveredItems } from './CoveredItems.tsx';

export interface CertificateFormProps extends FormProps<CertificateRecord, CertificateDraft> {
  /** The one that a new one follows. */
  previous?: CertificateRecord | undefined;
  /** Whose certificate a new one is. */
  supplier?: Choice | undefined;
  /** Called with the lots that claim organic without a certificate after a change, and what came of them. */
  onUncovered: (certificate: CertificateRecord, lots: readonly UncoveredLotRecord[]) => void;
}

const holders = [
  { value: 'supplier', label: 'A supplier' },
  { value: 'own', label: certificateTexts.own },
] as const;
const scopes = [
  { value: 'all', label: certificateTexts.allItems },
  { value: 'named', label: 'Named items' },
] as const;
const schemeOptions = schemes.map((value) => ({ value, label: value === 'other' ? 'Other' : value }));

export function CertificateForm({ onUncovered, previous, supplier, ...props }: CertificateFormProps) {
  const { record, restored } = props;
  const begun = record ? valuesOf(record) : previous ? valuesOfNext(previous) : blankValues(supplier);
  const { form, panel } = useRecordForm<CertificateRecord, CertificateValues, CertificateDraft>({
    ...props,
    resource: 'certificates',
    initialValues: { ...begun, ...restored?.values, file: restored?.values.file ?? null },
    keptOf: (values) => values,
    draftOf: ({ file: _, ...kept }) => kept,
    faultsOf,
    fieldOf: (path) => (path.startsWith('itemIds') ? 'items' : path),
    send: async (values, idempotencyKey, seen) => {
      const body = contentOf(values);
      if (!seen) return await call(certificateEndpoints.create, { body, idempotencyKey });
      const { certificateId, updatedAt } = seen;
      const saved = await call(certificateEndpoints.update, {
        params: { id: certificateId },
        body: { ...body, certificateId, updatedAt },
      });
      if (saved.uncoveredLots.length > 0) onUncovered(saved, saved.uncoveredLots);
      return saved;
    },
    conflict: certificateConflict,
    done: record ? certificateTexts.updated : certificateTexts.added,
    showError: (fault) => toastFailed(certificateTexts.saveFailed, whyOf(fault)),
  });
  const { values, getInputProps } = form;
  const ofSupplier = values.holder === 'supplier';

  return (
    <FormPanel title={record ? 'Edit certificate' : 'Add certificate'} save={record ? 'Update' : 'Add'} {...panel}>
      <SelectField
        {...getInputProps('holder')}
        wrapperProps={{ 'data-span': '3' }}
        label={certificateLabels.supplierId}
        required
        allowDeselect={false}
        data={[...holders]}
      />
      {ofSupplier && (
        <LookupField
          {...getInputProps('supplierId')}
          label="Supplier"
          required
          placeholder="Type to search"
          creates="suppliers"
          endpoint={supplierEndpoints.list}
          sort="name"
          toChoice={({ supplierId, name }) => ({ value: supplierId, label: name })}
          hint={({ phone }) => phone}
          chosen={values.supplierId}
          onChoose={({ supplierId, name }) => form.setFieldValue('supplierId', { value: supplierId, label: name })}
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
        maxLength={limits.name}
      />
      <TextInput
        {...getInputProps('body')}
        wrapperProps={{ 'data-span': '4' }}
        label={certificateLabels.body}
        maxLength={limits.name}
      />
      <DateField
        {...getInputProps('validFrom')}
        span={3}
        label={certificateLabels.validFrom}
        required
        value={values.validFrom}
      />
      <DateField
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
        data={[...scopes]}
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
