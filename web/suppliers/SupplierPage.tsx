/** One supplier: what is owed, what was bought for how much, the lots that came of it, how to reach them, certificates. */
import { partyOverviewEndpoints } from '#contract/partyOverviews.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { certificateEndpoints, certificateTexts } from '#contract/certificates.ts';
import { lotEndpoints, lotTexts } from '#contract/lots.ts';
import { masters, pageSizes } from '#contract/resources.ts';
import { supplierEndpoints, supplierTexts, type SupplierRecord } from '#contract/suppliers.ts';
import { call } from '#web/api/client.ts';
import { may } from '#web/api/session.ts';
import { ListPanel } from '#web/list/ListPanel.tsx';
import { useList } from '#web/list/useList.ts';
import { HistoryButton } from '#web/records/RecordButtons.tsx';
import { ActiveStatus } from '#web/records/ActiveStatus.tsx';
import { LastChanges } from '#web/records/history/LastChanges.tsx';
import { Overview } from '#web/records/Overview.tsx';
import { PartyContact } from '#web/records/PartyContact.tsx';
import { RecordColumns } from '#web/records/RecordColumns.tsx';
import { BackLink, RecordPage, RecordSection } from '#web/records/RecordPage.tsx';
import { useHistory } from '#web/records/history/useHistory.tsx';
import { useMasterEdit } from '#web/records/useMasterEdit.tsx';
import { certificateCard, certificateColumns } from '#web/stock/columns/certificateColumns.tsx';
import { lotCard, lotColumns, lotPage } from '#web/stock/columns/lotColumns.tsx';
import { TraceLink } from '#web/links/TraceLink.tsx';
import { BeginLink } from '#web/ui/BeginLink.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { MaterialsBought } from './MaterialsBought.tsx';
import { SupplierFacts } from './SupplierFacts.tsx';
import { SupplierInwards } from './SupplierInwards.tsx';

export function SupplierPage() {
  const { supplierId } = useParams({ from: '/shell/suppliers/$supplierId' });
  const query = useQuery({
    queryKey: [supplierEndpoints.get.path, supplierId],
    queryFn: ({ signal }) => call(supplierEndpoints.get, { params: { id: supplierId }, signal }),
  });
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
  const overview = useQuery({
    queryKey: [partyOverviewEndpoints.supplier.path, String(supplierId)],
    queryFn: ({ signal }) => call(partyOverviewEndpoints.supplier, { params: { id: supplierId }, signal }),
  });
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
            Add New Inward
          </Button>
        )}
      </PageHeader>
      {edit.form}
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
