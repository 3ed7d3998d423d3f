/** One production run: what went in, what came out, what was lost. */
import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { claimTexts } from '#contract/claims.ts';
import { formatDate, formatPercent, formatQuantityWithUnit } from '#contract/format.ts';
import { documentTexts } from '#contract/lots.ts';
import { productionTexts } from '#contract/production.ts';
import { runEndpoints, runTexts, type RunWithClaims } from '#contract/runs.ts';
import type { Claim } from '#contract/stock.ts';
import { call } from '#web/api/client.ts';
import { may } from '#web/api/session.ts';
import { useOpenedForm } from '#web/form/useOpenedForm.ts';
import { EditButton, HistoryButton } from '#web/records/RecordButtons.tsx';
import { BackLink, RecordNote, RecordPage, RecordSection } from '#web/records/RecordPage.tsx';
import { useHistory } from '#web/records/history/useHistory.tsx';
import { DocumentLink } from '#web/links/DocumentLink.tsx';
import { ItemLink } from '#web/links/ItemLink.tsx';
import { LabelsButton } from '#web/labels/LabelsButton.tsx';
import { LotLink } from '#web/links/LotLink.tsx';
import { ClaimNote } from '#web/stock/ClaimNote.tsx';
import { ProductionStatusPill } from '#web/stock/ProductionStatusPill.tsx';
import { DataTable, type Column } from '#web/ui/table/DataTable.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { PrintButton } from '#web/ui/PrintButton.tsx';
import { quantities, Quantity } from '#web/ui/Quantity.tsx';
import { lazyWithPreload } from '#web/ui/lazyWithPreload.ts';
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
    <RecordPage back={<BackLink to="/production">Production</BackLink>} query={query} failed={runTexts.notLoaded}>
      {(run) => <Run key={run.runId} run={run} />}
    </RecordPage>
  );
}

function Run({ run }: { run: RunWithClaims }) {
  const history = useHistory();
  const form = useOpenedForm('production', {
    record: runEndpoints.get.answer,
    values: runDraft,
    keptAs: (record) => record?.runId,
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
        <Inputs run={run} />
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
  rawMaterialId: number | null;
  productId: number | null;
  unit: string;
  lotId: number;
  lotCode: string;
  supplierName: string | null;
  quantity: number;
  beforeReceipt: boolean;
  claim: Claim | null;
  organicPercent: number | null;
}

const REMARK = 'Remark';

const inputColumns: Column<InputRow>[] = [
  { header: 'Lot', weight: 'strong', pinned: true, cell: (row) => <LotLink {...row} /> },
  { header: 'Item', cell: (row) => <ItemLink {...row} name={row.itemName} /> },
  { header: 'Supplier', cell: (row) => row.supplierName },
  { header: claimTexts.claim, cell: (row) => row.claim !== null && <ClaimNote {...row} /> },
  { header: REMARK, weight: 'small', cell: (row) => row.beforeReceipt && productionTexts.beforeReceipt },
  quantities({ header: 'Quantity', weight: 'strong' }, ({ quantity, unit }) => ({ quantity, unit })),
];

function Inputs({ run }: { run: RunWithClaims }) {
  const rows = run.inputs
    .flatMap(({ lots, itemName, rawMaterialId, productId, unit }) =>
      lots.map((lot) => ({ ...lot, itemName, rawMaterialId, productId, unit })),
    )
    .map((row, key) => ({ ...row, key }));
  return (
    <Panel>
      <DataTable
        label="What went in"
        columns={inputColumns.filter(
          ({ header }) => header !== REMARK || rows.some(({ beforeReceipt }) => beforeReceipt),
        )}
        rows={rows}
        rowId={(row) => row.key}
        card={(row) => ({
          title: <LotLink {...row} />,
          state: formatQuantityWithUnit(row.quantity, row.unit),
          detail: <ItemLink {...row} name={row.itemName} />,
          aside: (
            <>
              {row.supplierName} <ClaimNote {...row} />
            </>
          ),
        })}
        skeletons={0}
        stale={false}
      />
    </Panel>
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
