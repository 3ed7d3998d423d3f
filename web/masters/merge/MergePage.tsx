/** Merging two suppliers, or two buyers, that are one in life: the fields that are kept, and what moves (decision 128). */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowsUpDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { conflictTexts } from '#contract/core/conflicts.ts';
import { formatCount, formatDate, formatTimestamp } from '#contract/core/values/format.ts';
import { kindLabel, kinds, masters, pageOf } from '#contract/kinds.ts';
import { mergeEndpoints, mergeTexts, type MergedKind, type MergePreview } from '#contract/masters/merging.ts';
import { partyLabels, type PartyRecord } from '#contract/masters/parties.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { queryOf } from '#web/core/api/queries.ts';
import type { ComparedRow } from '#web/core/form/conflicts/mergeVersions.ts';
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
import { comparedParty, partyValuesOf, type PartyValues } from '../parties.tsx';
import classes from './MergePage.module.css';
import { mergedParties, mergePath, type Party } from './mergedParties.ts';
import { undoMerge } from './undoMerge.ts';

export function MergeSuppliersPage() {
  const { supplierId } = useParams({ from: '/shell/suppliers/$supplierId/merge' });
  const { with: other } = useSearch({ from: '/shell/suppliers/$supplierId/merge' });
  return <MergePage kind="suppliers" id={Number(supplierId)} otherId={Number(other)} />;
}

export function MergeBuyersPage() {
  const { buyerId } = useParams({ from: '/shell/buyers/$buyerId/merge' });
  const { with: other } = useSearch({ from: '/shell/buyers/$buyerId/merge' });
  return <MergePage kind="buyers" id={Number(buyerId)} otherId={Number(other)} />;
}

interface MergePageProps {
  kind: MergedKind;
  /** The record that is kept. */
  id: number;
  /** The record that is merged into it; NaN until it is chosen. */
  otherId: number;
}

function MergePage({ kind, id, otherId }: MergePageProps) {
  const { get } = mergedParties[kind];
  const kept = useQuery(queryOf(get, { params: { id } }));
  const merged = useQuery({ ...queryOf(get, { params: { id: otherId } }), enabled: otherId > 0 });
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
function ChooseOther({ kind, id, record }: { kind: MergedKind; id: number; record: PartyRecord }) {
  const navigate = useNavigate();
  const { list, idOf } = mergedParties[kind];
  return (
    <>
      <PageHeader title={mergeTexts.title(kind)} beside={`${record.name}, ID ${id}`} />
      <Panel>
        <div className={classes.choose}>
          <LookupField<Party>
            label={mergeTexts.other(kind)}
            placeholder="Type to search"
            endpoint={list}
            sort="name"
            toChoice={(row) => ({ value: idOf(row), label: row.name })}
            offers={(row) => idOf(row) !== id}
            hint={(row) => `ID ${idOf(row)} · ${row.phone}`}
            chosen={null}
            onChoose={(row) => {
              const [keptId = 0, mergedId = 0] = [id, idOf(row)].toSorted((a, b) => a - b);
              navigate({ href: mergePath(kind, keptId, mergedId), replace: true }).catch(console.error);
            }}
          />
        </div>
      </Panel>
    </>
  );
}

interface Compared {
  id: number;
  record: PartyRecord;
}

interface MergeProps {
  kind: MergedKind;
  kept: Compared;
  merged: Compared;
  preview: MergePreview | undefined;
}

/** The date at the beginning of '29-06-2026 10:21 AM'. */
const DATE_LENGTH = 10;

const fields = Object.entries(partyLabels);

/** Every field that differs is a row; where the kept record has nothing, the other one's value is proposed. */
function compare(kept: Readonly<Record<string, unknown>>, merged: Readonly<Record<string, unknown>>) {
  const versionOf = (path: string, value: unknown) => {
    const read = comparedParty.as?.[path] ?? String;
    return { value, text: read(value), isAbsent: false };
  };
  const isSame = (path: string) => kept[path] === merged[path];
  return {
    rows: fields.flatMap(([path, label]): ComparedRow[] =>
      isSame(path)
        ? []
        : [
            {
              path,
              label,
              was: undefined,
              theirs: versionOf(path, kept[path]),
              mine: versionOf(path, merged[path]),
              taken: 'asks',
              typedAs: path === 'status' ? 'nothing' : 'text',
            },
          ],
    ),
    same: fields.filter(([path]) => isSame(path)).map(([, label]) => label),
  };
}

/** The proposed side of a field. */
const proposedSide = ({ theirs }: ComparedRow): 'theirs' | 'mine' => (theirs.text === '' ? 'mine' : 'theirs');

function Merge({ kind, kept, merged, preview }: MergeProps) {
  const navigate = useNavigate();
  const [compared] = useState(() => compare(partyValuesOf(kept.record), partyValuesOf(merged.record)));
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(
    () => new Map(compared.rows.map((row) => [row.path, proposedSide(row)])),
  );
  const proposed = compared.rows.map((row) => [row.path, row[proposedSide(row)].value]);
  const leave = async () => await navigate({ href: pageOf(kind, kept.id) });
  const mergeId = useRef<number>(undefined);
  const done = useRef('');
  const { form, panel } = useSentForm<PartyValues, { message: string; mergeId: number }>({
    initialValues: { ...partyValuesOf(kept.record), ...Object.fromEntries(proposed) },
    faultsOf: (values) => contractFaults(mergedParties[kind].update, values),
    send: async (values, idempotencyKey) => {
      const body = { ...values, mergedId: merged.id, mergedUpdatedAt: merged.record.updatedAt };
      const answer = await call(mergeEndpoints[kind].merge, { params: { id: kept.id }, body, idempotencyKey });
      ({ mergeId: mergeId.current, message: done.current } = answer);
      // Before everything shown is read again: the merged record is gone.
      await leave();
      return answer;
    },
    done: () => done.current,
    doneAction: () => (mergeId.current === undefined ? undefined : undoMerge(mergeId.current)),
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
            {preview && <SameInvoices kind={kind} preview={preview} />}
          </>
        }
      >
        {null}
      </FormPanel>
      {preview && <Moves preview={preview} kept={kept} merged={merged} />}
    </>
  );
}

function Heading({ id, record, text }: Compared & { text: (id: number) => string }) {
  return (
    <th scope="col">
      {text(id)}
      <small>{mergeTexts.since(formatTimestamp(record.createdAt).slice(0, DATE_LENGTH))}</small>
    </th>
  );
}

/** Invoices of one number under both records, in case one bill was entered twice. */
function SameInvoices({ kind, preview: { sameInvoices } }: { kind: MergedKind; preview: MergePreview }) {
  const document = mergedParties[kind].invoice;
  return sameInvoices.map(({ invoiceNumber, date, mergedDocumentId, keptDocumentId }) => (
    <p key={mergedDocumentId} className={classes.same} role="status">
      <IconAlertTriangle size={18} aria-hidden />
      <span>
        {mergeTexts.bothHave(invoiceNumber, formatDate(date))}{' '}
        {[keptDocumentId, mergedDocumentId].map((documentId) => (
          <RecordLink key={documentId} kind={document} id={documentId}>
            {kindLabel(document)} {documentId}
          </RecordLink>
        ))}
      </span>
    </p>
  ));
}

type Move = MergePreview['moves'][number];

function Moves({ preview, kept, merged }: { preview: MergePreview; kept: Compared; merged: Compared }) {
  const columns: Column<Move>[] = [
    { header: mergeTexts.kind, weight: 'strong', cell: ({ kind }) => kinds[kind].title },
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
            card={({ kind, moved, afterwards }) => ({
              title: kinds[kind].title,
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
        <li>{mergeTexts.canBeUndone}</li>
      </ul>
    </RecordSection>
  );
}
