import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { formatCount } from '#contract/core/values/format.ts';
import { whyOf } from '#web/core/api/client.ts';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import type { OpenedRecord } from './useOpenedList.ts';
import classes from './RecordPage.module.css';

/** "2 of 41", and the way to the next record of the list that this one was opened from, and to the one before. */
export function RecordPager({ label, position, total, open }: OpenedRecord) {
  const step = (to: number) => {
    open(to).catch((fault: unknown) => toastFailed('Not opened.', whyOf(fault)));
  };
  return (
    <div role="group" aria-label={label} className={classes.pager}>
      {formatCount(position)} of {formatCount(total)}
      <RowAction
        label="The one before"
        aria-keyshortcuts="["
        disabled={position <= 1}
        onClick={() => step(position - 1)}
      >
        <IconChevronUp size={16} aria-hidden />
      </RowAction>
      <RowAction
        label="The next one"
        aria-keyshortcuts="]"
        disabled={position >= total}
        onClick={() => step(position + 1)}
      >
        <IconChevronDown size={16} aria-hidden />
      </RowAction>
    </div>
  );
}
