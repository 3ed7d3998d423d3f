/** The form state of every record, with or without lines: a form that sends once, and its draft. */
import { useEffect, useEffectEvent } from 'react';
import { restoredTexts } from '#contract/auth.ts';
import type { Resource } from '#contract/permissions.ts';
import { holdDraft, type Draft } from '#web/api/draft.ts';
import type { FormProps } from './useOpenedForm.ts';
import { useSentForm, type SentFormOptions } from './useSentForm.ts';

interface RecordFormOptions<Row, Values, DraftValues>
  extends FormProps<Row, DraftValues>, Omit<SentFormOptions<Values, unknown>, 'idempotencyKey' | 'onSaved'> {
  resource: Resource;
  /** What the draft keeps if the session is lost; no secrets. */
  draftOf: (values: Values) => DraftValues;
  /** The note about what the draft did not keep. */
  askedAgain?: string | false;
}

/** A form whose changes are guarded, and kept if the session is lost. */
export function useRecordForm<Row, Values extends object, DraftValues>(
  options: RecordFormOptions<Row, Values, DraftValues>,
) {
  const { restored, draftOf, onSaved } = options;
  const { form, idempotencyKey, panel } = useSentForm({
    ...options,
    idempotencyKey: restored?.idempotencyKey,
    onSaved: () => onSaved(),
  });
  // Per field: the form-wide isDirty() misses added and removed lines.
  const isChanged = restored !== undefined || Object.keys(form.values).some((field) => form.isDirty(field));
  const draft = { form: options.resource, record: options.record, idempotencyKey, values: draftOf(form.values) };
  useUnsaved(isChanged ? draft : undefined, options.onChanged);

  const { askedAgain } = options;
  const note = restored && (askedAgain ? `${restoredTexts.typed} ${askedAgain}` : restoredTexts.typed);
  return { form, /** For <FormPanel {...panel}>. */ panel: { ...panel, note } };
}

/** Reports unsaved changes to the screen and registers their draft. */
function useUnsaved(draft: Draft | undefined, onChanged: (changed: boolean) => void) {
  const isChanged = draft !== undefined;
  const notify = useEffectEvent(() => onChanged(isChanged));
  useEffect(() => notify(), [isChanged]);
  useEffect(() => holdDraft(draft));
  useEffect(() => () => holdDraft(undefined), []);
}
