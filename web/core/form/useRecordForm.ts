/** The form state of every record, with or without lines: a form that sends once, and its draft. */
import { useEffect, useEffectEvent } from 'react';
import { restoredTexts } from '#contract/core/accounts/signedIn.ts';
import type { Resource } from '#contract/permissions.ts';
import { holdDraft, type Draft } from '#web/core/api/draft.ts';
import { PHONE } from '#web/core/ui/useIsPhone.ts';
import { showSaved } from './showSaved.ts';
import type { FormProps } from './useOpenedForm.ts';
import { ChangedMeanwhileError, useConflict, type ConflictOptions } from './conflicts/useConflict.tsx';
import { useStoringDraft } from './useStoredDraft.ts';
import { useSentForm, type SentFormOptions } from './useSentForm.ts';

export interface RecordFormOptions<Row, Values, DraftValues>
  extends FormProps<Row, DraftValues>, Omit<SentFormOptions<Values, unknown>, 'idempotencyKey' | 'onSaved' | 'send'> {
  resource: Resource;
  /** Values that the draft stores if the session is lost; no secrets. */
  draftOf: (values: Values) => DraftValues;
  /** `seen` is the record behind the values: the opened one, or a newer one that they were compared with. */
  send: (values: Values, idempotencyKey: string, seen: Row | undefined) => Promise<unknown>;
  /** The name of its id, by which its copies in lists show what was saved. */
  idField?: string;
  /** How both versions are compared when somebody else saved the record meanwhile. */
  conflict?: ConflictOptions<Row, Values>;
  /** Values stored on the device, if there are more than in the draft: files too. No secrets. */
  storedOf?: (values: Values) => unknown;
  /** Note about a value that drafts never have. */
  enterAgain?: string | false;
}

/** A form whose changes are guarded, and stored if the session is lost. */
export function useRecordForm<Row, Values extends object, DraftValues>(
  options: RecordFormOptions<Row, Values, DraftValues>,
) {
  const { restored, draftOf, onSaved, record } = options;
  const conflict = useConflict(options.conflict, record);
  const { form, idempotencyKey, isOutstanding, panel } = useSentForm({
    ...options,
    idempotencyKey: restored?.idempotencyKey,
    send: async (values, key) =>
      await conflict.send(values, async (settled, seen) => await options.send(settled, key, seen)),
    showError: (fault) => {
      if (fault instanceof ChangedMeanwhileError) conflict.compare(form);
      else options.showError(fault);
    },
    onSaved: (saved) => {
      storedDraft.drop();
      showSaved(record, saved, options.idField);
      onSaved();
      if (record === undefined) showTopOnPhone();
    },
  });
  // Per field: the form-wide isDirty() misses added and removed lines.
  const isChanged = restored !== undefined || Object.keys(form.values).some((field) => form.isDirty(field));
  const draft = { form: options.resource, record: options.record, idempotencyKey, values: draftOf(form.values) };
  useUnsaved(isChanged ? draft : undefined, isChanged || panel.busy, options.onChanged);
  const toStore = isChanged ? { ...draft, values: (options.storedOf ?? draftOf)(form.values) } : undefined;
  const storedDraft = useStoringDraft(options.drafts?.place, toStore, form.values);

  const { enterAgain } = options;
  const ended = enterAgain ? `${restoredTexts.typed} ${enterAgain}` : restoredTexts.typed;
  const note = restored?.isFromDevice ? enterAgain || undefined : restored && ended;
  const onSubmit: typeof panel.onSubmit = (event) => {
    if (conflict.checkAnswered()) panel.onSubmit(event);
    else event?.preventDefault();
  };
  return {
    form,
    isOutstanding,
    /** The record that the next save is based on. */
    seen: conflict.seen,
    /** For <FormPanel {...panel}>. */ panel: {
      ...panel,
      onSubmit,
      note,
      comparison: conflict.table(form),
      offer: isChanged ? undefined : options.drafts?.offer,
      goToKept: isChanged ? options.drafts?.offer?.goOn : undefined,
      storedAt: storedDraft.storedAt,
    },
  };
}

/** A phone was scrolled down a long form: the list begins with the new row, not where the form had its button. */
function showTopOnPhone() {
  if (window.matchMedia(PHONE).matches) requestAnimationFrame(() => window.scrollTo({ top: 0 }));
}

/** Reports to the screen that the form can't just be left, and registers the draft of what is unsaved. */
function useUnsaved(draft: Draft | undefined, isHeld: boolean, onChanged: (changed: boolean) => void) {
  const notify = useEffectEvent(() => onChanged(isHeld));
  useEffect(() => notify(), [isHeld]);
  useEffect(() => holdDraft(draft));
  useEffect(() => () => holdDraft(undefined), []);
}
