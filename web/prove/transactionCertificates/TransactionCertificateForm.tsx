/** Adding and changing a transaction certificate. */
import {
  transactionCertificateLabels as labels,
  directionLabels,
  directions,
  transactionCertificateStatusLabels,
  transactionCertificateStatuses,
  type Direction,
} from '#contract/stock/claims/transactionCertificateCover.ts';
import { schemeOptions } from '#contract/stock/claims/schemes.ts';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  transactionCertificateEndpoints,
  transactionCertificateTexts,
  type TransactionCertificateRecord,
  type UncoveredLine,
} from '#contract/prove/transactionCertificates.ts';
import { callImage } from '#web/core/api/client.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { FileField } from '#web/core/form/files/FileField.tsx';
import type { StoredFile } from '#web/core/form/files/useFileViewer.tsx';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { clearFaults, linesOf } from '#web/core/form/lines.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import type { Choice } from '#web/core/lookup/lookup.ts';
import { BuyerField } from '#web/masters/BuyerField.tsx';
import { SupplierField } from '#web/masters/SupplierField.tsx';
import { useDocumentForm } from '#web/core/records/useDocumentForm.ts';
import { CertificateLineRow } from './CertificateLineRow.tsx';
import {
  blankLine,
  choosable,
  transactionCertificates,
  type TransactionCertificateValues,
} from './transactionCertificateDefinition.ts';
import classes from './TransactionCertificateForm.module.css';

type TransactionCertificateFormProps = FormProps<
  TransactionCertificateRecord,
  TransactionCertificateValues,
  readonly UncoveredLine[]
>;

const directionOptions = directions.map((value) => ({ value, label: directionLabels[value] }));
const statusOptions = transactionCertificateStatuses.map((value) => ({
  value,
  label: transactionCertificateStatusLabels[value],
}));

export function TransactionCertificateForm(props: TransactionCertificateFormProps) {
  const { record, prefill = [] } = props;
  const { form, panel } = useDocumentForm(transactionCertificates, props);
  const { values, getInputProps } = form;
  const { direction, party, status } = values;
  const isIssued = status === 'issued';
  const lines = linesOf(form, { first: 'line', blank: blankLine });
  const toCover = useQuery({
    ...queryOf(transactionCertificateEndpoints.uncovered, {
      query: { direction, partyId: party?.value, withReturned: 'true' },
    }),
    enabled: party !== null,
  });
  const isOfRecord = record?.direction === direction && (record.supplierId ?? record.buyerId) === party?.value;
  const choices = choosable(toCover.data?.lines ?? (record ? [] : prefill), isOfRecord ? record : undefined);
  /** Lines belong to the supplier or buyer: another one has others. */
  const setParty = (chosen: Choice | null) => {
    if (chosen?.value !== party?.value) {
      clearFaults(form, 'lines');
      form.setFieldValue('lines', [blankLine()]);
    }
    form.setFieldValue('party', chosen);
  };

  return (
    <FormPanel
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
            {party && toCover.data && choices.size === 0 && <p>{transactionCertificateTexts.noneOfParty}</p>}
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
      <TextInput {...getInputProps('body')} label={labels.body} />
      <SelectField
        {...getInputProps('status')}
        wrapperProps={{ 'data-span': '2' }}
        label={labels.status}
        required
        allowDeselect={false}
        data={statusOptions}
      />
      <TextInput {...getInputProps('number')} label={labels.number} required={isIssued} />
      <DateField
        {...getInputProps('issuedOn')}
        span={2}
        label={labels.issuedOn}
        required={isIssued}
        value={values.issuedOn}
      />
      <TextInput {...getInputProps('note')} label={labels.note} />
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
  const shared = { ...input, required: true, onChoose: onParty } as const;
  return direction === 'purchase' ? (
    <SupplierField {...shared} label={labels.supplierId} creates="suppliers" />
  ) : (
    <BuyerField {...shared} label={labels.buyerId} creates="buyers" />
  );
}
