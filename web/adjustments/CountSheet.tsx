/** The form of a count. What the ledger says is of when the sheet was opened; posting looks again. */
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
} from 'react';
import { adjustmentTexts, countReasons, countTexts, type AdjustmentRecord } from '#contract/adjustments.ts';
import { formatQuantityWithUnit } from '#contract/format.ts';
import { readScan } from '#contract/labels.ts';
import { whyOf } from '#web/api/client.ts';
import { DateField } from '#web/form/DateField.tsx';
import type { FormProps } from '#web/form/useOpenedForm.ts';
import { useRecordForm } from '#web/form/useRecordForm.ts';
import { useListState } from '#web/list/useListState.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PanelMessage } from '#web/ui/Panel.tsx';
import { quantityColumn } from '#web/ui/Quantity.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { toastDone, toastFailed } from '#web/ui/toast.tsx';
import { CountFoot } from './CountFoot.tsx';
import { CountRow } from './CountRow.tsx';
import classes from './CountSheet.module.css';
import {
  blankValues,
  contentOf,
  countedLots,
  differencesOf,
  faultsOf,
  fieldOf,
  inSheetOrder,
  isCounted,
  valuesOf,
  worthOf,
  type CountValues,
  type SheetLot,
} from './countValues.ts';
import { findLotsInStock } from './lotsInStock.ts';
import { OtherLots } from './OtherLots.tsx';
import { saveAdjustment } from './saveAdjustment.ts';
import { dropSavedCount, readSavedCount, saveCount, type SavedCount } from './savedCount.ts';
import { SavedCountNote } from './SavedCountNote.tsx';

interface CountSheetProps extends FormProps<AdjustmentRecord, CountValues> {
  /** The lots as they were when the sheet was opened. */
  opened: SheetLot[];
  /** Called with the id of a new count. */
  onPosted?: (adjustmentId: number) => void;
}

/** What the foot of an edited count says. */
const editedTexts = { others: countTexts.emptied, post: countTexts.update };

/** Stock of counted lots has changed since the sheet was opened: nothing was posted. */
class MovedMeanwhile extends Error {
  readonly lots: SheetLot[];
  readonly sentences: string[];

  constructor(lots: SheetLot[], sentences: string[]) {
    super(sentences.join(' '));
    this.lots = lots;
    this.sentences = sentences;
  }
}

/** A sentence where the ledger said something else of a lot before. */
function movedSince(
  { code, unit, onHandQty }: Pick<SheetLot, 'code' | 'unit' | 'onHandQty'>,
  before?: number,
): string[] {
  if (before === undefined || before === onHandQty) return [];
  return [countTexts.moved(code, formatQuantityWithUnit(before, unit), formatQuantityWithUnit(onHandQty, unit))];
}

/** The count that was saved for later, until it is gone on with or discarded. */
function useSavedCount(isOffered: boolean, goOn: (saved: SavedCount) => void) {
  const [saved, setSaved] = useState(() => (isOffered ? readSavedCount() : undefined));
  return (
    saved && (
      <SavedCountNote
        saved={saved}
        onGoOn={() => {
          goOn(saved);
          setSaved(undefined);
        }}
        onDrop={() => {
          dropSavedCount();
          setSaved(undefined);
        }}
      />
    )
  );
}

/** What the ledger said of lots that were counted before it changed, with what was typed then. */
type Moment = ReadonlyMap<number, { text: string | undefined; onHandQty: number }>;

function momentOf(values: CountValues, lots: readonly SheetLot[]): Moment {
  const counted = countedLots(values, lots);
  return new Map(counted.map(({ lotId, onHandQty }) => [lotId, { text: values.counted[lotId], onHandQty }]));
}

/**
 * Saves the count for later by itself while it is typed: with each key, since it is small, and nothing is left to come late.
 * What was counted before the stock changed keeps what the ledger said then, so that it is told again.
 */
function useKeepingCount(isKept: boolean, values: CountValues, lots: readonly SheetLot[], moment: Moment): void {
  const keep = useEffectEvent(() => {
    if (!isKept) return;
    const asCounted = lots.map((lot) => {
      const before = moment.get(lot.lotId);
      return before && before.text === values.counted[lot.lotId] ? { ...lot, onHandQty: before.onHandQty } : lot;
    });
    try {
      if (countedLots(values, lots).length + values.others.length > 0) saveCount(values, asCounted);
      else dropSavedCount();
    } catch (error) {
      // A device that keeps nothing, such as in a private window, must not disturb typing.
      console.error(error);
    }
  });
  useEffect(() => keep(), [isKept, values]);
}

/** Looks again at what is in stock. Throws a MovedMeanwhile where lots that were counted have changed. */
async function checkUnmoved(lots: readonly SheetLot[], values: CountValues): Promise<void> {
  const now = new Map((await findLotsInStock()).map((lot) => [lot.lotId, lot.onHandQty]));
  const fresh = lots.map((lot) => ({ ...lot, onHandQty: now.get(lot.lotId) ?? 0 }));
  const sentences = countedLots(values, lots).flatMap(({ lotId, code, unit, onHandQty }) => {
    return movedSince({ code, unit, onHandQty: now.get(lotId) ?? 0 }, onHandQty);
  });
  if (sentences.length > 0) throw new MovedMeanwhile(fresh, sentences);
}

function useCount({ opened, onPosted, ...props }: CountSheetProps) {
  const [lots, setLots] = useState(opened);
  const [moved, setMoved] = useState<string[]>([]);
  const [moment, setMoment] = useState<Moment>(new Map());
  const posted = useRef(0);
  const { record } = props;
  const { form, panel } = useRecordForm<AdjustmentRecord, CountValues, CountValues>({
    ...props,
    resource: 'adjustments',
    initialValues: props.restored?.values ?? (record ? valuesOf(record) : blankValues()),
    draftOf: (values) => values,
    faultsOf: (values) => faultsOf(values, lots),
    fieldOf: (path, values) => fieldOf(path, values, lots),
    alertOf: (values) =>
      countedLots(values, lots).length + values.others.length === 0 ? adjustmentTexts.linesRequired : undefined,
    send: async (values, idempotencyKey) => {
      // An edited count stays one of its own moment.
      if (!record) await checkUnmoved(lots, values);
      const body = { ...contentOf(values, lots), reason: record?.reason ?? '' };
      const saved = await saveAdjustment(record, body, idempotencyKey);
      posted.current = saved.adjustmentId;
    },
    done: record ? adjustmentTexts.updated : adjustmentTexts.added,
    sayFailed: (fault) => {
      if (fault instanceof MovedMeanwhile) {
        setMoment((earlier) => new Map([...momentOf(form.getValues(), lots), ...earlier]));
        setLots(fault.lots);
        setMoved(fault.sentences);
      } else toastFailed(adjustmentTexts.saveFailed, whyOf(fault));
    },
    onSaved: () => {
      if (!record) dropSavedCount();
      props.onSaved();
      onPosted?.(posted.current);
    },
  });
  const saved = useSavedCount(record === undefined && props.restored === undefined, (count) => {
    const now = new Map(lots.map((lot) => [lot.lotId, lot]));
    // Counted ones that are empty by now are still on the sheet.
    const emptied = count.lots.filter(({ lotId }) => !now.has(lotId)).map((lot) => ({ ...lot, onHandQty: 0 }));
    setLots(inSheetOrder([...lots, ...emptied]));
    setMoved(
      count.lots.flatMap((lot) => {
        const onHandQty = now.get(lot.lotId)?.onHandQty ?? 0;
        return movedSince({ ...lot, onHandQty }, lot.onHandQty);
      }),
    );
    setMoment(momentOf(count.values, count.lots));
    form.setValues(count.values);
  });
  useKeepingCount(record === undefined && saved === undefined, form.values, lots, moment);
  const saveForLater = () => {
    try {
      saveCount(form.getValues(), lots);
    } catch {
      toastFailed(countTexts.notSaved);
      return;
    }
    toastDone(countTexts.savedForLater);
    props.onChanged(false);
    props.onCancel();
  };
  return { form, panel, lots, moved, saved, saveForLater };
}

/** Moves to the field of a lot as soon as the sheet shows it. */
function useGoToLot(): (lot: SheetLot | undefined) => void {
  const wanted = useRef<number>(undefined);
  const go = () => {
    const field = document.querySelector<HTMLInputElement>(`[data-path="counted.${wanted.current ?? 0}"]`);
    if (!field) return;
    wanted.current = undefined;
    field.focus();
    field.select();
  };
  useEffect(go);
  return (lot) => {
    wanted.current = lot?.lotId;
    go();
  };
}

/** Enter in a field would post a count that is not finished; scanners send it behind every label. */
function onlyButtonsPost(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

export function CountSheet(props: CountSheetProps) {
  const { form, panel, lots, moved, saved, saveForLater } = useCount(props);
  const goToLot = useGoToLot();
  const [unknownCode, setUnknownCode] = useState('');
  const [isBlind, setBlind] = useState(false);
  const [wasShown, setWasShown] = useState(false);
  const [{ search }, show] = useListState('');
  const { values, errors, setFieldValue } = form;
  const change = useCallback(
    (field: 'counted' | 'reasons', lotId: number, text: string) => setFieldValue(`${field}.${lotId}`, text),
    [setFieldValue],
  );
  const counted = countedLots(values, lots);
  // Of a scanned label, the code that it carries.
  const sought = readScan(search).code.toLowerCase();
  // Compared, not cleared by typing: what a scanner typed is searched for a moment after its Enter.
  const isUnknown = unknownCode !== '' && sought === unknownCode.toLowerCase();
  const shown = lots.filter(({ itemName, code }) => `${itemName} ${code}`.toLowerCase().includes(sought));
  const differences = differencesOf(values, lots);
  const countedCount = Object.values(values.counted).filter(isCounted).length + values.others.length;

  const column = useMemo(
    () => quantityColumn(lots.map(({ onHandQty: quantity, unit }) => ({ quantity, unit }))),
    [lots],
  );

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!isBlind) return panel.onSubmit(event);
    // Blind until here: what differs is seen once before it is posted.
    event.preventDefault();
    setBlind(false);
    setWasShown(true);
  };

  if (saved) {
    return (
      <>
        <PageHeader title={countTexts.title} />
        {saved}
      </>
    );
  }
  return (
    <>
      <PageHeader title={countTexts.title}>
        <span role="status" className={classes.progress}>
          {countTexts.counted(String(counted.length), String(lots.length))}
        </span>
        <Button variant="subtle" color="gray" onClick={panel.onCancel}>
          Discard
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {countTexts.print}
        </Button>
      </PageHeader>
      <form
        noValidate
        aria-label={countTexts.title}
        className={classes.form}
        onSubmit={submit}
        onKeyDown={onlyButtonsPost}
      >
        <div className={classes.tools}>
          <DateField {...form.getInputProps('date')} label="Date" required value={values.date} />
          <div className={classes.search}>
            <SearchField
              label="Search the sheet"
              placeholder={countTexts.searchPlaceholder}
              value={search}
              onChange={(text) => show({ search: text })}
              onEnter={(text) => {
                const { code } = readScan(text);
                const lot = lots.find((each) => each.code.toLowerCase() === code.toLowerCase());
                setUnknownCode(lot ? '' : code);
                goToLot(lot);
              }}
            />
          </div>
          <label className={classes.hide}>
            <input type="checkbox" checked={isBlind} onChange={(event) => setBlind(event.currentTarget.checked)} />
            {countTexts.hide}
          </label>
        </div>
        <div className={classes.note} role="alert">
          {moved.length > 0 && <p>{[...moved, countTexts.countAgain].join(' ')}</p>}
          {wasShown && <p>{countTexts.shown}</p>}
          {isUnknown && <p>{countTexts.unknownCode(unknownCode)}</p>}
        </div>
        <div className={classes.sheet}>
          <div className={classes.scroll}>
            <table className={classes.table} aria-label={countTexts.title} data-blind={isBlind || undefined}>
              <thead>
                <tr>
                  <th scope="col">Item</th>
                  <th scope="col">Lot or batch</th>
                  <th scope="col">Expires</th>
                  {!isBlind && (
                    <th scope="col" data-align="end">
                      By the ledger
                    </th>
                  )}
                  <th scope="col" data-align="end">
                    Counted
                  </th>
                  {!isBlind && (
                    <>
                      <th scope="col" data-align="end">
                        Difference
                      </th>
                      <th scope="col" data-align="end">
                        Value, ₹
                      </th>
                      <th scope="col">Reason</th>
                    </>
                  )}
                </tr>
              </thead>
              <tbody>
                {shown.map((lot, index) => (
                  <CountRow
                    key={lot.lotId}
                    lot={lot}
                    isFirst={shown[index - 1]?.itemId !== lot.itemId}
                    isBlind={isBlind}
                    column={column}
                    counted={values.counted[lot.lotId] ?? ''}
                    reason={values.reasons[lot.lotId] ?? ''}
                    error={errors[`counted.${lot.lotId}`]}
                    change={change}
                  />
                ))}
              </tbody>
            </table>
          </div>
          {shown.length === 0 && (
            <PanelMessage>
              <p>{countTexts.noneFound}</p>
              <Button variant="default" onClick={() => show({ search: '' })}>
                Clear the search
              </Button>
            </PanelMessage>
          )}
          <div className={classes.others}>
            <OtherLots form={form} />
          </div>
          <CountFoot
            counted={countedCount}
            differences={isBlind ? [] : differences}
            isBlind={isBlind}
            busy={panel.busy}
            {...(props.record ? editedTexts : { saveForLater, worth: worthOf(lots) })}
          />
        </div>
        <datalist id="count-reasons">
          {countReasons.map((reason) => (
            <option key={reason} value={reason} />
          ))}
        </datalist>
      </form>
    </>
  );
}
