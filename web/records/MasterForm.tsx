import { schemaResolver, useForm } from '@mantine/form';
import { restoredTexts } from '#contract/auth.ts';
import { call, fieldMessagesOf, messageOf } from '#web/api/client.ts';
import { dateFaults } from '#web/form/dateFaults.ts';
import type { FormProps } from '#web/form/useOpenedForm.ts';
import { useSaving } from '#web/form/useSaving.ts';
import { useTyped } from '#web/form/useTyped.ts';
import { leaveAfterPointer } from '#web/ui/afterPointer.ts';
import { FormPanel } from '#web/form/FormPanel.tsx';
import { focusFirstFault } from '#web/form/fieldFocus.ts';
import { toastDone, toastFailed } from '#web/ui/toast.tsx';
import type { MasterDefinition } from './master.ts';

export interface MasterFormProps<Row, Values, Body> extends FormProps<Row, Values> {
  definition: MasterDefinition<Row, Values, Body>;
}

export function MasterForm<Row, Values extends object, Body extends object>({
  definition,
  ...props
}: MasterFormProps<Row, Values, Body>) {
  const { master, calls, rowId, words, bodyOf, Fields } = definition;
  const { record: row, restored } = props;
  const check = schemaResolver((row ? calls.update : calls.create).body, { sync: true });

  const form = useForm<Values>({
    initialValues: restored?.values ?? (row ? definition.valuesOf(row) : definition.blank),
    validate: (values) => {
      const body = bodyOf(values);
      return { ...dateFaults(calls.create, body), ...check(body) };
    },
    validateInputOnBlur: true,
    enhanceGetInputProps: leaveAfterPointer,
  });
  const idempotencyKey = useTyped({
    ...props,
    form: master.resource,
    values: form.values,
    edited: form.isDirty(),
  });

  const { save, busy } = useSaving({
    send: (body: Body) =>
      row
        ? call(calls.update, { params: { id: rowId(row) }, body: { ...body, [master.idField]: rowId(row) } })
        : call(calls.create, { body, idempotencyKey }),
    onSaved: () => {
      toastDone(row ? words.updated : words.added);
      props.onSaved();
    },
    onFailed: (fault) => {
      const alert = words.saveFailed(fault, row !== undefined);
      console.error(alert, fault);
      toastFailed(alert, messageOf(fault));
      form.setErrors(fieldMessagesOf(fault));
      focusFirstFault();
    },
  });

  const submit = form.onSubmit(
    (values) => save(bodyOf(values)),
    (errors, values) => {
      const alert = words.invalid?.(values, errors);
      if (alert) toastFailed(alert);
      focusFirstFault();
    },
  );

  return (
    <FormPanel
      title={row ? words.edit : words.add}
      note={restored && restoredTexts.typed}
      save={row ? 'Update' : 'Add'}
      busy={busy}
      onSubmit={submit}
      onCancel={props.onCancel}
    >
      <Fields form={form} row={row} />
    </FormPanel>
  );
}
