/** Definition of a master: its calls, columns, fields and texts. MasterPage does the rest. */
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { RecordResource } from '#contract/kinds.ts';
import type { OpenedForm } from '#web/core/form/useOpenedForm.ts';
import type { RowPage } from '#web/core/list/useRowsOpen.ts';
import type { Subject } from '#web/core/ui/dialogs/ConfirmFrame.tsx';
import type { Card, Column } from '#web/core/ui/table/DataTable.tsx';
import type { DocumentDefinition } from '../document.ts';
import type { ExportedMaster } from './masterSheet.ts';
import { logAlert, type FailureAlert } from '../failureAlert.ts';

export interface Merging {
  label: string;
  path: (keptId: number, mergedId?: number) => string;
}

export interface MasterDefinition<Row, Values, Body>
  extends
    Omit<DocumentDefinition<Row, Values, never, Body>, 'kind' | 'idField' | 'record' | 'subjectOf' | 'blank' | 'words'>,
    ExportedMaster<Row> {
  master: RecordResource;
  /** Further details in the confirmation dialog. */
  factsOf: (row: Row) => Subject['facts'];
  /** The page of a record; without it a row opens its form. */
  to?: RowPage<Row>;
  /** Where a record is active or not, by the form's `status`. */
  statusOf?: (row: Row) => 0 | 1;
  columns: readonly Column<Row>[];
  card: (row: Row) => Card;
  /** Where two records that are one in life can be merged: the page for it, on which the other one may be chosen. */
  merging?: Merging;
  blank: Values;
  Fields: (props: { form: UseFormReturnType<Values>; row?: Row }) => ReactNode;
  words: MasterWords<Values>;
}

/** The definition of a master as that of a document, for list, page and form. */
export function toDocument<Row, Values, Body>(
  definition: MasterDefinition<Row, Values, Body>,
): DocumentDefinition<Row, Values, never, Body> {
  const { master, calls, rowId, nameOf, factsOf, blank, words } = definition;
  return {
    ...definition,
    kind: master.resource,
    idField: master.idField,
    record: calls.get.answer,
    subjectOf: (row) => ({ name: nameOf(row), facts: [`ID ${rowId(row)}`, ...factsOf(row)] }),
    blank: () => blank,
    words: {
      title: master.title,
      ...words,
      saveFailed: (fault, editing) => logAlert(words.saveFailed(fault, editing), fault),
    },
  };
}

/** A second form of a record, opened from its row's menu. */
export interface SecondForm<Row> extends Pick<OpenedForm<Row, never>, 'open' | 'close' | 'leave'> {
  /** Its entry in the menu: 'Stock settings'. */
  label: string;
  isOf: (row: Row) => boolean;
  form: ReactNode;
}

interface MasterWords<Values> {
  /** The title of its list, where that is not its kind's. */
  title?: string;
  searchHint: string;
  addNew: string;
  add: string;
  edit: string;
  empty: string;
  /** The message above the reason when the list cannot be loaded. */
  loadFailed?: string;
  added: string;
  updated: string;
  deleted: string;
  confirmDelete: string;
  /** The specification's alert for invalid values. */
  invalid?: (values: Values, errors: Record<string, ReactNode>) => string | undefined;
  saveFailed: (fault: unknown, editing: boolean) => FailureAlert;
  deleteFailed: (fault: unknown) => FailureAlert;
}
