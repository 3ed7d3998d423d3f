/** The count sheet as a form: its values, and the ledger of the counted day that they are compared with. */
import type { z } from 'zod';
import { useRef, useState } from 'react';
import {
  adjustmentEndpoints,
  countEndpoints,
  type adjustmentBody,
  type AdjustmentRecord,
} from '#contract/stock/adjustments/adjustments.ts';
import { countTexts } from '#contract/stock/adjustments/countTexts.ts';
import { adjustmentTexts } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import { toastDone, toastFailed } from '#web/core/ui/toast.tsx';
import { today } from '#web/core/ui/today.ts';
import {
  blankValues,
  bodyOf,
  filledLots,
  faultsOf,
  fieldOf,
  valuesOf,
  withTyped,
  type CountValues,
  type SheetLot,
} from './countValues.ts';
import { findLotsInStock, findLotsOfCount } from './lotsInStock.ts';
import { dropOwnSavedCount, resumeSavedCount, saveCount } from './savedCount.ts';
import { checkStockUnchanged, stockChangeTexts, StockChangedError } from './stockChanges.ts';
import { countedLedgerOf, useAutosave, type CountedLedger } from './useAutosave.ts';
import { useLedgerOfDay, withCounted } from './useLedgerOfDay.ts';
import { useSavedCount } from './useSavedCount.tsx';

export interface CountSheetProps extends FormProps<AdjustmentRecord, CountValues> {
  /** The lots as they were when the sheet was opened. */
  opened: SheetLot[];
  /** The lots of a count that waits, as they were when they were counted. */
  lotsWhenCounted?: readonly SheetLot[];
  /** Called with the id of a new count. */
  onPosted?: (adjustmentId: number) => void;
}

/** Records a count, or changes the edited one. */
async function sendCount(
  record: AdjustmentRecord | undefined,
  body: z.input<typeof adjustmentBody>,
  idempotencyKey: string,
): Promise<AdjustmentRecord> {
  if (!record) return await call(countEndpoints.create, { body, idempotencyKey });
  const { adjustmentId: id, updatedAt } = record;
  const changed = { ...body, adjustmentId: id, updatedAt };
  return await call(adjustmentEndpoints.update, { params: { id }, body: changed, idempotencyKey });
}

/** The toast after a count was sent: `record` is the count as it was opened. */
function doneText(record: AdjustmentRecord | undefined, sent: AdjustmentRecord | undefined): string {
  if (record) return record.state === 'waiting' ? countTexts.posted : adjustmentTexts.updated;
  return sent?.state === 'waiting' ? countTexts.sentToOffice : adjustmentTexts.added;
}

export function useCount({ opened, lotsWhenCounted = [], onPosted, ...props }: CountSheetProps) {
  const [lots, setLots] = useState(opened);
  const [changeTexts, setChangeTexts] = useState(() => stockChangeTexts(lotsWhenCounted, opened));
  const [countedLedger, setCountedLedger] = useState<CountedLedger>(new Map());
  const sent = useRef<AdjustmentRecord>(undefined);
  const { record } = props;
  const isNew = record === undefined;
  const readLots = async (day: string, signal?: AbortSignal) =>
    await (record ? findLotsOfCount(record, day, signal) : findLotsInStock(day, signal));
  const { form, panel } = useRecordForm<AdjustmentRecord, CountValues, CountValues>({
    ...props,
    resource: record ? 'adjustments' : 'counts',
    initialValues: props.restored?.values ?? (record ? valuesOf(record) : blankValues()),
    draftOf: (values) => values,
    faultsOf: (values) => faultsOf(values, lots),
    fieldOf: (path, values) => fieldOf(path, values, lots),
    alertOf: (values) =>
      filledLots(values, lots).length + values.others.length === 0 ? adjustmentTexts.linesRequired : undefined,
    send: async (values, idempotencyKey) => {
      checkStockUnchanged(await readLots(values.date), lots, values);
      const body = { ...bodyOf(values, lots), reason: record?.reason ?? '' };
      sent.current = await sendCount(record, body, idempotencyKey);
    },
    done: () => doneText(record, sent.current),
    showError: (fault) => {
      if (fault instanceof StockChangedError) {
        setCountedLedger((earlier) => new Map([...countedLedgerOf(form.getValues(), lots), ...earlier]));
        setLots(fault.lots);
        setChangeTexts(fault.sentences);
      } else toastFailed(adjustmentTexts.saveFailed, whyOf(fault));
    },
    onSaved: () => {
      if (!record) dropOwnSavedCount();
      props.onSaved();
      if (sent.current) onPosted?.(sent.current.adjustmentId);
    },
  });
  const { values } = form;
  const setShownDay = useLedgerOfDay({ openedDay: record?.date ?? today(), readLots, values, lots, setLots });
  const { note, offer } = useSavedCount(isNew, isNew && !props.restored, async (saved) => {
    const inStock = await findLotsInStock(saved.values.date);
    resumeSavedCount(saved);
    setShownDay(saved.values.date);
    setLots(withCounted(inStock, saved.lots));
    setChangeTexts(stockChangeTexts(saved.lots, inStock));
    setCountedLedger(countedLedgerOf(saved.values, saved.lots));
    form.setValues(withTyped(saved.values, form.getValues()));
  });
  useAutosave(isNew && note === undefined, { values, lots, ledger: countedLedger, offer });
  const saveForLater = () => {
    try {
      const elsewhere = saveCount(form.getValues(), lots);
      if (elsewhere) return offer(elsewhere);
    } catch {
      return toastFailed(countTexts.notSaved);
    }
    toastDone(countTexts.savedForLater);
    props.onChanged(false);
    props.onCancel();
  };
  return { form, panel, lots, changeTexts, savedCountNote: note, saveForLater };
}
