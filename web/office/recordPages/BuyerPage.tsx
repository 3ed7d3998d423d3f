/** One buyer: quantity held, dispatches, and contact. */
import { partyOverviewEndpoints } from '#contract/masters/partyOverviews.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { marketLabels, schemeClaimText } from '#contract/stock/claims/schemes.ts';
import { buyerEndpoints, buyerLabels, type BuyerRecord } from '#contract/masters/buyers.ts';
import { dispatchEndpoints, dispatchTexts } from '#contract/ship/dispatches.ts';
import { masters, pageSizes } from '#contract/kinds.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { dispatchPage, ofBuyerCard, ofBuyerColumns } from '#web/ship/dispatches/dispatchColumns.tsx';
import { may } from '#web/core/api/session.ts';
import { TraceLink } from '#web/stock/links/TraceLink.tsx';
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
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { SearchField } from '#web/core/ui/SearchField.tsx';
import { BuyerFacts } from './BuyerFacts.tsx';
import { HeldBatches } from './HeldBatches.tsx';

export function BuyerPage() {
  const { buyerId } = useParams({ from: '/shell/buyers/$buyerId' });
  const query = useQuery(queryOf(buyerEndpoints.get, { params: { id: buyerId } }));
  return (
    <RecordPage
      back={<BackLink to="/buyers">{masters.buyers.title}</BackLink>}
      query={query}
      of={{ kind: 'buyers', id: buyerId }}
      failed="The buyer could not be loaded."
    >
      {(buyer) => <Buyer key={buyer.buyerId} buyer={buyer} />}
    </RecordPage>
  );
}

function Buyer({ buyer }: { buyer: BuyerRecord }) {
  const { buyerId, name, status } = buyer;
  const overview = useQuery(queryOf(partyOverviewEndpoints.buyer, { params: { id: buyerId } }));
  const edit = useMasterEdit('buyers', buyer);
  const history = useHistory();
  const record = { kind: 'buyers', id: buyerId, name } as const;
  return (
    <>
      <PageHeader
        title={name}
        beside={
          <>
            ID {buyerId} <ActiveStatus status={status} />
          </>
        }
      >
        <HistoryButton onClick={() => history.show(record)} />
        {edit.button}
        <MergeButton kind="buyers" id={buyerId} />
        <TraceLink of="buyers" id={buyerId} variant="default" />
        {may('create', 'dispatches') && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/dispatches"
                state={{ begin: 'dispatches', beginsWith: { value: buyerId, label: name } }}
              />
            )}
          >
            {dispatchTexts.addNew}
          </Button>
        )}
      </PageHeader>
      {edit.form}
      <MergedNotes kind="buyers" id={buyerId} />
      <Overview query={overview}>{(loaded) => <BuyerFacts overview={loaded} />}</Overview>
      <RecordColumns
        aside={
          <>
            <RecordSection heading="Contact">
              <PartyContact party={buyer} further={saleFacts(buyer)} />
            </RecordSection>
            <LastChanges record={record} onAll={() => history.show(record)} />
          </>
        }
      >
        {overview.data && <HeldBatches overview={overview.data} />}
        <Got buyerId={buyerId} />
      </RecordColumns>
      {history.drawer}
    </>
  );
}

/** Where they are, and what is sold to them. */
function saleFacts({ market, soldAs }: BuyerRecord) {
  return [
    { label: buyerLabels.market, value: market ? marketLabels[market] : '—' },
    { label: buyerLabels.soldAs, value: soldAs ? schemeClaimText(soldAs) : '—' },
  ];
}

function Got({ buyerId }: { buyerId: number }) {
  const list = useList(dispatchEndpoints.list, {
    pageSize: pageSizes.dispatches,
    filters: { buyerId: String(buyerId) },
  });
  return (
    <RecordSection
      heading="What they got"
      more={
        <SearchField
          label="Search what they got"
          placeholder="Search invoice or batch"
          value={list.search}
          onChange={list.setSearch}
        />
      }
    >
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
  );
}
