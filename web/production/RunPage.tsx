/** One production run: what went in, what came out, what was lost. */
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { formatDate, formatPercent, formatQuantityWithUnit } from '#contract/format.ts';
import { documentTexts } from '#contract/lots.ts';
import { productionTexts } from '#contract/production.ts';
import { runEndpoints, runTexts, type RunWithLots } from '#contract/runs.ts';
import { call } from '#web/api/client.ts';
import { LoadFailed } from '#web/list/LoadFailed.tsx';
import { useHistory } from '#web/records/useHistory.tsx';
import { DocumentLink } from '#web/stock/DocumentLink.tsx';
import { ProductionStatusPill } from '#web/stock/ProductionStatusPill.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { quantities, Quantity } from '#web/ui/Quantity.tsx';
import classes from './RunPage.module.css';

export function RunPage() {
  const { runId } = useParams({ from: '/shell/production/$runId' });
  const { data, error, refetch } = useQuery({
    queryKey: [runEndpoints.get.path, runId],
    queryFn: ({ signal }) => call(runEndpoints.get, { params: { id: runId }, signal }),
  });
  return (
    <>
      <Link to="/production" className={classes.back}>
        Production
      </Link>
      {error && !data && (
        <Panel>
          <LoadFailed
            failed={runTexts.notLoaded}
            error={error}
            retry={() => {
              refetch().catch(console.error);
            }}
          />
        </Panel>
      )}
      {!error && !data && <p role="status">Loading...</p>}
      {data && <Run run={data} />}
    </>
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
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => history.show({ kind: 'runs', id: run.runId, name: `production ${run.runId}` })}
        >
          History
        </Button>
      </PageHeader>
      <RunFacts run={run} />
      {run.note && <p className={classes.note}>{run.note}</p>}
      <section aria-labelledby="went-in">
        <h2 id="went-in" className={classes.heading}>
          What went in
        </h2>
        <Inputs run={run} />
      </section>
      <section aria-labelledby="came-out">
        <h2 id="came-out" className={classes.heading}>
          What came out
        </h2>
        <Outputs run={run} />
      </section>
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

function LotLink({ lotId, lotCode }: InputRow) {
  return (
    <Link to="/lots/$lotId" params={{ lotId: String(lotId) }} className={classes.link}>
      {lotCode}
    </Link>
  );
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
