/** One buyer: quantity held, dispatches, and contact. */
import { partyOverviewEndpoints } from '#contract/masters/partyOverviews.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { marketLabels, schemeClaimText } from '#contract/stock/claims/schemes.ts';
import { buyerEndpoints, buyerLabels, buyerTexts, type BuyerRecord } from '#contract/masters/buyers.ts';
import { dispatchEndpoints } from '#contract/ship/dispatches.ts';
import { dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { pageSizes } from '#contract/kinds.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { dispatchPage, ofBuyerCard, ofBuyerColumns } from '#web/ship/dispatches/dispatchColumns.tsx';
import { TraceLink } from '#web/stock/links/TraceLink.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useList } from '#web/core/list/useList.ts';
import { ActiveStatus } from '#web/core/records/masters/ActiveStatus.tsx';
import { Overview } from '#web/core/records/Overview.tsx';
import { MasterRecordPage } from '#web/masters/MasterRecordPage.tsx';
import { PartyContact } from '#web/masters/PartyContact.tsx';
import { RecordColumns } from '#web/core/records/RecordColumns.tsx';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { SearchField } from '#web/core/ui/SearchField.tsx';
import { AddForParty } from './AddForParty.tsx';
import { BuyerFacts } from './BuyerFacts.tsx';
import { HeldBatches } from './HeldBatches.tsx';

export function BuyerPage() {
  const { buyerId: id } = useParams({ from: '/shell/buyers/$buyerId' });
  const query = useQuery(queryOf(buyerEndpoints.get, { params: { id } }));
  return (
    <MasterRecordPage
      kind="buyers"
      id={id}
      query={query}
      failed={buyerTexts.notLoaded}
      beside={({ status }) => <ActiveStatus status={status} />}
      buttons={({ buyerId, name }) => (
        <>
          <TraceLink of="buyers" id={buyerId} variant="default" />
          <AddForParty kind="dispatches" party={{ value: buyerId, label: name }}>
            {dispatchTexts.addNew}
          </AddForParty>
        </>
      )}
    >
      {(buyer, changes) => <Buyer buyer={buyer} changes={changes} />}
    </MasterRecordPage>
  );
}

function Buyer({ buyer, changes }: { buyer: BuyerRecord; changes: ReactNode }) {
  const { buyerId } = buyer;
  const overview = useQuery(queryOf(partyOverviewEndpoints.buyer, { params: { id: buyerId } }));
  return (
    <>
      <Overview query={overview}>{(loaded) => <BuyerFacts overview={loaded} />}</Overview>
      <RecordColumns
        aside={
          <>
            <RecordSection heading="Contact">
              <PartyContact party={buyer} further={saleFacts(buyer)} />
            </RecordSection>
            {changes}
          </>
        }
      >
        {overview.data && <HeldBatches overview={overview.data} />}
        <Dispatches buyerId={buyerId} />
      </RecordColumns>
    </>
  );
}

/** Their market, and the claim that is sold to them. */
function saleFacts({ market, soldAs }: BuyerRecord) {
  return [
    { label: buyerLabels.market, value: market ? marketLabels[market] : '—' },
    { label: buyerLabels.soldAs, value: soldAs ? schemeClaimText(soldAs) : '—' },
  ];
}

const heading = 'What they got';

function Dispatches({ buyerId }: { buyerId: number }) {
  const list = useList(dispatchEndpoints.list, {
    pageSize: pageSizes.dispatches,
    filters: { buyerId: String(buyerId) },
  });
  return (
    <RecordSection
      heading={heading}
      more={
        <SearchField
          label={`Search ${heading.toLowerCase()}`}
          placeholder="Search invoice or batch"
          value={list.search}
          onChange={list.setSearch}
        />
      }
    >
      <ListPanel
        list={list}
        label={heading}
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
