/** On the page of a supplier, buyer, raw material or product: merging it with another one, and what was merged into it. */
import { Button } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatTimestamp } from '#contract/core/values/format.ts';
import { mergeEndpoints, mergeTexts, type MergeableKind } from '#contract/masters/merging.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import classes from './MergePage.module.css';
import { mergePath } from './mergePath.ts';
import { sendUndo } from './undoMerge.ts';

interface MergingProps {
  kind: MergeableKind;
  id: number;
}

/** For those who may merge. */
export function MergeButton({ kind, id }: MergingProps) {
  if (!may('create', 'merges')) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconArrowMerge size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to={mergePath(kind, id)} />}
    >
      {mergeTexts.action}
    </Button>
  );
}

/** The merges into a record, each with its Undo, or why it stays. */
export function MergedNotes({ kind, id }: MergingProps) {
  const mayUndo = may('create', 'merges');
  const { data: merges = [] } = useQuery({
    ...queryOf(mergeEndpoints[kind].merges, { params: { id } }),
    enabled: mayUndo,
  });
  const [undoing, setUndoing] = useState<number>();
  const undo = async (mergeId: number) => {
    setUndoing(mergeId);
    await sendUndo(mergeId);
    setUndoing(undefined);
  };
  return merges.map(({ mergeId, mergedId, mergedName, mergedAt, userName, refusal }) => (
    <p key={mergeId} className={classes.note}>
      {mergeTexts.wasMerged(mergedName, mergedId, formatTimestamp(mergedAt), userName ?? '')}{' '}
      {refusal ?? (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={undoing === mergeId}
          onClick={() => {
            undo(mergeId).catch(console.error);
          }}
        >
          {mergeTexts.undo}
        </Button>
      )}
    </p>
  ));
}
