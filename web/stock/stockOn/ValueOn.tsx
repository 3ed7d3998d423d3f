import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatRupees } from '#contract/core/values/format.ts';
import { stockOnEndpoints, stockOnTexts } from '#contract/stock/lots/stockOn.ts';
import { queryOf } from '#web/core/api/queries.ts';
import classes from './ValueOn.module.css';

interface ValueOnProps {
  asOn: string;
  kind?: 'rawMaterial' | 'product';
  hasStock?: 'true' | 'false' | undefined;
  list: 'items' | 'lots';
  search: string;
}

/** Value of the listed stock on a day, below the list. */
export function ValueOn(query: ValueOnProps) {
  const { data } = useQuery({
    ...queryOf(stockOnEndpoints.value, { query }),
    placeholderData: keepPreviousData,
  });
  return (
    <p className={classes.value}>
      {data && (
        <>
          {stockOnTexts.total} <b>{formatRupees(data.value)}</b>
          {data.withoutPrice > 0 && <> {stockOnTexts.withoutPrice(data.withoutPrice)}</>}
          {data.inProductionValue > 0 && (
            <>
              {' '}
              {stockOnTexts.inProduction} <b>{formatRupees(data.inProductionValue)}</b> {stockOnTexts.inProductionBasis}
            </>
          )}
        </>
      )}
    </p>
  );
}
