/** One supplier: amount owed, purchases and prices, lots, contact, certificates. */
import { partyOverviewEndpoints } from '#contract/masters/partyOverviews.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { certificateEndpoints, certificateTexts } from '#contract/prove/certificates/certificates.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { pageSizes } from '#contract/kinds.ts';
import { supplierEndpoints, supplierTexts, type SupplierRecord } from '#contract/masters/suppliers.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useList } from '#web/core/list/useList.ts';
import { ActiveStatus } from '#web/core/records/masters/ActiveStatus.tsx';
import { Overview } from '#web/core/records/Overview.tsx';
import { MasterRecordPage } from '#web/masters/MasterRecordPage.tsx';
import { PartyContact } from '#web/masters/PartyContact.tsx';
import { RecordColumns } from '#web/core/records/RecordColumns.tsx';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { certificateCard, certificateColumns } from '#web/prove/certificates/certificateColumns.tsx';
import { lotCard, lotPage, ofSupplierLotColumns } from '#web/stock/lots/lotColumns.tsx';
import { TraceLink } from '#web/stock/links/TraceLink.tsx';
import { BeginLink } from '#web/core/ui/BeginLink.tsx';
import { SearchField } from '#web/core/ui/SearchField.tsx';
import { AddForParty } from './AddForParty.tsx';
import { MaterialsBought } from './MaterialsBought.tsx';
import { SupplierFacts } from './SupplierFacts.tsx';
import { SupplierInwards } from './SupplierInwards.tsx';

export function SupplierPage() {
  const { supplierId: id } = useParams({ from: '/shell/suppliers/$supplierId' });
  const query = useQuery(queryOf(supplierEndpoints.get, { params: { id } }));
  return (
    <MasterRecordPage
      kind="suppliers"
      id={id}
      query={query}
      failed={supplierTexts.notLoaded}
      beside={({ status }) => <ActiveStatus status={status} />}
      buttons={({ supplierId, name }) => (
        <>
          <TraceLink of="suppliers" id={supplierId} variant="default" />
          <AddForParty kind="inward" party={{ value: supplierId, label: name }}>
            {inwardTexts.addNew}
          </AddForParty>
        </>
      )}
    >
      {(supplier, changes) => <Supplier supplier={supplier} changes={changes} />}
    </MasterRecordPage>
  );
}

function Supplier({ supplier, changes }: { supplier: SupplierRecord; changes: ReactNode }) {
  const { supplierId } = supplier;
  const overview = useQuery(queryOf(partyOverviewEndpoints.supplier, { params: { id: supplierId } }));
  return (
    <>
      <Overview query={overview}>{(loaded) => <SupplierFacts overview={loaded} />}</Overview>
      <RecordColumns
        aside={
          <>
            <RecordSection heading="Contact">
              <PartyContact party={supplier} />
            </RecordSection>
            {changes}
          </>
        }
      >
        {overview.data && <SupplierInwards supplierId={supplierId} overview={overview.data} />}
        {overview.data && <MaterialsBought overview={overview.data} />}
        <Lots supplierId={supplierId} />
        <Certificates supplierId={supplierId} />
      </RecordColumns>
    </>
  );
}

function Lots({ supplierId }: { supplierId: number }) {
  const lots = useList(lotEndpoints.list, {
    pageSize: pageSizes.lots,
    filters: { supplierId: String(supplierId) },
  });
  return (
    <RecordSection
      heading={lotTexts.title}
      more={
        <SearchField
          label="Search their lots"
          placeholder="Search lot or item"
          value={lots.search}
          onChange={lots.setSearch}
        />
      }
    >
      <ListPanel
        list={lots}
        label={lotTexts.title}
        columns={ofSupplierLotColumns}
        card={lotCard}
        rowId={(row) => row.lotId}
        to={lotPage}
        failed={lotTexts.loadFailed}
        empty={lotTexts.empty}
      />
    </RecordSection>
  );
}

function Certificates({ supplierId }: { supplierId: number }) {
  const certificates = useList(certificateEndpoints.list, {
    pageSize: pageSizes.certificates,
    prefix: 'certificates',
    filters: { supplierId: String(supplierId) },
  });
  return (
    <RecordSection heading={certificateTexts.title}>
      <ListPanel
        list={certificates}
        label={certificateTexts.title}
        columns={certificateColumns}
        card={(row) => ({ ...certificateCard(row), title: row.number, detail: row.scheme })}
        rowId={(row) => row.certificateId}
        failed={certificateTexts.loadFailed}
        empty={certificateTexts.empty}
        begin={<BeginLink to="/certificates">Go to Certificates</BeginLink>}
      />
    </RecordSection>
  );
}
