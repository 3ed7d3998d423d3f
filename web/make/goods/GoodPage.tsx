/** One batch: the page of its lot, with its run and what went in. */
import { Button } from '@mantine/core';
import { IconBuildingFactory2, IconTruckDelivery } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate, formatPercent, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { goodEndpoints, goodRecord, goodTexts, type GoodRecord } from '#contract/make/goods.ts';
import { runEndpoints, type RunWithClaims } from '#contract/make/runs.ts';
import { lotEndpoints, type LotWithMovements } from '#contract/stock/lots/lots.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { MasterForm } from '#web/core/records/masters/MasterForm.tsx';
import { Overview } from '#web/core/records/Overview.tsx';
import { BackLink, RecordPage, RecordSection } from '#web/core/records/RecordPage.tsx';
import { RunInputs } from '#web/make/production/RunInputs.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { LotBody } from '#web/stock/lots/LotBody.tsx';
import type { OriginFacts } from '#web/stock/lots/LotFacts.tsx';
import { GoodStatusPill } from './goodColumns.tsx';
import { goodDefinition } from './goodDefinition.ts';
import { goodValues } from './GoodFields.tsx';
import classes from './GoodPage.module.css';

export function GoodPage() {
  const { finishedGoodId } = useParams({ from: '/shell/finishedgoods/$finishedGoodId' });
  return <GoodRecordPage id={finishedGoodId} back={<BackLink to="/finishedgoods">{goodTexts.title}</BackLink>} />;
}

/** The page of a batch, whichever list the way back leads to. */
export function GoodRecordPage({ id, back }: { id: string; back: ReactNode }) {
  const query = useQuery(queryOf(goodEndpoints.get, { params: { id } }));
  return (
    <RecordPage back={back} query={query} of={{ kind: 'goods', id }} failed={goodTexts.notLoaded}>
      {(good) => <Good key={good.finishedGoodId} good={good} />}
    </RecordPage>
  );
}

function Good({ good }: { good: GoodRecord }) {
  const { finishedGoodId, lotId, runId, status } = good;
  const lotQuery = useQuery(queryOf(lotEndpoints.get, { params: { id: lotId } }));
  const runQuery = useQuery({ ...queryOf(runEndpoints.get, { params: { id: runId ?? 0 } }), enabled: runId !== null });
  const form = useOpenedForm('goods', {
    record: goodRecord,
    values: goodValues,
    draftKey: () => finishedGoodId,
  });
  return (
    <Overview query={lotQuery}>
      {(lot) => (
        <LotBody
          lot={lot}
          record={{ kind: 'goods', id: finishedGoodId }}
          form={form}
          onEdit={() => form.open(good)}
          openForm={form.isOpen && <MasterForm key={form.key} definition={goodDefinition} {...form.props} />}
          status={(lot.state === 'released' || status !== 'available') && <GoodStatusPill status={status} />}
          origin={madeBy(lot, runQuery.data)}
          buttons={runId === null && may('create', 'runs') && <GiveRun finishedGoodId={finishedGoodId} />}
          primary={
            lot.onHandQty > 0 && status !== 'expired' && may('create', 'dispatches') && <Dispatch lotId={lotId} />
          }
        >
          <RecordSection heading="What went in">
            {runId === null ? (
              <p>{goodTexts.noRun}</p>
            ) : (
              <Overview query={runQuery}>{(run) => <Inputs run={run} finishedGoodId={finishedGoodId} />}</Overview>
            )}
          </RecordSection>
        </LotBody>
      )}
    </Overview>
  );
}

/** The origin of a batch: its day, its run and what that yielded, as far as they are known. */
export function madeBy({ madeOn }: LotWithMovements, run: RunWithClaims | undefined): OriginFacts {
  // Where neither was entered, the lot has the day of its entry.
  const on = madeOn === null ? '—' : formatDate(madeOn);
  if (!run) return { on, further: [] };
  const { yieldPercent } = run.yield;
  return {
    on,
    from: <DocumentLink kind="run" id={run.runId} label={`Production ${run.runId}`} />,
    further: [{ label: 'Yield', value: yieldPercent === null ? '—' : formatPercent(yieldPercent) }],
  };
}

function GiveRun({ finishedGoodId }: { finishedGoodId: number }) {
  return (
    <Button
      variant="default"
      leftSection={<IconBuildingFactory2 size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/production" search={{ batch: String(finishedGoodId) }} />}
    >
      {goodTexts.giveRun}
    </Button>
  );
}

function Dispatch({ lotId }: { lotId: number }) {
  return (
    <Button
      leftSection={<IconTruckDelivery size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/dispatches" search={{ sendLotId: String(lotId) }} />}
    >
      Dispatch
    </Button>
  );
}

/** The lots of the run that produced the batch, and its other outputs. */
function Inputs({ run, finishedGoodId }: { run: RunWithClaims; finishedGoodId: number }) {
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
      <RunInputs inputs={run.inputs} productionDate={run.productionDate} />
    </>
  );
}
