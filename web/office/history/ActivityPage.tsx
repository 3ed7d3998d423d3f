/** The audit trail for administrators: all events, filtered by person, kind and days. */
import { IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatTimestamp } from '#contract/core/values/format.ts';
import {
  activityEndpoint,
  activityTexts,
  changeText,
  historyTexts,
  nameOfActor,
  type HistoryEvent,
} from '#contract/core/history.ts';
import { actionLabels } from '#contract/historyActions.ts';
import { kindLabel, recordKinds, type RecordKind } from '#contract/kinds.ts';
import { ListExport } from '#web/core/list/ListExport.tsx';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useFilters } from '#web/core/filters/useFilters.ts';
import { useList } from '#web/core/list/useList.ts';
import { TruncatedText } from '#web/core/ui/table/TruncatedText.tsx';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import { Timestamp } from '#web/core/ui/Timestamp.tsx';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import links from '#web/stock/links/DocumentLink.module.css';
import { sheetOf } from '#web/core/sheets/listSheet.ts';

/** The spreadsheet of the activity: every event that the filters match, not only the page shown. */
const activitySheet = sheetOf<HistoryEvent>(activityTexts.title, [
  { heading: 'When', width: 20, value: ({ at }) => ({ timestamp: at }) },
  { heading: 'Who', width: 24, value: nameOfActor },
  { heading: 'What', width: 28, value: ({ action }) => actionLabels[action] },
  { heading: 'Kind', width: 16, value: ({ kind }) => kindLabel(kind) },
  { heading: 'ID', width: 10, value: ({ recordId }) => recordId },
  {
    heading: 'Record',
    width: 32,
    value: ({ recordName, recordDeleted }) => (recordDeleted ? `${recordName} (${historyTexts.deleted})` : recordName),
  },
  { heading: 'Changes', width: 60, value: ({ changes }) => changes.map(changeText).join('\n') },
  { heading: 'Stock', width: 60, value: ({ stock }) => stock.join('\n') },
]);

const PAGE_SIZE = 25;

function nameOf({ kind, recordId, recordName }: HistoryEvent): string {
  if (recordId === 0) return '';
  return kind === 'production' ? `${recordId} · ${recordName}` : recordName;
}

function describeChanges({ changes, stock }: HistoryEvent): string {
  return [...changes.map(changeText), ...stock].join('; ');
}

/** Undefined for sessions, which have no history of their own. */
function recordKindOf({ kind }: HistoryEvent): RecordKind | undefined {
  return recordKinds.find((each) => each === kind);
}

/** Narrows to the user's changes: filters do not offer former users. */
function Who({ event }: { event: HistoryEvent }) {
  const { userId } = event;
  const search = (before: object) => ({ ...before, userId: String(userId), page: undefined });
  return (
    <TruncatedText text={nameOfActor(event)} width={180}>
      {userId === null ? undefined : (
        <Link to="/activity" search={search} className={links.link}>
          {nameOfActor(event)}
        </Link>
      )}
    </TruncatedText>
  );
}

const columns: Column<HistoryEvent>[] = [
  { header: 'When', cell: (row) => <Timestamp at={row.at} /> },
  { header: 'Who', weight: 'strong', cell: (row) => <Who event={row} /> },
  { header: 'What', cell: (row) => actionLabels[row.action] },
  { header: 'Kind', cell: (row) => kindLabel(row.kind) },
  {
    header: 'Record',
    pinned: true,
    cell: (row) =>
      nameOf(row) && (
        <TruncatedText
          text={nameOf(row)}
          rest={row.recordDeleted ? ` (${historyTexts.deleted})` : undefined}
          width={240}
        />
      ),
  },
  {
    header: 'Changes',
    cell: (row) => describeChanges(row) && <TruncatedText text={describeChanges(row)} width={380} />,
  },
];

export function ActivityPage() {
  const [filters, show] = useFilters(activityEndpoint);
  const list = useList(activityEndpoint, { pageSize: PAGE_SIZE, filters });
  const history = useHistory();

  return (
    <>
      <PageHeader title={activityTexts.title} count={list.count} of={list.whole}>
        <ListExport endpoint={activityEndpoint} list={list} filters={filters} sheet={activitySheet} />
      </PageHeader>
      <ListFilters endpoint={activityEndpoint} label="activity" filters={filters} show={show} />
      <ListPanel
        list={list}
        label={activityTexts.title}
        columns={columns}
        card={(row) => ({
          title: [actionLabels[row.action], kindLabel(row.kind).toLowerCase()].join(' · '),
          state: <Who event={row} />,
          detail: [nameOf(row), row.recordDeleted && historyTexts.deleted, describeChanges(row)]
            .filter(Boolean)
            .join(' · '),
          aside: formatTimestamp(row.at),
        })}
        rowId={(row) => row.eventId}
        actionsHeading="History"
        actions={(row) => {
          const kind = recordKindOf(row);
          return (
            kind && (
              <RowAction
                label={`History of ${nameOf(row)}`}
                onClick={() => history.show({ kind, id: row.recordId, name: nameOf(row) })}
              >
                <IconHistory size={17} />
              </RowAction>
            )
          );
        }}
        failed={activityTexts.loadFailed}
        empty={activityTexts.empty}
      />
      {history.drawer}
    </>
  );
}
