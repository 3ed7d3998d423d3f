import { useRouter, useRouterState, type HistoryState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { z } from 'zod';
import type { Resource } from '#contract/permissions.ts';
import { returnDraft, returnedDraft } from '#web/core/api/draft.ts';
import { may } from '#web/core/api/session.ts';
import { newIdempotencyKey } from '#web/core/api/idempotency.ts';
import { deleteDraft, type StoredDraft } from '#web/core/api/storedDrafts.ts';
import { useDraftOffer, type FormDrafts } from '#web/core/form/useStoredDraft.ts';
import { useUnsavedGuard } from '#web/core/form/useUnsavedGuard.tsx';
import { openPart, preloadedParts } from '#web/core/ui/loading/lazyWithPreload.ts';

/** The supplier or buyer that a page leads to a form for. */
type Party = NonNullable<HistoryState['beginFor']>;

/** The draft of a lost session, and the key under which it may have been sent. */
export interface Restored<Values> {
  idempotencyKey: string;
  values: Values;
  /** Stored on the device, not by a lost session. */
  isFromDevice?: boolean;
}

/** The props of every form. */
export interface FormProps<Row, Values, Prefill = never> {
  /** The edited record; undefined for a new one. */
  record?: Row;
  /** The prefill of a new record: the one that it copies, its party. */
  prefill?: Prefill;
  restored?: Restored<Values>;
  /** Where its draft is stored on the device while it is typed. */
  drafts?: FormDrafts;
  /** A record was just saved in a form that stays open: it is blank for the next one. */
  again?: boolean;
  onChanged: (changed: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

interface FormState<Row, Values, Prefill> {
  isOpen: boolean;
  /** Changes with each opening, so that no form keeps another's state. */
  key: number;
  record?: Row;
  prefill?: Prefill;
  restored?: Restored<Values>;
  again?: boolean;
}

export interface OpenedForm<Row, Values, Prefill = never> extends FormState<Row, Values, Prefill> {
  /** Opens the form for a record, or for a new one; confirms first if unsaved changes would be lost. */
  open: (record?: Row) => void;
  /** Opens it for a new record with a prefill. */
  begin: (prefill: Prefill) => void;
  close: () => void;
  /** Calls `then`; with unsaved changes only after confirmation. */
  leave: (then: () => void) => void;
  /** For <Form key={form.key} {...form.props} />. */
  props: FormProps<Row, Values, Prefill>;
  dialog: ReactNode;
}

/** A screen's own way with its form. */
export interface OwnOpening {
  /** The form is shown without being opened. */
  alwaysOpen?: boolean;
  /** Leaves another form of the screen before this one opens. */
  leaveFirst?: (then: () => void) => void;
}

interface FormSchemas<Row, Values, Prefill> extends OwnOpening {
  record: z.ZodType<unknown, Row>;
  values: z.ZodType<Values>;
  /**
   * Key of the form's draft on the device, mostly the id of its record; a new one's is 'new'. Without it, no draft is
   * stored.
   */
  draftKey?: (record: Row | undefined) => number | string | undefined;
  /** The prefill of a new record for the party that the page before names. */
  prefillFor?: (party: Party) => Prefill;
  /** Called when the typed values are discarded, so that copies elsewhere are deleted. */
  onDiscard?: () => void;
}

/** The state of a screen's form, guarded against losing unsaved changes. */
export function useOpenedForm<Row, Values, Prefill = never>(
  resource: Resource,
  schemas: FormSchemas<Row, Values, Prefill>,
): OpenedForm<Row, Values, Prefill> {
  const { draftKey, alwaysOpen = false } = schemas;
  const [state, setState] = useState<FormState<Row, Values, Prefill>>(
    () => restoredForm(resource, schemas) ?? { isOpen: false, key: 0 },
  );
  const name = draftKey && (state.isOpen || alwaysOpen) ? `${resource} ${draftKey(state.record) ?? 'new'}` : undefined;
  const [opener] = useState(newIdempotencyKey);
  const place = name === undefined ? undefined : { name, id: `${opener} ${state.key}` };
  const { draft, drop } = useDraftOffer(name, state.key);
  const resumed = draft && !state.restored ? resumedState(schemas, draft, state) : undefined;
  const guard = useUnsavedGuard(() => {
    if (place) deleteDraft(place).catch(console.error);
    schemas.onDiscard?.();
  });
  // In an effect: a discarded render must not consume the draft.
  useEffect(() => returnDraft(undefined), []);

  const show = (next: Omit<FormState<Row, Values, Prefill>, 'key' | 'restored'>) => {
    guard.setChanged(false);
    const change = () => setState(({ key }) => ({ key: key + 1, ...next }));
    if (next.isOpen) openPart(preloadedParts, change);
    else change();
  };
  const close = () => show({ isOpen: false });
  const { leaveFirst = (then: () => void) => then() } = schemas;
  const open = (record?: Row, prefill?: Prefill) =>
    leaveFirst(() => guard.leave(() => show({ isOpen: true, record, prefill })));
  useRequestedForm(resource, (party) => open(undefined, party && schemas.prefillFor?.(party)));

  // From then on the draft is stored under the form that resumes it.
  const goOn = (next: FormState<Row, Values, Prefill>) =>
    guard.leave(() => {
      drop();
      setState(next);
    });
  const offer = draft && resumed && { draft, goOn: () => goOn(resumed), discard: drop };

  return {
    ...state,
    open: (record) => open(record),
    begin: (prefill) => open(undefined, prefill),
    close,
    leave: guard.leave,
    props: {
      record: state.record,
      prefill: state.prefill,
      restored: state.restored,
      drafts: { place, offer },
      again: state.again,
      onChanged: guard.setChanged,
      onCancel: () => guard.leave(close),
      onSaved: () => show({ isOpen: false, again: state.record === undefined }),
    },
    dialog: guard.dialog,
  };
}

/** Opens the form for a new record where the command menu led here for that; not again on reload. */
function useRequestedForm(resource: Resource, open: (party: Party | undefined) => void): void {
  const router = useRouter();
  // Not `location`: that is the new one while the page that is left is still there, and has a form of the same kind.
  const isRequested = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.begin === resource });
  const begin = useEffectEvent(() => {
    const party = router.state.resolvedLocation?.state.beginFor;
    router.navigate({ to: '.', search: true, replace: true, state: {} }).catch(console.error);
    if (may('create', resource)) open(party);
  });
  useEffect(() => {
    if (isRequested) begin();
  }, [isRequested]);
}

/** The state of a form that resumes a draft; undefined where another version of Godown stored it. */
function resumedState<Row, Values, Prefill>(
  schemas: FormSchemas<Row, Values, Prefill>,
  { record, values, idempotencyKey }: StoredDraft,
  { isOpen, key }: FormState<Row, Values, Prefill>,
): FormState<Row, Values, Prefill> | undefined {
  const typed = schemas.values.safeParse(values);
  if (!typed.success) return undefined;
  const form = { isOpen, key: key + 1, restored: { idempotencyKey, values: typed.data, isFromDevice: true } };
  if (record === undefined) return form;
  return isInput(schemas.record, record) ? { ...form, record } : undefined;
}

/** Whether a value is what a schema takes. */
export function isInput<T>(schema: z.ZodType<unknown, T>, value: unknown): value is T {
  return schema.safeParse(value).success;
}

/** The form as it was when the session was lost, if the user still has the permission. */
function restoredForm<Row, Values, Prefill>(
  resource: Resource,
  schemas: FormSchemas<Row, Values, Prefill>,
): FormState<Row, Values, Prefill> | undefined {
  const draft = returnedDraft(resource);
  const values = schemas.values.safeParse(draft?.values);
  if (!draft || !values.success || !may(draft.record === undefined ? 'create' : 'update', resource)) return undefined;
  const { record, idempotencyKey } = draft;
  const form = { isOpen: true, key: 0, restored: { idempotencyKey, values: values.data } };
  if (record === undefined) return form;
  return isInput(schemas.record, record) ? { ...form, record } : undefined;
}
