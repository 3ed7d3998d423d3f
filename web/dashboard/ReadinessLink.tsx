import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatQuantity } from '#contract/format.ts';
import { byTerm, readinessEndpoints, readinessScreenTexts, type ReadinessRow } from '#contract/readiness.ts';
import { call } from '#web/api/client.ts';
import { today } from '#web/ui/today.ts';
import classes from './DashboardPage.module.css';

function useReadiness(): ReadinessRow[] | undefined {
  const { data } = useQuery({
    queryKey: [readinessEndpoints.read.path],
    queryFn: ({ signal }) => call(readinessEndpoints.read, { signal }),
  });
  return data;
}

/** How much an inspector would stop at; nothing while that isn't known. */
export function ReadinessLink() {
  const count = useReadiness()?.reduce((sum, row) => sum + row.count, 0);
  return (
    <Link to="/readiness" className={classes.readiness} data-open={(count ?? 0) > 0 || undefined}>
      {readinessScreenTexts.title}
      {count !== undefined &&
        `: ${count === 0 ? readinessScreenTexts.ready : readinessScreenTexts.toPutRight(formatQuantity(count))}`}
    </Link>
  );
}

/** How many certificates lapse within 30, 60 and 90 days; its line is there while that isn't known, too. */
export function LapsingCertificates() {
  const lapsing = useReadiness()?.find(({ kind }) => kind === 'certificatesLapsing')?.entries ?? [];
  const sentences = byTerm(lapsing, today()).map(({ term, entries }) =>
    readinessScreenTexts.lapsing(entries.length, term),
  );
  return (
    <p className={classes.lapsing}>{sentences.length > 0 && <Link to="/readiness">{sentences.join(', ')}</Link>}</p>
  );
}
