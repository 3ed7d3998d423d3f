/** The page of a deleted record: the user who deleted it, its last state, and its restoration. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatTimestamp } from '#contract/core/values/format.ts';
import { historyOf, historyTexts, nameOfActor } from '#contract/core/history.ts';
import type { RecordKind } from '#contract/kinds.ts';
import { listQueryOf } from '#web/core/api/queries.ts';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import classes from './DeletedRecord.module.css';
import { HistoryEvents } from './history/HistoryEvents.tsx';

interface DeletedRecordProps {
  kind: RecordKind;
  id: number;
  /** For one that was never there. */
  children: ReactNode;
}

export function DeletedRecord({ kind, id, children }: DeletedRecordProps) {
  const endpoint = historyOf(kind);
  const { data, error } = useQuery(listQueryOf(endpoint, { params: { id }, query: { page: 1, pageSize: 1 } }));
  const event = data?.rows[0];
  if (!data && !error) return <Loading panels={[3, 8]} />;
  if (event?.action !== 'delete') return children;
  return (
    <div className={classes.deleted}>
      <PageHeader title={event.recordName} beside={`ID ${id}`} />
      <Panel>
        <p role="status" className={classes.said}>
          {historyTexts.deletedBy(nameOfActor(event), formatTimestamp(event.at))}
        </p>
        <div className={classes.events}>
          <HistoryEvents kind={kind} id={id} name={event.recordName} />
        </div>
      </Panel>
    </div>
  );
}
