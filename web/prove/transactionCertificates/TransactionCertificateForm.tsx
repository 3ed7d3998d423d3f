/** Adding and changing a transaction certificate. */
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  directionLabels,
  directions,
  schemes,
  transactionCertificateStatusLabels,
  transactionCertificateStatuses,
  type Direction,
  transactionCertificateLabels as labels,
} from '#contract/stock/covers.ts';
import { buyerEndpoints } from '#contract/masters/buyers.ts';
import { limits } from '#contract/core/fields.ts';
import { supplierEndpoints } from '#contract/masters/suppliers.ts';
import {
  transactionCertificateEndpoints,
  transactionCertificateTexts,
  type TransactionCertificateRecord,
  type UncoveredLine,
} from '#contract/prove/transactionCertificates.ts';
import { call, callImage, whyOf } from '#web/core/api/client.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { FileField } from '#web/core/form/files/FileField.tsx';
import type { StoredFile } from '#web/core/form/files/useFileViewer.tsx';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { clearFaults, linesOf } from '#web/core/form/lines.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import type { Choice } from '#web/core/lookup/lookup.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { CertificateLineRow } from './CertificateLineRow.tsx';
import {
  blankLine,
  choosable,
  contentOf,
  faultsOf,
  fieldOf,
  valuesOf,
  valuesOfLines,
  type TransactionCertificateDraft,
  type TransactionCertificateValues,
} from './transactionCertificateDraft.ts';
import { transactionCertificateConflict } from './comparedTransactionCertificate.ts';
import classes from './TransactionCertificateForm.module.css';

export interface TransactionCertificateFormProps extends FormProps<
  TransactionCertificateRecord,
  TransactionCertificateDraft
> {
  /** What a new one begins with: all of one supplier or buyer. */
  begun: readonly UncoveredLine[];
}

const schemeOptions = schemes.map((value) => ({ value, label: value === 'other' ? 'Other' : value }));
const directionOptions = directions.map((value) => ({ value, label: directionLabels[value] }));
const statusOptions = transactionCertificateStatuses.map((value) => ({
  value,
  label: transactionCertificateStatusLabels[value],
}));

export function TransactionCertificateForm({ begun, ...props }: TransactionCertificateFormProps) {
  const { record, restored } = props;
  const { form, panel } = useRecordForm<
    TransactionCertificateRecord,
    TransactionCertificateValues,
    TransactionCertificateDraft
  >({
    ...props,
    resource: 'transactionCertificates',
    initialValues: {
      ...(record ? valuesOf(record) : valuesOfLines(begun)),
      ...restored?.values,
      file: restored?.values.file ?? null,
    },
    keptOf: (values) => values,
    draftOf: ({ file: _, ...kept }) => kept,
    faultsOf,
    fieldOf,
    send: async (values, idempotencyKey, seen) => {
      const body = contentOf(values);
      if (!seen) return await call(transactionCertificateEndpoints.create, { body, idempotencyKey });
      const { transactionCertificateId, updatedAt } = seen;
      return await call(transactionCertificateEndpoints.update, {
        params: { id: transactionCertificateId },
        body: { ...body, transactionCertificateId, updatedAt },
      });
    },
    conflict: transactionCertificateConflict,
    done: record ? transactionCertificateTexts.updated : transactionCertificateTexts.added,
    showError: (fault) => toastFailed(transactionCertificateTexts.saveFailed, whyOf(fault)),
  });
  const { values, getInputProps } = form;
  const { direction, party, status } = values;
  const isIssued = status === 'issued';
  const lines = linesOf(form, {
    list: 'lines',
    first: 'line',
    blank: blankLine,
    count: () => form.getValues().lines.length,
  });
  const uncovered = useQuery({
    queryKey: [transactionCertificateEndpoints.uncovered.path, { direction, partyId: party?.value }],
    queryFn: ({ signal }) =>
      call(transactionCertificateEndpoints.uncovered, {
        query: { direction, partyId: party?.value, withReturned: 'true' },
        signal,
      }),
    enabled: party !== null,
  });
  const isOfRecord = record?.direction === direction && (record.supplierId ?? record.buyerId) === party?.value;
  const choices = choosable(uncovered.data?.lines ?? (record ? [] : begun), isOfRecord ? record : undefined);
  /** What is covered belongs to the supplier or buyer. */
  const setParty = (chosen: Choice | null) => {
    if (chosen?.value !== party?.value) {
      clearFaults(form, 'lines');
      form.setFieldValue('lines', [blankLine()]);
    }
    form.setFieldValue('party', chosen);
  };

  return (
    <FormPanel
      title={record ? 'Edit transaction certificate' : 'Add transaction certificate'}
      save={record ? 'Update' : 'Add'}
      afterLastField={lines.add}
      {...panel}
      below={
        <div className={classes.lines}>
          {values.lines.map((line, index) => (
            <CertificateLineRow
              key={line.key}
              form={form}
              line={line}
              index={index}
              choices={choices}
              over={record?.lines.find(({ lineId }) => lineId === line.line?.lineId)?.overQty ?? 0}
              remove={lines.remove}
            />
          ))}
          <div className={classes.add}>
            <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={lines.add}>
              Add line
            </Button>
            {party && uncovered.data && choices.size === 0 && <p>{transactionCertificateTexts.noneOfParty}</p>}
          </div>
        </div>
      }
    >
      <SelectField
        {...getInputProps('direction')}
        wrapperProps={{ 'data-span': '2' }}
        label={labels.direction}
        required
        allowDeselect={false}
        data={directionOptions}
        onChange={(value: Direction | null) => {
          if (value === null || value === direction) return;
          form.setFieldValue('direction', value);
          setParty(null);
        }}
      />
      <PartyField
        {...getInputProps('party')}
        direction={direction}
        chosen={party}
        onParty={setParty}
        data-autofocus={party === null || undefined}
      />
      <SelectField
        {...getInputProps('scheme')}
        wrapperProps={{ 'data-span': '2' }}
        label={labels.scheme}
        required
        allowDeselect={false}
        data={schemeOptions}
      />
      <TextInput {...getInputProps('body')} label={labels.body} maxLength={limits.name} />
      <SelectField
        {...getInputProps('status')}
        wrapperProps={{ 'data-span': '2' }}
        label={labels.status}
        required
        allowDeselect={false}
        data={statusOptions}
      />
      <TextInput {...getInputProps('number')} label={labels.number} required={isIssued} maxLength={limits.name} />
      <DateField
        {...getInputProps('issuedOn')}
        span={2}
        label={labels.issuedOn}
        required={isIssued}
        value={values.issuedOn}
      />
      <TextInput {...getInputProps('note')} label={labels.note} maxLength={limits.description} />
      <FileField
        label={labels.file}
        span={12}
        file={values.file}
        stored={record?.hasFile ? storedFile(record) : undefined}
        tooLarge={transactionCertificateTexts.fileTooLarge}
        onFile={(file) => form.setFieldValue('file', file)}
        error={getInputProps('file').error}
      />
    </FormPanel>
  );
}

function storedFile({ transactionCertificateId: id, number }: TransactionCertificateRecord): StoredFile {
  const loadImage = () => callImage(transactionCertificateEndpoints.file, { params: { id } });
  return { title: transactionCertificateTexts.named(number), of: 'transaction-certificates', id, loadImage };
}

interface PartyFieldProps {
  direction: Direction;
  chosen: Choice | null;
  onParty: (party: Choice) => void;
  error?: string;
  'data-autofocus'?: boolean;
}

/** The supplier of a purchase, the buyer of a sale. */
function PartyField({ direction, onParty, ...input }: PartyFieldProps) {
  const shared = { ...input, required: true, placeholder: 'Type to search', sort: 'name' } as const;
  if (direction === 'purchase')
    return (
      <LookupField
        {...shared}
        key="supplier"
        label={labels.supplierId}
        creates="suppliers"
        endpoint={supplierEndpoints.list}
        toChoice={({ supplierId, name }) => ({ value: supplierId, label: name })}
        hint={({ phone }) => phone}
        onChoose={({ supplierId, name }) => onParty({ value: supplierId, label: name })}
      />
    );
  return (
    <LookupField
      {...shared}
      key="buyer"
      label={labels.buyerId}
      creates="buyers"
      endpoint={buyerEndpoints.list}
      toChoice={({ buyerId, name }) => ({ value: buyerId, label: name })}
      hint={({ phone }) => phone}
      onChoose={({ buyerId, name }) => onParty({ value: buyerId, label: name })}
    />
  );
}
