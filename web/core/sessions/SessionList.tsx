/** A user's open sessions, each with a button that ends it, except the current one, which Logout ends. */
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { formatTimestamp } from '#contract/core/values/format.ts';
import { sessionEndpoints, sessionTexts, type OpenedSession } from '#contract/core/accounts/sessions.ts';
import { call } from '#web/core/api/client.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';
import { Timestamp } from '#web/core/ui/Timestamp.tsx';
import classes from './SessionList.module.css';
import { useSessionEnding } from './useSessionEnding.tsx';

const SKELETONS = 2;

const thisOne = <StatusPill tone="good" label={sessionTexts.thisOne} />;

const columns: Column<OpenedSession>[] = [
  {
    header: 'Device',
    weight: 'strong',
    pinned: true,
    cell: (row) => (
      <span className={classes.device}>
        {row.device} {row.isThis && thisOne}
        {row.keptUntil !== null && <small>{sessionTexts.keptUntil(formatTimestamp(row.keptUntil))}</small>}
      </span>
    ),
  },
  { header: 'Address', cell: (row) => row.address },
  { header: 'Signed in', cell: (row) => <Timestamp at={row.signedInAt} /> },
  { header: 'Last seen', cell: (row) => <Timestamp at={row.lastSeenAt} /> },
];

export function SessionList({ label, sessions }: { label: string; sessions: UseQueryResult<OpenedSession[]> }) {
  const { data, error, isPending, refetch } = sessions;
  const ending = useSessionEnding(
    sessionTexts.confirmEnd,
    ({ sessionId }: OpenedSession) => call(sessionEndpoints.end, { params: { id: sessionId } }),
    (row) => ({ name: row.device, facts: [row.address, `signed in ${formatTimestamp(row.signedInAt)}`] }),
  );
  if (error && !data) {
    return (
      <Panel>
        <LoadFailed failed="The sessions could not be loaded." error={error} retry={refetch} />
      </Panel>
    );
  }
  return (
    <Panel>
      <DataTable
        label={label}
        columns={columns}
        rows={data ?? []}
        rowId={(row) => row.sessionId}
        card={(row) => ({
          title: row.device,
          state: row.isThis && thisOne,
          detail: (
            <>
              {[formatTimestamp(row.lastSeenAt), row.address].filter(Boolean).join(' · ')}
              {row.keptUntil !== null && <br />}
              {row.keptUntil !== null && sessionTexts.keptUntil(formatTimestamp(row.keptUntil))}
            </>
          ),
        })}
        actions={(row) =>
          !row.isThis && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              aria-label={`End the session of ${row.device}, signed in ${formatTimestamp(row.signedInAt)}`}
              onClick={() => ending.ask(row)}
            >
              End
            </Button>
          )
        }
        skeletons={isPending ? SKELETONS : 0}
        stale={false}
      />
      {data?.length === 0 && (
        <PanelMessage>
          <p>{sessionTexts.none}</p>
        </PanelMessage>
      )}
      {ending.dialog}
    </Panel>
  );
}
