/** The one form of all records, with lines or without: what is typed, what is wrong with it, what is kept of it, and sending it once. */
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

interface RecordFormOptions<Row, Values, Kept> extends FormProps<Row, Kept> {
  resource: Resource;
  initialValues: Values;
  /** What is kept should the session end; nothing that a person would not leave lying about. */
  keptOf: (values: Values) => Kept;
  /** What the person is asked for again, since it was not kept. */
  askedAgain?: string | false;
  /** Everything that is wrong, by the contract's names of the fields. */
  faultsOf: (values: Values) => FormErrors;
  /** Where the form has a field of the contract, if not under the same name. */
  fieldOf?: (path: string, values: Values) => string;
  /** The alert for what is wrong, where the specification words one; with one nothing is sent. */
  alertOf?: (values: Values, errors: FormErrors) => string | undefined;
  send: (values: Values, idempotencyKey: string) => Promise<unknown>;
  /** What is said once it is saved. */
  done: string;
  sayFailed: (fault: Error) => void;
}

/**
 * A fault shows once its field was left, all of them once saving was tried, and goes when the field is changed; the first
 * takes the focus. What is sent again after a lost answer still makes one record.
 */
export function useRecordForm<Row, Values extends object, Kept>(options: RecordFormOptions<Row, Values, Kept>) {
  const { restored, faultsOf, alertOf, keptOf, fieldOf = (path) => path } = options;
  const placed = (faults: FormErrors, values: Values): FormErrors =>
    Object.fromEntries(Object.entries(faults).map(([path, text]) => [fieldOf(path, values), text]));

  const form = useForm<Values>({
    initialValues: options.initialValues,
    validate: (values) => placed(faultsOf(values), values),
    validateInputOnBlur: true,
    enhanceGetInputProps: leaveAfterPointer,
  });

  const [idempotencyKey] = useState(() => restored?.idempotencyKey ?? newIdempotencyKey());
  // Field by field: asked as a whole the form would not notice a line that was added or removed.
  const isChanged = restored !== undefined || Object.keys(form.values).some((field) => form.isDirty(field));
  const draft = { form: options.resource, record: options.record, idempotencyKey, values: keptOf(form.values) };
  useUnsaved(isChanged ? draft : undefined, options.onChanged);

  const stop = (alert?: string) => {
    if (alert) toastFailed(alert);
    focusFirstFault();
  };
  const { save, busy } = useSaving({
    send: (values: Values) => options.send(values, idempotencyKey),
    onSaved: () => {
      toastDone(options.done);
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

/** Tells the screen whether something is typed that is not saved, and holds it should the session end. */
function useUnsaved(draft: Draft | undefined, onChanged: (changed: boolean) => void) {
  const isChanged = draft !== undefined;
  const tell = useEffectEvent(() => onChanged(isChanged));
  useEffect(() => tell(), [isChanged]);
  useEffect(() => holdDraft(draft));
  useEffect(() => () => holdDraft(undefined), []);
}
