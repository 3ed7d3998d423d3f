/** The form of a document by its definition: values, faults, draft, conflict and saving. */
import { useRef } from 'react';
import { call } from '#web/core/api/client.ts';
import { updatedAtOf } from '#web/core/form/conflicts/useConflict.tsx';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRepeatedBody } from '#web/core/form/useRepeatedBody.ts';
import { useRecordForm, type RecordFormOptions } from '#web/core/form/useRecordForm.ts';
import type { FormDefinition } from './document.ts';
import { showFailure } from './failureAlert.ts';

/** The seams of a form. One that sends by itself (`send`) has no use for `onCreated` and `onUpdated`. */
interface FormOverrides<Row, Values, Updated, Created> extends Partial<
  Pick<
    RecordFormOptions<Row, Values, Values>,
    | 'faultsOf'
    | 'alertOf'
    | 'questionOf'
    | 'findQuestion'
    | 'send'
    | 'doneAction'
    | 'doneName'
    | 'enterAgain'
    | 'showError'
  >
> {
  /** Called once the form is closed. */
  onCreated?: (created: Created) => void;
  onUpdated?: (updated: Updated) => void;
}

interface Changed<Row, Body, Updated> extends Pick<
  FormDefinition<Row, never, never, Body, Updated>,
  'rowId' | 'idField'
> {
  calls: Pick<FormDefinition<Row, never, never, Body, Updated>['calls'], 'update'>;
}

/** Sends the change of a record, as it was seen. */
export async function sendChange<Row, Body extends object, Updated>(
  { calls, rowId, idField }: Changed<Row, Body, Updated>,
  seen: Row,
  body: Body,
): Promise<Updated> {
  const id = rowId(seen);
  return await call(calls.update, { params: { id }, body: { ...body, [idField]: id, updatedAt: updatedAtOf(seen) } });
}

export function useDocumentForm<Row, Values extends object, Prefill, Body extends object, Updated, Created>(
  definition: FormDefinition<Row, Values, Prefill, Body, Updated, Created>,
  { prefill, ...props }: FormProps<Row, Values, Prefill>,
  { onCreated, onUpdated, ...overrides }: FormOverrides<Row, Values, Updated, Created> = {},
) {
  const { kind, resource = kind, calls, rowId, idField, nameOf, valuesOf, bodyOf, compared, words } = definition;
  const { record, restored } = props;
  const afterClose = useRef<() => void>(undefined);
  const savedName = useRef<string>(undefined);
  const repeated = useRepeatedBody<Values, Body>();
  const { panel, ...recordForm } = useRecordForm<Row, Values, Values>({
    ...props,
    resource,
    idField,
    initialValues: restored?.values ?? (record ? valuesOf(record) : definition.blank(prefill)),
    draftOf: definition.draftOf ?? ((values) => values),
    storedOf: (values) => values,
    faultsOf: (values) => contractFaults(record ? calls.update : calls.create, bodyOf(values)),
    fieldOf: definition.fieldOf,
    send: async (values, idempotencyKey, seen) => {
      const body = bodyOf(values);
      if (seen === undefined) {
        const created = await repeated(
          values,
          body,
          async (first): Promise<Created> => await call(calls.create, { body: first, idempotencyKey }),
        );
        savedName.current = nameOf(created);
        afterClose.current = () => onCreated?.(created);
        return created;
      }
      const updated = await sendChange(definition, seen, body);
      savedName.current = nameOf(updated);
      afterClose.current = () => onUpdated?.(updated);
      return updated;
    },
    conflict: {
      kind,
      idOf: rowId,
      read: (seen) => call(calls.get, { params: { id: rowId(seen) } }),
      valuesOf,
      compared,
    },
    done: record ? words.updated : words.added,
    doneName: () => savedName.current,
    showError: (fault) => showFailure(words.saveFailed, fault, record !== undefined, recordForm.form.getValues()),
    ...overrides,
    onSaved: () => {
      props.onSaved();
      afterClose.current?.();
    },
  });
  const title = record ? words.edit : words.add;
  return {
    ...recordForm,
    /** For <FormPanel {...panel}>. */ panel: { title, save: record ? 'Update' : 'Add', ...panel },
  };
}
