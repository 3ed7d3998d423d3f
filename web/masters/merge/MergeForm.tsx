/** The fields of two records, of which one each is kept, and the button that merges them. */
import { Button } from '@mantine/core';
import { IconArrowsUpDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { conflictTexts } from '#contract/core/conflicts.ts';
import { formatDay } from '#contract/core/values/format.ts';
import { pageOf } from '#contract/kinds.ts';
import { mergeEndpoints, mergeTexts, type MergeableKind, type MergePreview } from '#contract/masters/merging.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import type { ComparedRow } from '#web/core/form/conflicts/mergeVersions.ts';
import { updatedAtOf } from '#web/core/form/conflicts/useConflict.tsx';
import { Saved, Side, type Answer } from '#web/core/form/conflicts/VersionCells.tsx';
import tableClasses from '#web/core/form/conflicts/ConflictTable.module.css';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { useSentForm } from '#web/core/form/useSentForm.ts';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { useMasterDefinition } from '../masterDefinition.ts';
import classes from './MergePage.module.css';
import { mergePath } from './mergePath.ts';
import { undoMerge } from './undoMerge.ts';
import { compareFields, proposedSide } from './compareFields.ts';
import { MergeMoves, MergeNotes } from './MergeMoves.tsx';

interface MergeSide {
  id: number;
  record: object;
}

interface MergeFormProps {
  kind: MergeableKind;
  kept: MergeSide;
  merged: MergeSide;
  preview: MergePreview | undefined;
}

export function MergeForm({ kind, kept, merged, preview }: MergeFormProps) {
  const navigate = useNavigate();
  const { calls, valuesOf, bodyOf, compared: words } = useMasterDefinition(kind);
  const [compared] = useState(() => compareFields(words, valuesOf(kept.record), valuesOf(merged.record)));
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
            {preview && <MergeNotes kind={kind} preview={preview} />}
          </>
        }
      >
        {null}
      </FormPanel>
      {preview && <MergeMoves kind={kind} preview={preview} keptId={kept.id} mergedId={merged.id} />}
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
