/** One dispatch with its batches, and its delivery note. */
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCopy, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { buyerEndpoints } from '#contract/masters/buyers.ts';
import {
  deliveryNoteTexts,
  dispatchLabels,
  dispatchLinesLabel,
  dispatchTexts,
  leftWithBuyer,
  type DispatchRecord,
} from '#contract/ship/dispatches.ts';
import { claimTexts } from '#contract/stock/claims/claims.ts';
import { afterExpiryTexts, isExpiredOn } from '#contract/stock/lots/afterExpiry.ts';
import { claimsText, schemeClaimText } from '#contract/stock/claims/schemes.ts';
import { soldAsTexts } from '#contract/stock/claims/soldAs.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { BuyerLink } from '#web/stock/links/BuyerLink.tsx';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { useCompany } from '#web/masters/useCompany.ts';
import { RecordNote, RecordSection } from '#web/core/records/RecordPage.tsx';
import { RecordScreen, type RecordParts } from '#web/core/records/RecordScreen.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { TraceLink } from '#web/stock/links/TraceLink.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Facts } from '#web/core/ui/Facts.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import { DeliveryNote } from './DeliveryNote.tsx';
import { dispatches, type DispatchBegun } from './dispatchDefinition.ts';
import { DispatchForm } from './DispatchForm.tsx';
import classes from './DispatchPage.module.css';

export function DispatchPage() {
  const { dispatchId } = useParams({ from: '/shell/dispatches/$dispatchId' });
  return (
    <RecordScreen
      definition={dispatches}
      id={dispatchId}
      list="/dispatches"
      failed={dispatchTexts.notLoaded}
      Body={Dispatch}
    >
      {(props) => <DispatchForm {...props} />}
    </RecordScreen>
  );
}

function Dispatch({ record: dispatch, form, buttons, openForm }: RecordParts<DispatchRecord, DispatchBegun>) {
  const { dispatchId, invoiceNumber } = dispatch;
  const buyer = useBuyer(dispatch.buyerId);
  const { data: company } = useCompany();
  const isPrintable = buyer.isKnown && company !== undefined;
  usePrintOnArrival(isPrintable);
  return (
    <>
      <PageHeader title={invoiceNumber || `Dispatch ${dispatchId}`}>
        {buttons.history}
        {buttons.remove}
        {buttons.edit}
        <TraceLink of="dispatches" id={dispatchId} />
        {may('create', 'adjustments') && dispatch.lines.some((line) => leftWithBuyer(line) > 0) && (
          <TakeReturn dispatchId={dispatchId} />
        )}
        {may('create', 'dispatches') && (
          <Button
            variant="default"
            aria-keyshortcuts="c"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => form.begin({ copied: dispatch })}
          >
            Copy
          </Button>
        )}
        {isPrintable && (
          <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            Print delivery note
          </Button>
        )}
      </PageHeader>
      {openForm}
      {company?.name === '' && may('update', 'company') && <NoSender />}
      <DispatchFacts dispatch={dispatch} />
      <RecordNote note={dispatch.note} />
      <RecordSection heading={dispatchLinesLabel}>
        <Lines dispatch={dispatch} />
      </RecordSection>
      {isPrintable && <DeliveryNote dispatch={dispatch} buyer={buyer.data} company={company} />}
    </>
  );
}

/** Before it is printed: who may name the sender reads that there is none. */
function NoSender() {
  return (
    <p className={classes.noSender}>
      {deliveryNoteTexts.noSender} <Link to="/company">{deliveryNoteTexts.fillIn}</Link>.
    </p>
  );
}

function TakeReturn({ dispatchId }: { dispatchId: number }) {
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/adjustments/new/$kind"
          params={{ kind: 'buyerReturn' }}
          search={{ dispatchId: String(dispatchId) }}
        />
      )}
    >
      {dispatchTexts.takeReturn}
    </Button>
  );
}

/** To whom it went, for the note's address; known too where no buyer is recorded. */
function useBuyer(buyerId: number | null) {
  const { data } = useQuery({
    ...queryOf(buyerEndpoints.get, { params: { id: buyerId ?? 0 } }),
    enabled: buyerId !== null,
  });
  return { data, isKnown: buyerId === null || data !== undefined };
}

/** Prints once where it was requested with the dispatch. */
function usePrintOnArrival(isReady: boolean) {
  const isPrintRequested = useRouterState({ select: ({ location }) => location.state.print === true });
  const navigate = useNavigate();
  const print = useEffectEvent(() => {
    if (!isPrintRequested || !isReady) return;
    navigate({ to: '.', replace: true, state: { print: undefined } })
      .then(() => window.print())
      .catch(console.error);
  });
  useEffect(() => print(), [isPrintRequested, isReady]);
}

export function DispatchFacts({ dispatch }: { dispatch: DispatchRecord }) {
  const { buyerId, buyerName, dispatchDate, vehicle, transportDocument, transactionCertificate } = dispatch;
  const { soldAs, soldAsReason, afterExpiryReason, inspectionCertificate, importCertificate } = dispatch;
  return (
    <Facts
      facts={[
        {
          label: dispatchLabels.buyerId,
          value: buyerId === null ? dispatchTexts.noBuyer : <BuyerLink buyerId={buyerId} name={buyerName} />,
        },
        { label: dispatchLabels.dispatchDate, value: formatDate(dispatchDate) },
        { label: dispatchLabels.soldAs, value: soldAs ? schemeClaimText(soldAs) : soldAsTexts.best },
        ...[
          { label: dispatchLabels.soldAsReason, value: soldAsReason },
          { label: dispatchLabels.afterExpiryReason, value: afterExpiryReason },
          { label: dispatchLabels.vehicle, value: vehicle },
          { label: dispatchLabels.transportDocument, value: transportDocument },
          { label: dispatchLabels.transactionCertificate, value: transactionCertificate },
          { label: dispatchLabels.inspectionCertificate, value: inspectionCertificate },
          { label: dispatchLabels.importCertificate, value: importCertificate },
        ].filter(({ value }) => value),
      ]}
    />
  );
}

type Line = DispatchRecord['lines'][number];

function BatchLink({ line: { finishedGoodId, lotId, lotCode } }: { line: Line }) {
  if (finishedGoodId !== null) return <DocumentLink kind="goods" id={finishedGoodId} label={lotCode} />;
  return <LotLink lotId={lotId} lotCode={lotCode} />;
}

const columnsOf = (dispatchDate: string): Column<Line>[] => [
  { header: 'Batch', weight: 'strong', pinned: true, cell: (line) => <BatchLink line={line} /> },
  { header: 'Product', cell: (line) => <Wrapped text={line.itemName} minWidth={160} maxWidth={320} /> },
  {
    header: claimTexts.claim,
    cell: ({ claim, claims }) => (
      <Wrapped text={claimsText(claims ?? [], claim ?? 'conventional')} minWidth={120} maxWidth={260} />
    ),
  },
  {
    header: 'Expires',
    cell: ({ expiresOn }) =>
      expiresOn &&
      [formatDate(expiresOn), isExpiredOn(expiresOn, dispatchDate) && afterExpiryTexts.before]
        .filter(Boolean)
        .join(', '),
  },
  quantities({ header: 'Quantity', weight: 'strong' }, ({ quantity, unit }) => ({ quantity, unit })),
  quantities({ header: 'Returned' }, ({ returnedQty, unit }) => ({ quantity: returnedQty, unit })),
];

function Lines({ dispatch }: { dispatch: DispatchRecord }) {
  return (
    <Panel>
      <DataTable
        label={dispatchLinesLabel}
        columns={columnsOf(dispatch.dispatchDate)}
        rows={dispatch.lines}
        rowId={(line) => line.dispatchLineId}
        card={(line) => ({
          title: <BatchLink line={line} />,
          state: formatQuantityWithUnit(line.quantity, line.unit),
          detail: [line.itemName, claimsText(line.claims ?? [], line.claim ?? 'conventional')].join(' · '),
          aside: line.returnedQty > 0 && `${formatQuantityWithUnit(line.returnedQty, line.unit)} returned`,
        })}
        skeletons={0}
        stale={false}
      />
    </Panel>
  );
}
