/** Adding and editing an inward: its head, its bill, its lines, its totals (specification §2 and §5). */
import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type SubmitEvent } from 'react';
import { restoredTexts } from '#contract/auth.ts';
import { limits } from '#contract/fields.ts';
import { inwardEndpoints, inwardStatuses, inwardStatusLabels, inwardTexts, inwardLabels } from '#contract/inward.ts';
import { supplierEndpoints } from '#contract/suppliers.ts';
import { call, fieldMessagesOf, messageOf, serverMessageOf } from '#web/api/client.ts';
import { warned, WarningsSpoken } from '#web/form/FieldWarning.tsx';
import type { FormProps } from '#web/form/useOpenedForm.ts';
import { useSaving } from '#web/form/useSaving.ts';
import { useTyped } from '#web/form/useTyped.ts';
import { LookupField } from '#web/list/LookupField.tsx';
import { DateField } from '#web/form/DateField.tsx';
import { FormPanel } from '#web/form/FormPanel.tsx';
import { focusFirstFault } from '#web/form/fieldFocus.ts';
import { NumberField } from '#web/form/NumberField.tsx';
import { SelectField } from '#web/form/SelectField.tsx';
import { toastDone, toastFailed } from '#web/ui/toast.tsx';
import { useLines } from '#web/form/useLines.ts';
import { useTouched } from '#web/form/useTouched.ts';
import { BillField } from './BillField.tsx';
import {
  alertOf,
  blankLine,
  contentOf,
  faultsOf,
  fieldOf,
  headOf,
  linesOf,
  type FieldMessages,
  type InwardDraft,
  type InwardHead,
  type InwardWithBill,
} from './inwardDraft.ts';
import { InwardLines } from './InwardLines.tsx';
import { useInvoiceNumberUse } from './useInvoiceNumberUse.ts';
import type { Bill } from './readBill.ts';

const statusOptions = inwardStatuses.map((value) => ({ value, label: inwardStatusLabels[value] }));

export function InwardForm({ record, restored, onChanged, onCancel, onSaved }: FormProps<InwardWithBill, InwardDraft>) {
  const [head, setHead] = useState(() => restored?.values.head ?? headOf(record));
  const [bill, setBill] = useState<Bill>();
  const { lines, ...lineChanges } = useLines(blankLine, restored?.values.lines ?? linesOf(record));
  const touched = useTouched();
  const [refused, setRefused] = useState<FieldMessages>({});

  const hasBill = bill !== undefined || record?.hasBill === true;
  const faults = { ...refused, ...faultsOf(head, lines, hasBill) };
  const shown = (field: string) => (touched.shows(field) ? faults[field] : undefined);

  const [first] = useState({ head, lines });
  const hadBill = restored?.values.hadBill === true;
  const idempotencyKey = useTyped({
    form: 'inward',
    record: record && { ...record, billAttachment: null },
    restored,
    values: { head, lines, hadBill: hadBill || bill !== undefined },
    edited: head !== first.head || lines !== first.lines || bill !== undefined,
    onChanged,
  });
  // What the server refused belongs to what was sent, not to what is typed since.
  useEffect(() => setRefused({}), [head, lines, bill]);

  const focusFirst = () => {
    touched.touchAll();
    focusFirstFault();
  };

  const { save, busy } = useSaving({
    send: (content: ReturnType<typeof contentOf>) =>
      record
        ? call(inwardEndpoints.update, {
            params: { id: record.inwardId },
            body: {
              ...content,
              inwardId: record.inwardId,
              billAttachment: bill?.dataUrl ?? null,
              updatedAt: record.updatedAt,
            },
          })
        : call(inwardEndpoints.create, { body: { ...content, billAttachment: bill?.dataUrl ?? '' }, idempotencyKey }),
    onSaved: () => {
      toastDone(record ? inwardTexts.updated : inwardTexts.added);
      onSaved();
    },
    onFailed: (fault) => {
      const failed = record ? inwardTexts.updateFailed : inwardTexts.createFailed;
      toastFailed(serverMessageOf(fault) ?? failed, messageOf(fault));
      const messages = Object.entries(fieldMessagesOf(fault)).map(([path, text]) => [fieldOf(path, lines), text]);
      setRefused(Object.fromEntries(messages));
      focusFirst();
    },
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const alert = alertOf(lines, hasBill);
    if (alert) toastFailed(alert);
    if (alert || Object.keys(faults).length > 0) focusFirst();
    else save(contentOf(head, lines));
  };

  const numberUse = useInvoiceNumberUse(head.supplier?.value, head.invoiceNumber, record?.inwardId);

  const set = (patch: Partial<InwardHead>) => setHead((before) => ({ ...before, ...patch }));
  const field = (name: string) => ({
    error: shown(name),
    onBlur: () => touched.touch(name),
    'data-path': name,
  });

  return (
    <FormPanel
      title={record ? 'Update Inward' : 'Add Inward'}
      save={record ? 'Update' : 'Add'}
      note={restored && (hadBill ? `${restoredTexts.typed} ${restoredTexts.billAgain}` : restoredTexts.typed)}
      busy={busy}
      behindLast={lineChanges.add}
      onSubmit={submit}
      onCancel={onCancel}
      below={
        <InwardLines
          lines={lines}
          {...lineChanges}
          head={head}
          inwardId={record?.inwardId}
          touch={touched.touch}
          shown={shown}
        />
      }
    >
      <LookupField
        label={inwardLabels.supplierId}
        required
        placeholder="Type to search"
        endpoint={supplierEndpoints.list}
        sort="name"
        toChoice={(supplier) => ({ value: supplier.supplierId, label: supplier.name })}
        offers={(supplier) => supplier.status === 1 || supplier.supplierId === record?.supplierId}
        hint={(supplier) => supplier.phone}
        chosen={head.supplier}
        onChoose={(supplier) => set({ supplier: { value: supplier.supplierId, label: supplier.name } })}
        {...field('supplierId')}
      />
      <TextInput
        wrapperProps={{ 'data-span': '3' }}
        label={inwardLabels.invoiceNumber}
        required
        maxLength={limits.invoiceNumber}
        value={head.invoiceNumber}
        onChange={(event) => set({ invoiceNumber: event.currentTarget.value })}
        {...field('invoiceNumber')}
        {...warned(numberUse, {
          error: shown('invoiceNumber'),
          action: (
            <Link to="/inward" search={{ search: head.invoiceNumber.trim() }}>
              Show it in the list
            </Link>
          ),
        })}
      />
      <WarningsSpoken warnings={numberUse} />
      <DateField
        span={3}
        label={inwardLabels.inwardDate}
        required
        value={head.inwardDate}
        onChange={(inwardDate) => set({ inwardDate })}
        {...field('inwardDate')}
      />
      <SelectField
        wrapperProps={{ 'data-span': '2' }}
        label={inwardLabels.status}
        required
        allowDeselect={false}
        data={statusOptions}
        value={head.status}
        onChange={(status) => status && set({ status })}
        {...field('status')}
      />
      <div data-span="9">
        <BillField bill={bill} present={record} onBill={setBill} error={shown('billAttachment')} />
      </div>
      <NumberField
        wrapperProps={{ 'data-span': '3' }}
        label={inwardLabels.totalGst}
        placeholder="0.00"
        value={head.totalGst}
        onChange={(totalGst) => set({ totalGst })}
        {...field('totalGst')}
      />
    </FormPanel>
  );
}
