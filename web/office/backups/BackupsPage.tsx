/** The backups of the built-in database, for administrators: list, verification state, and a manual backup. */
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { backupEndpoints, backupTexts, type BackupRecord, type BackupState } from '#contract/office/backups.ts';
import { formatSize, formatTimestamp } from '#contract/core/values/format.ts';
import { call, callFile, whyOf } from '#web/core/api/client.ts';
import { queryClient, queryOf } from '#web/core/api/queries.ts';
import { newIdempotencyKey } from '#web/core/api/idempotency.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import { saveFile } from '#web/core/ui/saveFile.ts';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';
import { Timestamp } from '#web/core/ui/Timestamp.tsx';
import { clearFailures, toastDone, toastFailed } from '#web/core/ui/toast.tsx';
import classes from './BackupsPage.module.css';

const POLL_MS = 1000;
const SKELETONS = 5;

function Verified({ backup }: { backup: BackupRecord }) {
  if (backup.fault !== null) return <StatusPill tone="bad" label={backupTexts.damaged} urgent />;
  if (backup.verifiedAt === null) return <StatusPill tone="neutral" label={backupTexts.unverified} />;
  return <StatusPill tone="good" label={backupTexts.verified} />;
}

const columns: Column<BackupRecord>[] = [
  { header: 'Made', weight: 'strong', pinned: true, cell: (row) => <Timestamp at={row.madeAt} /> },
  { header: backupTexts.reason, cell: (row) => backupTexts.reasons[row.reason] },
  { header: 'Size', align: 'end', cell: (row) => formatSize(row.size) },
  { header: 'State', cell: (row) => <Verified backup={row} /> },
  { header: 'Verified', cell: (row) => row.verifiedAt !== null && <Timestamp at={row.verifiedAt} /> },
];

export function BackupsPage() {
  const { data, isPending, error, refetch } = useQuery({
    ...queryOf(backupEndpoints.state),
    refetchInterval: ({ state }) => (state.data?.making ? POLL_MS : false),
  });
  const asking = useMutation({
    mutationFn: () => call(backupEndpoints.create, { idempotencyKey: newIdempotencyKey() }),
    onMutate: clearFailures,
    onSuccess: () => toastDone(backupTexts.asked),
    onError: (fault) => toastFailed(backupTexts.askFailed, whyOf(fault)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryOf(backupEndpoints.state).queryKey }),
  });
  const isOurs = data?.engine !== 'postgres';
  const isBusy = asking.isPending || data?.making === true;

  return (
    <>
      <PageHeader title={backupTexts.title} count={isOurs ? data?.backups.length : undefined}>
        {isOurs && (
          <Button disabled={isBusy || !data} onClick={() => asking.mutate()}>
            {isBusy ? backupTexts.making : backupTexts.backUpNow}
          </Button>
        )}
      </PageHeader>
      {error && !data ? (
        <Panel>
          <LoadFailed error={error} retry={refetch} />
        </Panel>
      ) : isOurs ? (
        <OwnBackups state={data} loading={isPending} />
      ) : (
        <Panel>
          <PanelMessage>
            <p>{backupTexts.postgres}</p>
            <p>{backupTexts.postgresGuide}</p>
          </PanelMessage>
        </Panel>
      )}
    </>
  );
}

function OwnBackups({ state, loading }: { state: BackupState | undefined; loading: boolean }) {
  const downloading = useMutation({
    mutationFn: async ({ backupId, fileName }: BackupRecord) =>
      saveFile(await callFile(backupEndpoints.file, { params: { id: backupId } }), fileName),
    onMutate: clearFailures,
    onError: (fault) => toastFailed(backupTexts.downloadFailed, whyOf(fault)),
  });
  const backups = state?.backups ?? [];
  const verified = backups.find((each) => each.verifiedAt !== null && each.fault === null);
  return (
    <>
      <p className={classes.about}>{backupTexts.kept}</p>
      {state && (
        <dl className={classes.facts}>
          <div>
            <dt>{backupTexts.lastVerified}</dt>
            <dd>{verified?.verifiedAt ? formatTimestamp(verified.verifiedAt) : backupTexts.neverVerified}</dd>
          </div>
          <div>
            <dt>{backupTexts.folder}</dt>
            <dd className={classes.folder}>{state.folder}</dd>
          </div>
        </dl>
      )}
      {state?.failure && (
        <div role="alert" className={classes.failure}>
          <strong>{backupTexts.failed}</strong>
          <span>
            {formatTimestamp(state.failure.at)}: {state.failure.message}
          </span>
        </div>
      )}
      <Panel>
        {(loading || backups.length > 0) && (
          <DataTable
            label={backupTexts.title}
            columns={columns}
            rows={backups}
            rowId={(row) => row.backupId}
            card={(row) => ({
              title: formatTimestamp(row.madeAt),
              state: <Verified backup={row} />,
              detail: [backupTexts.reasons[row.reason], formatSize(row.size)].join(' · '),
            })}
            opened={(row) => row.fault && <p className={classes.fault}>{row.fault}</p>}
            actions={(row) => (
              <RowAction
                label={`Download the backup of ${formatTimestamp(row.madeAt)}`}
                onClick={() => {
                  if (!downloading.isPending) downloading.mutate(row);
                }}
              >
                <IconDownload size={17} />
              </RowAction>
            )}
            skeletons={loading ? SKELETONS : 0}
            stale={false}
          />
        )}
        {!loading && backups.length === 0 && (
          <PanelMessage>
            <p>{backupTexts.empty}</p>
          </PanelMessage>
        )}
      </Panel>
    </>
  );
}
