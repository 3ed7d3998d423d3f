/** One dispatch with its batches, and its delivery note. */
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCopy, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { buyerEndpoints } from '#contract/masters/buyers.ts';
import { leftWithBuyer, type DispatchRecord } from '#contract/ship/dispatches.ts';
import { deliveryNoteTexts, dispatchLinesLabel, dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { useCompany } from '#web/masters/useCompany.ts';
import { RecordNote, RecordSection } from '#web/core/records/RecordPage.tsx';
import { RecordScreen, type RecordParts } from '#web/core/records/RecordScreen.tsx';
import { TraceLink } from '#web/stock/links/TraceLink.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { DeliveryNote } from './DeliveryNote.tsx';
import { titleOf } from './dispatchColumns.tsx';
import { dispatches, type DispatchPrefill } from './dispatchDefinition.ts';
import { DispatchFacts } from './DispatchFacts.tsx';
import { DispatchForm } from './form/DispatchForm.tsx';
import { DispatchedLines } from './DispatchedLines.tsx';
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

function Dispatch({ record: dispatch, form, buttons, openForm }: RecordParts<DispatchRecord, DispatchPrefill>) {
  const { dispatchId } = dispatch;
  const buyer = useBuyer(dispatch.buyerId);
  const { data: company } = useCompany();
  const isPrintable = buyer.isKnown && company !== undefined;
  usePrintOnArrival(isPrintable);
  return (
    <>
      <PageHeader title={titleOf(dispatch)}>
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
        <DispatchedLines dispatch={dispatch} />
      </RecordSection>
      {isPrintable && <DeliveryNote dispatch={dispatch} buyer={buyer.data} company={company} />}
    </>
  );
}

/** Shown before the note is printed, to those who may name the sender. */
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

/** The buyer, for the note's address; known too where no buyer is recorded. */
function useBuyer(buyerId: number | null) {
  const { data } = useQuery({
    ...queryOf(buyerEndpoints.get, { params: { id: buyerId ?? 0 } }),
    enabled: buyerId !== null,
  });
  return { data, isKnown: buyerId === null || data !== undefined };
}

/** Prints once, where the form was left by “Add and print”. */
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
