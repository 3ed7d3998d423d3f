/** One supplier: amount owed, purchases and prices, lots, contact, certificates. */
import { partyOverviewEndpoints } from '#contract/masters/partyOverviews.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { certificateEndpoints, certificateTexts } from '#contract/prove/certificates.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { masters, pageSizes } from '#contract/kinds.ts';
import { supplierEndpoints, supplierTexts, type SupplierRecord } from '#contract/masters/suppliers.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useList } from '#web/core/list/useList.ts';
import { HistoryButton } from '#web/core/records/RecordButtons.tsx';
import { ActiveStatus } from '#web/core/records/masters/ActiveStatus.tsx';
import { LastChanges } from '#web/core/records/history/LastChanges.tsx';
import { Overview } from '#web/core/records/Overview.tsx';
import { PartyContact } from '#web/masters/PartyContact.tsx';
import { RecordColumns } from '#web/core/records/RecordColumns.tsx';
import { BackLink, RecordPage, RecordSection } from '#web/core/records/RecordPage.tsx';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { MergeButton, MergedNotes } from '#web/masters/merge/Merging.tsx';
import { useMasterEdit } from '#web/masters/useMasterEdit.tsx';
import { certificateCard, certificateColumns } from '#web/prove/certificates/certificateColumns.tsx';
import { lotCard, lotColumns, lotPage } from '#web/stock/lots/lotColumns.tsx';
import { TraceLink } from '#web/stock/links/TraceLink.tsx';
import { BeginLink } from '#web/core/ui/BeginLink.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { SearchField } from '#web/core/ui/SearchField.tsx';
import { MaterialsBought } from './MaterialsBought.tsx';
import { SupplierFacts } from './SupplierFacts.tsx';
import { SupplierInwards } from './SupplierInwards.tsx';

export function SupplierPage() {
  const { supplierId } = useParams({ from: '/shell/suppliers/$supplierId' });
  const query = useQuery(queryOf(supplierEndpoints.get, { params: { id: supplierId } }));
  return (
    <RecordPage
      back={<BackLink to="/suppliers">{masters.suppliers.title}</BackLink>}
      query={query}
      of={{ kind: 'suppliers', id: supplierId }}
      failed={supplierTexts.notLoaded}
    >
      {(supplier) => <Supplier key={supplier.supplierId} supplier={supplier} />}
    </RecordPage>
  );
}

function Supplier({ supplier }: { supplier: SupplierRecord }) {
  const { supplierId, name, status } = supplier;
  const overview = useQuery(queryOf(partyOverviewEndpoints.supplier, { params: { id: supplierId } }));
  const edit = useMasterEdit('suppliers', supplier);
  const history = useHistory();
  const record = { kind: 'suppliers', id: supplierId, name } as const;
  return (
    <>
      <PageHeader
        title={name}
        beside={
          <>
            ID {supplierId} <ActiveStatus status={status} />
          </>
        }
      >
        <HistoryButton onClick={() => history.show(record)} />
        {edit.button}
        <MergeButton kind="suppliers" id={supplierId} />
        <TraceLink of="suppliers" id={supplierId} variant="default" />
        {may('create', 'inward') && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/inward"
                state={{ begin: 'inward', beginsWith: { value: supplierId, label: name } }}
              />
            )}
          >
            {inwardTexts.addNew}
          </Button>
        )}
      </PageHeader>
      {edit.form}
      <MergedNotes kind="suppliers" id={supplierId} />
      <Overview query={overview}>{(loaded) => <SupplierFacts overview={loaded} />}</Overview>
      <RecordColumns
        aside={
          <>
            <RecordSection heading="Contact">
              <PartyContact party={supplier} />
            </RecordSection>
            <LastChanges record={record} onAll={() => history.show(record)} />
          </>
        }
      >
        {overview.data && <SupplierInwards supplierId={supplierId} overview={overview.data} />}
        {overview.data && <MaterialsBought overview={overview.data} />}
        <Lots supplierId={supplierId} />
        <Certificates supplierId={supplierId} />
      </RecordColumns>
      {history.drawer}
    </>
  );
}

const ofSupplier = lotColumns.filter(({ header }) => header !== 'Supplier');

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
        columns={ofSupplier}
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
