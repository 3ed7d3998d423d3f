/** A lot on the count sheet. */
import { memo, type KeyboardEvent, type ReactNode } from 'react';
import { countReasons } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { countTexts } from '#contract/stock/adjustments/countTexts.ts';
import { formatAmount, formatDate, formatQuantity } from '#contract/core/values/format.ts';
import { fromPaise, fromThousandths } from '#contract/core/values/numbers.ts';
import { useSuggestion } from '#web/core/form/fields/useSuggestion.ts';
import { LotStatePill } from '#web/stock/lots/LotStatePill.tsx';
import { Quantity, type QuantityColumn } from '#web/core/ui/Quantity.tsx';
import classes from './CountSheet.module.css';
import { signed, typedDifference, type Difference, type SheetLot } from './countValues.ts';

interface CountRowProps {
  lot: SheetLot;
  /** The first of its item, which is named once. */
  isFirst: boolean;
  isBlind: boolean;
  /** Alignment of the ledger's quantities. */
  column: QuantityColumn;
  countedText: string;
  reason: string;
  error: ReactNode;
  reasonError: ReactNode;
  change: (field: 'counted' | 'reasons', lotId: number, text: string) => void;
}

/** Moves to the field of the lot above or below. */
function goBy(field: HTMLInputElement, step: 1 | -1) {
  const fields = [...(field.closest('table')?.querySelectorAll<HTMLInputElement>('input[data-counted]') ?? [])];
  const next = fields[fields.indexOf(field) + step];
  if (next) {
    next.focus();
    next.select();
    return;
  }
  if (step !== 1) return;
  // Users who scan continue with the next label.
  const search = field.form?.querySelector<HTMLInputElement>('[role=searchbox]');
  if (search?.value) {
    search.focus();
    search.select();
  } else field.form?.querySelector<HTMLElement>('[type=submit]')?.focus();
}

/** Memoized: a sheet may have two thousand rows. */
export const CountRow = memo(function CountRow(props: CountRowProps) {
  const { lot, isBlind, countedText, change } = props;
  const { lotId, unit, onHandQty } = lot;
  const ledger = String(onHandQty);
  const difference = typedDifference(lot, countedText);
  const differs = !isBlind && difference !== undefined && difference.change !== 0;

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isPlain || event.nativeEvent.isComposing) return;
    const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
    const copiesLedger = event.key === '=' && !isBlind;
    if (event.key === '=') event.preventDefault();
    if (copiesLedger) {
      change('counted', lotId, ledger);
      goBy(event.currentTarget, 1);
    }
    if (step === undefined) return;
    event.preventDefault();
    if (!event.repeat) goBy(event.currentTarget, step);
  };

  return (
    <tr data-differs={differs || undefined} data-first={props.isFirst || undefined}>
      <td className={classes.item}>
        <span className={props.isFirst ? undefined : classes.again}>{lot.itemName}</span>
      </td>
      <td className={classes.code}>
        {lot.code} {lot.state !== 'released' && <LotStatePill state={lot.state} />}
      </td>
      <td className={classes.expires}>{lot.expiresOn ? formatDate(lot.expiresOn) : <None />}</td>
      {!isBlind && (
        <td className={classes.ledger} data-align="end">
          <span className={classes.caption}>Ledger </span>
          <Quantity quantity={onHandQty} unit={unit} column={props.column} />
        </td>
      )}
      <td className={classes.counted} data-align="end">
        <span className={classes.field}>
          <input
            data-counted
            data-path={`counted.${lotId}`}
            aria-label={`Counted, ${lot.itemName}, ${lot.code}`}
            aria-invalid={props.error ? true : undefined}
            aria-describedby={props.error ? `fault-${lotId}` : undefined}
            inputMode="decimal"
            autoComplete="off"
            value={countedText}
            onChange={(event) => change('counted', lotId, event.currentTarget.value.trim())}
            onKeyDown={onKeyDown}
          />
          <span aria-hidden>{unit}</span>
        </span>
        <FieldFault id={`fault-${lotId}`} fault={props.error} />
        {!isBlind && (
          <button type="button" tabIndex={-1} className={classes.same} onClick={() => change('counted', lotId, ledger)}>
            {countTexts.same}
          </button>
        )}
      </td>
      {!isBlind && <DifferenceCells {...props} difference={difference} differs={differs} />}
    </tr>
  );
});

function None() {
  return (
    <span className={classes.none}>
      <span aria-hidden>—</span>
      <span className="visually-hidden">none</span>
    </span>
  );
}

interface DifferenceCellsProps extends CountRowProps {
  difference: Difference | undefined;
  differs: boolean;
}

function FieldFault({ id, fault }: { id: string; fault: ReactNode }) {
  return (
    fault && (
      <span id={id} className={classes.error}>
        {fault}
      </span>
    )
  );
}

function DifferenceCells({ lot, reason, reasonError, change, difference, differs }: DifferenceCellsProps) {
  const { change: thousandths = 0, value } = difference ?? {};
  const suggested = useSuggestion(reason, countReasons, (text) => change('reasons', lot.lotId, text));
  return (
    <>
      <td className={classes.difference} data-align="end">
        {difference ? (
          <>
            {signed(thousandths, formatQuantity(fromThousandths(Math.abs(thousandths))))}{' '}
            <span className={classes.unit}>{lot.unit}</span>
          </>
        ) : (
          <None />
        )}
      </td>
      <td className={classes.value} data-align="end">
        {differs && value !== undefined ? signed(value, formatAmount(fromPaise(Math.abs(value)))) : <None />}
      </td>
      <td className={classes.reason}>
        {differs && (
          <input
            list="count-reasons"
            data-path={`reasons.${lot.lotId}`}
            aria-label={`Reason, ${lot.itemName}, ${lot.code}`}
            aria-invalid={reasonError ? true : undefined}
            aria-describedby={reasonError ? `reason-fault-${lot.lotId}` : undefined}
            placeholder="Reason"
            value={reason}
            data-unchosen={suggested.unchosen}
            onChange={(event) => {
              suggested.setTyped(true);
              change('reasons', lot.lotId, event.currentTarget.value);
            }}
            onBlur={suggested.leave}
            onKeyDown={(event) => {
              if (event.key === 'Escape') suggested.setTyped(false);
            }}
          />
        )}
        {differs && <FieldFault id={`reason-fault-${lot.lotId}`} fault={reasonError} />}
      </td>
    </>
  );
}
