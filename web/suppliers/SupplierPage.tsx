/** One supplier: how to reach them, their certificates, and the lots that came from them. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { certificateEndpoints, certificateTexts } from '#contract/certificates.ts';
import { lotEndpoints, lotTexts } from '#contract/lots.ts';
import { masters, pageSizes } from '#contract/resources.ts';
import { supplierEndpoints, supplierTexts, type SupplierRecord } from '#contract/suppliers.ts';
import { call } from '#web/api/client.ts';
import { ListPanel } from '#web/list/ListPanel.tsx';
import { useList } from '#web/list/useList.ts';
import { PartyFacts } from '#web/records/PartyFacts.tsx';
import { BackLink, RecordPage, RecordSection } from '#web/records/RecordPage.tsx';
import { certificateCard, certificateColumns } from '#web/stock/certificateColumns.tsx';
import { lotCard, lotColumns, lotPage } from '#web/stock/lotColumns.tsx';
import { TraceLink } from '#web/stock/TraceLink.tsx';
import { BeginLink } from '#web/ui/BeginLink.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';

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
      failed={supplierTexts.notLoaded}
    >
      {(supplier) => <Supplier supplier={supplier} />}
    </RecordPage>
  );
}

const ofSupplier = lotColumns.filter(({ header }) => header !== 'Supplier');

function Supplier({ supplier }: { supplier: SupplierRecord }) {
  const { supplierId, name } = supplier;
  const filters = { supplierId: String(supplierId) };
  const lots = useList(lotEndpoints.list, { pageSize: pageSizes.lots, filters });
  const certificates = useList(certificateEndpoints.list, {
    pageSize: pageSizes.certificates,
    prefix: 'certificates',
    filters,
  });
  return (
    <>
      <PageHeader title={name}>
        <SearchField
          label="Search their lots"
          placeholder="Search lot or item"
          value={lots.search}
          onChange={lots.setSearch}
        />
        <TraceLink of="suppliers" id={supplierId} variant="default" />
      </PageHeader>
      <PartyFacts party={supplier} />
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
      <RecordSection heading={lotTexts.title}>
        <ListPanel
          list={lots}
          label={lotTexts.title}
          columns={ofSupplier}
          card={lotCard}
          rowId={(row) => row.lotId}
          to={lotPage}
          isDepleted={(row) => row.onHandQty === 0}
          failed={lotTexts.loadFailed}
          empty={lotTexts.empty}
        />
      </RecordSection>
    </>
  );
}
