import { useEffect, useEffectEvent, useState } from 'react';
import type { Resource } from '#contract/permissions.ts';
import { holdDraft } from '#web/api/draft.ts';
import { newIdempotencyKey } from '#web/api/idempotency.ts';
import type { FormProps } from './useOpenedForm.ts';

interface Typed<Row, Values> extends Pick<FormProps<Row, Values>, 'record' | 'restored' | 'onChanged'> {
  form: Resource;
  /** What is kept should the session end; nothing that a person would not leave lying about. */
  values: Values;
  /** Whether they differ from what the form began with. */
  edited: boolean;
}

/** Tells the screen that something is typed which is not saved, keeps it should the session end, and has the form's key. */
export function useTyped<Row, Values>({
  form,
  record,
  restored,
  values,
  edited,
  onChanged,
}: Typed<Row, Values>): string {
  const [idempotencyKey] = useState(() => restored?.idempotencyKey ?? newIdempotencyKey());
  const changed = edited || restored !== undefined;

  const tell = useEffectEvent(() => onChanged(changed));
  useEffect(() => tell(), [changed]);

  useEffect(() => {
    holdDraft(changed ? { form, record, idempotencyKey, values } : undefined);
  }, [changed, form, record, idempotencyKey, values]);
  useEffect(() => () => holdDraft(undefined), []);

  return idempotencyKey;
}
