/** One production run: what went in, what came out, what was lost. */
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { formatDate, formatPercent, formatQuantityWithUnit } from '#contract/format.ts';
import { documentTexts } from '#contract/lots.ts';
import { productionTexts } from '#contract/production.ts';
import { runEndpoints, runTexts, type RunWithLots } from '#contract/runs.ts';
import { call } from '#web/api/client.ts';
import { BackLink, RecordNote, RecordPage, RecordSection } from '#web/records/RecordPage.tsx';
import { useHistory } from '#web/records/useHistory.tsx';
import { DocumentLink } from '#web/stock/DocumentLink.tsx';
import { LabelsButton } from '#web/labels/LabelsButton.tsx';
import { LotLink } from '#web/stock/LotLink.tsx';
import { ProductionStatusPill } from '#web/stock/ProductionStatusPill.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { PrintButton } from '#web/ui/PrintButton.tsx';
import { quantities, Quantity } from '#web/ui/Quantity.tsx';
import classes from './RunPage.module.css';

export function RunPage() {
  const { runId } = useParams({ from: '/shell/production/$runId' });
  const query = useQuery({
    queryKey: [runEndpoints.get.path, runId],
    queryFn: ({ signal }) => call(runEndpoints.get, { params: { id: runId }, signal }),
  });
  return (
    <RecordPage back={<BackLink to="/production">Production</BackLink>} query={query} failed={runTexts.notLoaded}>
      {(run) => <Run run={run} />}
    </RecordPage>
  );
}

function Run({ run }: { run: RunWithLots }) {
  const history = useHistory();
  const batches = run.outputs.map(({ batchNumber }) => batchNumber).join(', ');
  const name = documentTexts.run(formatDate(run.productionDate));
  return (
    <>
      <PageHeader title={batches || name}>
        <Button
          variant="subtle"
          color="gray"
          aria-keyshortcuts="h"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => history.show({ kind: 'runs', id: run.runId, name: `production ${run.runId}` })}
        >
          History
        </Button>
        <PrintButton />
        {run.outputs.length > 0 && <LabelsButton lotIds={run.outputs.map(({ lotId }) => lotId)} />}
      </PageHeader>
      <RunFacts run={run} />
      <RecordNote note={run.note} />
      <RecordSection heading="What went in">
        <Inputs run={run} />
      </RecordSection>
      <RecordSection heading="What came out">
        <Outputs run={run} />
      </RecordSection>
      {history.drawer}
    </>
  );
}

function RunFacts({ run }: { run: RunWithLots }) {
  const { inputGrams, outputGrams, lossGrams, unexplainedGrams, yieldPercent, withoutGrams } = run.yield;
  const kg = (grams: number) => formatQuantityWithUnit(Math.round(grams) / 1000, 'kg');
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

interface InputRow {
  key: number;
  itemName: string;
  unit: string;
  lotId: number;
  lotCode: string;
  supplierName: string | null;
  quantity: number;
  beforeReceipt: boolean;
}

const inputColumns: Column<InputRow>[] = [
  { header: 'Lot', weight: 'strong', pinned: true, cell: (row) => <LotLink {...row} /> },
  { header: 'Item', cell: (row) => row.itemName },
  { header: 'Supplier', cell: (row) => row.supplierName },
  { header: 'Remark', weight: 'small', cell: (row) => row.beforeReceipt && productionTexts.beforeReceipt },
  quantities({ header: 'Quantity', weight: 'strong' }, ({ quantity, unit }) => ({ quantity, unit })),
];

function Inputs({ run }: { run: RunWithLots }) {
  const rows = run.inputs
    .flatMap(({ lots, itemName, unit }) => lots.map((lot) => ({ ...lot, itemName, unit })))
    .map((row, key) => ({ ...row, key }));
  return (
    <Panel>
      <DataTable
        label="What went in"
        columns={inputColumns}
        rows={rows}
        rowId={(row) => row.key}
        card={(row) => ({
          title: <LotLink {...row} />,
          state: formatQuantityWithUnit(row.quantity, row.unit),
          detail: row.itemName,
          aside: row.supplierName,
        })}
        skeletons={0}
        stale={false}
      />
    </Panel>
  );
}

function Outputs({ run }: { run: RunWithLots }) {
  if (run.outputs.length === 0) return <p>{runTexts.noOutputs}</p>;
  return (
    <ul className={classes.outputs}>
      {run.outputs.map(({ finishedGoodId, batchNumber, productName, quantity, unit, expiryDate }) => (
        <li key={finishedGoodId}>
          <strong>
            <DocumentLink kind="goods" id={finishedGoodId} label={batchNumber} />
          </strong>{' '}
          {productName}: <Quantity quantity={quantity} unit={unit} />
          {expiryDate && `, expires ${formatDate(expiryDate)}`}
        </li>
      ))}
    </ul>
  );
}
