/** Merging two records of a master that are one in life: the fields that are kept, and what moves (decision 128). */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowsUpDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { conflictTexts } from '#contract/core/conflicts.ts';
import { formatCount, formatDate, formatDay } from '#contract/core/values/format.ts';
import { kindLabel, kinds, masters, pageOf } from '#contract/kinds.ts';
import {
  mergeableKinds,
  mergeEndpoints,
  mergeTexts,
  type MergeableKind,
  type MergePreview,
} from '#contract/masters/merging.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { comparable, textOf, type ComparedRow } from '#web/core/form/conflicts/mergeVersions.ts';
import { updatedAtOf } from '#web/core/form/conflicts/useConflict.tsx';
import { Saved, Side, type Answer } from '#web/core/form/conflicts/VersionCells.tsx';
import tableClasses from '#web/core/form/conflicts/ConflictTable.module.css';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { useSentForm } from '#web/core/form/useSentForm.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import { BackLink, RecordPage, RecordSection } from '#web/core/records/RecordPage.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { RecordLink } from '#web/stock/links/RecordLink.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { useMasterDefinition, type AnyMaster } from '../masterDefinition.ts';
import classes from './MergePage.module.css';
import { mergePath } from './mergePath.ts';
import { undoMerge } from './undoMerge.ts';

interface MergePageProps {
  kind: MergeableKind;
  /** The record that is kept. */
  id: number;
  /** The record that is merged into it; NaN until it is chosen. */
  otherId: number;
}

export function MergePage() {
  const { kind, id } = useParams({ from: '/shell/merge/$kind/$id' });
  const { with: other } = useSearch({ from: '/shell/merge/$kind/$id' });
  const merged = z.enum(mergeableKinds).safeParse(kind).data;
  return merged && <MergeOfKind kind={merged} id={Number(id)} otherId={Number(other)} />;
}

function MergeOfKind({ kind, id, otherId }: MergePageProps) {
  const { calls } = useMasterDefinition(kind);
  const kept = useQuery(queryOf(calls.get, { params: { id } }));
  const merged = useQuery({ ...queryOf(calls.get, { params: { id: otherId } }), enabled: otherId > 0 });
  const preview = useQuery({
    ...queryOf(mergeEndpoints[kind].preview, { params: { id }, query: { mergedId: otherId } }),
    enabled: otherId > 0,
  });
  return (
    <RecordPage
      back={<BackLink to={kinds[kind].screenPath}>{masters[kind].title}</BackLink>}
      query={kept}
      of={{ kind, id: String(id) }}
      failed={mergeTexts.notLoaded}
    >
      {(record) =>
        otherId > 0 ? (
          <RecordPage back={null} query={merged} of={{ kind, id: String(otherId) }} failed={mergeTexts.notLoaded}>
            {(other) => (
              <Merge
                key={`${id} ${otherId}`}
                kind={kind}
                kept={{ id, record }}
                merged={{ id: otherId, record: other }}
                preview={preview.data}
              />
            )}
          </RecordPage>
        ) : (
          <ChooseOther kind={kind} id={id} record={record} />
        )
      }
    </RecordPage>
  );
}

/** The first question: which record is the same once more. The older one stays, until it is swapped. */
function ChooseOther({ kind, id, record }: { kind: MergeableKind; id: number; record: object }) {
  const navigate = useNavigate();
  const { calls, rowId, nameOf, factsOf } = useMasterDefinition(kind);
  return (
    <>
      <PageHeader title={mergeTexts.title(kind)} beside={`${nameOf(record)}, ID ${id}`} />
      <Panel>
        <div className={classes.choose}>
          <LookupField
            label={mergeTexts.other(kind)}
            placeholder="Type to search"
            endpoint={calls.list}
            sort="name"
            toChoice={(row) => ({ value: rowId(row), label: nameOf(row) })}
            offers={(row) => rowId(row) !== id}
            hint={(row) => [`ID ${rowId(row)}`, factsOf(row)[0]].filter(Boolean).join(' · ')}
            chosen={null}
            onChoose={(row) => {
              const [keptId = 0, mergedId = 0] = [id, rowId(row)].toSorted((a, b) => a - b);
              navigate({ href: mergePath(kind, keptId, mergedId), replace: true }).catch(console.error);
            }}
          />
        </div>
      </Panel>
    </>
  );
}

interface MergeSide {
  id: number;
  record: object;
}

interface MergeProps {
  kind: MergeableKind;
  kept: MergeSide;
  merged: MergeSide;
  preview: MergePreview | undefined;
}

/** Every field that differs is a row: 'theirs' is the kept record, 'mine' the merged one, as `Side` and `Saved` name them. */
function compare({ labels, as = {} }: AnyMaster['compared'], kept: object, merged: object) {
  const fields = Object.entries(labels);
  const valueOf = (values: object, path: string): unknown => Reflect.get(values, path);
  const versionOf = (path: string, values: object) => {
    const value = valueOf(values, path);
    return { value, text: (as[path] ?? textOf)(value), isAbsent: false };
  };
  const isSame = ([path]: [string, string]) => comparable(valueOf(kept, path)) === comparable(valueOf(merged, path));
  const rowOf = ([path, label]: [string, string]): ComparedRow => ({
    path,
    label,
    base: undefined,
    theirs: versionOf(path, kept),
    mine: versionOf(path, merged),
    side: 'conflict',
    typedAs: as[path] === undefined && typeof valueOf(kept, path) === 'string' ? 'text' : 'nothing',
  });
  return {
    rows: fields.filter((field) => !isSame(field)).map(rowOf),
    same: fields.filter(isSame).map(([, label]) => label),
  };
}

/** The proposed side of a field. */
const proposedSide = ({ theirs }: ComparedRow): 'theirs' | 'mine' => (theirs.text === '' ? 'mine' : 'theirs');

function Merge({ kind, kept, merged, preview }: MergeProps) {
  const navigate = useNavigate();
  const { calls, valuesOf, bodyOf, compared: words } = useMasterDefinition(kind);
  const [compared] = useState(() => compare(words, valuesOf(kept.record), valuesOf(merged.record)));
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(
    () => new Map(compared.rows.map((row) => [row.path, proposedSide(row)])),
  );
  const proposed = compared.rows.map((row) => [row.path, row[proposedSide(row)].value]);
  const leave = async () => await navigate({ href: pageOf(kind, kept.id) });
  const done = useRef<{ message: string; mergeId: number }>(undefined);
  const { form, panel } = useSentForm({
    initialValues: { ...valuesOf(kept.record), ...Object.fromEntries(proposed) },
    faultsOf: (values) => contractFaults(calls.update, bodyOf(values)),
    send: async (values, idempotencyKey) => {
      const body = { ...bodyOf(values), mergedId: merged.id, mergedUpdatedAt: updatedAtOf(merged.record) };
      done.current = await call(mergeEndpoints[kind].merge, { params: { id: kept.id }, body, idempotencyKey });
      // Before everything shown is read again: the merged record is gone.
      await leave();
    },
    done: () => done.current?.message ?? '',
    doneAction: () => done.current && undoMerge(done.current.mergeId),
    showError: (fault) => toastFailed(mergeTexts.failed, whyOf(fault)),
    onSaved: () => {},
    onCancel: () => {
      leave().catch(console.error);
    },
  });
  const answer = (row: ComparedRow, side: Answer) => {
    if (side !== 'typed') form.getInputProps(row.path).onChange(row[side].value);
    setAnswers(new Map([...answers, [row.path, side]]));
  };
  return (
    <>
      <PageHeader title={mergeTexts.title(kind)} beside={mergeTexts.goesInto(merged.id, kept.id)}>
        <Button
          variant="default"
          leftSection={<IconArrowsUpDown size={16} aria-hidden />}
          onClick={() => {
            navigate({ href: mergePath(kind, merged.id, kept.id), replace: true }).catch(console.error);
          }}
        >
          {mergeTexts.swap(merged.id)}
        </Button>
      </PageHeader>
      <FormPanel
        {...panel}
        title={mergeTexts.choose}
        save={mergeTexts.merge(kept.id)}
        below={
          <>
            <table className={`${tableClasses.table} ${classes.fields}`}>
              <thead>
                <tr>
                  <th scope="col">{conflictTexts.field}</th>
                  <Heading id={kept.id} record={kept.record} text={mergeTexts.stays} />
                  <Heading id={merged.id} record={merged.record} text={mergeTexts.goes} />
                  <th scope="col">{mergeTexts.willBeKept}</th>
                </tr>
              </thead>
              <tbody>
                {compared.rows.map((row) => (
                  <tr key={row.path}>
                    <th scope="row">{row.label}</th>
                    {(['theirs', 'mine'] as const).map((side) => (
                      <Side
                        key={side}
                        row={row}
                        side={side}
                        heading={side === 'theirs' ? mergeTexts.stays(kept.id) : mergeTexts.goes(merged.id)}
                        chosen={answers.get(row.path)}
                        onAnswer={(chosen) => answer(row, chosen)}
                      />
                    ))}
                    <td data-heading={mergeTexts.willBeKept}>
                      <Saved
                        row={row}
                        answer={answers.get(row.path)}
                        field={form.getInputProps(row.path)}
                        error={form.errors[row.path]}
                        onAnswer={(chosen) => answer(row, chosen)}
                      />
                    </td>
                  </tr>
                ))}
                {compared.same.length > 0 && (
                  <tr>
                    <th scope="row" className={tableClasses.quietField}>
                      {compared.same.join(', ')}
                    </th>
                    <td colSpan={3} className={tableClasses.quiet}>
                      {conflictTexts.sameForBoth}
                    </td>
                  </tr>
                )}
              </tbody>
            </table>
            {preview && <Notes kind={kind} preview={preview} />}
          </>
        }
      >
        {null}
      </FormPanel>
      {preview && <Moves kind={kind} preview={preview} kept={kept} merged={merged} />}
    </>
  );
}

const created = z.object({ createdAt: z.string() });

function Heading({ id, record, text }: MergeSide & { text: (id: number) => string }) {
  const since = created.safeParse(record).data?.createdAt;
  return (
    <th scope="col">
      {text(id)}
      {since && <small>{mergeTexts.since(formatDay(since))}</small>}
    </th>
  );
}

/** Why they can't be merged, lots that get another code, and invoices of one number under both records. */
function Notes({ kind, preview: { refusal, renamed, sameInvoices } }: { kind: MergeableKind; preview: MergePreview }) {
  const document = kind === 'buyers' ? 'dispatches' : 'inward';
  return (
    <>
      {refusal !== null && <Note>{refusal}</Note>}
      {renamed.map(({ code, becomes }) => (
        <Note key={becomes}>{mergeTexts.renamed(code, becomes)}</Note>
      ))}
      {sameInvoices.map(({ invoiceNumber, date, mergedDocumentId, keptDocumentId }) => (
        <Note key={mergedDocumentId}>
          {mergeTexts.bothHave(invoiceNumber, formatDate(date))}{' '}
          {[keptDocumentId, mergedDocumentId].map((documentId) => (
            <RecordLink key={documentId} kind={document} id={documentId}>
              {kindLabel(document)} {documentId}
            </RecordLink>
          ))}
        </Note>
      ))}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className={classes.same} role="status">
      <IconAlertTriangle size={18} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

type Move = MergePreview['moves'][number];

function Moves({ kind, preview, kept, merged }: MergeProps & { preview: MergePreview }) {
  const columns: Column<Move>[] = [
    { header: mergeTexts.kind, weight: 'strong', cell: (move) => kinds[move.kind].title },
    { header: mergeTexts.moved, align: 'end', weight: 'strong', cell: ({ moved }) => formatCount(moved) },
    { header: mergeTexts.afterwards(kept.id), align: 'end', cell: ({ afterwards }) => formatCount(afterwards) },
  ];
  const { moves } = preview;
  return (
    <RecordSection heading={mergeTexts.moves(merged.id, kept.id)}>
      {moves.length === 0 ? (
        <p>{mergeTexts.movesNothing(merged.id)}</p>
      ) : (
        <Panel>
          <DataTable
            label={mergeTexts.moves(merged.id, kept.id)}
            columns={columns}
            rows={moves}
            rowId={(move) => moves.indexOf(move)}
            card={({ kind: referring, moved, afterwards }) => ({
              title: kinds[referring].title,
              state: formatCount(moved),
              detail: `${mergeTexts.afterwards(kept.id)} ${formatCount(afterwards)}`,
            })}
            skeletons={0}
            stale={false}
          />
        </Panel>
      )}
      <ul className={classes.unchanged}>
        <li>{mergeTexts.papers}</li>
        <li>{mergeTexts.claims}</li>
        {(kind === 'materials' || kind === 'products') && <li>{mergeTexts.settings(kept.id)}</li>}
        <li>{mergeTexts.canBeUndone}</li>
      </ul>
    </RecordSection>
  );
}
