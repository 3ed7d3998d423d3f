/** The page of one record: the way back, its parts, or why it can't be shown. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, Suspense, type ComponentType, type ReactNode } from 'react';
import type { ScreenPath } from '#contract/kinds.ts';
import { call } from '#web/core/api/client.ts';
import { queryClient, queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import type { FormProps, OpenedForm } from '#web/core/form/useOpenedForm.ts';
import { useOpenedDocument, useRecordDeletion, type PageDefinition } from './document.ts';
import { useHistory } from './history/useHistory.tsx';
import { DeleteButton, EditButton, HistoryButton } from './RecordButtons.tsx';
import { BackLink, RecordPage } from './RecordPage.tsx';
import { useDeleteAndLeave } from './useDeleteAndLeave.ts';

/** The parts of a record's page, which its `Body` puts into order. */
export interface RecordParts<Full, Prefill = never> {
  record: Full;
  form: Pick<OpenedForm<unknown, unknown, Prefill>, 'begin'> & { /** Opens it for this record. */ edit: () => void };
  /** For its header; Edit and Delete for those who may. */
  buttons: { history: ReactNode; edit: ReactNode; remove: ReactNode };
  /** The form while it is open. */
  openForm: ReactNode;
}

interface RecordScreenProps<Row, Values, Prefill, Full extends Row> {
  definition: PageDefinition<Row, Values, Prefill, Full>;
  id: string;
  /** Its list. */
  list: ScreenPath;
  /** The sentence for a record that could not be loaded. */
  failed: string;
  Body: ComponentType<RecordParts<Full, Prefill>>;
  /** Draws the form while it is open. */
  children: (props: FormProps<Row, Values, Prefill>) => ReactNode;
}

export function RecordScreen<Row, Values, Prefill, Full extends Row>({
  id,
  failed,
  ...props
}: RecordScreenProps<Row, Values, Prefill, Full>) {
  const { kind, calls, rowId, words } = props.definition;
  const request = queryOf(calls.get, { params: { id } });
  const query = useQuery(request);
  /** After a write the shown record may be older than it: the form waits until it is read again. */
  const readSaved = async (shown: Full): Promise<Full> => {
    if (!queryClient.getQueryState(request.queryKey)?.isInvalidated) return shown;
    const { data = shown } = await query.refetch({ cancelRefetch: false });
    return data;
  };
  return (
    <RecordPage
      back={<BackLink to={props.list}>{words.title}</BackLink>}
      query={query}
      of={{ kind, id }}
      failed={failed}
    >
      {(record) => <OpenedRecord key={rowId(record)} record={record} readSaved={readSaved} {...props} />}
    </RecordPage>
  );
}

interface OpenedRecordProps<Row, Values, Prefill, Full extends Row> extends Omit<
  RecordScreenProps<Row, Values, Prefill, Full>,
  'id' | 'failed'
> {
  record: Full;
  readSaved: (shown: Full) => Promise<Full>;
}

function OpenedRecord<Row, Values, Prefill, Full extends Row>({
  definition,
  record,
  readSaved,
  list,
  Body,
  children,
}: OpenedRecordProps<Row, Values, Prefill, Full>) {
  const { kind, calls, rowId, nameOf } = definition;
  const id = rowId(record);
  const form = useOpenedDocument(definition);
  const history = useHistory();
  const navigate = useNavigate();
  const deletion = useRecordDeletion(definition, {
    remove: useDeleteAndLeave(list, () => call(calls.remove, { params: { id } })),
  });
  const edit = () => {
    readSaved(record).then(form.open, console.error);
  };
  const onSaved = () => {
    form.props.onSaved();
    // A new record is at the top of the list.
    if (form.record === undefined) navigate({ to: list }).catch(console.error);
  };
  return (
    <>
      <Body
        record={record}
        form={{ begin: form.begin, edit }}
        buttons={{
          history: <HistoryButton onClick={() => history.show({ kind, id, name: nameOf(record) })} />,
          edit: may('update', kind) && <EditButton onClick={edit} />,
          remove: may('delete', kind) && <DeleteButton onClick={() => form.leave(() => deletion.ask(record))} />,
        }}
        openForm={
          <Suspense>
            {form.isOpen && <Fragment key={form.key}>{children({ ...form.props, onSaved })}</Fragment>}
          </Suspense>
        }
      />
      {deletion.dialog}
      {history.drawer}
      {form.dialog}
    </>
  );
}
