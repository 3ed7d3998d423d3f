/** A record's audit trail, newest first: user, time, fields, and the effect on stock. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatTimestamp } from '#contract/core/values/format.ts';
import { historyOf, historyTexts, type FieldChange, type HistoryEvent, nameOfActor } from '#contract/core/history.ts';
import { actionLabels } from '#contract/historyActions.ts';
import { isRestorable, type RecordKind } from '#contract/kinds.ts';
import { restoreTexts } from '#contract/core/restore.ts';
import { listQueryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { restoreRecord } from '#web/core/form/restoreRecord.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { SkeletonLine } from '#web/core/ui/loading/Loading.tsx';
import classes from './HistoryEvents.module.css';

/** The record whose history is shown. */
export interface HistoryOf {
  kind: RecordKind;
  id: number;
  name: string;
}

const PAGE_SIZE = 20;
const SKELETONS = 3;

export function HistoryEvents(record: HistoryOf) {
  const [pages, setPages] = useState(1);
  return Array.from({ length: pages }, (_, index) => (
    <Page
      key={index}
      {...record}
      page={index + 1}
      onOlder={index + 1 === pages ? () => setPages(pages + 1) : undefined}
    />
  ));
}

interface PageProps extends HistoryOf {
  page: number;
  /** Shows the next page; only on the last one shown. */
  onOlder?: () => void;
}

function Page({ kind, id, page, onOlder }: PageProps) {
  const endpoint = historyOf(kind);
  const { data, error, isPending, refetch } = useQuery(
    listQueryOf(endpoint, { params: { id }, query: { page, pageSize: PAGE_SIZE } }),
  );
  if (error && !data) {
    return <LoadFailed failed={historyTexts.loadFailed} error={error} retry={refetch} />;
  }
  if (data?.total === 0) return <p className={classes.empty}>{historyTexts.empty}</p>;
  return (
    <>
      <ol
        className={classes.events}
        aria-label={page === 1 ? 'History' : `History, page ${page}`}
        aria-busy={isPending}
      >
        {isPending
          ? Array.from({ length: SKELETONS }, (_, index) => (
              <li key={index}>
                <SkeletonLine />
                <SkeletonLine />
              </li>
            ))
          : data.rows.map((event, index) => (
              <Event key={event.eventId} event={event} isNewest={page === 1 && index === 0} />
            ))}
      </ol>
      {onOlder && data && data.total > page * PAGE_SIZE && (
        <Button variant="default" fullWidth onClick={onOlder}>
          Show older
        </Button>
      )}
    </>
  );
}

function Event({ event, isNewest }: { event: HistoryEvent; isNewest: boolean }) {
  const { action, at, changes, stock } = event;
  return (
    <li>
      <div className={classes.head}>
        <strong>{actionLabels[action]}</strong>
        <span>{nameOfActor(event)}</span>
        <time dateTime={at}>{formatTimestamp(at)}</time>
      </div>
      {isNewest && <Restore event={event} />}
      {changes.length > 0 && (
        <dl className={classes.changes}>
          {changes.map((change) => (
            <div key={change.field}>
              <dt>{change.label}</dt>
              <dd>
                <Change {...change} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {action === 'update' && changes.length === 0 && <p className={classes.nothing}>{historyTexts.nothingChanged}</p>}
      {stock.length > 0 && (
        <ul className={classes.stock}>
          {stock.map((sentence, index) => (
            <li key={index}>{sentence}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** 'before → after'; only one of them for an added or removed value. */
function Change({ before, after }: FieldChange) {
  if (before === null) return after;
  if (after === null) return <del>{before}</del>;
  return (
    <>
      {before && <del>{before}</del>}
      {before && <span aria-hidden> → </span>}
      {after ? <ins>{after}</ins> : <ins className={classes.emptied}>{historyTexts.emptied}</ins>}
    </>
  );
}

/** Undoes a deletion, for users who may delete the record. */
function Restore({ event: { action, kind, recordId, recordName } }: { event: HistoryEvent }) {
  const [busy, setBusy] = useState(false);
  if (action !== 'delete' || !isRestorable(kind) || !may('delete', kind)) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${restoreTexts.restore} ${recordName}`}
      loading={busy}
      onClick={() => {
        setBusy(true);
        restoreRecord(kind, recordId)
          .finally(() => setBusy(false))
          .catch(console.error);
      }}
    >
      {restoreTexts.restore}
    </Button>
  );
}
