/** The first output of a new run: a batch that was recorded by itself, or a product whose page led to the form. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { goodEndpoints } from '#contract/make/goods.ts';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { productEndpoints } from '#contract/masters/products.ts';
import { call } from '#web/core/api/client.ts';
import { chosenProduct } from '#web/stock/items/itemChoice.ts';
import { blankOutput, type OutputValues } from './runValues.ts';

/** The batch as an output of a run. */
export async function fetchLinkedBatch(finishedGoodId: number, signal?: AbortSignal): Promise<OutputValues> {
  const good = await call(goodEndpoints.get, { params: { id: finishedGoodId }, signal });
  const { itemId } = await call(lotEndpoints.get, { params: { id: good.lotId }, signal });
  const { productId, productName, unit, batchNumber, quantity, manufactureDate, expiryDate } = good;
  return {
    ...blankOutput(),
    finishedGoodId,
    product: chosenProduct({ itemId, productId, name: productName, unit }),
    batchNumber,
    quantity: String(quantity),
    manufactureDate: manufactureDate ?? '',
    expiryDate: expiryDate ?? '',
  };
}

/** A product as an output of a run: its number and its dates are proposed by the form. */
async function fetchNewOutput(id: number, signal: AbortSignal): Promise<OutputValues> {
  const product = await call(productEndpoints.get, { params: { id }, signal });
  return { ...blankOutput(), product: chosenProduct(product) };
}

const idOf = (text: unknown) => (Number(text) > 0 ? Number(text) : undefined);

/**
 * Begins a run with the batch or the product whose page led here, once. It is removed from the URL, so that going back
 * does not open the form again.
 */
export function useFirstOutput(begin: (firstOutput: OutputValues) => void): void {
  const { batch, product } = useSearch({ from: '/shell/production' });
  const [{ finishedGoodId, productId }] = useState({ finishedGoodId: idOf(batch), productId: idOf(product) });
  const [isBegun, setBegun] = useState(false);
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: [goodEndpoints.get.path, 'as output', finishedGoodId, productId],
    queryFn: ({ signal }) =>
      finishedGoodId === undefined ? fetchNewOutput(productId ?? 0, signal) : fetchLinkedBatch(finishedGoodId, signal),
    enabled: (finishedGoodId ?? productId) !== undefined && !isBegun,
  });
  const beginOnce = useEffectEvent(() => {
    if (!data) return;
    setBegun(true);
    begin(data);
    const search = (before: object) => ({ ...before, batch: undefined, product: undefined });
    navigate({ to: '.', search, replace: true }).catch(console.error);
  });
  useEffect(() => beginOnce(), [data]);
}
