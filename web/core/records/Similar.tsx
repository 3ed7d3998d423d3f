import type { ReactNode } from 'react';
import classes from './Similar.module.css';
import type { SimilarRecord } from './useSimilar.ts';

const MAX_SHOWN = 3;

interface SimilarProps {
  records: readonly SimilarRecord[];
  /** The name of a record, as a button or a link. */
  nameOf: (record: SimilarRecord) => ReactNode;
  /** A last line. */
  children?: ReactNode;
}

/** Existing records below the fields of a new one, as possible duplicates. */
export function Similar({ records, nameOf, children }: SimilarProps) {
  return (
    <div className={classes.similar} role="status" data-span="12" hidden={records.length === 0}>
      {records.length > 0 && (
        <>
          <p>Already there:</p>
          {records.slice(0, MAX_SHOWN).map((record) => (
            <p key={record.recordId}>
              {nameOf(record)}
              {record.detail && ` · ${record.detail.split('\n')[0]}`}
            </p>
          ))}
          {children}
        </>
      )}
    </div>
  );
}
