import type { UseQueryResult } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { LoadFailed } from '#web/list/LoadFailed.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import classes from './RecordPage.module.css';

/** Leads from a record to the list that it is in. */
export function BackLink({ to, children }: Pick<LinkProps, 'to'> & { children: string }) {
  return (
    <Link to={to} className={classes.back}>
      {children}
    </Link>
  );
}

interface RecordPageProps<R> {
  back: ReactNode;
  query: UseQueryResult<R>;
  /** The sentence for a record that could not be loaded. */
  failed: string;
  children: (record: R) => ReactNode;
}

/** The page of one record: the way back, and the record, that it is loading, or why it can't be shown. */
export function RecordPage<R>({ back, query: { data, error, refetch }, failed, children }: RecordPageProps<R>) {
  return (
    <>
      {back}
      {error && data === undefined && (
        <Panel>
          <LoadFailed
            failed={failed}
            error={error}
            retry={() => {
              refetch().catch(console.error);
            }}
          />
        </Panel>
      )}
      {!error && data === undefined && <p role="status">Loading...</p>}
      {data !== undefined && children(data)}
    </>
  );
}

/** A part of a record's page below its heading. */
export function RecordSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {heading}
      </h2>
      {children}
    </section>
  );
}

/** What was noted on a record, if anything. */
export function RecordNote({ note }: { note: string }) {
  return note && <p className={classes.note}>{note}</p>;
}
