/** Specification §2, Buyers. */
import { z } from 'zod';
import { marketLabels, marketOptions, markets } from '#contract/stock/claims/schemes.ts';
import { soldAsLabels, soldAsOf } from '#contract/stock/claims/soldAs.ts';
import { buyerEndpoints, buyerLabels, buyerTexts, type BuyerRecord } from '#contract/masters/buyers.ts';
import { masters } from '#contract/kinds.ts';
import { oneOf, type Compared } from '#web/core/form/conflicts/compared.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import { BuyerLink } from '#web/stock/links/BuyerLink.tsx';
import type { MasterDefinition } from '#web/core/records/masters/master.ts';
import { MasterPage } from '#web/core/records/masters/MasterPage.tsx';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
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
} from './parties.tsx';
import { mergingOf } from './merge/mergePath.ts';
import { SoldAsField } from './SoldAsField.tsx';
import { exportedBuyers, soldAsTextOf } from './exportedMasters.ts';

const PartyFields = preloadedComponent(async () => (await import('./PartyFields.tsx')).PartyFields);

/** The market and the claim are empty where none is chosen. */
const buyerValues = partyValues.extend({ market: z.enum(['', ...markets]), soldAs: z.string() });
type BuyerValues = z.output<typeof buyerValues>;

const compared: Compared<BuyerValues> = {
  labels: buyerLabels,
  as: { ...comparedParty.as, market: oneOf(marketLabels), soldAs: oneOf(soldAsLabels) },
};

type BuyerBody = z.input<typeof buyerEndpoints.create.body>;

export const definition: MasterDefinition<BuyerRecord, BuyerValues, BuyerBody> = {
  master: masters.buyers,
  merging: mergingOf('buyers'),
  ...exportedBuyers,
  calls: buyerEndpoints,
  to: ({ buyerId }) => ({ to: '/buyers/$buyerId', params: { buyerId: String(buyerId) } }),
  nameOf: (row) => row.name,
  factsOf: (row) => [row.phone, oneLine(row.address)],
  columns: [
    { header: 'ID', sort: 'buyerId', weight: 'faint', cell: (row) => row.buyerId },
    nameColumn((row) => <BuyerLink buyerId={row.buyerId} name={<PartyName name={row.name} />} />),
    ...partyColumns,
  ],
  card: (row) => partyCard(row, row.buyerId, <BuyerLink buyerId={row.buyerId} name={row.name} />),
  values: buyerValues,
  blank: { ...blankParty, market: '', soldAs: '' },
  valuesOf: (row) => ({ ...partyValuesOf(row), market: row.market ?? '', soldAs: soldAsTextOf(row) }),
  Fields: ({ form }) => (
    <>
      <PartyFields form={form} phone={{}} />
      <SelectField
        {...form.getInputProps('market')}
        label={buyerLabels.market}
        description={buyerTexts.marketAbout}
        allowDeselect={false}
        data={[{ value: '', label: buyerTexts.notSet }, ...marketOptions]}
      />
      <SoldAsField {...form.getInputProps('soldAs')} none={buyerTexts.notSet} description={buyerTexts.soldAsAbout} />
    </>
  ),
  compared,
  bodyOf: ({ market, soldAs, ...values }) => ({ ...values, market: market || null, soldAs: soldAsOf(soldAs) }),
  statusOf: ({ status }) => status,
  words: {
    ...buyerTexts,
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
