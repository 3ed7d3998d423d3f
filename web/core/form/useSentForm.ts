/** The state of a form that sends a record: values, validation, and sending once. */
import { useForm, type FormErrors } from '@mantine/form';
import { useState } from 'react';
import { fieldMessagesOf } from '#web/core/api/client.ts';
import { newIdempotencyKey } from '#web/core/api/idempotency.ts';
import { leaveAfterPointer } from '#web/core/ui/afterPointer.ts';
import { toastDone, toastFailed, type ToastAction } from '#web/core/ui/toast.tsx';
import { focusFirstFault } from './fieldFocus.ts';
import { formSaves, useSaving } from './useSaving.ts';

export interface SentFormOptions<Values, Saved> {
  initialValues: Values;
  /** The key of an earlier attempt, where the form was restored. */
  idempotencyKey?: string;
  /** All validation errors, by the contract's field paths. */
  faultsOf: (values: Values) => FormErrors;
  /** Maps a field path of the contract to the form's, where they differ. */
  fieldOf?: (path: string, values: Values) => string;
  /** The specification's alert for invalid values; with an alert nothing is sent. */
  alertOf?: (values: Values, errors: FormErrors) => string | undefined;
  send: (values: Values, idempotencyKey: string) => Promise<Saved>;
  /** The toast after saving; a function where it depends on what was saved. */
  done: string | (() => string);
  /** Action on the saved record, beside that toast. */
  doneAction?: () => ToastAction | undefined;
  /** The record's name, below the text of that toast. */
  doneName?: () => string | undefined;
  showError: (fault: Error) => void;
  onSaved: (saved: Saved) => void;
  onCancel: () => void;
}

/**
 * A field is validated on blur, all fields on submit; an error clears when its field changes. The first invalid field gets
 * the focus. Resending after a lost answer creates no second record.
 */
export function useSentForm<Values extends object, Saved>(options: SentFormOptions<Values, Saved>) {
  const { faultsOf, alertOf, fieldOf = (path) => path, onCancel } = options;
  const placed = (faults: FormErrors, values: Values): FormErrors =>
    Object.fromEntries(Object.entries(faults).map(([path, text]) => [fieldOf(path, values), text]));

  const form = useForm<Values>({
    initialValues: options.initialValues,
    validate: (values) => placed(faultsOf(values), values),
    validateInputOnBlur: true,
    enhanceGetInputProps: leaveAfterPointer,
  });

  const [idempotencyKey] = useState(() => options.idempotencyKey ?? newIdempotencyKey());
  const stop = (alert?: string) => {
    if (alert) toastFailed(alert);
    focusFirstFault();
  };
  const { save, busy } = useSaving({
    mutationKey: formSaves,
    send: (values: Values) => options.send(values, idempotencyKey),
    onSaved: (saved) => {
      const done = typeof options.done === 'string' ? options.done : options.done();
      toastDone(done, options.doneAction?.(), options.doneName?.());
      options.onSaved(saved);
    },
    onFailed: (fault, sent) => {
      options.showError(fault);
      focusFirstFault(() => form.setErrors(placed(fieldMessagesOf(fault), sent)));
    },
  });
  const onSubmit = form.onSubmit(
    (values) => {
      const alert = alertOf?.(values, {});
      if (alert) stop(alert);
      else save(values);
    },
    (errors, values) => stop(alertOf?.(values, errors)),
  );
  return { form, idempotencyKey, /** For <FormPanel {...panel}>. */ panel: { busy, onSubmit, onCancel } };
}
