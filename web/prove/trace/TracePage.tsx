/** Where something came from and where it went: typed or scanned, answered in a sentence, a graph and tables. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { traceDirections, traceTexts, type Trace } from '#contract/prove/trace.ts';
import type { Progress } from '#web/core/sheets/downloadSheet.ts';
import { ExportButton } from '#web/core/sheets/ExportButton.tsx';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { PrintButton } from '#web/core/ui/PrintButton.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { useIsPhone } from '#web/core/ui/useIsPhone.ts';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import { CopyTrace } from './CopyTrace.tsx';
import classes from './Trace.module.css';
import { traceHeading } from './traceHeading.ts';
import { traceQuery, type Traced } from './traceCalls.ts';
import { TraceFinder } from './TraceFinder.tsx';
import { rowsOf } from './traceRows.ts';
import { TraceSummary } from './TraceSummary.tsx';
import { TraceTables } from './TraceTables.tsx';
import { exportTrace } from './exportTrace.ts';

async function exportRows(trace: Trace, onProgress: Progress): Promise<void> {
  await exportTrace(rowsOf(trace), traceHeading(trace), onProgress);
}

const TraceGraph = preloadedComponent(async () => (await import('./TraceGraph.tsx')).TraceGraph);

export function TracePage() {
  const { of, id, direction } = useSearch({ from: '/shell/trace' });
  const navigate = useNavigate();
  const traced: Traced | undefined = of && id ? { of, id, direction: direction ?? 'both' } : undefined;
  const { data, error, refetch } = useQuery({
    ...traceQuery(traced ?? { of: 'lots', id: '0', direction: 'both' }),
    enabled: traced !== undefined,
    placeholderData: keepPreviousData,
  });

  return (
    <>
      <PageHeader title={traceTexts.title}>
        <TraceFinder />
        {traced && (
          <div className={classes.ways} role="group" aria-label="Direction">
            {traceDirections.map((way) => (
              <button
                key={way}
                type="button"
                aria-pressed={way === traced.direction}
                onClick={() => {
                  const search = way === 'both' ? { of, id } : { of, id, direction: way };
                  navigate({ to: '/trace', search, replace: true }).catch(console.error);
                }}
              >
                {traceTexts.directions[way]}
              </button>
            ))}
          </div>
        )}
        {data && <ExportButton nothing={data.edges.length === 0} run={(onProgress) => exportRows(data, onProgress)} />}
        {data && <CopyTrace trace={data} />}
        {data && <PrintButton />}
      </PageHeader>
      {!traced && (
        <Panel>
          <PanelMessage>{traceTexts.empty}</PanelMessage>
        </Panel>
      )}
      {traced && error && (
        <Panel>
          <LoadFailed failed={traceTexts.loadFailed} error={error} retry={refetch} />
        </Panel>
      )}
      {traced && !error && !data && <Loading panels={[3, 8]} />}
      {traced && !error && data && <Answer trace={data} />}
    </>
  );
}

function Answer({ trace }: { trace: Trace }) {
  const isPhone = useIsPhone();
  const [isGraphShown, setGraphShown] = useState(false);
  const rows = useMemo(() => rowsOf(trace), [trace]);
  const withGraph = !isPhone || isGraphShown;
  return (
    <>
      <TraceSummary trace={trace} />
      {isPhone && (
        <div className={classes.ways} role="group" aria-label="Shown as">
          <button type="button" aria-pressed={!isGraphShown} onClick={() => setGraphShown(false)}>
            Table
          </button>
          <button type="button" aria-pressed={isGraphShown} onClick={() => setGraphShown(true)}>
            Graph
          </button>
        </div>
      )}
      {withGraph && (
        <Suspense>
          <TraceGraph trace={trace} />
        </Suspense>
      )}
      {!(isPhone && isGraphShown) && <TraceTables rows={rows} />}
    </>
  );
}
