import { Fragment, type ReactNode } from 'react';
import { similarTexts } from '#contract/core/find.ts';
import classes from './Similar.module.css';
import type { SimilarRecord } from './useSimilar.ts';

const MAX_SHOWN = 3;

interface SimilarProps {
  records: readonly SimilarRecord[];
  /** The button or link that chooses a record or leads to it. */
  use: (record: SimilarRecord, text: string) => ReactNode;
  /** The new record is none of those shown. */
  dismiss: (records: readonly SimilarRecord[]) => void;
}

/** Existing records below the fields of a new one, as possible duplicates: the user chooses one, or adds the new one. */
export function Similar({ records, use, dismiss }: SimilarProps) {
  const shown = records.slice(0, MAX_SHOWN);
  const close = shown.filter(({ likeness }) => likeness === 'close');
  const others = shown.filter(({ likeness }) => likeness !== 'close');
  return (
    <div className={classes.similar} role="status" data-span="12" hidden={shown.length === 0}>
      {others.length > 0 && <p>Already there:</p>}
      {others.map((record) => (
        <p key={record.recordId}>
          {use(record, record.label)}
          {detailOf(record)}
        </p>
      ))}
      {close.map((record) => (
        <Fragment key={record.recordId}>
          <p>
            Did you mean <strong>{record.label}</strong>?{detailOf(record)}
          </p>
          <p>{use(record, 'Use it')}</p>
        </Fragment>
      ))}
      {shown.length > 0 && (
        <button type="button" onClick={() => dismiss(records)}>
          {close.length > 0 ? similarTexts.addAsNew : similarTexts.noneOfThese}
        </button>
      )}
    </div>
  );
}

function detailOf({ detail }: SimilarRecord): string {
  return detail && ` · ${detail.split('\n')[0]}`;
}
