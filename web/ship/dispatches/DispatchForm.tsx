/** Records or edits what leaves for a buyer, with what the buyer got before below it. */
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { buyerEndpoints } from '#contract/masters/buyers.ts';
import { dispatchLabels, dispatchTexts, type DispatchRecord } from '#contract/ship/dispatches.ts';
import { importMarkets, paperFields, soldAsTexts } from '#contract/stock/claims/soldAs.ts';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { partyLabels } from '#contract/masters/parties.ts';
import { ApiError, whyOf } from '#web/core/api/client.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { warningProps, WarningsLiveRegion } from '#web/core/form/fields/FieldWarning.tsx';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { clearFaults, linesOf } from '#web/core/form/lines.ts';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { ExpiryReason } from '#web/stock/allocation/ExpiryReason.tsx';
import { SoldAsField } from '#web/masters/SoldAsField.tsx';
import { BuyerField } from '#web/masters/BuyerField.tsx';
import { useDocumentForm } from '#web/core/records/useDocumentForm.ts';
import { oneLine } from '#web/core/ui/table/oneLine.ts';
import { today } from '#web/core/ui/today.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';
import classes from './DispatchForm.module.css';
import { DispatchLines } from './DispatchLines.tsx';
import { dispatches, type DispatchBegun } from './dispatchDefinition.ts';
import {
  blankLine,
  contentOf,
  faultsOf,
  fieldOf,
  lineIndexOf,
  linesAgain,
  placeLines,
  type DispatchDraft,
} from './dispatchDraft.ts';
import { EarlierDispatches } from './EarlierDispatches.tsx';
import { useBatches } from './useBatches.ts';
import { useExpiredSends } from './useExpiredSends.ts';
import { useSoldAs, type Sale as SaleOfForm } from './useSoldAs.ts';
import { proposalFor, useInvoiceNumberUse, useProposal } from './useInvoiceNumber.ts';

interface DispatchFormProps extends FormProps<DispatchRecord, DispatchDraft, DispatchBegun> {
  /** Called after saving, where the delivery note was requested. */
  onPrint?: (dispatchId: number) => void;
}

/** A new dispatch waits for its proposed invoice number and its batch. */
export function DispatchForm(props: DispatchFormProps) {
  const { begun } = props;
  const isNew = props.record === undefined && props.restored === undefined;
  const number = useQuery({
    ...proposalFor(today()),
    enabled: isNew,
  });
  const hasLot = isNew && begun?.lotId !== undefined;
  const lot = useQuery({
    ...queryOf(lotEndpoints.get, { params: { id: begun?.lotId ?? 0 } }),
    enabled: hasLot,
  });
  if ((isNew && number.isPending) || (hasLot && lot.isPending)) return null;
  return <Fields {...props} begun={{ ...begun, invoiceNumber: number.data?.invoiceNumber, lot: lot.data }} />;
}

function Fields({ onPrint, ...props }: DispatchFormProps) {
  const { record } = props;
  const prints = useRef(false);
  const { form, panel, batches, sale, seen } = useDispatchForm(props, ({ dispatchId }) => {
    if (prints.current) onPrint?.(dispatchId);
  });
  const { values, getInputProps } = form;
  const expired = useExpiredSends(values, batches, seen);
  const lines = linesOf(form, { first: 'item', blank: blankLine });

  return (
    <>
      <FormPanel
        afterLastField={lines.add}
        {...panel}
        save={record ? 'Update dispatch' : 'Add dispatch'}
        beforeSave={() => {
          prints.current = false;
        }}
        otherSave={
          onPrint && {
            label: 'Add and print delivery note',
            before: () => {
              prints.current = true;
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
          <InvoiceNumberField form={form} record={record} />
          <TextInput {...getInputProps('vehicle')} label={dispatchLabels.vehicle} />
        </div>
        <Sale form={form} sale={sale} />
        {expired.isReasonAsked && <ExpiryReason {...getInputProps('afterExpiryReason')} />}
        <Papers form={form} />
      </FormPanel>
      {values.buyer && (
        <EarlierDispatches
          buyer={values.buyer}
          except={record?.dispatchId}
          onSendAgain={(earlier) => {
            clearFaults(form, 'lines');
            form.setFieldValue('lines', linesAgain(earlier));
          }}
        />
      )}
    </>
  );
}

type Form = ReturnType<typeof useDispatchForm>['form'];

function InvoiceNumberField({ form, record }: { form: Form; record?: DispatchRecord }) {
  const field = form.getInputProps('invoiceNumber');
  const warnings = useInvoiceNumberUse(form.values, record?.dispatchId);
  return (
    <>
      <TextInput
        {...field}
        label={dispatchLabels.invoiceNumber}
        required
        autoComplete="off"
        {...warningProps(warnings, {
          error: field.error,
          action: (
            <Link to="/dispatches" search={{ search: form.values.invoiceNumber.trim() }}>
              Show it in the list
            </Link>
          ),
        })}
      />
      <WarningsLiveRegion warnings={warnings} />
    </>
  );
}

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

/** The claim that it is sold under, with the papers of its market, and the reason where a batch doesn't hold it. */
function Sale({ form, sale: { soldAs, isBroken, paperMarkets } }: { form: Form; sale: SaleOfForm }) {
  const { values, getInputProps } = form;
  const isReasonShown = isBroken || values.soldAsReason !== '';
  return (
    <>
      <SoldAsField
        {...getInputProps('soldAs')}
        wrapperProps={{ 'data-span': '3' }}
        none={soldAsTexts.best}
        description={values.soldAs === null && soldAs !== '' ? soldAsTexts.proposed : undefined}
        value={soldAs}
      />
      {importMarkets.map((market) => {
        const name = paperFields[market];
        if (!paperMarkets.includes(market) && values[name] === '') return null;
        return (
          <TextInput
            key={name}
            {...getInputProps(name)}
            wrapperProps={{ 'data-span': '3' }}
            label={dispatchLabels[name]}
            description={dispatchTexts.beforeLeaving}
          />
        );
      })}
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

const papers = ['transportDocument', 'transactionCertificate', 'note'] as const;

/** Fields that few dispatches need, behind a button until one of them is filled. */
function Papers({ form }: { form: Form }) {
  const [isOpen, setOpen] = useState(() => papers.some((name) => form.values[name] !== ''));
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
  return papers.map((name) => <TextInput key={name} {...form.getInputProps(name)} label={dispatchLabels[name]} />);
}

function useDispatchForm(props: DispatchFormProps, onCreated: (created: DispatchRecord) => void) {
  /** The lines of the sent body, in which one of the form may be several. */
  const placed = useRef<ReturnType<typeof placeLines>>([]);
  const definition = {
    ...dispatches,
    bodyOf: (values: DispatchDraft) => {
      placed.current = placeLines(values, batches);
      const content = contentOf(values, placed.current, sale.soldAs);
      return proposal.isProposed(values.invoiceNumber) ? { ...content, invoiceNumberProposed: true } : content;
    },
    fieldOf: (path: string) => fieldOf(path, placed.current),
  };
  const documentForm = useDocumentForm(definition, props, {
    faultsOf: (values) => faultsOf(values, batches, sale.soldAs),
    showError: (fault) => {
      toastFailed(dispatchTexts.saveFailed, whyOf(fault));
      if (fault instanceof ApiError && fault.errors['invoiceNumber']) proposal.proposeAgain();
      // The batches that have too little are proposed again.
      const paths = fault instanceof ApiError ? Object.keys(fault.errors) : [];
      for (const path of paths.filter((each) => each.endsWith('.quantity'))) {
        const index = lineIndexOf(path, placed.current);
        if (index !== undefined) documentForm.form.setFieldValue(`lines.${index}.sends`, []);
      }
    },
    onCreated,
  });
  const { form } = documentForm;
  const proposal = useProposal({
    begun: props.record || props.restored ? undefined : props.begun?.invoiceNumber,
    dispatchDate: form.values.dispatchDate,
    isOutstanding: documentForm.isOutstanding,
    read: () => form.getValues().invoiceNumber,
    replace: (proposed) => form.setFieldValue('invoiceNumber', proposed),
  });
  const { lines } = form.values;
  const batches = useBatches(
    lines.flatMap(({ item }) => item?.itemId ?? []),
    documentForm.seen,
  );
  const sale = useSoldAs(form.values, batches);
  return { ...documentForm, batches, sale };
}
