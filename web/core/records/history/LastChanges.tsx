/** Latest changes of a record, beside it; its whole history is in the drawer. */
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatTimestamp } from '#contract/core/values/format.ts';
import { changeText, historyOf, historyTexts, type HistoryEvent, nameOfActor } from '#contract/core/history.ts';
import { actionLabels } from '#contract/historyActions.ts';
import { listQueryOf } from '#web/core/api/queries.ts';
import type { HistoryOf } from './HistoryEvents.tsx';
import { Overview } from '#web/core/records/Overview.tsx';
import { AsideRows } from '#web/core/records/RecordColumns.tsx';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import classes from '#web/core/records/RecordColumns.module.css';

const SHOWN = 3;

function titleOf({ action, changes }: HistoryEvent): string {
  const [first] = changes;
  if (action !== 'update' || !first) return actionLabels[action];
  return changes.length === 1
    ? changeText(first)
    : `${actionLabels.update}: ${changes.map(({ label }) => label).join(', ')}`;
}

interface LastChangesProps {
  record: Pick<HistoryOf, 'kind' | 'id'>;
  /** Shows the whole history. */
  onAll: () => void;
}

export function LastChanges({ record: { kind, id }, onAll }: LastChangesProps) {
  const endpoint = historyOf(kind);
  const query = useQuery(listQueryOf(endpoint, { params: { id }, query: { page: 1, pageSize: SHOWN } }));
  const total = query.data?.total ?? 0;
  return (
    <RecordSection
      heading="History"
      more={
        total > SHOWN && (
          <button type="button" className={classes.all} onClick={onAll}>
            All {formatCount(total)}
          </button>
        )
      }
    >
      <Overview query={query}>
        {({ rows }) => (
          <AsideRows
            empty={historyTexts.empty}
            rows={rows.map((event) => ({
              key: event.eventId,
              title: titleOf(event),
              below: `${nameOfActor(event)}, ${formatTimestamp(event.at)}`,
            }))}
          />
        )}
      </Overview>
    </RecordSection>
  );
}
