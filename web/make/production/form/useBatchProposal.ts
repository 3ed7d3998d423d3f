/** The batch number and the expiry date that are proposed for an output. */
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isCalendarDate } from '#contract/core/values/dates.ts';
import { limits } from '#contract/core/fields.ts';
import { itemEndpoints } from '#contract/stock/items/items.ts';
import { queryOf } from '#web/core/api/queries.ts';
import type { OutputValues, RunValues } from '../runValues.ts';

const noProposal = { batchNumber: '', expiryDate: '' };

/**
 * Fills batch number and expiry date by the pattern and the shelf life of the product, and again on another day of
 * production; typed values stay, and all of them while the answer to a sent run is missing.
 */
export function useBatchProposal(
  form: UseFormReturnType<RunValues>,
  { output, index, isOutstanding }: { output: OutputValues; index: number; isOutstanding: boolean },
) {
  const { product, finishedGoodId } = output;
  const day = output.manufactureDate || form.values.productionDate;
  const { data } = useQuery({
    ...queryOf(itemEndpoints.nextBatch, { params: { id: product?.itemId ?? 0 }, query: { day } }),
    enabled: product !== null && finishedGoodId === undefined && isCalendarDate(day),
  });
  /** The last proposal, and the item that it is for; of a recorded batch nothing is proposed. */
  const lastProposal = useRef({ itemId: product?.itemId, ...noProposal });
  const propose = useEffectEvent(() => {
    const itemId = finishedGoodId === undefined ? product?.itemId : undefined;
    if (itemId !== lastProposal.current.itemId) lastProposal.current = { itemId, ...noProposal };
    const current = form.getValues().outputs[index];
    if (!data || !current || itemId === undefined || isOutstanding) return;
    const next = { batchNumber: freeNumber(form, index, data.batchNumber), expiryDate: data.expiresOn ?? '' };
    for (const name of ['batchNumber', 'expiryDate'] as const) {
      if (current[name] === lastProposal.current[name]) form.setFieldValue(`outputs.${index}.${name}`, next[name]);
    }
    lastProposal.current = { itemId, ...next };
  });
  useEffect(() => propose(), [data, finishedGoodId, isOutstanding]);
}

/** A proposed number, or the next one that no other output of the form has. */
function freeNumber(form: UseFormReturnType<RunValues>, index: number, proposed: string): string {
  const otherNumbers = new Set(
    form.getValues().outputs.flatMap(({ batchNumber }, at) => (at === index ? [] : batchNumber)),
  );
  let number = proposed;
  while (otherNumbers.has(number)) {
    number = number.replace(/\d+(?=\D*$)/, (digits) => String(BigInt(digits) + 1n).padStart(digits.length, '0'));
    if (number === proposed || number.length > limits.code) return '';
  }
  return number;
}
