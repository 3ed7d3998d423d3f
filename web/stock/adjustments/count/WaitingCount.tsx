/** The page of a count that waits: what was counted, and for the office the sheet that posts it. */
import { adjustmentLineLabels, adjustmentLabels } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { adjustmentEndpoints, countEndpoints, type AdjustmentRecord } from '#contract/stock/adjustments/adjustments.ts';
import { countTexts } from '#contract/stock/adjustments/countTexts.ts';
import { formatDate, formatPercent, formatQuantityWithUnit, formatTimestamp } from '#contract/core/values/format.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { currentUser, may } from '#web/core/api/session.ts';
import { useDeletion } from '#web/core/form/useDeletion.tsx';
import { useOpenedForm, type FormProps } from '#web/core/form/useOpenedForm.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { HistoryButton } from '#web/core/records/RecordButtons.tsx';
import { useDeleteAndLeave } from '#web/core/records/useDeleteAndLeave.ts';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { adjustments, titleOf } from '../adjustmentDefinition.ts';
import { countDifference } from '../adjustmentSummary.ts';
import classes from './CountSheet.module.css';
import { CountSheet } from './CountSheet.tsx';
import { countValues, lotsOfCount, type CountValues } from './countValues.ts';
import { findLotsOfCount } from './lotsInStock.ts';
import { WaitingPill } from './WaitingPill.tsx';

type Line = AdjustmentRecord['waitingLines'][number];

function Lot({ line: { lotId, lotCode } }: { line: Line }) {
  return lotId === null ? lotCode || countTexts.newLot : <LotLink lotId={lotId} lotCode={lotCode} />;
}

/** The tolerance of its item, and what of the line is beyond it. */
function Tolerance({ line: { tolerancePercent, beyond } }: { line: Line }) {
  const isUnset = tolerancePercent === null && beyond === 'difference';
  return (
    <>
      {tolerancePercent === null ? countTexts.noTolerance : formatPercent(tolerancePercent)}
      {beyond && <small className={classes.beyond}>{isUnset ? countTexts.eachWaits : countTexts.beyond[beyond]}</small>}
    </>
  );
}

const columns: Column<Line>[] = [
  { header: adjustmentLineLabels.lot, weight: 'strong', pinned: true, cell: (line) => <Lot line={line} /> },
  { header: 'Item', cell: (line) => <Wrapped text={line.itemName} minWidth={160} maxWidth={280} /> },
  { header: 'Expires', cell: (line) => line.expiresOn && formatDate(line.expiresOn) },
  quantities<Line>({ header: 'By the ledger' }, (line) => ({ quantity: line.ledgerQuantity, unit: line.unit })),
  quantities<Line>({ header: 'Counted' }, (line) => ({ quantity: line.quantity, unit: line.unit })),
  quantities<Line>({ header: 'Difference', weight: 'strong' }, (line) => ({
    quantity: countDifference(line) ?? 0,
    unit: line.unit,
  })),
  { header: countTexts.tolerance, cell: (line) => <Tolerance line={line} /> },
  { header: adjustmentLabels.reason, cell: (line) => line.reason },
];

export function WaitingCount({ adjustment }: { adjustment: AdjustmentRecord }) {
  const form = useOpenedForm('adjustments', { record: adjustmentEndpoints.get.answer, values: countValues });
  return (
    <>
      {form.isOpen ? (
        <PostingSheet key={form.key} {...form.props} count={adjustment} />
      ) : (
        <View count={adjustment} onPost={() => form.open(adjustment)} />
      )}
      {form.dialog}
    </>
  );
}

/** Its sheet, against the ledger of now: lots that moved since they were counted are named. */
function PostingSheet({ count, ...props }: FormProps<AdjustmentRecord, CountValues> & { count: AdjustmentRecord }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['waiting count', count.adjustmentId],
    queryFn: ({ signal }) => findLotsOfCount(count, count.date, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data) return <CountSheet {...props} opened={data} lotsWhenCounted={lotsOfCount(count)} />;
  if (!error) return <Loading panels={[10]} />;
  return (
    <Panel>
      <LoadFailed failed={lotTexts.loadFailed} error={error} retry={refetch} />
    </Panel>
  );
}

/** No RecordScreen: its other form is the sheet that posts it. */
function View({ count, onPost }: { count: AdjustmentRecord; onPost: () => void }) {
  const id = count.adjustmentId;
  const history = useHistory();
  const discarding = useDeletion<AdjustmentRecord>({
    question: countTexts.confirmDiscard,
    subjectOf: adjustments.subjectOf,
    confirm: countTexts.dropSaved,
    remove: useDeleteAndLeave('/adjustments', () => call(countEndpoints.discard, { params: { id } })),
    done: countTexts.discarded,
    undo: () => (may('delete', 'adjustments') ? { kind: 'adjustments', id } : undefined),
    onFailed: (fault) => toastFailed(countTexts.discardFailed, whyOf(fault)),
  });
  return (
    <>
      <PageHeader title={titleOf(count)} beside={<WaitingPill />}>
        <HistoryButton onClick={() => history.show({ kind: 'adjustments', id, name: adjustments.nameOf(count) })} />
        {(may('delete', 'counts') || count.countedById === currentUser()?.userId) && (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => discarding.ask(count)}
          >
            {countTexts.discard}
          </Button>
        )}
        {may('update', 'adjustments') && <Button onClick={onPost}>{countTexts.lookAndPost}</Button>}
      </PageHeader>
      <div className={classes.note}>
        <p>{countTexts.waitingSince(count.countedBy ?? '', formatTimestamp(count.createdAt))}</p>
      </div>
      <Panel>
        <DataTable
          label="Lines"
          columns={columns}
          rows={count.waitingLines}
          rowId={(line) => count.waitingLines.indexOf(line)}
          card={(line) => ({
            title: <Lot line={line} />,
            state: formatQuantityWithUnit(line.quantity, line.unit),
            detail: (
              <>
                {line.itemName} · {countTexts.tolerance.toLowerCase()} <Tolerance line={line} />
              </>
            ),
            aside: `ledger ${formatQuantityWithUnit(line.ledgerQuantity, line.unit)}`,
          })}
          skeletons={0}
          stale={false}
        />
      </Panel>
      {discarding.dialog}
      {history.drawer}
    </>
  );
}
