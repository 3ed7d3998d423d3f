/** Inspection packs: requested, with progress, downloaded, and checked. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { Suspense } from 'react';
import { formatDate, formatSize } from '#contract/core/values/format.ts';
import {
  groupedFingerprint,
  packEndpoints,
  packRecord,
  packStateLabels,
  packTexts,
  type PackRecord,
  type PackState,
} from '#contract/prove/packs.ts';
import { callFile, whyOf } from '#web/core/api/client.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import { saveFile } from '#web/core/ui/saveFile.ts';
import { StatusPill, type Tone } from '#web/core/ui/StatusPill.tsx';
import { Timestamp } from '#web/core/ui/Timestamp.tsx';
import { AddButton } from '#web/core/ui/AddButton.tsx';
import { clearFailures, toastFailed } from '#web/core/ui/toast.tsx';
import { packValues } from './packValues.ts';
import classes from './PacksPage.module.css';
import { VerifyPack } from './VerifyPack.tsx';

const PackForm = preloadedComponent(async () => (await import('./PackForm.tsx')).PackForm);

const POLL_MS = 1000;
const SKELETONS = 3;

const tones: Readonly<Record<PackState, Tone>> = { queued: 'neutral', running: 'neutral', done: 'good', failed: 'bad' };

const periodOf = ({ from, to }: PackRecord): string => `${formatDate(from)} to ${formatDate(to)}`;
const lotsOf = ({ lots }: PackRecord): string =>
  lots.length === 0 ? packTexts.everything : lots.map(({ code }) => code).join(', ');

function State({ pack: { state, step, done, total } }: { pack: PackRecord }) {
  const label = state === 'running' && step !== '' ? packTexts.progress(step, done, total) : packStateLabels[state];
  return <StatusPill tone={tones[state]} label={label} urgent={state === 'failed'} />;
}

const { columns: headings } = packTexts;
const columns: Column<PackRecord>[] = [
  { header: headings.period, weight: 'strong', pinned: true, cell: periodOf },
  { header: headings.lots, cell: lotsOf },
  { header: headings.state, cell: (row) => <State pack={row} /> },
  { header: headings.made, cell: (row) => <Timestamp at={row.madeAt ?? row.createdAt} /> },
  { header: headings.by, cell: (row) => row.createdBy },
  { header: headings.size, align: 'end', cell: (row) => row.size !== null && formatSize(row.size) },
];

export function PacksPage() {
  const { data, isPending, error, refetch } = useQuery({
    ...queryOf(packEndpoints.list),
    refetchInterval: ({ state }) =>
      state.data?.some((pack) => pack.state === 'queued' || pack.state === 'running') ? POLL_MS : false,
  });
  const form = useOpenedForm('packs', { record: packRecord, values: packValues, draftKey: () => 'new' });
  const downloading = useMutation({
    mutationFn: async ({ packId, fileName }: PackRecord) =>
      saveFile(await callFile(packEndpoints.file, { params: { id: packId } }), fileName ?? ''),
    onMutate: clearFailures,
    onError: (fault) => toastFailed(packTexts.downloadFailed, whyOf(fault)),
  });
  return (
    <>
      <PageHeader title={packTexts.title} count={data?.length}>
        {may('create', 'packs') && <AddButton onClick={() => form.open()}>{packTexts.make}</AddButton>}
      </PageHeader>
      <p className={classes.about}>{packTexts.intro}</p>
      <Suspense>{form.isOpen && <PackForm key={form.key} {...form.props} />}</Suspense>
      <Panel>
        {error && !data && <LoadFailed failed={packTexts.loadFailed} error={error} retry={refetch} />}
        {(isPending || (data && data.length > 0)) && (
          <DataTable
            label={packTexts.title}
            columns={columns}
            rows={data ?? []}
            rowId={(row) => row.packId}
            card={(row) => ({
              title: periodOf(row),
              state: <State pack={row} />,
              detail: [lotsOf(row), row.size === null ? '' : formatSize(row.size)].filter(Boolean).join(' · '),
            })}
            opened={(row) => {
              if (row.state === 'failed') return <p>{row.remarks[0] ?? packTexts.failed}</p>;
              if (row.state === 'done' && row.fileName === null) return <p>{packTexts.gone}</p>;
              return row.remarks.length > 0 && row.remarks.map((remark) => <p key={remark}>{remark}</p>);
            }}
            actions={(row) =>
              row.fileName !== null && (
                <RowAction
                  label={packTexts.download(periodOf(row))}
                  onClick={() => {
                    if (!downloading.isPending) downloading.mutate(row);
                  }}
                >
                  <IconDownload size={17} />
                </RowAction>
              )
            }
            skeletons={isPending ? SKELETONS : 0}
            stale={false}
          />
        )}
        {data?.length === 0 && (
          <PanelMessage>
            <p>{packTexts.empty}</p>
          </PanelMessage>
        )}
      </Panel>
      <div className={classes.cards}>
        <VerifyPack />
        <SigningKey />
      </div>
      {form.dialog}
    </>
  );
}

/** The fingerprint by which this Godown's packs are recognized. */
function SigningKey() {
  const { data } = useQuery(queryOf(packEndpoints.key));
  return (
    <section className={classes.card} aria-labelledby="signing-key">
      <h2 id="signing-key">{packTexts.keyTitle}</h2>
      <p className={classes.dim}>{packTexts.keyHelp}</p>
      {data && <code className={classes.fingerprint}>{groupedFingerprint(data.fingerprint)}</code>}
    </section>
  );
}
