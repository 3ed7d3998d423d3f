/** Records or edits what leaves for a buyer, with what the buyer got before below it. */
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { buyerEndpoints } from '#contract/masters/buyers.ts';
import { dispatchEndpoints, dispatchLabels, dispatchTexts, type DispatchRecord } from '#contract/ship/dispatches.ts';
import { limits } from '#contract/core/fields.ts';
import { lotEndpoints } from '#contract/stock/lots.ts';
import { partyLabels } from '#contract/masters/parties.ts';
import { ApiError, call, whyOf } from '#web/core/api/client.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { clearFaults, linesOf } from '#web/core/form/lines.ts';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import type { Choice } from '#web/core/lookup/lookup.ts';
import { oneLine } from '#web/core/ui/table/oneLine.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';
import classes from './DispatchForm.module.css';
import { dispatchConflict } from './comparedDispatch.ts';
import { DispatchLines } from './DispatchLines.tsx';
import {
  blankLine,
  blankValues,
  contentOf,
  copyOf,
  faultsOf,
  fieldOf,
  lineIndexOf,
  linesAgain,
  placeLines,
  valuesOf,
  type DispatchDraft,
} from './dispatchDraft.ts';
import { EarlierDispatches } from './EarlierDispatches.tsx';
import { useBatches } from './useBatches.ts';

export interface DispatchFormProps extends FormProps<DispatchRecord, DispatchDraft> {
  /** The batch that a new dispatch begins with. */
  lotId?: number;
  /** Whom a new dispatch is for. */
  buyer?: Choice;
  /** What a new dispatch is a copy of. */
  copied?: DispatchRecord;
  /** Called after saving, where the delivery note was asked for. */
  onPrint?: (dispatchId: number) => void;
}

/** A new dispatch waits for its proposed invoice number and its batch. */
export function DispatchForm({ lotId, buyer, copied, ...props }: DispatchFormProps) {
  const isNew = props.record === undefined && props.restored === undefined;
  const number = useQuery({
    queryKey: [dispatchEndpoints.nextInvoiceNumber.path],
    queryFn: ({ signal }) => call(dispatchEndpoints.nextInvoiceNumber, { signal }),
    enabled: isNew,
    gcTime: 0,
  });
  const hasLot = isNew && lotId !== undefined;
  const lot = useQuery({
    queryKey: [lotEndpoints.get.path, lotId],
    queryFn: ({ signal }) => call(lotEndpoints.get, { params: { id: lotId ?? 0 }, signal }),
    enabled: hasLot,
  });
  if ((isNew && number.isPending) || (hasLot && lot.isPending)) return null;
  const { record, restored } = props;
  const proposed = number.data?.invoiceNumber ?? '';
  const blank = copied ? copyOf(copied, proposed) : { ...blankValues(proposed, lot.data), buyer: buyer ?? null };
  const values = restored?.values ?? (record ? valuesOf(record) : blank);
  return <Fields {...props} values={values} />;
}

interface FieldsProps extends FormProps<DispatchRecord, DispatchDraft> {
  values: DispatchDraft;
  onPrint?: (dispatchId: number) => void;
}

function Fields({ onPrint, values: initialValues, ...props }: FieldsProps) {
  const { record } = props;
  const prints = useRef(false);
  const { form, panel, batches } = useDispatchForm({ ...props, initialValues }, (dispatchId) => {
    if (prints.current) onPrint?.(dispatchId);
  });
  const { values, getInputProps } = form;
  const lines = linesOf(form, {
    list: 'lines',
    first: 'item',
    blank: blankLine,
    count: () => form.getValues().lines.length,
  });

  return (
    <>
      <FormPanel
        title={record ? 'Update dispatch' : 'New dispatch'}
        save={record ? 'Update dispatch' : 'Add dispatch'}
        afterLastField={lines.add}
        {...panel}
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
        below={<DispatchLines form={form} batches={batches} add={lines.add} remove={lines.remove} />}
      >
        <div data-span="12" className={classes.head}>
          <BuyerField form={form} record={record} />
          <DateField
            {...getInputProps('dispatchDate')}
            label={dispatchLabels.dispatchDate}
            required
            value={values.dispatchDate}
          />
          <TextInput
            {...getInputProps('invoiceNumber')}
            label={dispatchLabels.invoiceNumber}
            required
            autoComplete="off"
            maxLength={limits.invoiceNumber}
          />
          <TextInput {...getInputProps('vehicle')} label={dispatchLabels.vehicle} maxLength={limits.name} />
        </div>
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

function BuyerField({ form, record }: { form: Form; record?: DispatchRecord }) {
  const { buyer } = form.values;
  const { data } = useQuery({
    queryKey: [buyerEndpoints.get.path, buyer?.value],
    queryFn: ({ signal }) => call(buyerEndpoints.get, { params: { id: buyer?.value ?? 0 }, signal }),
    enabled: buyer !== null,
  });
  const gstin = data?.gstinNumber && `${partyLabels.gstinNumber} ${data.gstinNumber}`;
  return (
    <LookupField
      {...form.getInputProps('buyer')}
      label={dispatchLabels.buyerId}
      required
      placeholder="Type to search"
      creates="buyers"
      description={data && [oneLine(data.address), gstin].filter(Boolean).join(' · ')}
      endpoint={buyerEndpoints.list}
      sort="name"
      toChoice={({ buyerId, name }) => ({ value: buyerId, label: name })}
      offers={({ status, buyerId }) => status === 1 || buyerId === record?.buyerId}
      hint={({ phone }) => phone}
      chosen={buyer}
      onChoose={({ buyerId, name }) => form.setFieldValue('buyer', { value: buyerId, label: name })}
    />
  );
}

const papers = ['transportDocument', 'transactionCertificate', 'note'] as const;

/** What few dispatches have, behind a button until one of them is filled. */
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
  return papers.map((name) => (
    <TextInput
      key={name}
      {...form.getInputProps(name)}
      label={dispatchLabels[name]}
      maxLength={name === 'note' ? limits.description : limits.name}
    />
  ));
}

interface DispatchFormOptions extends FormProps<DispatchRecord, DispatchDraft> {
  initialValues: DispatchDraft;
}

function useDispatchForm({ initialValues, ...props }: DispatchFormOptions, onRecorded: (dispatchId: number) => void) {
  const { record } = props;
  const recorded = useRef(0);
  /** Of the sent body, in which a line may be several. */
  const placed = useRef<ReturnType<typeof placeLines>>([]);
  const recordForm = useRecordForm({
    ...props,
    resource: 'dispatches',
    initialValues,
    draftOf: (values) => values,
    faultsOf: (values) => faultsOf(values, batches),
    fieldOf: (path) => fieldOf(path, placed.current),
    send: async (values, idempotencyKey, seen) => {
      placed.current = placeLines(values, batches);
      const content = contentOf(values, placed.current);
      recorded.current = await save(content, idempotencyKey, seen);
    },
    conflict: dispatchConflict,
    done: record ? dispatchTexts.updated : dispatchTexts.added,
    showError: (fault) => {
      toastFailed(dispatchTexts.saveFailed, whyOf(fault));
      // The batches that were refused are proposed again.
      for (const path of fault instanceof ApiError ? Object.keys(fault.errors) : []) {
        const index = lineIndexOf(path, placed.current);
        if (index !== undefined) recordForm.form.setFieldValue(`lines.${index}.sends`, []);
      }
    },
    onSaved: () => {
      props.onSaved();
      onRecorded(recorded.current);
    },
  });
  const { lines } = recordForm.form.values;
  const batches = useBatches(
    lines.flatMap(({ item }) => item?.itemId ?? []),
    recordForm.seen,
  );
  return { ...recordForm, batches };
}

async function save(
  content: ReturnType<typeof contentOf>,
  idempotencyKey: string,
  record: DispatchRecord | undefined,
): Promise<number> {
  if (!record) return (await call(dispatchEndpoints.create, { body: content, idempotencyKey })).dispatchId;
  const { dispatchId, updatedAt } = record;
  const body = { ...content, dispatchId, updatedAt };
  await call(dispatchEndpoints.update, { params: { id: dispatchId }, body });
  return dispatchId;
}
