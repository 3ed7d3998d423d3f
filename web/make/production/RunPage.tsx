/** One production run: inputs, outputs, losses. */
import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { formatDate, formatKilograms, formatPercent, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { documentTexts } from '#contract/stock/documentTexts.ts';
import { runTexts, type RunWithClaims } from '#contract/make/runs.ts';
import { yieldInWholeGrams } from '#contract/make/roundedYield.ts';
import { may } from '#web/core/api/session.ts';
import { preloadedComponent } from '#web/core/ui/lazyComponent.ts';
import { RecordNote, RecordSection } from '#web/core/records/RecordPage.tsx';
import { RecordScreen, type RecordParts } from '#web/core/records/RecordScreen.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { LabelsButton } from '#web/stock/labels/LabelsButton.tsx';
import { RunInputs } from '#web/make/production/RunInputs.tsx';
import { RunStatusPill } from '#web/make/production/RunStatusPill.tsx';
import { Facts } from '#web/core/ui/Facts.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { PrintButton } from '#web/core/ui/PrintButton.tsx';
import { Quantity } from '#web/core/ui/Quantity.tsx';
import { batchesText, runs, type RunBegun } from './runDefinition.ts';
import classes from './RunPage.module.css';

const RunForm = preloadedComponent(async () => (await import('./form/RunForm.tsx')).RunForm);

export function RunPage() {
  const { runId } = useParams({ from: '/shell/production/$runId' });
  return (
    <RecordScreen definition={runs} id={runId} list="/production" failed={runTexts.notLoaded} Body={Run}>
      {(props) => <RunForm {...props} isForCompleting={props.record?.status === 'in_progress'} />}
    </RecordScreen>
  );
}

function Run({ record: run, form, buttons, openForm }: RecordParts<RunWithClaims, RunBegun>) {
  const name = documentTexts.run(formatDate(run.productionDate));
  const isInProgress = run.status === 'in_progress';
  return (
    <>
      <PageHeader title={batchesText(run) || name}>
        {buttons.history}
        {!isInProgress && buttons.edit}
        <PrintButton />
        {may('create', 'runs') && (
          <Button
            variant="default"
            aria-keyshortcuts="c"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => form.begin({ copied: run })}
          >
            Copy
          </Button>
        )}
        {run.outputs.length > 0 && <LabelsButton lotIds={run.outputs.map(({ lotId }) => lotId)} />}
        {isInProgress && (may('update', 'runs') || may('create', 'runs')) && (
          <Button aria-keyshortcuts="e" leftSection={<IconCheck size={16} aria-hidden />} onClick={form.edit}>
            Complete
          </Button>
        )}
      </PageHeader>
      {openForm}
      <RunFacts run={run} />
      <RecordNote note={run.note} />
      <RecordSection heading="What went in">
        <RunInputs inputs={run.inputs} />
      </RecordSection>
      <RecordSection heading="What came out">
        <Outputs run={run} />
      </RecordSection>
    </>
  );
}

export function RunFacts({ run }: { run: RunWithClaims }) {
  const { yieldPercent, withoutGrams } = run.yield;
  const { inputGrams, outputGrams, lossGrams, unexplainedGrams } = yieldInWholeGrams(run.yield);
  const losses = run.losses
    .map(({ reason, grams, quantity, unit, itemName }) =>
      grams === null
        ? `${reason}: ${formatQuantityWithUnit(quantity ?? 0, unit ?? '')} ${itemName}`
        : `${reason}: ${formatKilograms(grams)}`,
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
          below: <RunStatusPill status={run.status} />,
        },
        {
          label: 'In',
          value: formatKilograms(inputGrams),
          below: withoutGrams.length > 0 && `without ${withoutGrams.join(', ')}`,
        },
        {
          label: 'Out',
          value: formatKilograms(outputGrams),
          below: unexplainedGrams !== 0 && `${formatKilograms(unexplainedGrams)} unexplained`,
        },
        { label: 'Loss', value: formatKilograms(lossGrams), below: losses },
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
