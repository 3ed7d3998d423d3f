import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense, useId, type ReactNode } from 'react';
import type { ScreenPath, RestorableKind } from '#contract/kinds.ts';
import { ApiError } from '#web/core/api/client.ts';
import { readLeftRow } from '#web/core/list/leftRow.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { Loading, SkeletonLine } from '#web/core/ui/loading/Loading.tsx';
import { lazyComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { RecordPager } from './RecordPager.tsx';
import { useOpenedList } from './useOpenedList.ts';
import classes from './RecordPage.module.css';

const DeletedRecord = lazyComponent(async () => (await import('./DeletedRecord.tsx')).DeletedRecord);

/** Leads from a record to the list that it is in: as it was, and to the row, where it was opened from there. */
export function BackLink({ to, children }: { to: ScreenPath; children: string }) {
  const { pathname } = useLocation();
  const opened = useOpenedList();
  const left = readLeftRow();
  const from = left?.path === to && left?.target === pathname ? left : undefined;
  return (
    <div data-way-back className={classes.way}>
      <Link to={to} search={from?.search} state={{ leftRow: from?.row }} className={classes.back}>
        {children}
      </Link>
      {opened && <RecordPager {...opened} />}
    </div>
  );
}

interface RecordPageProps<R> {
  back: ReactNode;
  query: UseQueryResult<R>;
  /** Its kind and id, if the record may be deleted: the page then shows its deletion. */
  of?: { kind: RestorableKind; id: string };
  /** The sentence for a record that could not be loaded. */
  failed: string;
  children: (record: R) => ReactNode;
}

/** The page of one record: the way back, and the record, that it is loading, or why it can't be shown. */
export function RecordPage<R>({ back, query: { data, error, refetch }, of, failed, children }: RecordPageProps<R>) {
  const missing = error && data === undefined && (
    <Panel>
      <LoadFailed failed={failed} error={error} retry={refetch} />
    </Panel>
  );
  const isGone = of && error instanceof ApiError && error.code === 'not_found';
  return (
    <>
      {back}
      {missing && isGone ? (
        <Suspense fallback={<LoadingRecord />}>
          <DeletedRecord kind={of.kind} id={Number(of.id)}>
            {missing}
          </DeletedRecord>
        </Suspense>
      ) : (
        missing
      )}
      {!error && data === undefined && <LoadingRecord />}
      {data !== undefined && children(data)}
    </>
  );
}

/** The name, the facts, and the first of what belongs to it. */
function LoadingRecord() {
  return (
    <>
      <div className={classes.name}>
        <SkeletonLine />
      </div>
      <Loading panels={[3, 8]} />
    </>
  );
}

interface RecordSectionProps {
  heading: string;
  /** A few words beside the heading. */
  note?: ReactNode;
  /** At the right: where all of it is. */
  more?: ReactNode;
  children: ReactNode;
}

/** A part of a record's page below its heading. */
export function RecordSection({ heading, note, more, children }: RecordSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.heading}>
          {heading}
        </h2>
        {note && <span className={classes.beside}>{note}</span>}
        {more && <span className={classes.more}>{more}</span>}
      </div>
      {children}
    </section>
  );
}

/** The note on a record, if any. */
export function RecordNote({ note }: { note: string }) {
  return note && <p className={classes.note}>{note}</p>;
}
