/** The definition of a document: calls, values, texts. List (`RecordListPage`), page (`RecordScreen`) and form (`useDocumentForm`) do the rest. */
import type { z } from 'zod';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { RestorableKind } from '#contract/kinds.ts';
import { call } from '#web/core/api/client.ts';
import type { ListEndpoint } from '#web/core/api/listEndpoint.ts';
import type { Compared } from '#web/core/form/conflicts/compared.ts';
import { useDeletion, type DeletionOptions } from '#web/core/form/useDeletion.tsx';
import { useOpenedForm, type OpenedForm } from '#web/core/form/useOpenedForm.ts';
import type { Subject } from '#web/core/ui/dialogs/ConfirmFrame.tsx';
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

/** A record as its list and its page know it. */
export interface ListedDefinition<Row> {
  kind: RestorableKind;
  calls: { list: ListEndpoint<Row>; remove: RemoveEndpoint };
  rowId: (row: Row) => number;
  /** The record's name in button labels, and above its history. */
  nameOf: (row: Row) => string;
  /** The record in the question before it is deleted. */
  subjectOf: (row: Row) => Subject;
  words: ListedWords;
}

interface ListedWords {
  title: string;
  confirmDelete: string;
  deleted: string;
  deleteFailed: FailureText<[fault: unknown]>;
}

/** A record as the screens that open its form know it. */
interface OpenedDefinition<Row, Values, Begun> {
  kind: RestorableKind;
  /** A row of its list. */
  record: z.ZodType<unknown, Row>;
  rowId: (row: Row) => number;
  /** The form's values as typed. */
  values: z.ZodType<Values>;
  /** The beginning of a new record where another page says whom it is for. */
  begunFor?: (party: { value: number; label: string }) => Begun;
}

/** A record as its page knows it; `Full` is what the page reads, where that is more than a row of the list. */
export interface PageDefinition<Row, Values, Begun, Full extends Row>
  extends ListedDefinition<Row>, OpenedDefinition<Row, Values, Begun> {
  calls: ListedDefinition<Row>['calls'] & { get: GetEndpoint<Full> };
}

/** A record as its form knows it; `Updated` is what a change answers, where that is more than a row of the list. */
export interface FormDefinition<Row, Values, Begun, Body, Updated extends Row = Row> {
  kind: RestorableKind;
  calls: { get: GetEndpoint<Row>; create: WriteEndpoint<Body, Row>; update: WriteEndpoint<Body, Updated> };
  rowId: (row: Row) => number;
  /** Its id in the body of a PUT. */
  idField: string;
  blank: (begun: Begun | undefined) => Values;
  valuesOf: (row: Row) => Values;
  /** Without what is too large for the draft of a lost session, such as files. */
  draftOf?: (values: Values) => Values;
  /** The request body. Missing values become invalid ones, so that the contract's schema reports them. */
  bodyOf: (values: Values) => Body;
  /** Maps a field path of the body to the form's, where they differ. */
  fieldOf?: (path: string, values: Values) => string;
  /** Labels and lines by which two versions of a record are compared. */
  compared: Compared<Values>;
  words: FormWords;
}

interface FormWords {
  /** The titles of the form. */
  add: string;
  edit: string;
  added: string;
  updated: string;
  saveFailed: FailureText<[fault: unknown, editing: boolean]>;
}

export interface DocumentDefinition<Row, Values, Begun, Body, Full extends Row = Row, Updated extends Row = Row>
  extends PageDefinition<Row, Values, Begun, Full>, FormDefinition<Row, Values, Begun, Body, Updated> {
  calls: PageDefinition<Row, Values, Begun, Full>['calls'] & FormDefinition<Row, Values, Begun, Body, Updated>['calls'];
  words: ListedWords & FormWords;
}

/** Keeps the exact types of a definition. */
export function defineDocument<Row, Values, Body, Begun = never, Full extends Row = Row, Updated extends Row = Row>(
  definition: DocumentDefinition<Row, Values, Begun, Body, Full, Updated>,
): DocumentDefinition<Row, Values, Begun, Body, Full, Updated> {
  return definition;
}

/** The form of a document's list or page; `leaveFirst` leaves another form of the screen before it opens. */
export function useOpenedDocument<Row, Values, Begun>(
  { kind, record, values, rowId, begunFor }: OpenedDefinition<Row, Values, Begun>,
  leaveFirst?: (then: () => void) => void,
): OpenedForm<Row, Values, Begun> {
  return useOpenedForm(kind, { record, values, draftKey: (row) => row && rowId(row), begunFor, leaveFirst });
}

/** Deletes a record of a list or a page. */
export function useRecordDeletion<Row>(
  { kind, calls, rowId, subjectOf, words }: ListedDefinition<Row>,
  own: Partial<DeletionOptions<Row>>,
) {
  return useDeletion({
    question: words.confirmDelete,
    subjectOf,
    remove: (row: Row) => call(calls.remove, { params: { id: rowId(row) } }),
    done: words.deleted,
    undo: (row) => ({ kind, id: rowId(row) }),
    onFailed: (fault) => showFailure(words.deleteFailed, fault),
    ...own,
  });
}
