import type { z } from 'zod';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatAmount } from '#contract/format.ts';
import { inwardEndpoints } from '#contract/inward.ts';
import { call } from '#web/api/client.ts';
import type { Filters } from '#web/list/useFilters.ts';
import classes from './InwardSums.module.css';

/** Its filters are the texts in the URL. */
const totals: Omit<typeof inwardEndpoints.totals, 'query'> & { query: z.ZodType } = inwardEndpoints.totals;

interface InwardSumsProps {
  filters: Filters;
  search: string;
}

/** The sums of what is filtered, on all pages. */
export function InwardSums({ filters, search }: InwardSumsProps) {
  const query = { ...filters, search: search || undefined };
  const { data } = useQuery({
    queryKey: [inwardEndpoints.totals.path, query],
    queryFn: ({ signal }) => call(totals, { query, signal }),
    placeholderData: keepPreviousData,
  });
  if (!data || data.count === 0) return null;
  const sums = [
    ['Sub-total', data.subTotal],
    ['GST', data.totalGst],
    ['Grand total', data.grandTotal],
    ['of which not paid', data.notPaid],
  ] as const;
  return (
    <dl className={classes.sums} aria-label="Sums">
      {sums.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>₹ {formatAmount(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
