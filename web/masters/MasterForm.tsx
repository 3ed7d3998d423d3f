import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call, messageOf } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotency.ts';
import { leaveAfterPointer } from '#web/ui/afterPointer.ts';
import { FormPanel } from '#web/ui/FormPanel.tsx';
import { focusFirstFault } from '#web/ui/focusFirstFault.ts';
import { toastDone, toastFailed } from '#web/ui/toast.tsx';
import type { MasterDefinition } from './master.ts';

interface MasterFormProps<Row, Values> {
  definition: MasterDefinition<Row, Values>;
  /** The record that is edited; nothing for a new one. */
  row?: Row;
  onChanged: (changed: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

export function MasterForm<Row, Values extends object>(props: MasterFormProps<Row, Values>) {
  const { definition, row } = props;
  const { calls, words, Fields } = definition;
  const queryClient = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);

  const form = useForm<Values>({
    initialValues: row ? definition.valuesOf(row) : definition.blank,
    validate: schemaResolver(calls.create.body, { sync: true }),
    validateInputOnBlur: true,
    enhanceGetInputProps: leaveAfterPointer,
    onValuesChange: () => props.onChanged(form.isDirty()),
  });

  const saving = useMutation({
    mutationFn: (values: Values) =>
      row
        ? call(calls.update, { params: { id: definition.rowId(row) }, body: values })
        : call(calls.create, { body: values, idempotencyKey }),
    onSuccess: () => {
      toastDone(row ? words.updated : words.added);
      props.onSaved();
    },
    onError: (fault) => {
      const alert = words.saveFailed(fault, row !== undefined);
      console.error(alert, fault);
      toastFailed(alert, messageOf(fault));
      if (!(fault instanceof ApiError)) return;
      const errors = Object.fromEntries(
        Object.entries(fault.errors).map(([field, texts]) => [field, texts.join('\n')]),
      );
      form.setErrors(errors);
      focusFirstFault();
    },
    onSettled: () => queryClient.invalidateQueries(),
  });

  // A double click comes before the button knows that it is disabled.
  const save = (values: Values) => {
    if (queryClient.isMutating() === 0) saving.mutate(values);
  };

  const submit = form.onSubmit(save, (errors, values) => {
    const alert = words.invalid?.(values, errors);
    if (alert) toastFailed(alert);
    focusFirstFault();
  });

  return (
    <FormPanel
      title={row ? words.edit : words.add}
      save={row ? 'Update' : 'Add'}
      busy={saving.isPending}
      onSubmit={submit}
      onCancel={props.onCancel}
    >
      <Fields form={form} row={row} />
    </FormPanel>
  );
}
