/** The definition of a document: calls, values, texts. List (`RecordListPage`), page (`RecordScreen`) and form (`useDocumentForm`) do the rest. */
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { RestorableKind } from '#contract/kinds.ts';
import type { Resource } from '#contract/permissions.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import type { ListEndpoint } from '#web/core/api/listEndpoint.ts';
import type { Compared } from '#web/core/form/conflicts/compared.ts';
import { useDeletion, type DeletionOptions } from '#web/core/form/useDeletion.tsx';
import { useOpenedForm, type OpenedForm, type OwnOpening } from '#web/core/form/useOpenedForm.ts';
import type { Subject } from '#web/core/ui/dialogs/ConfirmFrame.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { showFailure, type FailureText } from './failureAlert.ts';

interface GetEndpoint<Row> extends Endpoint {
  answer: z.ZodType<unknown, Row>;
}

interface WriteEndpoint<Body, Saved> extends Endpoint {
  body: z.ZodType<unknown, Body>;
  answer: z.ZodType<unknown, Saved>;
}

interface RemoveEndpoint extends Endpoint {
  answer: z.ZodType<unknown, { message: string }>;
}

/** The part of a definition that showing and deleting a record needs. */
interface ShownDefinition<Row> {
  kind: RestorableKind;
  calls: { remove: RemoveEndpoint };
  rowId: (row: Row) => number;
  /** The record's name in button labels, and above its history. */
  nameOf: (row: Row) => string;
  /** The record in the question before it is deleted. */
  subjectOf: (row: Row) => Subject;
  words: ListedWords;
}

/** The part of a definition that a list needs. */
export interface ListedDefinition<Row> extends ShownDefinition<Row> {
  calls: ShownDefinition<Row>['calls'] & { list: ListEndpoint<Row> };
}

interface ListedWords {
  title: string;
  confirmDelete: string;
  deleted: string;
  deleteFailed: FailureText<[fault: unknown]>;
}

/** The part that screens which open the form need. */
interface OpenedDefinition<Row, Values, Prefill> {
  kind: RestorableKind;
  /** The name of its forms and their drafts, where that is not its kind. */
  resource?: Resource;
  /** The record that the form edits. */
  record: z.ZodType<unknown, Row>;
  rowId: (row: Row) => number;
  /** The form's values as typed. */
  values: z.ZodType<Values>;
  /** The prefill of a new record for the party that another page names. */
  prefillFor?: (party: { value: number; label: string }) => Prefill;
}

/** The part that a page needs; `Full` is what the page reads, where that is more than a row of the list. */
export interface PageDefinition<Row, Values, Prefill, Full extends Row>
  extends ShownDefinition<Row>, OpenedDefinition<Row, Values, Prefill> {
  calls: ShownDefinition<Row>['calls'] & { get: GetEndpoint<Full> };
}

/** The part that a form needs; `Updated` and `Created` are what a change and an addition answer, where that is something else. */
export interface FormDefinition<Row, Values, Prefill, Body, Updated = Row, Created = Row> {
  kind: RestorableKind;
  resource?: Resource;
  calls: { get: GetEndpoint<Row>; create: WriteEndpoint<Body, Created>; update: WriteEndpoint<Body, Updated> };
  rowId: (row: Row) => number;
  /** The name of what was saved. */
  nameOf: (saved: Updated | Created) => string;
  /** Its id in the body of a PUT. */
  idField: string;
  blank: (prefill: Prefill | undefined) => Values;
  valuesOf: (row: Row) => Values;
  /** Without what is too large for the draft of a lost session, such as files. */
  draftOf?: (values: Values) => Values;
  /** The request body. Missing values become invalid ones, so that the contract's schema reports them. */
  bodyOf: (values: Values) => Body;
  /** Maps a field path of the body to the form's, where they differ. */
  fieldOf?: (path: string, values: Values) => string;
  /** Labels and lines by which two versions of a record are compared. */
  compared: Compared<Values>;
  words: FormWords<Values>;
}

interface FormWords<Values> {
  /** The titles of the form. */
  add: string;
  edit: string;
  added: string;
  updated: string;
  saveFailed: FailureText<[fault: unknown, editing: boolean, values: Values]>;
}

export interface DocumentDefinition<Row, Values, Prefill, Body, Full extends Row = Row, Updated extends Row = Row>
  extends
    ListedDefinition<Row>,
    PageDefinition<Row, Values, Prefill, Full>,
    FormDefinition<Row, Values, Prefill, Body, Updated> {
  calls: ListedDefinition<Row>['calls'] &
    PageDefinition<Row, Values, Prefill, Full>['calls'] &
    FormDefinition<Row, Values, Prefill, Body, Updated>['calls'];
  nameOf: (row: Row) => string;
  words: ListedWords & FormWords<Values>;
}

/** Keeps the exact types of a definition. */
export function defineDocument<Row, Values, Body, Prefill = never, Full extends Row = Row, Updated extends Row = Row>(
  definition: DocumentDefinition<Row, Values, Prefill, Body, Full, Updated>,
): DocumentDefinition<Row, Values, Prefill, Body, Full, Updated> {
  return definition;
}

/** The form of a document's list or page. */
export function useOpenedDocument<Row, Values, Prefill>(
  { kind, resource = kind, record, values, rowId, prefillFor }: OpenedDefinition<Row, Values, Prefill>,
  overrides?: OwnOpening,
): OpenedForm<Row, Values, Prefill> {
  return useOpenedForm(resource, { record, values, draftKey: (row) => row && rowId(row), prefillFor, ...overrides });
}

/** The form of a list whose rows lack a part of what it edits: it opens once the record is read. */
export function useReadDocument<Row, Values, Prefill, Full extends Row>(
  definition: OpenedDefinition<Full, Values, Prefill> & {
    calls: { get: GetEndpoint<Full> };
    rowId: (row: Row) => number;
  },
  failed: string,
  overrides?: OwnOpening,
) {
  const form = useOpenedDocument(definition, overrides);
  const { calls, rowId } = definition;
  const { mutate, reset } = useMutation({
    mutationFn: (row: Row): Promise<Full> => call(calls.get, { params: { id: rowId(row) } }),
  });
  return {
    ...form,
    open: (row?: Row) => {
      // With the call, not the hook: then they are called for the last one alone.
      if (row) return mutate(row, { onSuccess: form.open, onError: (fault) => toastFailed(failed, whyOf(fault)) });
      reset();
      form.open();
    },
  };
}

/** Deletes a record of a list or a page. */
export function useRecordDeletion<Row>(
  { kind, calls, rowId, subjectOf, words }: ShownDefinition<Row>,
  overrides: Partial<DeletionOptions<Row>>,
) {
  return useDeletion({
    question: words.confirmDelete,
    subjectOf,
    remove: (row: Row) => call(calls.remove, { params: { id: rowId(row) } }),
    done: words.deleted,
    undo: (row) => ({ kind, id: rowId(row) }),
    onFailed: (fault) => showFailure(words.deleteFailed, fault),
    ...overrides,
  });
}
