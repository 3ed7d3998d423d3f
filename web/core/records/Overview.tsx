import { overviewTexts } from '#contract/core/overviewParts.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { Loading } from '#web/core/ui/loading/Loading.tsx';

interface OverviewProps<T> {
  query: UseQueryResult<T>;
  children: (overview: T) => ReactNode;
}

/** Overview of a record, its loading state, or its error; the record itself stays visible. */
export function Overview<T>({ query: { data, error, refetch }, children }: OverviewProps<T>) {
  if (data !== undefined) return children(data);
  if (!error) return <Loading panels={[3]} />;
  return (
    <Panel>
      <LoadFailed failed={overviewTexts.loadFailed} error={error} retry={refetch} />
    </Panel>
  );
}
