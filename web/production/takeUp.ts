/** A batch that was recorded by itself becomes an output of a run. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { goodEndpoints } from '#contract/goods.ts';
import { lotEndpoints } from '#contract/lots.ts';
import { call } from '#web/api/client.ts';
import { blankOutput, type RunOutput } from './runDraft.ts';

/** The batch as an output of a run. */
export async function fetchTakenUp(finishedGoodId: number, signal?: AbortSignal): Promise<RunOutput> {
  const good = await call(goodEndpoints.get, { params: { id: finishedGoodId }, signal });
  const { itemId } = await call(lotEndpoints.get, { params: { id: good.lotId }, signal });
  const { productId, productName, unit, batchNumber, quantity, manufactureDate, expiryDate } = good;
  return {
    ...blankOutput(),
    finishedGoodId,
    product: { itemId, rawMaterialId: null, productId, itemName: productName, unit },
    batchNumber,
    quantity: String(quantity),
    manufactureDate: manufactureDate ?? '',
    expiryDate: expiryDate ?? '',
  };
}

/**
 * The batch whose page led here, for the form with the key at which `open` opened it. It is taken out of the URL, so that
 * going back does not open the form again.
 */
export function useBatchToTakeUp(formKey: number, open: () => void): RunOutput | undefined {
  const { batch } = useSearch({ from: '/shell/production' });
  const [finishedGoodId] = useState(() => (Number(batch) > 0 ? Number(batch) : undefined));
  const [opened, setOpened] = useState<{ key: number; output: RunOutput }>();
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: [goodEndpoints.get.path, 'as output', finishedGoodId],
    queryFn: ({ signal }) => fetchTakenUp(finishedGoodId ?? 0, signal),
    enabled: finishedGoodId !== undefined && opened === undefined,
  });
  const begin = useEffectEvent(() => {
    if (!data) return;
    setOpened({ key: formKey + 1, output: data });
    open();
    navigate({ to: '.', search: (before) => ({ ...before, batch: undefined }), replace: true }).catch(console.error);
  });
  useEffect(() => begin(), [data]);
  return opened?.key === formKey ? opened.output : undefined;
}
