/** The claim that the dispatch of a form is sold under, chosen or proposed from its buyer, and the batches that don't hold it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { buyerEndpoints } from '#contract/masters/buyers.ts';
import { limits } from '#contract/core/fields.ts';
import { dispatchEndpoints } from '#contract/ship/dispatches.ts';
import {
  carries,
  importMarkets,
  needsPaperOf,
  proposeSoldAs,
  soldAsOf,
  type ImportMarket,
} from '#contract/stock/claims/soldAs.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { bodyLines } from './dispatchBody.ts';
import type { DispatchValues } from '../dispatchValues.ts';
import type { Batches } from './splitLines.ts';

/** The reason why a batch may not be sold under the claim; the link leads to the record that prevents it. */
export interface Refusal {
  text: string;
  link: string | null;
}

export interface Sale {
  /** The claim as a stored text; empty for the best one of each batch. */
  soldAs: string;
  /** Whether what the proposal follows from has been read: the buyer, and the claims of what is sent. */
  isKnown: boolean;
  /** By lot, also of batches that are offered. */
  refusals: ReadonlyMap<number, Refusal>;
  /** Whether a batch that is sent doesn't hold the claim. */
  isBroken: boolean;
  /** The markets whose papers are needed. */
  paperMarkets: readonly ImportMarket[];
}

/** The lots that are sent, and those that could be, in an order that stays while quantities are typed. */
function shownLots(sent: readonly number[], batches: Batches): number[] {
  const offered = [...batches.values()].flatMap((lots) => lots.map(({ lotId }) => lotId));
  const all = [...new Set([...sent, ...offered])].toSorted((a, b) => a - b);
  return all.length > limits.lines ? [...new Set(sent)] : all;
}

export function useSoldAs(values: DispatchValues, batches: Batches): Sale {
  const { buyer, dispatchDate } = values;
  const { data: buyerRecord } = useQuery({
    ...queryOf(buyerEndpoints.get, { params: { id: buyer?.value ?? 0 } }),
    enabled: buyer !== null,
  });
  const sent = bodyLines(values, batches).map(({ line }) => line.lotId);
  const lotId = shownLots(sent, batches);
  const { data: lots = [] } = useQuery({
    ...queryOf(dispatchEndpoints.claims, { query: { lotId } }),
    enabled: lotId.length > 0,
    placeholderData: keepPreviousData,
  });
  const claimsOfLots = lots.filter((lot) => sent.includes(lot.lotId)).map(({ claims }) => claims);
  const soldAs = values.soldAs ?? proposeSoldAs(buyer ? buyerRecord : undefined, dispatchDate, claimsOfLots);
  const sold = soldAsOf(soldAs);
  const broken = sold ? lots.filter(({ claims }) => !carries(claims, sold)).map((lot) => lot.lotId) : [];
  const { data: refused = [] } = useQuery({
    ...queryOf(dispatchEndpoints.claims, { query: { lotId, soldAs } }),
    enabled: broken.length > 0,
  });
  const buyerMarket = (buyer && buyerRecord?.market) ?? null;
  const isRead = buyerRecord !== undefined && sent.every((id) => lots.some((lot) => lot.lotId === id));
  return {
    soldAs,
    isKnown: values.soldAs !== null || buyer === null || isRead,
    refusals: new Map(
      refused.flatMap(({ lotId: id, refusal }) => (refusal && broken.includes(id) ? [[id, refusal] as const] : [])),
    ),
    isBroken: sent.some((id) => broken.includes(id)),
    paperMarkets: importMarkets.filter((market) => needsPaperOf(market, { buyerMarket, soldAs })),
  };
}
