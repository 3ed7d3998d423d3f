/** The form of a document by its definition: values, faults, draft, conflict and saving. */
import { call } from '#web/core/api/client.ts';
import { stampOf } from '#web/core/form/conflicts/useConflict.tsx';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRecordForm, type RecordFormOptions } from '#web/core/form/useRecordForm.ts';
import type { FormDefinition } from './document.ts';
import { showFailure } from './failureAlert.ts';

/** `own` is what a document does in its own way: what it sends, its faults, what follows a save. */
export function useDocumentForm<Row, Values extends object, Begun, Body extends object>(
  definition: FormDefinition<Row, Values, Begun, Body>,
  { begun, ...props }: FormProps<Row, Values, Begun>,
  own: Partial<RecordFormOptions<Row, Values, Values>> = {},
) {
  const { kind, calls, rowId, idField, valuesOf, bodyOf, compared, words } = definition;
  const { record, restored } = props;
  const { panel, ...recordForm } = useRecordForm<Row, Values, Values>({
    ...props,
    resource: kind,
    initialValues: restored?.values ?? (record ? valuesOf(record) : definition.blank(begun)),
    draftOf: definition.draftOf ?? ((values) => values),
    keptOf: (values) => values,
    faultsOf: (values) => contractFaults(record ? calls.update : calls.create, bodyOf(values)),
    fieldOf: definition.fieldOf,
    send: (values, idempotencyKey, seen) => {
      const body = bodyOf(values);
      if (seen === undefined) return call(calls.create, { body, idempotencyKey });
      const id = rowId(seen);
      return call(calls.update, { params: { id }, body: { ...body, [idField]: id, updatedAt: stampOf(seen) } });
    },
    conflict: {
      kind,
      idOf: rowId,
      read: (seen) => call(calls.get, { params: { id: rowId(seen) } }),
      valuesOf,
      compared,
    },
    done: record ? words.updated : words.added,
    sayFailed: (fault) => showFailure(words.saveFailed, fault, record !== undefined),
    ...own,
  });
  const title = record ? words.edit : words.add;
  return {
    ...recordForm,
    /** For <FormPanel {...panel}>. */ panel: { title, save: record ? 'Update' : 'Add', ...panel },
  };
}
