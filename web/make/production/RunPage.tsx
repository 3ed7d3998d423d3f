/** One production run: inputs, outputs, losses. */
import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import {
  formatDate,
  formatKilograms,
  formatPercent,
  formatQuantity,
  formatQuantityWithUnit,
  formatRupees,
} from '#contract/core/values/format.ts';
import { costTexts } from '#contract/make/costTerms.ts';
import { documentTexts } from '#contract/stock/documentTexts.ts';
import { runLabels, runTexts, type RunWithClaims } from '#contract/make/runs.ts';
import { yieldInWholeGrams } from '#contract/make/roundedYield.ts';
import { may } from '#web/core/api/session.ts';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { RecordNote, RecordSection } from '#web/core/records/RecordPage.tsx';
import { RecordScreen, type RecordParts } from '#web/core/records/RecordScreen.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { LabelsButton } from '#web/stock/labels/LabelsButton.tsx';
import { RunInputs } from '#web/make/production/RunInputs.tsx';
import { RunStatusPill } from '#web/make/production/RunStatusPill.tsx';
import { Facts, type Fact } from '#web/core/ui/Facts.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { PrintButton } from '#web/core/ui/PrintButton.tsx';
import { Quantity } from '#web/core/ui/Quantity.tsx';
import { batchesText, runs, type RunPrefill } from './runDefinition.ts';
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

function Run({ record: run, form, buttons, openForm }: RecordParts<RunWithClaims, RunPrefill>) {
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
      {run.gainReason !== '' && <RecordNote note={`${runLabels.gainReason}: ${run.gainReason}`} />}
      {run.afterExpiryReason !== '' && <RecordNote note={`${runLabels.afterExpiryReason}: ${run.afterExpiryReason}`} />}
      <RecordSection heading="What went in">
        <RunInputs inputs={run.inputs} productionDate={run.productionDate} />
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
    .map(({ reason, grams, quantity, unit, itemName, scrapPrice }) =>
      grams === null
        ? `${reason}: ${formatQuantityWithUnit(quantity ?? 0, unit ?? '')} ${itemName}`
        : `${reason}: ${formatKilograms(grams)}${scrapPrice === null ? '' : costTexts.soldAt(formatRupees(scrapPrice))}`,
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
        ...costFacts(run),
      ]}
    />
  );
}

/** Charges and hours, where they were entered. */
function costFacts({ charges, hours }: RunWithClaims): Fact[] {
  if (charges === 0 && hours === null) return [];
  const below = hours !== null && costTexts.hours(formatQuantity(hours));
  return [{ label: costTexts.chargesOf, value: formatRupees(charges), below }];
}

/** How an output shares the cost, where that was entered. */
function shareText({ costShare, byProductPrice, unit }: RunWithClaims['outputs'][number]): string {
  if (byProductPrice !== null) return costTexts.byProductAt(formatRupees(byProductPrice), unit);
  return costShare === null ? '' : costTexts.shareOf(formatPercent(costShare));
}

function Outputs({ run }: { run: RunWithClaims }) {
  if (run.outputs.length === 0) return <p>{runTexts.noOutputs}</p>;
  return (
    <ul className={classes.outputs}>
      {run.outputs.map((output) => (
        <li key={output.finishedGoodId}>
          <strong>
            <DocumentLink kind="goods" id={output.finishedGoodId} label={output.batchNumber} />
          </strong>{' '}
          <ItemLink productId={output.productId} name={output.productName} />:{' '}
          <Quantity quantity={output.quantity} unit={output.unit} />
          {output.expiryDate && `, expires ${formatDate(output.expiryDate)}`}
          {shareText(output)}
        </li>
      ))}
    </ul>
  );
}
