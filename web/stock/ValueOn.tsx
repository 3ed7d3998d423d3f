import { useQuery } from '@tanstack/react-query';
import { formatAmount } from '#contract/format.ts';
import { stockOnEndpoints, stockOnTexts } from '#contract/stockOn.ts';
import { call } from '#web/api/client.ts';
import classes from './ValueOn.module.css';

interface ValueOnProps {
  asOn: string;
  kind?: 'rawMaterial' | 'product';
}

/** What everything in stock was worth on a day, below its list. */
export function ValueOn({ asOn, kind }: ValueOnProps) {
  const { data } = useQuery({
    queryKey: [stockOnEndpoints.value.path, asOn, kind],
    queryFn: ({ signal }) => call(stockOnEndpoints.value, { query: { asOn, kind }, signal }),
  });
  return (
    <p className={classes.value}>
      {data && (
        <>
          {stockOnTexts.total} <b>₹ {formatAmount(data.value)}</b>
          {data.withoutPrice > 0 && <> {stockOnTexts.withoutPrice(data.withoutPrice)}</>}
        </>
      )}
    </p>
  );
}
