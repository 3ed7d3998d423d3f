import type { z } from 'zod';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatAmount, formatQuantity } from '#contract/format.ts';
import { lotEndpoints, lotTexts } from '#contract/lots.ts';
import { call } from '#web/api/client.ts';
import type { Filters } from '#web/list/useFilters.ts';
import classes from './LotSums.module.css';

/** Its filters are the texts in the URL. */
const totals: Omit<typeof lotEndpoints.totals, 'query'> & { query: z.ZodType } = lotEndpoints.totals;

/** What is on hand of all lots that are found, on all pages, and what it is worth. */
export function LotSums({ search, filters }: { search: string; filters: Filters }) {
  const query = { ...filters, search: search || undefined };
  const { data } = useQuery({
    queryKey: [lotEndpoints.totals.path, query],
    queryFn: ({ signal }) => call(totals, { query, signal }),
    placeholderData: keepPreviousData,
  });
  if (!data || data.count === 0) return null;
  const { count, value, withoutValue } = data;
  return (
    <dl className={classes.sums} aria-label="Sums">
      <div>
        <dt>{lotTexts.inStock}</dt>
        <dd>{lotTexts.lots(formatQuantity(count), count === 1)}</dd>
      </div>
      {value !== null && (
        <div>
          <dt>{lotTexts.worth}</dt>
          <dd>
            ₹ {formatAmount(value)}
            {withoutValue > 0 && <small>, {lotTexts.withoutPrice(formatQuantity(withoutValue))}</small>}
          </dd>
        </div>
      )}
    </dl>
  );
}
