/** Adding and editing an inward: its head, its bill, its lines, its totals (specification §2 and §5). */
import { Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react';
import { limits } from '#contract/fields.ts';
import { inwardEndpoints, inwardStatusLabels, inwardTexts, type InwardStatus } from '#contract/inward.ts';
import { supplierEndpoints } from '#contract/suppliers.ts';
import { ApiError, call, messageOf, serverMessageOf } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotency.ts';
import { LookupField } from '#web/list/LookupField.tsx';
import { DateField } from '#web/ui/DateField.tsx';
import { FormPanel } from '#web/ui/FormPanel.tsx';
import { focusFirstFault } from '#web/ui/focusFirstFault.ts';
import { toastDone, toastFailed } from '#web/ui/toast.tsx';
import { useLines } from '#web/ui/useLines.ts';
import { useTouched } from '#web/ui/useTouched.ts';
import { BillField, type Bill } from './BillField.tsx';
import {
  alertOf,
  blankLine,
  contentOf,
  faultsOf,
  fieldOf,
  headOf,
  linesOf,
  type FieldMessages,
  type InwardHead,
  type InwardWithBill,
} from './inwardDraft.ts';
import { InwardLines } from './InwardLines.tsx';

const statusOptions: { value: InwardStatus; label: string }[] = [
  { value: 'paid', label: inwardStatusLabels.paid },
  { value: 'notpaid', label: inwardStatusLabels.notpaid },
  { value: 'pending', label: inwardStatusLabels.pending },
];

interface InwardFormProps {
  /** The inward that is edited; nothing for a new one. */
  record?: InwardWithBill;
  onChanged: (changed: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

export function InwardForm({ record, onChanged, onCancel, onSaved }: InwardFormProps) {
  const queryClient = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [head, setHead] = useState(() => headOf(record));
  const [bill, setBill] = useState<Bill>();
  const { lines, ...lineChanges } = useLines(blankLine, linesOf(record));
  const touched = useTouched();
  const [refused, setRefused] = useState<FieldMessages>({});

  const faults = { ...refused, ...faultsOf(head, lines) };
  const shown = (field: string) => (touched.shows(field) ? faults[field] : undefined);

  const first = useRef({ head, lines });
  const edited = useEffectEvent(() => {
    onChanged(head !== first.current.head || lines !== first.current.lines || bill !== undefined);
    // What the server refused belongs to what was sent, not to what is typed since.
    setRefused({});
  });
  useEffect(() => edited(), [head, lines, bill]);

  const focusFirst = () => {
    touched.touchAll();
    focusFirstFault();
  };

  const saving = useMutation({
    mutationFn: () => {
      const content = contentOf(head, lines);
      return record
        ? call(inwardEndpoints.update, {
            params: { id: record.inwardId },
            body: { ...content, billAttachment: bill?.dataUrl ?? null, updatedAt: record.updatedAt },
          })
        : call(inwardEndpoints.create, { body: { ...content, billAttachment: bill?.dataUrl ?? '' }, idempotencyKey });
    },
    onSuccess: () => {
      toastDone(record ? inwardTexts.updated : inwardTexts.added);
      onSaved();
    },
    onError: (fault) => {
      const failed = record ? inwardTexts.updateFailed : inwardTexts.createFailed;
      toastFailed(serverMessageOf(fault) ?? failed, messageOf(fault));
      if (!(fault instanceof ApiError)) return;
      const messages = Object.entries(fault.errors).map(([path, texts]) => [fieldOf(path, lines), texts.join('\n')]);
      setRefused(Object.fromEntries(messages));
      focusFirst();
    },
    onSettled: () => queryClient.invalidateQueries(),
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Asked of the cache, since a double click comes before the next rendering.
    if (queryClient.isMutating() > 0) return;
    const alert = alertOf(lines, bill !== undefined || record?.hasBill === true);
    if (alert) toastFailed(alert);
    if (alert || Object.keys(faults).length > 0) focusFirst();
    else saving.mutate();
  };

  const set = (patch: Partial<InwardHead>) => setHead((before) => ({ ...before, ...patch }));
  const field = (name: string) => ({
    error: shown(name),
    onBlur: () => touched.touch(name),
    'data-path': name,
  });

  return (
    <FormPanel
      title={record ? 'Edit Inward' : 'Add Inward'}
      save={record ? 'Update' : 'Add'}
      busy={saving.isPending}
      onSubmit={submit}
      onCancel={onCancel}
      below={
        <InwardLines
          lines={lines}
          {...lineChanges}
          head={head}
          onGst={(totalGst) => set({ totalGst })}
          touch={touched.touch}
          shown={shown}
        />
      }
    >
      <LookupField
        label="Supplier"
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
        label="Invoice number"
        required
        maxLength={limits.invoiceNumber}
        value={head.invoiceNumber}
        onChange={(event) => set({ invoiceNumber: event.currentTarget.value })}
        {...field('invoiceNumber')}
      />
      <DateField
        span={3}
        label="Invoice date"
        required
        value={head.inwardDate}
        onChange={(inwardDate) => set({ inwardDate })}
        {...field('inwardDate')}
      />
      <Select
        wrapperProps={{ 'data-span': '2' }}
        label="Status"
        required
        allowDeselect={false}
        data={statusOptions}
        value={head.status}
        onChange={(status) => status && set({ status })}
        {...field('status')}
      />
      <div data-span="12">
        <BillField bill={bill} present={record} onBill={setBill} />
      </div>
    </FormPanel>
  );
}
