import { useQuery } from '@tanstack/react-query';
import { formatQuantity } from '#contract/core/values/format.ts';
import { readinessEndpoints, readinessScreenTexts } from '#contract/prove/readiness.ts';
import { queryOf } from '#web/core/api/queries.ts';
import classes from './Sidebar.module.css';

/** How much an inspector would stop at, beside the screen that names it; nothing at 0. */
export function ReadinessCount() {
  const { data } = useQuery(queryOf(readinessEndpoints.read));
  const count = data?.reduce((sum, row) => sum + row.count, 0) ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.number}>
      {formatQuantity(count)}
      <span className="visually-hidden"> {readinessScreenTexts.toPutRight('')}</span>
    </span>
  );
}
