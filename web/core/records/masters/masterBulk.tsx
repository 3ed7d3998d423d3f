/** Actions on selected records of a master. */
import { IconArrowMerge, IconBan, IconCheck } from '@tabler/icons-react';
import { call } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import { runBulk, type BulkAction, type BulkActions } from '#web/core/list/selection/bulk.ts';
import { deleteAction } from '#web/core/list/selection/deleteAction.tsx';
import type { MasterDefinition } from './master.ts';

type Definition<Row, Values, Body> = MasterDefinition<Row, Values, Body>;

/** Activate and Deactivate, each for those that are not so. */
function statusActions<Row, Values, Body>(definition: Definition<Row, Values, Body>): BulkAction<Row>[] {
  const { statusOf, valuesOf, bodyOf, calls, rowId } = definition;
  if (!statusOf || !may('update', definition.master.resource)) return [];
  return ([0, 1] as const).map((status): BulkAction<Row> => ({
    label: status === 1 ? 'Activate' : 'Deactivate',
    icon: status === 1 ? <IconCheck size={16} aria-hidden /> : <IconBan size={16} aria-hidden />,
    applies: (row) => statusOf(row) !== status,
    act: (row) => call(calls.update, { params: { id: rowId(row) }, body: bodyOf({ ...valuesOf(row), status }) }),
    done: status === 1 ? 'activated' : 'deactivated',
  }));
}

/** Activates an inactive record, and deactivates an active one. */
export async function switchStatus<Row, Values, Body>(definition: Definition<Row, Values, Body>, row: Row) {
  const action = statusActions(definition).find(({ applies }) => applies?.(row));
  if (action) await runBulk(action, [row], { nameOf: definition.nameOf, reason: '', onProgress: () => {} });
}

/** Merges two selected records, for those who may: the older one is kept, unless the page swaps them. */
function mergingPair<Row, Values, Body>({ merging, rowId }: Definition<Row, Values, Body>): BulkActions<Row>['pair'] {
  if (!merging || !may('create', 'merges')) return undefined;
  return {
    label: merging.label,
    icon: <IconArrowMerge size={16} aria-hidden />,
    pathOf: (...rows) => {
      const [kept = 0, merged] = rows.map(rowId).toSorted((a, b) => a - b);
      return merging.path(kept, merged);
    },
  };
}

export function masterBulk<Row, Values, Body>(
  definition: Definition<Row, Values, Body>,
  labels: BulkActions<Row>['labels'],
): BulkActions<Row> {
  const { master, calls, rowId, words } = definition;
  const remove = deleteAction<Row>({
    kind: master.resource,
    idOf: rowId,
    question: (count) => (count === 1 ? words.confirmDelete : `Delete ${count} ${master.title.toLowerCase()}?`),
    act: (row) => call(calls.remove, { params: { id: rowId(row) } }),
  });
  return { actions: [...statusActions(definition), ...remove], pair: mergingPair(definition), labels };
}
