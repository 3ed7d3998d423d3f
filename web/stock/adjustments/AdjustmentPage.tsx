/** One adjustment with its lines. */
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { adjustmentEndpoints, type AdjustmentRecord, type FormKind } from '#contract/stock/adjustments/adjustments.ts';
import { adjustmentTexts } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { formatQuantityWithUnit, formatRupees } from '#contract/core/values/format.ts';
import { call } from '#web/core/api/client.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { useRecordDeletion } from '#web/core/records/document.ts';
import { EditButton, HistoryButton } from '#web/core/records/RecordButtons.tsx';
import { BackLink, RecordPage } from '#web/core/records/RecordPage.tsx';
import { useDeleteAndLeave } from '#web/core/records/useDeleteAndLeave.ts';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { DataTable } from '#web/core/ui/table/DataTable.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import classes from './Adjustments.module.css';
import { columnsByKind, LineDetail } from './adjustmentColumns.tsx';
import { adjustments, titleOf } from './adjustmentDefinition.ts';
import { adjustmentValues } from './adjustmentValues.ts';
import { AdjustmentForm } from './AdjustmentForm.tsx';
import { CountSheet } from './count/CountSheet.tsx';
import { countValues, lotsOfCount } from './count/countValues.ts';
import { WaitingCount } from './count/WaitingCount.tsx';

export function AdjustmentPage() {
  const { adjustmentId } = useParams({ from: '/shell/adjustments/$adjustmentId' });
  const query = useQuery(queryOf(adjustmentEndpoints.get, { params: { id: adjustmentId } }));
  return (
    <RecordPage
      back={<BackLink to="/adjustments">{adjustmentTexts.title}</BackLink>}
      query={query}
      of={{ kind: 'adjustments', id: adjustmentId }}
      failed={adjustmentTexts.loadFailed}
    >
      {(adjustment) => <Adjustment key={adjustment.adjustmentId} adjustment={adjustment} />}
    </RecordPage>
  );
}

function Adjustment({ adjustment }: { adjustment: AdjustmentRecord }) {
  const { kind, state } = adjustment;
  if (state === 'waiting') return <WaitingCount adjustment={adjustment} />;
  if (kind === 'count') return <Count adjustment={adjustment} />;
  return <Lines adjustment={adjustment} kind={kind} />;
}

/** A count, which is edited on its sheet. */
function Count({ adjustment }: { adjustment: AdjustmentRecord }) {
  const form = useOpenedForm('adjustments', { record: adjustmentEndpoints.get.answer, values: countValues });
  return (
    <>
      {form.isOpen ? (
        <CountSheet key={form.key} {...form.props} opened={lotsOfCount(adjustment)} />
      ) : (
        <View adjustment={adjustment} form={form} />
      )}
      {form.dialog}
    </>
  );
}

function Lines({ adjustment, kind }: { adjustment: AdjustmentRecord; kind: FormKind }) {
  const form = useOpenedForm('adjustments', {
    record: adjustmentEndpoints.get.answer,
    values: adjustmentValues,
    draftKey: () => adjustment.adjustmentId,
  });
  const { lotId, forget } = useNamedSupplier(() => form.open(adjustment));
  const open = (record: AdjustmentRecord) => {
    forget();
    form.open(record);
  };
  return (
    <>
      <View adjustment={adjustment} form={{ open, leave: form.leave }}>
        <Suspense>
          {form.isOpen && <AdjustmentForm key={form.key} {...form.props} kind={kind} namesSupplierOf={lotId} />}
        </Suspense>
      </View>
      {form.dialog}
    </>
  );
}

/** The lot whose page led here to name its supplier: the form opens for that, not again on reload. */
function useNamedSupplier(open: () => void) {
  // Not `location`: going there ends with scrolling to the top, away from the field that has the focus.
  const requestedLot = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.namesSupplierOf });
  const [lotId, setLotId] = useState<number>();
  const navigate = useNavigate();
  const begin = useEffectEvent(() => {
    setLotId(requestedLot);
    navigate({ to: '.', search: true, replace: true, resetScroll: false, state: {} }).catch(console.error);
    if (may('update', 'adjustments')) open();
  });
  useEffect(() => {
    if (requestedLot !== undefined) begin();
  }, [requestedLot]);
  return { lotId, forget: () => setLotId(undefined) };
}

interface ViewProps {
  adjustment: AdjustmentRecord;
  form: { open: (record: AdjustmentRecord) => void; leave: (then: () => void) => void };
  /** The open form. */
  children?: ReactNode;
}

/** No RecordScreen: one kind of record has three forms. */
function View({ adjustment, form, children }: ViewProps) {
  const { kind, lines, reason, supplierName, value } = adjustment;
  const { calls, rowId, nameOf } = adjustments;
  const id = rowId(adjustment);
  const facts = [supplierName, reason, value !== null && adjustmentTexts.valueOf(formatRupees(value))].filter(Boolean);
  const history = useHistory();
  const deletion = useRecordDeletion(adjustments, {
    remove: useDeleteAndLeave('/adjustments', () => call(calls.remove, { params: { id } })),
  });
  return (
    <>
      <PageHeader title={titleOf(adjustment)}>
        <HistoryButton onClick={() => history.show({ kind: 'adjustments', id, name: nameOf(adjustment) })} />
        {may('update', 'adjustments') && <EditButton onClick={() => form.open(adjustment)} />}
        {may('delete', 'adjustments') && (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => form.leave(() => deletion.ask(adjustment))}
          >
            Delete
          </Button>
        )}
      </PageHeader>
      {children}
      {facts.length > 0 && <p className={classes.facts}>{facts.join(' · ')}</p>}
      <Panel>
        <DataTable
          label="Lines"
          columns={columnsByKind[kind]}
          rows={lines}
          rowId={(line) => line.adjustmentLineId}
          card={(line) => ({
            title: <LotLink {...line} />,
            state: formatQuantityWithUnit(line.quantity, line.unit),
            detail: <LineDetail line={line} isOpening={kind === 'opening'} />,
            aside:
              line.ledgerQuantity === null
                ? line.reason
                : `ledger ${formatQuantityWithUnit(line.ledgerQuantity, line.unit)}`,
          })}
          skeletons={0}
          stale={false}
        />
      </Panel>
      {deletion.dialog}
      {history.drawer}
    </>
  );
}
