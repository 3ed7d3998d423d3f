/** Specification §2, Buyers. */
import { buyerSheet } from '#contract/masters/importSheets.ts';
import type { z } from 'zod';
import { buyerEndpoints, buyerTexts, type BuyerRecord } from '#contract/masters/buyers.ts';
import { masters } from '#contract/kinds.ts';
import { BuyerLink } from '#web/stock/links/BuyerLink.tsx';
import type { MasterDefinition } from '#web/core/records/masters/master.ts';
import { MasterPage } from '#web/core/records/masters/MasterPage.tsx';
import { preloadedComponent } from '#web/core/ui/lazyComponent.ts';
import { oneLine } from '#web/core/ui/table/oneLine.ts';
import {
  blankParty,
  comparedParty,
  nameColumn,
  partyCard,
  partyColumns,
  PartyName,
  partyValues,
  partyValuesOf,
  type PartyValues,
} from './parties.tsx';
import { mergingOf } from './merge/mergePath.ts';

const PartyFields = preloadedComponent(async () => (await import('./PartyFields.tsx')).PartyFields);

type BuyerBody = z.input<typeof buyerEndpoints.create.body>;

export const definition: MasterDefinition<BuyerRecord, PartyValues, BuyerBody> = {
  master: masters.buyers,
  merging: mergingOf('buyers'),
  sheet: buyerSheet,
  views: 'buyers',
  calls: buyerEndpoints,
  rowId: (row) => row.buyerId,
  to: ({ buyerId }) => ({ to: '/buyers/$buyerId', params: { buyerId: String(buyerId) } }),
  nameOf: (row) => row.name,
  factsOf: (row) => [row.phone, oneLine(row.address)],
  columns: [
    { header: 'ID', sort: 'buyerId', weight: 'faint', cell: (row) => row.buyerId },
    nameColumn((row) => <BuyerLink buyerId={row.buyerId} name={<PartyName name={row.name} />} />),
    ...partyColumns,
  ],
  card: (row) => partyCard(row, row.buyerId, <BuyerLink buyerId={row.buyerId} name={row.name} />),
  values: partyValues,
  blank: blankParty,
  valuesOf: partyValuesOf,
  Fields: ({ form }) => <PartyFields form={form} phone={{}} />,
  compared: comparedParty,
  bodyOf: (values) => values,
  statusOf: ({ status }) => status,
  words: {
    ...buyerTexts,
    title: 'Buyers',
    searchHint: 'Search name, email or phone',
    addNew: 'Add New Buyer',
    add: 'Add Buyer',
    edit: 'Update Buyer',
    empty: 'No buyers found.',
    saveFailed: () => buyerTexts.saveFailed,
    deleteFailed: () => buyerTexts.deleteFailed,
  },
};

export function Page() {
  return <MasterPage definition={definition} />;
}
