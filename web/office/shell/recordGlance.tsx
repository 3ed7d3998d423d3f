/** A record at a glance: the facts of its page, by the address of the page. */
import { itemOverviewEndpoints } from '#contract/stock/items/itemOverview.ts';
import { partyOverviewEndpoints } from '#contract/masters/partyOverviews.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { buyerEndpoints } from '#contract/masters/buyers.ts';
import { dispatchEndpoints } from '#contract/ship/dispatches.ts';
import { goodEndpoints } from '#contract/make/goods.ts';
import { inwardEndpoints } from '#contract/buy/inward.ts';
import { lotEndpoints, type LotWithMovements } from '#contract/stock/lots/lots.ts';
import { materialEndpoints } from '#contract/masters/materials.ts';
import { productEndpoints } from '#contract/masters/products.ts';
import { runEndpoints } from '#contract/make/runs.ts';
import { type GlancedKind, glancedKinds, kinds } from '#contract/kinds.ts';
import { supplierEndpoints } from '#contract/masters/suppliers.ts';
import { call } from '../../core/api/client.ts';
import { BuyerFacts } from '../recordPages/BuyerFacts.tsx';
import { DispatchFacts } from '../../ship/dispatches/DispatchFacts.tsx';
import { madeBy } from '../../make/goods/GoodPage.tsx';
import { InwardFacts } from '../../buy/inward/InwardFacts.tsx';
import { ItemFacts } from '../recordPages/ItemFacts.tsx';
import { HeldNote } from '../../stock/lots/HeldNote.tsx';
import { LotFacts, originFacts, type OriginFacts } from '../../stock/lots/LotFacts.tsx';
import { RunFacts } from '../../make/production/RunPage.tsx';
import { PartyContact } from '../../masters/PartyContact.tsx';
import { SupplierFacts } from '../recordPages/SupplierFacts.tsx';

interface Glance {
  title: string;
  facts: ReactNode;
}

const glanceOfLot = (lot: LotWithMovements, origin: OriginFacts): Glance => ({
  title: `${lot.code}, ${lot.itemName}`,
  facts: (
    <>
      <HeldNote lot={lot} />
      <LotFacts lot={lot} origin={origin} />
    </>
  ),
});

type Load = (id: string, signal: AbortSignal) => Promise<Glance>;

const loads: Readonly<Record<GlancedKind, Load>> = {
  suppliers: async (id, signal) => {
    const request = { params: { id }, signal };
    const [party, overview] = await Promise.all([
      call(supplierEndpoints.get, request),
      call(partyOverviewEndpoints.supplier, request),
    ]);
    const facts = (
      <>
        <SupplierFacts overview={overview} />
        <PartyContact party={party} />
      </>
    );
    return { title: party.name, facts };
  },
  buyers: async (id, signal) => {
    const request = { params: { id }, signal };
    const [party, overview] = await Promise.all([
      call(buyerEndpoints.get, request),
      call(partyOverviewEndpoints.buyer, request),
    ]);
    const facts = (
      <>
        <BuyerFacts overview={overview} />
        <PartyContact party={party} />
      </>
    );
    return { title: party.name, facts };
  },
  materials: async (id, signal) => {
    const request = { params: { id }, signal };
    const [{ name }, overview] = await Promise.all([
      call(materialEndpoints.get, request),
      call(itemOverviewEndpoints.material, request),
    ]);
    return { title: name, facts: <ItemFacts overview={overview} /> };
  },
  products: async (id, signal) => {
    const request = { params: { id }, signal };
    const [{ name }, overview] = await Promise.all([
      call(productEndpoints.get, request),
      call(itemOverviewEndpoints.product, request),
    ]);
    return { title: name, facts: <ItemFacts overview={overview} /> };
  },
  inward: async (id, signal) => {
    const inward = await call(inwardEndpoints.get, { params: { id }, signal });
    return { title: `Inward ${inward.invoiceNumber}`, facts: <InwardFacts inward={inward} /> };
  },
  lots: async (id, signal) => {
    const lot = await call(lotEndpoints.get, { params: { id }, signal });
    return glanceOfLot(lot, originFacts(lot));
  },
  goods: async (id, signal) => {
    const { lotId, runId } = await call(goodEndpoints.get, { params: { id }, signal });
    const [lot, run] = await Promise.all([
      call(lotEndpoints.get, { params: { id: lotId }, signal }),
      runId === null ? undefined : call(runEndpoints.get, { params: { id: runId }, signal }),
    ]);
    return glanceOfLot(lot, madeBy(lot, run));
  },
  dispatches: async (id, signal) => {
    const dispatch = await call(dispatchEndpoints.get, { params: { id }, signal });
    return { title: `Dispatch ${dispatch.invoiceNumber}`, facts: <DispatchFacts dispatch={dispatch} /> };
  },
  runs: async (id, signal) => {
    const run = await call(runEndpoints.get, { params: { id }, signal });
    return { title: `Production ${run.runId}`, facts: <RunFacts run={run} /> };
  },
};

/** Loads the record at the address of its page, at a glance. */
export function useGlance(path: string): UseQueryResult<Glance> {
  const [, screen = '', id = ''] = path.split('/');
  return useQuery({
    queryKey: ['glance', path],
    queryFn: async ({ signal }) => {
      const kind = glancedKinds.find((each) => kinds[each].screenPath === `/${screen}`);
      if (!kind) throw new Error(`${path} has no glance`);
      return await loads[kind](id, signal);
    },
  });
}
