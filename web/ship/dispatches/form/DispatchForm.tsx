/** Adding and editing a dispatch, with the earlier ones to its buyer below. */
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { buyerEndpoints } from '#contract/masters/buyers.ts';
import type { DispatchRecord } from '#contract/ship/dispatches.ts';
import { dispatchLabels, dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { importMarkets, paperFields, soldAsTexts } from '#contract/stock/claims/soldAs.ts';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { partyLabels } from '#contract/masters/parties.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { clearFaults, linesOf } from '#web/core/form/lines.ts';
import { useStaysShown } from '#web/core/form/useStaysShown.ts';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { ExpiryReason } from '#web/stock/allocation/ExpiryReason.tsx';
import { SoldAsField } from '#web/masters/SoldAsField.tsx';
import { BuyerField } from '#web/masters/BuyerField.tsx';
import { oneLine } from '#web/core/ui/table/oneLine.ts';
import { today } from '#web/core/ui/today.ts';
import { InvoiceNumberField } from '#web/stock/warnings/InvoiceNumberField.tsx';
import classes from './DispatchForm.module.css';
import { DispatchLines } from './DispatchLines.tsx';
import type { DispatchPrefill } from '../dispatchDefinition.ts';
import { blankLine, copiedLines, type DispatchValues } from '../dispatchValues.ts';
import { EarlierDispatches } from './EarlierDispatches.tsx';
import { useDispatchForm } from './useDispatchForm.ts';
import { useExpiredSends } from './useExpiredSends.ts';
import { proposalFor, useInvoiceNumberUse } from './useInvoiceNumber.ts';
import type { Sale } from './useSoldAs.ts';

interface DispatchFormProps extends FormProps<DispatchRecord, DispatchValues, DispatchPrefill> {
  /** Called after saving, where the delivery note was requested. */
  onPrint?: (dispatchId: number) => void;
}

/** A new dispatch waits for its proposed invoice number and its batch. */
export function DispatchForm(props: DispatchFormProps) {
  const { prefill } = props;
  const isNew = props.record === undefined && props.restored === undefined;
  const number = useQuery({
    ...proposalFor(today()),
    enabled: isNew,
  });
  const hasLot = isNew && prefill?.lotId !== undefined;
  const lot = useQuery({
    ...queryOf(lotEndpoints.get, { params: { id: prefill?.lotId ?? 0 } }),
    enabled: hasLot,
  });
  if ((isNew && number.isPending) || (hasLot && lot.isPending)) return null;
  return <Fields {...props} prefill={{ ...prefill, invoiceNumber: number.data?.invoiceNumber, lot: lot.data }} />;
}

function Fields({ onPrint, ...props }: DispatchFormProps) {
  const { record } = props;
  const printsNote = useRef(false);
  const { form, panel, batches, sale, seen } = useDispatchForm(props, ({ dispatchId }) => {
    if (printsNote.current) onPrint?.(dispatchId);
  });
  const { values, getInputProps } = form;
  const expired = useExpiredSends(values, batches, seen);
  const lines = linesOf(form, { first: 'item', blank: blankLine });
  const numberWarnings = useInvoiceNumberUse(values, record?.dispatchId);

  return (
    <>
      <FormPanel
        afterLastField={lines.add}
        {...panel}
        save={record ? dispatchTexts.edit : dispatchTexts.addNew}
        beforeSave={() => {
          printsNote.current = false;
        }}
        otherSave={
          onPrint && {
            label: 'Add and print delivery note',
            before: () => {
              printsNote.current = true;
            },
          }
        }
        below={
          <DispatchLines
            form={form}
            batches={batches}
            refusals={sale.refusals}
            expired={expired.texts}
            add={lines.add}
            remove={lines.remove}
          />
        }
      >
        <div data-span="12" className={classes.head}>
          <DispatchBuyer form={form} record={record} />
          <DateField
            {...getInputProps('dispatchDate')}
            label={dispatchLabels.dispatchDate}
            required
            value={values.dispatchDate}
          />
          <InvoiceNumberField
            {...getInputProps('invoiceNumber')}
            label={dispatchLabels.invoiceNumber}
            autoComplete="off"
            value={values.invoiceNumber}
            warnings={numberWarnings}
            list="/dispatches"
          />
          <TextInput {...getInputProps('vehicle')} label={dispatchLabels.vehicle} />
        </div>
        <SoldAs form={form} sale={sale} />
        {expired.isReasonAsked && <ExpiryReason {...getInputProps('afterExpiryReason')} />}
        <FurtherFields form={form} />
      </FormPanel>
      {values.buyer && (
        <EarlierDispatches
          buyer={values.buyer}
          except={record?.dispatchId}
          onSendAgain={(earlier) => {
            clearFaults(form, 'lines');
            form.setFieldValue('lines', copiedLines(earlier));
          }}
        />
      )}
    </>
  );
}

type Form = ReturnType<typeof useDispatchForm>['form'];

function DispatchBuyer({ form, record }: { form: Form; record?: DispatchRecord }) {
  const { buyer } = form.values;
  const { data } = useQuery({
    ...queryOf(buyerEndpoints.get, { params: { id: buyer?.value ?? 0 } }),
    enabled: buyer !== null,
  });
  const gstin = data?.gstinNumber && `${partyLabels.gstinNumber} ${data.gstinNumber}`;
  return (
    <BuyerField
      {...form.getInputProps('buyer')}
      label={dispatchLabels.buyerId}
      required
      creates="buyers"
      description={data && [oneLine(data.address), gstin].filter(Boolean).join(' · ')}
      offers={({ status, buyerId }) => status === 1 || buyerId === record?.buyerId}
      chosen={buyer}
      onChoose={(chosen) => form.setFieldValue('buyer', chosen)}
    />
  );
}

/** The claim that the dispatch is sold under, the papers of its market, and the reason where a batch doesn't hold it. */
function SoldAs({ form, sale: { soldAs, isBroken, paperMarkets } }: { form: Form; sale: Sale }) {
  const { values, getInputProps } = form;
  const isReasonShown = useStaysShown(values.soldAsReason !== '') || isBroken;
  return (
    <>
      <SoldAsField
        {...getInputProps('soldAs')}
        wrapperProps={{ 'data-span': '3' }}
        none={soldAsTexts.best}
        description={values.soldAs === null && soldAs !== '' ? soldAsTexts.proposed : undefined}
        value={soldAs}
      />
      {importMarkets.map((market) => (
        <PaperField key={market} form={form} name={paperFields[market]} isNeeded={paperMarkets.includes(market)} />
      ))}
      {isReasonShown && (
        <TextInput
          {...getInputProps('soldAsReason')}
          wrapperProps={{ 'data-span': '6' }}
          label={dispatchLabels.soldAsReason}
          description={soldAsTexts.reasonNeeded}
        />
      )}
    </>
  );
}

interface PaperFieldProps {
  form: Form;
  name: (typeof paperFields)[keyof typeof paperFields];
  isNeeded: boolean;
}

/** A paper of a market: where it is needed, or was entered. */
function PaperField({ form, name, isNeeded }: PaperFieldProps) {
  const isEntered = useStaysShown(form.values[name] !== '');
  if (!isNeeded && !isEntered) return null;
  return (
    <TextInput
      {...form.getInputProps(name)}
      wrapperProps={{ 'data-span': '3' }}
      label={dispatchLabels[name]}
      description={dispatchTexts.beforeLeaving}
    />
  );
}

const furtherFields = ['transportDocument', 'transactionCertificate', 'note'] as const;

/** Fields that few dispatches need, behind a button until one of them is filled. */
function FurtherFields({ form }: { form: Form }) {
  const [isOpen, setOpen] = useState(() => furtherFields.some((name) => form.values[name] !== ''));
  if (!isOpen)
    return (
      <div data-span="12">
        <Button
          variant="subtle"
          className={classes.quiet}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          Transport document, transaction certificate or note
        </Button>
      </div>
    );
  return furtherFields.map((name) => (
    <TextInput key={name} {...form.getInputProps(name)} label={dispatchLabels[name]} />
  ));
}
