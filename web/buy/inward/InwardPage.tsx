/** One inward: purchases beside the bill, amounts, and destinations of its lots. */
import { isUnpaid } from '#contract/buy/inward.ts';
import { inwardOverviewEndpoint } from '#contract/buy/inwardOverview.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { inwardLabels, inwardTexts } from '#contract/buy/inwardTexts.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { LabelsButton } from '#web/stock/labels/LabelsButton.tsx';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { RecordScreen, type RecordParts } from '#web/core/records/RecordScreen.tsx';
import { TraceLink } from '#web/stock/links/TraceLink.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { PrintButton } from '#web/core/ui/PrintButton.tsx';
import { BillBeside } from './bill/BillBeside.tsx';
import { InwardFacts } from './InwardFacts.tsx';
import { InwardRecordLines, rowsOf } from './InwardRecordLines.tsx';
import { LotDestinations } from './LotDestinations.tsx';
import classes from './InwardPage.module.css';
import { inwards, type InwardPrefill } from './inwardDefinition.ts';
import type { InwardInForm } from './inwardValues.ts';
import { useMarkPaid } from './useMarkPaid.ts';

const InwardForm = preloadedComponent(async () => (await import('./InwardForm.tsx')).InwardForm);

export function InwardPage() {
  const { inwardId } = useParams({ from: '/shell/inward/$inwardId' });
  return (
    <RecordScreen definition={inwards} id={inwardId} list="/inward" failed={inwardTexts.notLoaded} Body={Inward}>
      {(props) => <InwardForm {...props} />}
    </RecordScreen>
  );
}

function Inward({ record: inward, form, buttons, openForm }: RecordParts<InwardInForm, InwardPrefill>) {
  const { inwardId, invoiceNumber, rawMaterials } = inward;
  const overview = useQuery(queryOf(inwardOverviewEndpoint, { params: { id: inwardId } }));
  const paying = useMarkPaid();
  const rows = rowsOf(inward, overview.data);
  const isPayable = isUnpaid(inward) && may('update', 'inward');
  return (
    <>
      <PageHeader title={`Inward ${invoiceNumber}`} beside={`ID ${inwardId}`}>
        {buttons.history}
        {buttons.edit}
        <LabelsButton lotIds={rawMaterials.map(({ lotId }) => lotId)} />
        <PrintButton />
        <TraceLink of="inwards" id={inwardId} variant="default" />
        {may('create', 'inward') && (
          <Button
            variant={isPayable ? 'default' : 'filled'}
            aria-keyshortcuts="c"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => form.begin({ copied: inward })}
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
            {inwardTexts.markPaid}
          </Button>
        )}
      </PageHeader>
      {openForm}
      <InwardFacts inward={inward} />
      <div className={classes.desk}>
        <div>
          <RecordSection heading={inwardLabels.rawMaterials}>
            <InwardRecordLines inward={inward} rows={rows} />
          </RecordSection>
          {overview.data && (
            <RecordSection heading={inwardTexts.lotDestinations}>
              <LotDestinations rows={rows} />
            </RecordSection>
          )}
        </div>
        <div className={classes.side}>
          <BillBeside inward={inward} />
        </div>
      </div>
    </>
  );
}
