/** Specification §2, Dashboard: counts with links to their lists, as one strip. */
import './skeleton.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { buyerEndpoints } from '#contract/masters/buyers.ts';
import { categoryEndpoints } from '#contract/masters/categories.ts';
import { formatCount } from '#contract/core/values/format.ts';
import { materialEndpoints } from '#contract/masters/materials.ts';
import { masters } from '#contract/kinds.ts';
import { supplierEndpoints } from '#contract/masters/suppliers.ts';
import { listQueryOf } from '#web/core/api/queries.ts';
import type { ListEndpoint } from '#web/core/api/listEndpoint.ts';
import classes from './CountStrip.module.css';

export function CountStrip() {
  return (
    <div className={classes.cards}>
      <Count label={masters.buyers.title} to={masters.buyers.screenPath} list={buyerEndpoints.list} />
      <Count label={masters.suppliers.title} to={masters.suppliers.screenPath} list={supplierEndpoints.list} />
      <Count label={masters.categories.title} to={masters.categories.screenPath} list={categoryEndpoints.list} />
      <Count label={masters.materials.title} to={masters.materials.screenPath} list={materialEndpoints.list} />
    </div>
  );
}

interface CountProps {
  label: string;
  to: string;
  list: ListEndpoint<unknown>;
}

/** Each has its own query, so that a failure does not affect the others. */
function Count({ label, to, list }: CountProps) {
  const { data, error } = useQuery({
    ...listQueryOf(list, { query: { page: 1, pageSize: 1 } }),
    select: ({ total }) => total,
  });

  useEffect(() => {
    if (error) console.error(`The count of ${label} could not be loaded:`, error);
  }, [error, label]);

  return (
    <Link to={to} className={classes.card}>
      <span className={classes.label}>{label}</span>
      {error ? (
        <span className={classes.failed}>Could not be loaded</span>
      ) : data === undefined ? (
        <Skeleton height={20} width={44} />
      ) : (
        <span className={classes.count}>{formatCount(data)}</span>
      )}
    </Link>
  );
}
