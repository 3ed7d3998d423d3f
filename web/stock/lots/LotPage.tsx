/** One lot: source, remaining stock, and destinations. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { claimTexts } from '#contract/stock/claims/claims.ts';
import { formatDate, formatRupees } from '#contract/core/values/format.ts';
import { lotEndpoints, lotRecord, type LotWithMovements } from '#contract/stock/lots/lots.ts';
import { lotOriginLabels, lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { EditButton, HistoryButton } from '#web/core/records/RecordButtons.tsx';
import { BackLink, RecordPage, RecordSection } from '#web/core/records/RecordPage.tsx';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { BalanceLink } from '#web/stock/links/BalanceLink.tsx';
import { BeginRecall } from './BeginRecall.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { LabelsButton } from '#web/stock/labels/LabelsButton.tsx';
import { LotMovements } from './LotMovements.tsx';
import { LotStatePill } from './LotStatePill.tsx';
import { Facts } from '#web/core/ui/Facts.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Quantity } from '#web/core/ui/Quantity.tsx';
import { ClaimProof, ClaimValue } from './LotClaim.tsx';
import { SupplierLink } from '#web/stock/links/SupplierLink.tsx';
import { HeldNote } from './HeldNote.tsx';
import { useStateForm } from './useStateForm.tsx';
import { WhereTo } from './WhereTo.tsx';
import { WriteOffLink } from './WriteOffLink.tsx';
import { TraceLink } from '#web/stock/links/TraceLink.tsx';
import { LotCovers } from './LotCovers.tsx';
import { lotDraft } from './lotDraft.ts';
import { LotForm } from './LotForm.tsx';

export function LotPage() {
  const { lotId } = useParams({ from: '/shell/lots/$lotId' });
  const query = useQuery(queryOf(lotEndpoints.get, { params: { id: lotId } }));
  return (
    <RecordPage back={<BackLink to="/lots">{lotTexts.title}</BackLink>} query={query} failed={lotTexts.notLoaded}>
      {(lot) => <Lot key={lot.lotId} lot={lot} />}
    </RecordPage>
  );
}

function Lot({ lot }: { lot: LotWithMovements }) {
  const form = useOpenedForm('lots', {
    record: lotRecord,
    values: lotDraft,
    draftKey: () => lot.lotId,
  });
  const stateForm = useStateForm(lot, form);
  const history = useHistory();
  const edit = () =>
    form.leave(() => {
      stateForm.close();
      form.open(lot);
    });
  return (
    <>
      <PageHeader title={lot.code}>
        <HistoryButton onClick={() => history.show({ kind: 'lots', id: lot.lotId, name: `lot ${lot.code}` })} />
        {may('update', 'lots') && <EditButton onClick={edit} />}
        {stateForm.button}
        <BalanceLink lotId={lot.lotId} />
        <LabelsButton lotIds={[lot.lotId]} />
        <BeginRecall lotId={lot.lotId} />
        <TraceLink of="lots" id={lot.lotId} variant="filled" />
      </PageHeader>
      {form.isOpen && <LotForm key={form.key} lot={lot} {...form.props} />}
      {stateForm.form}
      <HeldNote lot={lot} />
      <LotFacts lot={lot} />
      <WhereTo lot={lot} />
      <RecordSection heading="Movements">
        <LotMovements lot={lot} />
      </RecordSection>
      <LotCovers covers={lot.transactionCertificates} unit={lot.unit} />
      {history.drawer}
      {form.dialog}
    </>
  );
}

export function LotFacts({ lot }: { lot: LotWithMovements }) {
  const { unit, originDocument } = lot;
  return (
    <Facts
      facts={[
        {
          label: 'Left',
          value: <Quantity quantity={lot.onHandQty} unit={unit} />,
          below: (
            <>
              of <Quantity quantity={lot.quantityIn} unit={unit} />
              {lot.value !== null && `, worth ${formatRupees(lot.value)}`}
              {lot.isOfRunInProgress && `, ${lotTexts.ofRunInProgress}`} <WriteOffLink lot={lot} />
            </>
          ),
          isMain: true,
        },
        {
          label: 'Item',
          value: <ItemLink {...lot} name={lot.itemName} />,
          below: <LotStatePill {...lot} />,
        },
        {
          label: lotOriginLabels[lot.origin],
          value: formatDate(lot.madeOrReceivedOn),
          below: lot.expiresOn ? `expires ${formatDate(lot.expiresOn)}` : 'no expiry date',
        },
        {
          label: claimTexts.claim,
          value: <ClaimValue lot={lot} />,
          below: <ClaimProof lot={lot} />,
        },
        {
          label: 'Where from',
          value:
            lot.supplierId !== null ? (
              <SupplierLink supplierId={lot.supplierId} name={lot.supplierName} />
            ) : originDocument ? (
              <DocumentLink {...originDocument} />
            ) : (
              '—'
            ),
          below: (
            <>
              {lot.supplierName && originDocument && <DocumentLink {...originDocument} />}
              {lot.supplierLotNumber && ` · their lot ${lot.supplierLotNumber}`}
            </>
          ),
        },
      ]}
    />
  );
}
