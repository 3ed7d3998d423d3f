/** The state of a form that sends a record: values, validation, and sending once. */
import { useForm, type FormErrors } from '@mantine/form';
import { useState } from 'react';
import { fieldMessagesOf, isAnswered } from '#web/core/api/client.ts';
import { newIdempotencyKey } from '#web/core/api/idempotency.ts';
import { leaveAfterPointer } from '#web/core/ui/afterPointer.ts';
import { toastDone, toastFailed, type ToastAction } from '#web/core/ui/toast.tsx';
import { comparable } from './conflicts/mergeVersions.ts';
import { focusFirstFault } from './fieldFocus.ts';
import { formSaves, useSaving } from './useSaving.ts';

/** Asked before values are sent, in place of their faults where `values`, which an assent sends, have none. */
export interface SaveQuestion<Values> {
  question: string;
  note: string;
  /** The button that sends. */
  confirm: string;
  values: Values;
}

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
  /** A question before saving; undefined where there is none. */
  questionOf?: (values: Values) => SaveQuestion<Values> | undefined;
  /** The same, where other records have to be read for it. A failure to read them asks nothing. */
  findQuestion?: (values: Values) => Promise<SaveQuestion<Values> | undefined>;
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
  const { faultsOf, alertOf, questionOf, findQuestion, fieldOf = (path) => path, onCancel } = options;
  const placed = (faults: FormErrors, values: Values): FormErrors =>
    Object.fromEntries(Object.entries(faults).map(([path, text]) => [fieldOf(path, values), text]));

  const form = useForm<Values>({
    initialValues: options.initialValues,
    validate: (values) => placed(faultsOf(values), values),
    validateInputOnBlur: true,
    enhanceGetInputProps: leaveAfterPointer,
  });

  const [idempotencyKey] = useState(() => options.idempotencyKey ?? newIdempotencyKey());
  /** The values that were sent without an answer, as text. */
  const [unanswered, setUnanswered] = useState<string>();
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
      setUnanswered(isAnswered(fault) ? undefined : comparable(sent));
      options.showError(fault);
      focusFirstFault(() => form.setErrors(placed(fieldMessagesOf(fault), sent)));
    },
  });
  const question = useQuestion<Values>({
    onConfirm: (values) => {
      form.setValues(values);
      form.clearErrors();
      save(values);
    },
    onCancel: stop,
  });
  const [finding, setFinding] = useState(false);
  const askOrSave = async (values: Values, find: NonNullable<typeof findQuestion>) => {
    setFinding(true);
    const asked = await find(values).catch(() => undefined);
    setFinding(false);
    if (asked) question.ask(asked);
    else save(values);
  };
  const submit = (values: Values, errors: FormErrors) => {
    // They were checked before they were sent; by now they may be stored, so that what they took is no longer left.
    if (unanswered === comparable(values)) return save(values);
    const alert = alertOf?.(values, errors);
    const asked = alert ? undefined : questionOf?.(values);
    if (asked && Object.keys(faultsOf(asked.values)).length === 0) question.ask(asked);
    else if (alert || Object.keys(errors).length > 0) stop(alert);
    // An earlier attempt may have stored the record, and would be found.
    else if (findQuestion && unanswered === undefined) askOrSave(values, findQuestion).catch(console.error);
    else save(values);
  };
  const onSubmit = form.onSubmit(
    (values) => submit(values, {}),
    (errors, values) => submit(values, errors),
  );
  return {
    form,
    idempotencyKey,
    /** Sent, and the answer is missing: the record may be stored, so that proposals among its values stay. */
    isOutstanding: busy || unanswered !== undefined,
    /** For <FormPanel {...panel}>. */ panel: { busy: busy || finding, onSubmit, onCancel, question: question.dialog },
  };
}

interface Answers<Values> {
  onConfirm: (values: Values) => void;
  onCancel: () => void;
}

/** The dialog of the question before saving. */
function useQuestion<Values>({ onConfirm, onCancel }: Answers<Values>) {
  /** Stays while the dialog fades out. */
  const [asked, setAsked] = useState<SaveQuestion<Values>>();
  const [opened, setOpened] = useState(false);
  const dialog = asked && {
    opened,
    question: asked.question,
    note: asked.note,
    confirm: asked.confirm,
    cancel: 'Go back',
    returnFocus: false,
    onConfirm: () => {
      setOpened(false);
      onConfirm(asked.values);
    },
    onCancel: () => {
      setOpened(false);
      onCancel();
    },
  };
  return {
    ask: (question: SaveQuestion<Values>) => {
      setAsked(question);
      setOpened(true);
    },
    dialog,
  };
}
