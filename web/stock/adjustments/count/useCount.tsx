/** The values of the count sheet, and the ledger that they are compared with: of the end of the day that is counted. */
import type { z } from 'zod';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import {
  adjustmentEndpoints,
  type adjustmentBody,
  type AdjustmentRecord,
} from '#contract/stock/adjustments/adjustments.ts';
import { countTexts } from '#contract/stock/adjustments/countTexts.ts';
import { adjustmentTexts } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { isCalendarDate } from '#contract/core/values/dates.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import { toastDone, toastFailed } from '#web/core/ui/toast.tsx';
import { today } from '#web/core/ui/today.ts';
import {
  blankValues,
  contentOf,
  filledLots,
  faultsOf,
  fieldOf,
  inSheetOrder,
  valuesOf,
  type CountValues,
  type SheetLot,
} from './countValues.ts';
import { findLotsInStock } from './lotsInStock.ts';
import {
  dropOwnSavedCount,
  dropSavedCount,
  readSavedCount,
  saveCount,
  resumeSavedCount,
  watchSavedCount,
  type SavedCount,
} from './savedCount.ts';
import { SavedCountNote } from './SavedCountNote.tsx';

export interface CountSheetProps extends FormProps<AdjustmentRecord, CountValues> {
  /** The lots as they were when the sheet was opened. */
  opened: SheetLot[];
  /** Called with the id of a new count. */
  onPosted?: (adjustmentId: number) => void;
}

/** Stock of counted lots has changed since the sheet was opened: nothing was posted. */
class StockChangedError extends Error {
  readonly lots: SheetLot[];
  readonly sentences: string[];

  constructor(lots: SheetLot[], sentences: string[]) {
    super(sentences.join(' '));
    this.lots = lots;
    this.sentences = sentences;
  }
}

/** A sentence if the ledger's quantity of a lot has changed. */
function movedSince(
  { code, unit, onHandQty }: Pick<SheetLot, 'code' | 'unit' | 'onHandQty'>,
  before?: number,
): string[] {
  if (before === undefined || before === onHandQty) return [];
  return [countTexts.moved(code, formatQuantityWithUnit(before, unit), formatQuantityWithUnit(onHandQty, unit))];
}

/** A saved count merged with counts of other lots that are typed now, as in two tabs. */
function withTyped(saved: CountValues, typed: CountValues): CountValues {
  const isTyped = ([lotId, text]: [string, string | undefined]) => text && !saved.counted[Number(lotId)];
  const codes = new Set(saved.others.map(({ code }) => code));
  return {
    ...saved,
    counted: { ...saved.counted, ...Object.fromEntries(Object.entries(typed.counted).filter(isTyped)) },
    reasons: { ...typed.reasons, ...saved.reasons },
    others: [...saved.others, ...typed.others.filter(({ code }) => !codes.has(code))],
  };
}

interface OfferedCount {
  /** Undefined if nothing is offered. */
  note: ReactNode;
  offer: (saved: SavedCount) => void;
}

/** The count that was saved for later, or is typed in another tab, until it is resumed or discarded. */
function useSavedCount(isNew: boolean, isOffered: boolean, goOn: (saved: SavedCount) => Promise<void>): OfferedCount {
  const [saved, setSaved] = useState(() => (isOffered ? readSavedCount() : undefined));
  useEffect(() => (isNew ? watchSavedCount(setSaved) : undefined), [isNew]);
  const note = saved && (
    <SavedCountNote
      saved={saved}
      onGoOn={() => {
        goOn(saved).then(
          () => setSaved(undefined),
          (fault: unknown) => toastFailed(lotTexts.loadFailed, whyOf(fault)),
        );
      }}
      onDrop={() => {
        dropSavedCount();
        setSaved(undefined);
      }}
    />
  );
  return { note, offer: setSaved };
}

/** Ledger quantities and typed texts of lots that were counted before their stock changed. */
type Moment = ReadonlyMap<number, { text: string | undefined; onHandQty: number }>;

function momentOf(values: CountValues, lots: readonly SheetLot[]): Moment {
  const counted = filledLots(values, lots);
  return new Map(counted.map(({ lotId, onHandQty }) => [lotId, { text: values.counted[lotId], onHandQty }]));
}

interface CountNow {
  values: CountValues;
  lots: readonly SheetLot[];
  moment: Moment;
}

/**
 * Saves the count automatically: with each key, since it is small and a delayed save could be lost. Lots counted before
 * their stock changed are stored with the earlier ledger quantity, so that the warning appears again.
 */
function useKeepingCount(
  isStored: boolean,
  { values, lots, moment, offer }: Pick<OfferedCount, 'offer'> & CountNow,
): void {
  const keep = useEffectEvent(() => {
    if (!isStored) return;
    const asCounted = lots.map((lot) => {
      const before = moment.get(lot.lotId);
      return before && before.text === values.counted[lot.lotId] ? { ...lot, onHandQty: before.onHandQty } : lot;
    });
    try {
      const isBlank = filledLots(values, lots).length + values.others.length === 0;
      const elsewhere = isBlank ? dropOwnSavedCount() : saveCount(values, asCounted);
      if (elsewhere) offer(elsewhere);
    } catch (error) {
      // A device without storage, such as in a private window, must not disturb typing.
      console.error(error);
    }
  });
  useEffect(() => keep(), [isStored, values]);
}

/** The lots with stock, and those of the counted ones that have none by now: they stay on the sheet. */
function withCounted(fresh: readonly SheetLot[], counted: readonly SheetLot[]): SheetLot[] {
  const ids = new Set(fresh.map(({ lotId }) => lotId));
  return inSheetOrder([...fresh, ...counted.flatMap((lot) => (ids.has(lot.lotId) ? [] : { ...lot, onHandQty: 0 }))]);
}

/** Reads the stock again. Throws a StockChangedError if counted lots have changed. */
async function checkUnmoved(lots: readonly SheetLot[], values: CountValues): Promise<void> {
  const inStock = await findLotsInStock(values.date);
  const now = new Map(inStock.map((lot) => [lot.lotId, lot.onHandQty]));
  const fresh = lots.map((lot) => ({ ...lot, onHandQty: now.get(lot.lotId) ?? 0 }));
  const sentences = filledLots(values, lots).flatMap(({ lotId, code, unit, onHandQty }) => {
    return movedSince({ code, unit, onHandQty: now.get(lotId) ?? 0 }, onHandQty);
  });
  if (sentences.length > 0) throw new StockChangedError(fresh, sentences);
}

interface ShownDay {
  isNew: boolean;
  values: CountValues;
  lots: readonly SheetLot[];
  setLots: (lots: SheetLot[]) => void;
}

/** Reads the ledger again where another day is counted. Returns how to say that it was read for a day. */
function useShownDay({ isNew, values, lots, setLots }: ShownDay) {
  const [shown, setShown] = useState(today());
  const { date } = values;
  const keepCounted = useEffectEvent((fresh: readonly SheetLot[]) => {
    setLots(withCounted(fresh, filledLots(values, lots)));
  });
  useEffect(() => {
    if (!isNew || date === shown || !isCalendarDate(date)) return undefined;
    const stop = new AbortController();
    findLotsInStock(date, stop.signal).then(
      (fresh) => {
        setShown(date);
        keepCounted(fresh);
      },
      (fault: unknown) => {
        if (!stop.signal.aborted) toastFailed(lotTexts.loadFailed, whyOf(fault));
      },
    );
    return () => stop.abort();
  }, [isNew, date, shown]);
  return setShown;
}

/** Records a count, or changes the edited one. */
async function sendCount(
  record: AdjustmentRecord | undefined,
  body: z.input<typeof adjustmentBody>,
  idempotencyKey: string,
): Promise<AdjustmentRecord> {
  if (!record) return await call(adjustmentEndpoints.create, { body, idempotencyKey });
  const { adjustmentId: id, updatedAt } = record;
  const changed = { ...body, adjustmentId: id, updatedAt };
  return await call(adjustmentEndpoints.update, { params: { id }, body: changed, idempotencyKey });
}

export function useCount({ opened, onPosted, ...props }: CountSheetProps) {
  const [lots, setLots] = useState(opened);
  const [moved, setMoved] = useState<string[]>([]);
  const [moment, setMoment] = useState<Moment>(new Map());
  const posted = useRef(0);
  const { record } = props;
  const isNew = record === undefined;
  const { form, panel } = useRecordForm<AdjustmentRecord, CountValues, CountValues>({
    ...props,
    resource: 'adjustments',
    initialValues: props.restored?.values ?? (record ? valuesOf(record) : blankValues()),
    draftOf: (values) => values,
    faultsOf: (values) => faultsOf(values, lots),
    fieldOf: (path, values) => fieldOf(path, values, lots),
    alertOf: (values) =>
      filledLots(values, lots).length + values.others.length === 0 ? adjustmentTexts.linesRequired : undefined,
    send: async (values, idempotencyKey) => {
      // An edited count stays one of its own moment.
      if (!record) await checkUnmoved(lots, values);
      const body = { ...contentOf(values, lots), reason: record?.reason ?? '' };
      const saved = await sendCount(record, body, idempotencyKey);
      posted.current = saved.adjustmentId;
    },
    done: record ? adjustmentTexts.updated : adjustmentTexts.added,
    showError: (fault) => {
      if (fault instanceof StockChangedError) {
        setMoment((earlier) => new Map([...momentOf(form.getValues(), lots), ...earlier]));
        setLots(fault.lots);
        setMoved(fault.sentences);
      } else toastFailed(adjustmentTexts.saveFailed, whyOf(fault));
    },
    onSaved: () => {
      if (!record) dropOwnSavedCount();
      props.onSaved();
      onPosted?.(posted.current);
    },
  });
  const { values } = form;
  const setShownDay = useShownDay({ isNew, values, lots, setLots });
  const { note, offer } = useSavedCount(isNew, isNew && !props.restored, async (count) => {
    const fresh = await findLotsInStock(count.values.date);
    resumeSavedCount(count);
    const now = new Map(fresh.map((lot) => [lot.lotId, lot.onHandQty]));
    setShownDay(count.values.date);
    setLots(withCounted(fresh, count.lots));
    setMoved(count.lots.flatMap((lot) => movedSince({ ...lot, onHandQty: now.get(lot.lotId) ?? 0 }, lot.onHandQty)));
    setMoment(momentOf(count.values, count.lots));
    form.setValues(withTyped(count.values, form.getValues()));
  });
  useKeepingCount(isNew && note === undefined, { values, lots, moment, offer });
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
  return { form, panel, lots, moved, saved: note, saveForLater };
}
