/** One batch: its inputs, its locations, and every movement of it. */
import { Button } from '@mantine/core';
import { IconBuildingFactory2, IconLock, IconLockOpen, IconStack2, IconTruckDelivery } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { claimTexts } from '#contract/stock/claims/claims.ts';
import { formatDate, formatPercent, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { goodEndpoints, goodTexts, type GoodRecord } from '#contract/make/goods.ts';
import { lotEndpoints, type LotWithMovements } from '#contract/stock/lots/lots.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { runEndpoints, type RunWithClaims } from '#contract/make/runs.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { EditButton, HistoryButton } from '#web/core/records/RecordButtons.tsx';
import { MasterForm } from '#web/core/records/masters/MasterForm.tsx';
import { BackLink, RecordPage, RecordSection } from '#web/core/records/RecordPage.tsx';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { BeginRecall } from '#web/stock/lots/BeginRecall.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { GoodStatusPill } from '#web/make/goods/goodColumns.tsx';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { LabelsButton } from '#web/stock/labels/LabelsButton.tsx';
import { LotMovements } from '#web/stock/lots/LotMovements.tsx';
import { RunInputs } from '#web/make/production/RunInputs.tsx';
import { ClaimProof, ClaimValue } from '#web/stock/lots/LotClaim.tsx';
import { TraceLink } from '#web/stock/links/TraceLink.tsx';
import { HeldNote } from '#web/stock/lots/HeldNote.tsx';
import { LotStatePill } from '#web/stock/lots/LotStatePill.tsx';
import { mayMoveState } from '#web/stock/lots/mayMoveState.ts';
import { StateForm } from '#web/stock/lots/StateForm.tsx';
import { WhereTo } from '#web/stock/lots/WhereTo.tsx';
import { WriteOffButton, WriteOffLink } from '#web/stock/lots/WriteOffLink.tsx';
import { Facts } from '#web/core/ui/Facts.tsx';
import { Loading } from '#web/core/ui/Loading.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Quantity } from '#web/core/ui/Quantity.tsx';
import classes from './BatchPage.module.css';
import { goodDefinition } from './goodDefinition.ts';
import { goodValues } from './GoodFields.tsx';

export function BatchPage() {
  const { finishedGoodId } = useParams({ from: '/shell/finishedgoods/$finishedGoodId' });
  const query = useQuery(queryOf(goodEndpoints.get, { params: { id: finishedGoodId } }));
  return (
    <RecordPage
      back={<BackLink to="/finishedgoods">{goodTexts.title}</BackLink>}
      query={query}
      of={{ kind: 'goods', id: finishedGoodId }}
      failed={goodTexts.notLoaded}
    >
      {(good) => <Batch key={good.finishedGoodId} good={good} />}
    </RecordPage>
  );
}

function Batch({ good }: { good: GoodRecord }) {
  const { data: lot } = useQuery(queryOf(lotEndpoints.get, { params: { id: good.lotId } }));
  const { data: run } = useQuery({
    ...queryOf(runEndpoints.get, { params: { id: good.runId ?? 0 } }),
    enabled: good.runId !== null,
  });
  const history = useHistory();
  const edit = useOpenedForm('goods', {
    record: goodEndpoints.get.answer,
    values: goodValues,
    draftKey: () => good.finishedGoodId,
  });
  const [isStateOpen, setStateOpen] = useState(false);
  const closeState = () => {
    edit.props.onChanged(false);
    setStateOpen(false);
  };
  const openForm = () =>
    edit.leave(() => {
      closeState();
      edit.open(good);
    });
  const openState = () =>
    edit.leave(() => {
      edit.close();
      setStateOpen(true);
    });
  const showHistory = () => history.show({ kind: 'goods', id: good.finishedGoodId, name: good.batchNumber });
  return (
    <>
      <PageHeader title={good.batchNumber} beside={`ID ${good.finishedGoodId}`}>
        <BatchButtons good={good} lot={lot} showHistory={showHistory} openForm={openForm} openState={openState} />
      </PageHeader>
      {edit.isOpen && <MasterForm key={edit.key} definition={goodDefinition} {...edit.props} />}
      {isStateOpen && lot && (
        <StateForm
          lot={lot}
          onChanged={edit.props.onChanged}
          onCancel={() => edit.leave(closeState)}
          onSaved={closeState}
        />
      )}
      {lot && <HeldNote lot={lot} />}
      <BatchFacts good={good} run={run} lot={lot} />
      <RecordSection heading="What went in">
        {good.runId === null ? (
          <p>{goodTexts.noRun}</p>
        ) : (
          run && <BatchInputs run={run} finishedGoodId={good.finishedGoodId} />
        )}
      </RecordSection>
      {lot && <WhereTo lot={lot} />}
      <RecordSection heading="Movements">{lot ? <LotMovements lot={lot} /> : <Loading panels={[4]} />}</RecordSection>
      {history.drawer}
      {edit.dialog}
    </>
  );
}

interface BatchButtonsProps {
  good: GoodRecord;
  lot?: LotWithMovements;
  showHistory: () => void;
  openForm: () => void;
  openState: () => void;
}

/** Actions for a batch, as far as the user may take them and its state allows them. */
function BatchButtons({ good, lot, showHistory, openForm, openState }: BatchButtonsProps) {
  const isHeld = lot?.state === 'onHold';
  const isExpired = good.status === 'expired';
  return (
    <>
      <HistoryButton onClick={showHistory} />
      {may('update', 'goods') && <EditButton onClick={openForm} />}
      {lot && mayMoveState(lot.state) && (
        <Button
          variant="default"
          leftSection={isHeld ? <IconLockOpen size={16} aria-hidden /> : <IconLock size={16} aria-hidden />}
          onClick={openState}
        >
          {isHeld ? lotTexts.release : lotTexts.hold}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconStack2 size={16} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/lots/$lotId" params={{ lotId: String(good.lotId) }} />}
      >
        {goodTexts.lotOf}
      </Button>
      <LabelsButton lotIds={[good.lotId]} />
      <BeginRecall lotId={good.lotId} />
      <TraceLink of="goods" id={good.finishedGoodId} />
      {good.runId === null && may('create', 'runs') && (
        <Button
          variant="default"
          leftSection={<IconBuildingFactory2 size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/production" search={{ batch: String(good.finishedGoodId) }} />}
        >
          {goodTexts.giveRun}
        </Button>
      )}
      {isExpired && lot && <WriteOffButton lot={lot} />}
      {good.leftQty > 0 && !isExpired && may('create', 'dispatches') && (
        <Button
          leftSection={<IconTruckDelivery size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/dispatches" search={{ sendLotId: String(good.lotId) }} />}
        >
          Dispatch
        </Button>
      )}
    </>
  );
}

interface BatchFactsProps {
  good: GoodRecord;
  run?: RunWithClaims;
  lot?: LotWithMovements;
}

export function BatchFacts({ good, run, lot }: BatchFactsProps) {
  const { unit } = good;
  const yieldPercent = run?.yield.yieldPercent ?? null;
  return (
    <Facts
      facts={[
        {
          label: 'Left',
          value: <Quantity quantity={good.leftQty} unit={unit} />,
          below: (
            <>
              of <Quantity quantity={good.quantity} unit={unit} /> made
              {run?.status === 'in_progress' && `, ${lotTexts.ofRunInProgress}`} {lot && <WriteOffLink lot={lot} />}
            </>
          ),
          isMain: true,
        },
        {
          label: 'Product',
          value: <ItemLink productId={good.productId} name={good.productName} />,
          below: <GoodStatusPill status={good.status} />,
        },
        {
          label: 'Made',
          value: good.manufactureDate ? formatDate(good.manufactureDate) : '—',
          below: run && <DocumentLink kind="run" id={run.runId} label={`Production ${run.runId}`} />,
        },
        {
          label: 'Expires',
          value: good.expiryDate ? formatDate(good.expiryDate) : '—',
          below: lot && lot.state !== 'released' && <LotStatePill state={lot.state} />,
        },
        ...(lot ? [{ label: claimTexts.claim, value: <ClaimValue lot={lot} />, below: <ClaimProof lot={lot} /> }] : []),
        { label: 'Yield', value: yieldPercent === null ? '—' : formatPercent(yieldPercent) },
      ]}
    />
  );
}

/** The lots of the run that produced the batch, and its other outputs. */
function BatchInputs({ run, finishedGoodId }: { run: RunWithClaims; finishedGoodId: number }) {
  const others = run.outputs.filter((output) => output.finishedGoodId !== finishedGoodId);
  return (
    <>
      {others.length > 0 && (
        <p className={classes.also}>
          {goodTexts.alsoMade}{' '}
          {others.map(({ finishedGoodId: id, batchNumber, quantity, unit }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <DocumentLink kind="goods" id={id} label={batchNumber} /> ({formatQuantityWithUnit(quantity, unit)})
            </span>
          ))}
        </p>
      )}
      <RunInputs inputs={run.inputs} />
    </>
  );
}
