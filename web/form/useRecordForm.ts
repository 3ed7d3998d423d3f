/** The form state of every record, with or without lines: values, validation, draft, and sending once. */
import { useForm, type FormErrors } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { restoredTexts } from '#contract/auth.ts';
import type { Resource } from '#contract/permissions.ts';
import { fieldMessagesOf } from '#web/api/client.ts';
import { holdDraft, type Draft } from '#web/api/draft.ts';
import { newIdempotencyKey } from '#web/api/idempotency.ts';
import { leaveAfterPointer } from '#web/ui/afterPointer.ts';
import { toastDone, toastFailed } from '#web/ui/toast.tsx';
import { focusFirstFault } from './fieldFocus.ts';
import type { FormProps } from './useOpenedForm.ts';
import { useSaving } from './useSaving.ts';

interface RecordFormOptions<Row, Values, DraftValues> extends FormProps<Row, DraftValues> {
  resource: Resource;
  initialValues: Values;
  /** What the draft keeps if the session is lost; no secrets. */
  draftOf: (values: Values) => DraftValues;
  /** The note about what the draft did not keep. */
  askedAgain?: string | false;
  /** All validation errors, by the contract's field paths. */
  faultsOf: (values: Values) => FormErrors;
  /** Maps a field path of the contract to the form's, where they differ. */
  fieldOf?: (path: string, values: Values) => string;
  /** The specification's alert for invalid values; with an alert nothing is sent. */
  alertOf?: (values: Values, errors: FormErrors) => string | undefined;
  send: (values: Values, idempotencyKey: string) => Promise<unknown>;
  /** The toast after saving; a function where it depends on what was saved. */
  done: string | (() => string);
  sayFailed: (fault: Error) => void;
}

/**
 * A field is validated on blur, all fields on submit; an error clears when its field changes. The first invalid field gets
 * the focus. Resending after a lost answer creates no second record.
 */
export function useRecordForm<Row, Values extends object, DraftValues>(
  options: RecordFormOptions<Row, Values, DraftValues>,
) {
  const { restored, faultsOf, alertOf, draftOf, fieldOf = (path) => path } = options;
  const placed = (faults: FormErrors, values: Values): FormErrors =>
    Object.fromEntries(Object.entries(faults).map(([path, text]) => [fieldOf(path, values), text]));

  const form = useForm<Values>({
    initialValues: options.initialValues,
    validate: (values) => placed(faultsOf(values), values),
    validateInputOnBlur: true,
    enhanceGetInputProps: leaveAfterPointer,
  });

  const [idempotencyKey] = useState(() => restored?.idempotencyKey ?? newIdempotencyKey());
  // Per field: the form-wide isDirty() misses added and removed lines.
  const isChanged = restored !== undefined || Object.keys(form.values).some((field) => form.isDirty(field));
  const draft = { form: options.resource, record: options.record, idempotencyKey, values: draftOf(form.values) };
  useUnsaved(isChanged ? draft : undefined, options.onChanged);

  const stop = (alert?: string) => {
    if (alert) toastFailed(alert);
    focusFirstFault();
  };
  const { save, busy } = useSaving({
    send: (values: Values) => options.send(values, idempotencyKey),
    onSaved: () => {
      toastDone(typeof options.done === 'string' ? options.done : options.done());
      options.onSaved();
    },
    onFailed: (fault) => {
      options.sayFailed(fault);
      form.setErrors(placed(fieldMessagesOf(fault), form.getValues()));
      stop();
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

  const { askedAgain, onCancel } = options;
  const note = restored && (askedAgain ? `${restoredTexts.typed} ${askedAgain}` : restoredTexts.typed);
  return { form, /** For <FormPanel {...panel}>. */ panel: { busy, note, onSubmit, onCancel } };
}

/** Reports unsaved changes to the screen and registers their draft. */
function useUnsaved(draft: Draft | undefined, onChanged: (changed: boolean) => void) {
  const isChanged = draft !== undefined;
  const notify = useEffectEvent(() => onChanged(isChanged));
  useEffect(() => notify(), [isChanged]);
  useEffect(() => holdDraft(draft));
  useEffect(() => () => holdDraft(undefined), []);
}
