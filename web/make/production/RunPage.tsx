/** One production run: inputs, outputs, losses. */
import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import {
  formatDate,
  formatKilograms as kg,
  formatPercent,
  formatQuantityWithUnit,
} from '#contract/core/values/format.ts';
import { documentTexts } from '#contract/stock/lots.ts';
import { runEndpoints, runTexts, type RunWithClaims } from '#contract/make/runs.ts';
import { yieldInWholeGrams } from '#contract/make/yieldGrams.ts';
import { call } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { EditButton, HistoryButton } from '#web/core/records/RecordButtons.tsx';
import { BackLink, RecordNote, RecordPage, RecordSection } from '#web/core/records/RecordPage.tsx';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { LabelsButton } from '#web/stock/labels/LabelsButton.tsx';
import { RunInputs } from '#web/make/production/RunInputs.tsx';
import { ProductionStatusPill } from '#web/stock/parts/ProductionStatusPill.tsx';
import { Facts } from '#web/core/ui/Facts.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { PrintButton } from '#web/core/ui/PrintButton.tsx';
import { Quantity } from '#web/core/ui/Quantity.tsx';
import { lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';
import type { ProductionFormProps } from './ProductionForm.tsx';
import { runDraft } from './runDraft.ts';
import classes from './RunPage.module.css';

const useForm = lazyWithPreload(() => import('./ProductionForm.tsx'));

export function RunPage() {
  const { runId } = useParams({ from: '/shell/production/$runId' });
  const query = useQuery({
    queryKey: [runEndpoints.get.path, runId],
    queryFn: ({ signal }) => call(runEndpoints.get, { params: { id: runId }, signal }),
  });
  return (
    <RecordPage
      back={<BackLink to="/production">Production</BackLink>}
      query={query}
      of={{ kind: 'runs', id: runId }}
      failed={runTexts.notLoaded}
    >
      {(run) => <Run key={run.runId} run={run} />}
    </RecordPage>
  );
}

function Run({ run }: { run: RunWithClaims }) {
  const history = useHistory();
  const form = useOpenedForm('production', {
    record: runEndpoints.get.answer,
    values: runDraft,
    draftKey: (record) => record?.runId,
  });
  const navigate = useNavigate();
  const batches = run.outputs.map(({ batchNumber }) => batchNumber).join(', ');
  const name = documentTexts.run(formatDate(run.productionDate));
  const isInProgress = run.status === 'in_progress';
  const mayEdit = may('update', 'runs') || (isInProgress && may('create', 'runs'));
  return (
    <>
      <PageHeader title={batches || name}>
        <HistoryButton onClick={() => history.show({ kind: 'runs', id: run.runId, name: `production ${run.runId}` })} />
        {mayEdit && !isInProgress && <EditButton onClick={() => form.open(run)} />}
        <PrintButton />
        {may('create', 'runs') && (
          <Button
            variant="default"
            aria-keyshortcuts="c"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => form.open()}
          >
            Copy
          </Button>
        )}
        {run.outputs.length > 0 && <LabelsButton lotIds={run.outputs.map(({ lotId }) => lotId)} />}
        {mayEdit && isInProgress && (
          <Button
            aria-keyshortcuts="e"
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => form.open(run)}
          >
            Complete
          </Button>
        )}
      </PageHeader>
      <Suspense>
        {form.isOpen && (
          <Form
            key={form.key}
            {...form.props}
            completes={isInProgress}
            copied={form.record ? undefined : run}
            onSaved={() => {
              form.props.onSaved();
              // A copy is another run.
              if (!form.record) navigate({ to: '/production' }).catch(console.error);
            }}
          />
        )}
      </Suspense>
      <RunFacts run={run} />
      <RecordNote note={run.note} />
      <RecordSection heading="What went in">
        <RunInputs inputs={run.inputs} />
      </RecordSection>
      <RecordSection heading="What came out">
        <Outputs run={run} />
      </RecordSection>
      {history.drawer}
      {form.dialog}
    </>
  );
}

function Form(props: ProductionFormProps) {
  const { ProductionForm } = useForm();
  return <ProductionForm {...props} />;
}

export function RunFacts({ run }: { run: RunWithClaims }) {
  const { yieldPercent, withoutGrams } = run.yield;
  const { inputGrams, outputGrams, lossGrams, unexplainedGrams } = yieldInWholeGrams(run.yield);
  const losses = run.losses
    .map(({ reason, grams, quantity, unit, itemName }) =>
      grams === null
        ? `${reason}: ${formatQuantityWithUnit(quantity ?? 0, unit ?? '')} ${itemName}`
        : `${reason}: ${kg(grams)}`,
    )
    .join(', ');
  const recipe = run.recipeVersion === null ? undefined : `recipe ${run.recipeVersion}`;
  const expected = run.expectedYieldPercent === null ? '' : ` ${formatPercent(run.expectedYieldPercent)}`;
  return (
    <Facts
      facts={[
        {
          label: 'Made on',
          value: formatDate(run.productionDate),
          below: <ProductionStatusPill status={run.status} />,
        },
        { label: 'In', value: kg(inputGrams), below: withoutGrams.length > 0 && `without ${withoutGrams.join(', ')}` },
        {
          label: 'Out',
          value: kg(outputGrams),
          below: unexplainedGrams !== 0 && `${kg(unexplainedGrams)} unexplained`,
        },
        { label: 'Loss', value: kg(lossGrams), below: losses },
        {
          label: 'Yield',
          value: yieldPercent === null ? '—' : formatPercent(yieldPercent),
          below: recipe && recipe + expected,
        },
      ]}
    />
  );
}

function Outputs({ run }: { run: RunWithClaims }) {
  if (run.outputs.length === 0) return <p>{runTexts.noOutputs}</p>;
  return (
    <ul className={classes.outputs}>
      {run.outputs.map(({ finishedGoodId, batchNumber, productId, productName, quantity, unit, expiryDate }) => (
        <li key={finishedGoodId}>
          <strong>
            <DocumentLink kind="goods" id={finishedGoodId} label={batchNumber} />
          </strong>{' '}
          <ItemLink productId={productId} name={productName} />: <Quantity quantity={quantity} unit={unit} />
          {expiryDate && `, expires ${formatDate(expiryDate)}`}
        </li>
      ))}
    </ul>
  );
}
