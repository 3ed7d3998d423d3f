/** At the foot of the window while rows are selected: their number, and actions. */
import { IconDownload, IconQrcode } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { sumOfAmounts } from '#contract/core/values/numbers.ts';
import { exportTexts } from '#contract/core/sharedTexts.ts';
import { formatRupees } from '#contract/core/values/format.ts';
import { whyOf } from '#web/core/api/client.ts';
import { exportRows } from '#web/core/sheets/exportList.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { BulkQuestion } from './BulkQuestion.tsx';
import { runBulk, type BulkAction, type Selectable } from './bulk.ts';
import classes from './SelectionBar.module.css';
import type { List } from '#web/core/list/useList.ts';
import type { Selection } from './useSelection.ts';

interface SelectionBarProps<Row> {
  list: List<Row>;
  selection: Selection<Row>;
  bulk: Selectable<Row>;
}

export function SelectionBar<Row>({
  list: { total, readAll },
  selection,
  bulk: { nameOf, sheet, actions, pair, amountOf, labels },
}: SelectionBarProps<Row>) {
  const { rows } = selection;
  const [one, other] = rows;
  const labelledIds = labels ? rows.flatMap(labels.idsOf) : [];
  /** The action to confirm before it begins; stays while its dialog fades out. */
  const [confirming, setConfirming] = useState<BulkAction<Row>>();
  const [isAsking, setAsking] = useState(false);
  /** 'Delete: 2 of 4'. */
  const [progress, setProgress] = useState<string>();
  useEscape(selection.clear);

  const rowsOf = ({ applies = () => true }: BulkAction<Row>) => rows.filter(applies);
  const start = async (action: BulkAction<Row>, reason: string) => {
    const chosen = rowsOf(action);
    const onProgress = (done: number) => setProgress(`${action.label}: ${done + 1} of ${chosen.length}`);
    const refused = await runBulk(action, chosen, { nameOf, reason, onProgress });
    setProgress(undefined);
    selection.keep(refused);
  };
  const ask = (action: BulkAction<Row>) => {
    if (action.question === undefined && action.reason === undefined) {
      start(action, '').catch(console.error);
      return;
    }
    setConfirming(action);
    setAsking(true);
  };
  const selectAll = (read: () => Promise<Row[]>) => {
    read()
      .then(selection.keep)
      .catch((fault: unknown) => toastFailed('The rows could not be read.', whyOf(fault)));
  };
  const offered = actions.filter((action) => rowsOf(action).length > 0);
  const buttonOf = (action: BulkAction<Row>, className?: string) => (
    <button
      key={action.label}
      type="button"
      className={className}
      disabled={progress !== undefined}
      onClick={() => ask(action)}
    >
      {action.icon}
      {action.danger ? `${action.label} …` : action.label}
    </button>
  );
  const usual = offered.filter(({ danger }) => !danger);
  const grave = offered.filter(({ danger }) => danger);
  return (
    <>
      <div className={classes.place} />
      <div role="region" aria-label="Selected rows" className={classes.bar}>
        <div role="status" className={classes.count}>
          {progress ?? `${rows.length} selected`}
          {amountOf && !progress && <span>{formatRupees(sumOfAmounts(rows.map(amountOf)))}</span>}
        </div>
        {readAll && selection.ofPage === 'all' && total > rows.length && (
          <button type="button" disabled={progress !== undefined} onClick={() => selectAll(readAll)}>
            Select all {total}
          </button>
        )}
        {pair && one && other && rows.length === 2 && (
          <Link to={pair.pathOf(one, other)} className={classes.link}>
            {pair.icon}
            {pair.label}
          </Link>
        )}
        {usual.map((action, index) => buttonOf(action, index === 0 ? classes.first : undefined))}
        <button
          type="button"
          disabled={progress !== undefined}
          onClick={() => {
            exportRows(sheet, rows, [[exportTexts.about.narrowing, exportTexts.about.selected]]).catch(
              (fault: unknown) => toastFailed('The export could not be made.', whyOf(fault)),
            );
          }}
        >
          <IconDownload size={16} aria-hidden />
          Export
        </button>
        {labelledIds.length > 0 && (
          <button type="button" onClick={() => labels?.show(labelledIds)}>
            <IconQrcode size={16} aria-hidden />
            Print labels
          </button>
        )}
        {grave.length > 0 && <span className={classes.apart} />}
        {grave.map((action) => buttonOf(action))}
        <span className={classes.apart} />
        <button type="button" onClick={selection.clear}>
          Clear <kbd aria-hidden>Esc</kbd>
        </button>
      </div>
      {confirming && (
        <BulkQuestion
          opened={isAsking}
          action={confirming}
          names={rowsOf(confirming).map(nameOf)}
          onCancel={() => setAsking(false)}
          onConfirm={(reason) => {
            setAsking(false);
            start(confirming, reason).catch(console.error);
          }}
        />
      )}
    </>
  );
}

/** Esc clears the selection, unless it closes something that lies over the list. */
function useEscape(clear: () => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const isTaken =
      event.target instanceof Element && event.target.closest('form, input:not([type=checkbox])') !== null;
    if (event.key !== 'Escape' || event.defaultPrevented || isTaken) return;
    if (document.querySelector('[role=dialog], [role=menu]') === null) clear();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
