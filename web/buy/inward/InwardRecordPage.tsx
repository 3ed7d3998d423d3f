/** One inward: purchases beside the bill, amounts, and destinations of its lots. */
import { inwardOverviewEndpoint } from '#contract/buy/inwardOverview.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { inwardEndpoints } from '#contract/buy/inward.ts';
import { inwardLabels, inwardTexts } from '#contract/buy/inwardTexts.ts';
import { call } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { LabelsButton } from '#web/stock/labels/LabelsButton.tsx';
import { EditButton, HistoryButton } from '#web/core/records/RecordButtons.tsx';
import { BackLink, RecordPage, RecordSection } from '#web/core/records/RecordPage.tsx';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { TraceLink } from '#web/stock/links/TraceLink.tsx';
import { lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { PrintButton } from '#web/core/ui/PrintButton.tsx';
import { BillBeside } from './BillBeside.tsx';
import { InwardFacts } from './InwardFacts.tsx';
import type { InwardFormProps } from './InwardForm.tsx';
import { InwardRecordLines, rowsOf, WhatBecameOfIt } from './InwardRecordLines.tsx';
import classes from './InwardRecordPage.module.css';
import { inwardDraft, inwardWithBill, type InwardWithBill } from './inwardDraft.ts';
import { useMarkPaid } from './useMarkPaid.ts';

const useForm = lazyWithPreload(() => import('./InwardForm.tsx'));

export function InwardRecordPage() {
  const { inwardId } = useParams({ from: '/shell/inward/$inwardId' });
  const query = useQuery({
    queryKey: [inwardEndpoints.get.path, inwardId],
    queryFn: ({ signal }) => call(inwardEndpoints.get, { params: { id: inwardId }, signal }),
  });
  return (
    <RecordPage
      back={<BackLink to="/inward">Inward</BackLink>}
      query={query}
      of={{ kind: 'inward', id: inwardId }}
      failed={inwardTexts.notLoaded}
    >
      {(inward) => <Inward key={inward.inwardId} inward={inward} />}
    </RecordPage>
  );
}

function Inward({ inward }: { inward: InwardWithBill }) {
  const { inwardId, invoiceNumber, rawMaterials, status } = inward;
  const form = useOpenedForm('inward', {
    record: inwardWithBill,
    values: inwardDraft,
    draftKey: (record) => record?.inwardId,
  });
  const [copied, setCopied] = useState<InwardWithBill>();
  const overview = useQuery({
    queryKey: [inwardOverviewEndpoint.path, String(inwardId)],
    queryFn: ({ signal }) => call(inwardOverviewEndpoint, { params: { id: inwardId }, signal }),
  });
  const history = useHistory();
  const paying = useMarkPaid();
  const navigate = useNavigate();
  const copy = () =>
    form.leave(() => {
      setCopied(inward);
      form.open();
    });
  const rows = rowsOf(inward, overview.data);
  const isPayable = status !== 'paid' && may('update', 'inward');
  return (
    <>
      <PageHeader title={`Inward ${invoiceNumber}`} beside={`ID ${inwardId}`}>
        <HistoryButton
          onClick={() => history.show({ kind: 'inward', id: inwardId, name: `inward ${invoiceNumber}` })}
        />
        {may('update', 'inward') && <EditButton onClick={() => form.open(inward)} />}
        <LabelsButton lotIds={rawMaterials.map(({ lotId }) => lotId)} />
        <PrintButton />
        <TraceLink of="inwards" id={inwardId} variant="default" />
        {may('create', 'inward') && (
          <Button
            variant={isPayable ? 'default' : 'filled'}
            aria-keyshortcuts="c"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={copy}
          >
            Copy
          </Button>
        )}
        {isPayable && (
          <Button
            aria-keyshortcuts="p"
            loading={paying.busy}
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => paying.save(inward)}
          >
            Mark Paid
          </Button>
        )}
      </PageHeader>
      <Suspense>
        {form.isOpen && (
          <Form
            key={form.key}
            {...form.props}
            copied={copied}
            onSaved={() => {
              form.props.onSaved();
              // The copy is now at the top of the list.
              if (form.record === undefined) navigate({ to: '/inward' }).catch(console.error);
            }}
          />
        )}
      </Suspense>
      <InwardFacts inward={inward} />
      <div className={classes.desk}>
        <div>
          <RecordSection heading={inwardLabels.rawMaterials}>
            <InwardRecordLines inward={inward} rows={rows} />
          </RecordSection>
          {overview.data && (
            <RecordSection heading="What became of it">
              <WhatBecameOfIt rows={rows} />
            </RecordSection>
          )}
        </div>
        <div className={classes.side}>
          <BillBeside inward={inward} />
        </div>
      </div>
      {history.drawer}
      {form.dialog}
    </>
  );
}

function Form(props: InwardFormProps) {
  const { InwardForm } = useForm();
  return <InwardForm {...props} />;
}
