/** One batch: its inputs, its locations, and every movement of it. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { goodEndpoints, goodTexts, type GoodRecord } from '#contract/make/goods.ts';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { runEndpoints, type RunWithClaims } from '#contract/make/runs.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { EditButton, HistoryButton } from '#web/core/records/RecordButtons.tsx';
import { MasterForm } from '#web/core/records/masters/MasterForm.tsx';
import { BackLink, RecordPage, RecordSection } from '#web/core/records/RecordPage.tsx';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { LotMovements } from '#web/stock/lots/LotMovements.tsx';
import { RunInputs } from '#web/make/production/RunInputs.tsx';
import { HeldNote } from '#web/stock/lots/HeldNote.tsx';
import { useStateForm } from '#web/stock/lots/useStateForm.tsx';
import { WhereTo } from '#web/stock/lots/WhereTo.tsx';
import { Loading } from '#web/core/ui/Loading.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import classes from './GoodPage.module.css';
import { GoodFacts } from './GoodFacts.tsx';
import { goodDefinition } from './goodDefinition.ts';
import { goodValues } from './GoodFields.tsx';
import { GoodLinks } from './GoodLinks.tsx';

export function GoodPage() {
  const { finishedGoodId } = useParams({ from: '/shell/finishedgoods/$finishedGoodId' });
  const query = useQuery(queryOf(goodEndpoints.get, { params: { id: finishedGoodId } }));
  return (
    <RecordPage
      back={<BackLink to="/finishedgoods">{goodTexts.title}</BackLink>}
      query={query}
      of={{ kind: 'goods', id: finishedGoodId }}
      failed={goodTexts.notLoaded}
    >
      {(good) => <Good key={good.finishedGoodId} good={good} />}
    </RecordPage>
  );
}

function Good({ good }: { good: GoodRecord }) {
  const { data: lot } = useQuery(queryOf(lotEndpoints.get, { params: { id: good.lotId } }));
  const { data: run } = useQuery({
    ...queryOf(runEndpoints.get, { params: { id: good.runId ?? 0 } }),
    enabled: good.runId !== null,
  });
  const history = useHistory();
  const form = useOpenedForm('goods', {
    record: goodEndpoints.get.answer,
    values: goodValues,
    draftKey: () => good.finishedGoodId,
  });
  const stateForm = useStateForm(lot, form);
  const edit = () =>
    form.leave(() => {
      stateForm.close();
      form.open(good);
    });
  return (
    <>
      <PageHeader title={good.batchNumber} beside={`ID ${good.finishedGoodId}`}>
        <HistoryButton
          onClick={() => history.show({ kind: 'goods', id: good.finishedGoodId, name: good.batchNumber })}
        />
        {may('update', 'goods') && <EditButton onClick={edit} />}
        {stateForm.button}
        <GoodLinks good={good} lot={lot} />
      </PageHeader>
      {form.isOpen && <MasterForm key={form.key} definition={goodDefinition} {...form.props} />}
      {stateForm.form}
      {lot && <HeldNote lot={lot} />}
      <GoodFacts good={good} run={run} lot={lot} />
      <RecordSection heading="What went in">
        {good.runId === null ? (
          <p>{goodTexts.noRun}</p>
        ) : (
          run && <GoodInputs run={run} finishedGoodId={good.finishedGoodId} />
        )}
      </RecordSection>
      {lot && <WhereTo lot={lot} />}
      <RecordSection heading="Movements">{lot ? <LotMovements lot={lot} /> : <Loading panels={[4]} />}</RecordSection>
      {history.drawer}
      {form.dialog}
    </>
  );
}

/** The lots of the run that produced the batch, and its other outputs. */
function GoodInputs({ run, finishedGoodId }: { run: RunWithClaims; finishedGoodId: number }) {
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
