/** One buyer: how to reach them, and what they got. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { buyerEndpoints, type BuyerRecord } from '#contract/buyers.ts';
import { dispatchEndpoints, dispatchTexts } from '#contract/dispatches.ts';
import { masters, pageSizes } from '#contract/resources.ts';
import { call } from '#web/api/client.ts';
import { dispatchPage, ofBuyerCard, ofBuyerColumns } from '#web/stock/dispatchColumns.tsx';
import { ListPanel } from '#web/list/ListPanel.tsx';
import { useList } from '#web/list/useList.ts';
import { PartyFacts } from '#web/records/PartyFacts.tsx';
import { BackLink, RecordPage, RecordSection } from '#web/records/RecordPage.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';

export function BuyerPage() {
  const { buyerId } = useParams({ from: '/shell/buyers/$buyerId' });
  const query = useQuery({
    queryKey: [buyerEndpoints.get.path, buyerId],
    queryFn: ({ signal }) => call(buyerEndpoints.get, { params: { id: buyerId }, signal }),
  });
  return (
    <RecordPage
      back={<BackLink to="/buyers">{masters.buyers.title}</BackLink>}
      query={query}
      failed="The buyer could not be loaded."
    >
      {(buyer) => <Buyer buyer={buyer} />}
    </RecordPage>
  );
}

function Buyer({ buyer }: { buyer: BuyerRecord }) {
  const { buyerId, name } = buyer;
  const filters = { buyerId: String(buyerId) };
  const list = useList(dispatchEndpoints.list, { pageSize: pageSizes.dispatches, filters });
  return (
    <>
      <PageHeader title={name}>
        <SearchField
          label="Search what they got"
          placeholder="Search invoice or batch"
          value={list.search}
          onChange={list.setSearch}
        />
      </PageHeader>
      <PartyFacts party={buyer} />
      <RecordSection heading="What they got">
        <ListPanel
          list={list}
          label="What they got"
          columns={ofBuyerColumns}
          card={ofBuyerCard}
          rowId={(row) => row.dispatchId}
          to={dispatchPage}
          failed={dispatchTexts.loadFailed}
          empty={dispatchTexts.empty}
        />
      </RecordSection>
    </>
  );
}
